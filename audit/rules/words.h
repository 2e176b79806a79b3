// What the clauses say, in the words that the game has for them.
#pragma once

#include <string_view>
#include <vector>

#include "audit/rules/look.h"

namespace hanrei::audit::rules {

using Words = std::vector<std::string_view>;

/// Has any clause of the set any of the words, in its Japanese or its English?
bool says(const Program& p, const std::vector<Ground>& set, const Words& words);

}  // namespace hanrei::audit::rules
