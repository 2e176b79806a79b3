// A play is told once: what is repeated with how often, a moment with what comes of it.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "checker/explain/explanation.h"
#include "checker/explain/speak.h"

namespace hanrei::checker::explain {

/// By sentence: what is said of a lot in it (`lot_words`).
using Lots = std::map<size_t, std::array<int64_t, 3>>;

/// The sentences without moments at which nothing was, and with what was repeated told once.
std::vector<Sentence> once(std::vector<Sentence> all, const Lots& lots, const Speaker& say,
                           const S& state);

/// What was told of several things that are done at the same time, in one sentence each, becomes
/// one sentence; `begins`: where that of each begins, and their end.
void join_at_once(std::vector<Sentence>& all, const std::vector<size_t>& begins, const Lots& lots,
                  bool ja);

}  // namespace hanrei::checker::explain
