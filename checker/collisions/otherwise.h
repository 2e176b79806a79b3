// What would decide between two texts if a clause were read otherwise than by default.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace hanrei::checker::collisions {
using namespace model::ids;

/// A relation that a game has under one option of a reading, the others as they are by default, and
/// not under the defaults.
struct Otherwise {
  std::string reading, option;
  model::Defeat defeat;
};

/// Does it decide between sources of these kinds (`card`, `clause`), whichever of them wins?
/// `clause`: the clause among the two.
bool decides_either(const model::Program& program, const model::Defeat& defeat,
                    std::string_view one, std::string_view other, ClauseId clause);

}  // namespace hanrei::checker::collisions
