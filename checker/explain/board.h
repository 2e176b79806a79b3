// What lies where in a state, for those who look at it.
#pragma once

#include "checker/explain/explanation.h"
#include "checker/explain/speak.h"

namespace hanrei::checker::explain {

/// Zones that hold something, in the order of the rules, and the numbers that players have.
Board board_of(const Question& question, const Speaker& speaker, const S& state);

/// What is otherwise in the second; what is gone from it with an empty text.
Board otherwise(const Board& before, const Board& after);

}  // namespace hanrei::checker::explain
