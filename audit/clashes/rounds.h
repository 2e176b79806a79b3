// Abilities of cards that set each other off: does a play come to the same state again while they
// run?
//
// Which may, is read off the program: what one announces or writes, the other waits for. Then a
// situation is made in which both cards lie where their texts count, and is played.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "audit/clashes/clashes.h"
#include "audit/clashes/stage.h"

namespace hanrei::audit::clashes {

/// One or two triggers of cards, of which each may set off the next.
std::vector<std::set<TriggerId>> candidates(const model::Program& program,
                                            const model::Lowered& lowered);

/// A repetition: the triggers that run in it, the first one first, and the play to where the first
/// is about to run again with everything as it was. `chosen`: something else than whether one of
/// them runs is chosen in it.
struct Round {
  std::vector<TriggerId> triggers;
  std::vector<Move> play;
  TriggerId declined;  ///< a trigger that its player may decline
  bool chosen = false;
  bool cut = false;  ///< a rule of the game cuts it off
  std::string
      state;  ///< as it stands each time: where the cards are, and what differs from nothing
};
/// A first repetition in which each of these triggers runs; nothing when there is none within the
/// limits.
std::optional<Round> round_of(const Question& question, const std::vector<int64_t>& lets,
                              const std::set<TriggerId>& triggers, const Limits& limits);

/// Tries the candidates, and adds what repeats to the findings.
void look_for_rounds(const std::shared_ptr<const Stage>& stage, const Asked& asked, Report& out);
/// Only some of them.
void look_for_rounds(const std::shared_ptr<const Stage>& stage,
                     const std::vector<std::set<TriggerId>>& candidates, const Asked& asked,
                     Report& out);

}  // namespace hanrei::audit::clashes
