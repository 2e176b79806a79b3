// What the phrases of a chart say: every value of a whole text. Internal to model/phrases/.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/phrases/chart.h"
#include "model/phrases/read.h"

namespace hanrei::model::phrases {

/// A value of a whole text, and the phrases that it comes from. Objects and strings in it have the
/// range of characters of the phrase that made them as their place (words_span).
struct Value {
  base::Json json;
  std::shared_ptr<const Used> how;
};

struct Values {
  std::vector<Value> list;  ///< all that differ, in the order of the phrases and their splits
  Bounded bounded = Bounded::No;
};

/// The values of the sort `card` over the whole text. `card`: the printed attributes; nullptr:
/// none is known, and what hangs on one is tried. `waived`: what phrases ask of these names does
/// not matter; where it does not hold the phrase says so (Used::unmet).
Values evaluate(const Book& book, const Folded& text, const Chart& chart, const base::Json* card,
                const std::set<std::string>& waived = {});

}  // namespace hanrei::model::phrases
