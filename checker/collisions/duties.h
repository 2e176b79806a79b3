// Two duties of one player at one moment: can both be fulfilled?
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "checker/collisions/meetings.h"

namespace hanrei::checker::collisions {

/// What comes of two duties. Possible: some declaration fulfils both, or after one the other can
/// still be fulfilled, or demands nothing any more by its own words (`hedges`). Exclusive:
/// whichever comes first, the other can no longer be fulfilled in any play of the situation.
/// Unknown: such a play was not followed to its end.
enum class Fate : uint8_t { Possible, Exclusive, Unknown };

/// Two duties (norms; twice the same: on two copies of a card) that a player has at once, each of
/// which he could fulfil.
struct Owed {
  std::pair<NormId, NormId> norms;  ///< the smaller first
  Fate fate = Fate::Possible;
  std::set<NormId>
      barring;  ///< prohibitions that stand in the way of the one when the other is fulfilled
};

/// What the player who is asked by the instruction that runs next owes. Each duty is fulfilled,
/// with every way to choose what is chosen and no other declaration but what is somebody's duty,
/// and play followed to the end of the situation; wherever the player is asked on the way, every
/// declaration is considered. `world`: of the question, or of a copy without some grounds. `which`:
/// only these two are looked at. `skip`: those of which no more need be known.
std::vector<Owed> owed_at(const World& world, const Question& question,
                          const std::vector<int64_t>& lets, const State<int64_t>& state,
                          const model::Instr& ask, int seat, const std::pair<NormId, NormId>* which,
                          const std::set<std::pair<NormId, NormId>>& skip = {});

}  // namespace hanrei::checker::collisions
