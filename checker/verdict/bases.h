// What the claims of one ruling rest on.
#pragma once

#include "checker/verdict/basis.h"

namespace hanrei::checker {

/// Steps (BasisLimits) set aside for what the claims of one ruling rest on: mostly below two
/// seconds.
constexpr size_t kStepsOfRuling = 700'000;

/// Terms the engine may build in each trial of such a search; with more, one trial can take
/// seconds.
constexpr size_t kTermsOfRuling = 120'000;

/// Of each claim, with `steps` for all of them together: each may use its share of what is left, so
/// that no claim gets nothing because those before it took all; what is left over in the end goes
/// to those that had too little. SIZE_MAX: as many as it takes.
std::vector<Basis> bases_of(const RulingResult& ruling, size_t steps);

}  // namespace hanrei::checker
