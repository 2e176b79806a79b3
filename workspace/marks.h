// How the rulings of a run stand as precedents.
#pragma once

#include "findings/entry.h"
#include "rulings/law/of_day.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

/// All rulings of the game that have to do with those at hand: themselves, and those that name them
/// or are named by them.
std::vector<rulings::RulingRecord> with_others(const rulings::LawOfDay& law,
                                               const GameFiles& files);

/// Says of each result from `first` on how it stands as a precedent. Of other rulings it counts
/// what this run found.
void mark(findings::Report& report, size_t first, const rulings::GameRecords& game,
          const std::vector<rulings::RulingRecord>& all, const base::AsOf& as_of);

}  // namespace hanrei::workspace
