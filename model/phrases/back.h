// The phrases run backwards: from provisions to the words in which the house writes them.
//
//     const Printed p = print(book, provisions, &card, says, accepts);
//     p.house               // the best wording that `accepts` takes
//
// Of the wordings of a phrase the first is taken, with the first of its alternatives and nothing
// that may be left out; of all ways to say a thing the shortest, then the one whose phrases stand
// first in the book.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/phrases/read.h"

namespace hanrei::model::phrases {

inline constexpr size_t kMostRefused = 16;      ///< wordings that are tried
inline constexpr size_t kMostFound = 10'000;    ///< parts of the provisions that phrases say
inline constexpr size_t kMostFilled = 300'000;  ///< templates that are filled

struct Wording {
  Words words;
  std::shared_ptr<const Used> how;  ///< without places
};

struct Printed {
  std::optional<Wording> house;
  std::vector<Wording> refused;
  bool bounded = false;  ///< not all were looked at, and none was taken
};

/// `says`: what provisions say, apart from how they are written (normal.h). `accepts`: is it read
/// as that again?
Printed print(const Book& book, const base::Json& provisions, const base::Json* card,
              const std::function<std::string(const base::Json&)>& says,
              const std::function<bool(const Wording&)>& accepts);

/// The same phrases in the same places, whichever of their wordings stand there.
bool same_phrases(const Book& book, const Used& a, const Used& b);

}  // namespace hanrei::model::phrases
