// What an unknown part of provisions has to be, so that they are others: matched text for text, but
// for the names that they bind. Internal to model/phrases/.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json/value.h"

namespace hanrei::model::phrases {

inline constexpr size_t kMostUnknowns = 4;  ///< of one phrase

struct Token {
  std::string text;
  bool space = false;  ///< before it
};
using Tokens = std::vector<Token>;

/// The words of an expression; of a number itself. None: it is neither.
Tokens tokens_of(const base::Json& value);

/// An expression that stands for what is not known; as an item of a list, `{"unknown": it}` stands
/// for any number of items. `unknown(0)($it)` speaks of a member of a set.
std::string unknown(size_t number);

/// By the unknown: an expression, or the items of a list.
using Solution = std::map<std::string, base::Json>;

/// What the unknowns in `with` have to be. Nothing where the two differ elsewhere.
std::optional<Solution> solve(const base::Json& with, const base::Json& wanted);

/// A provision without what only tells of it: its clauses, spans and remarks.
base::Json without_remarks(const base::Json& provision);

base::Json put_in(const base::Json& with, const Solution& solution);

/// Puts `slot` wherever the expression stands in a template, or `splice` where the items of the
/// list do. False: nowhere.
bool replace_part(base::Json& in, const Tokens& expression, const base::Json& list,
                  const std::string& slot, const std::string& splice);

}  // namespace hanrei::model::phrases
