// Plays that come round: a way to a state, and a way from there back to it.
#pragma once

#include <optional>
#include <vector>

#include "checker/explicit_state/explore.h"
#include "checker/question/leaving.h"

namespace hanrei::checker::explicit_state {

/// Is there a repetition without end after all that the case plays was played?
bool comes_round(const Question& question, const Space& space);

/// A shortest play that comes round.
struct Lasso {
  std::vector<Move> moves;
  size_t from = 0;  ///< the moves from here on lead to where they began
  Leavers leavers;
};

/// Explores the question once more, without what makes spaces small. None: no such play was found
/// within the limits.
std::optional<Lasso> lasso(const Question& question, const std::vector<int64_t>& lets,
                           const Limits& limits);

/// Why no rule of the game cuts a repetition off. `decided`: somebody decides something in it.
Reason unruled(const model::Program& program, bool decided);

}  // namespace hanrei::checker::explicit_state
