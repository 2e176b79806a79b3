// What would decide between two texts if a clause were read otherwise than by default.
#pragma once

#include <string>
#include <vector>

#include "checker/checker.h"

namespace hanrei::checker::audit {

/// A relation that a game has under one option of a reading, the others as they are by default, and not under the defaults.
struct Otherwise { std::string reading, option; model::Defeat defeat; };

/// In the order of the readings. Only readings that stand in a relation are looked at.
std::vector<Otherwise> relations_otherwise(const model::Game& game, const base::SourceMap& sources, const model::Program& usual);

/// Does it decide between sources of these kinds (`card`, `clause`), whichever of them wins? `clause`: the clause among the two.
bool decides_either(const model::Program& program, const model::Defeat& defeat, std::string_view one, std::string_view other, model::Id clause);

}  // namespace hanrei::checker::audit
