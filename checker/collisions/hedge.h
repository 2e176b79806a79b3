// Does a sentence that demands something hedge itself: “if it can”?
#pragma once

#include <string_view>

#include "model/model.h"

namespace hanrei::checker::collisions {

/// Words that make a demand one of what can be done only, in one phrase (up to a comma or a full
/// stop): 〜できるなら, 可能な限り, “if able”, “if it can”, “whoever can”.
bool hedges(std::string_view words);

/// Do the words of the sentences that state this, or the clauses, hedge it? Then nothing is
/// demanded where it cannot be done.
bool hedges(const model::Program& program, const model::Source& source);

}  // namespace hanrei::checker::collisions
