// What is called otherwise than before wherever it is named: what provisions declare (procedures,
// kinds, exchanges, triggers, attributes …), cards and clauses.
//
//     const Renames renames = renamed(before, after);
//     call_as_now(before_game, renames); …                          // and compare
//
// A game says the same under new names, where an old one stands nowhere any more and its new one
// stood nowhere before. So what differs then differs in more than names. A name that collides with
// another one, or takes its place, is none of these and is compared as it is.
#pragma once

#include <vector>

#include "errata/gate.h"
#include "errata/named.h"
#include "findings/finding.h"

namespace hanrei::errata {

/// Both have a game.
Renames renamed(const State& before, const State& after);

/// Each of them, told (HG1016).
std::vector<findings::Finding> judge_renamed(const Renames& renames, const model::Game& after,
                                             const base::SourceMap& sources);

}  // namespace hanrei::errata
