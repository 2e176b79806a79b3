#pragma once

#include <string>

#include "checker/outcome.h"

namespace hanrei::cli {

/// How a play ended, as one line: its result, what the claims look at, where the cards are.
std::string outcome_text(const checker::Question& question, const checker::Outcomes& outcomes, const checker::State<int64_t>& state, bool ja);

}  // namespace hanrei::cli
