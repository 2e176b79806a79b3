// What a player can bring about against everybody else, knowing no more than that player has seen.
#pragma once

#include <optional>

#include "checker/explicit_state/explore.h"

namespace hanrei::checker::explicit_state {

/// Does the player of the claim have a strategy that hangs only on what that player has seen, and
/// after which the claim's condition holds at the end of every play, whatever the other player and
/// chance do? The search goes over *information sets*: all states that the player cannot tell
/// apart, remembering everything seen so far. The other player and chance may know everything.
/// Plays without an end, and stuck ones, do not satisfy the condition. Undecided: beyond
/// `limits.states` states in information sets, where a bound of the play is reached, or where
/// somebody may do different things in states that look alike to that same player.
Answer forceable(const Question& question, const rulings::Claim& claim,
                 const std::vector<int64_t>& lets, const Limits& limits, Counts& counts);

/// How it comes that a player can, or cannot, bring the claim's condition about.
struct Forced {
  bool can = false;
  std::optional<bool>
      knowing;  ///< cannot: could a player who knew everything? Nothing when a limit was met
  std::vector<Move>
      play;  ///< can: the longest play under one strategy; cannot: one that goes against the player
};
Forced forced(const Question& question, const rulings::Claim& claim,
              const std::vector<int64_t>& lets, const Limits& limits);

}  // namespace hanrei::checker::explicit_state
