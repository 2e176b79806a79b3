// What can come of a case without a claim: under the readings as they stand, and under the options
// nobody presumes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checker/verdict/session.h"

namespace hanrei::checker {

struct CanCome {
  /// A shortest play, a choice a line, and how many timing orders there are: "" when they were not
  /// counted.
  struct Way {
    std::vector<std::string> moves;
    std::string orders;
  };
  std::map<std::string, Way>
      outcomes;  ///< by what is there at the end, in one line; of a deck by what is wrong with it
  bool endless = false;   ///< a play may go on for ever
  bool played = false;    ///< some play carries out all that the case declares
  bool possible = true;   ///< false: there is no such situation under that option
  base::Reason not_said;  ///< why that is not all: a limit, or a form that is not carried out
};

/// `count`: the timing orders, too.
CanCome can_come(const Question& question, const Limits& limits, base::Lang lang, bool count);

/// What can come of the case under an option of a reading that neither the ruling nor the game
/// presumes.
struct Otherwise {
  const model::ReadingDef* reading;
  std::size_t option;
  CanCome can;
};

/// The options under which something else can come than `first`, or under which that is not known,
/// one reading at a time. `which`: the case, among those of `prepared`.
std::vector<Otherwise> otherwise(Session& session, const rulings::Document& document,
                                 const RulingResult& prepared, std::size_t which,
                                 const CanCome& first, const Limits& limits, base::Lang lang,
                                 bool count);

/// A result of the game: `win(A)`, or Aの勝ち.
std::string result_text(const model::Program& program, int result, base::Lang lang);

}  // namespace hanrei::checker
