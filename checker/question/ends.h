// What both engines make of how a play ends, and of who was asked in it.
#pragma once

#include <optional>

#include "checker/question/question.h"

namespace hanrei::checker {

/// Was everything played that the case plays? What may be played freely need not be.
inline bool played(const Question& q, const Control& control) {
  const std::vector<rulings::PlayItem>& play = q.which->play;
  size_t at = control.script;
  while (at < play.size() && play[at].kind == rulings::PlayKind::Free) ++at;
  return at >= play.size();
}

/// A bound that broke a play off, or ended something in it that could have gone on, and the step
/// at which it was met.
struct MetBound {
  BoundOf bound;
  int16_t code = -1;
  int ordinal = -1;
  auto operator<=>(const MetBound&) const = default;
};

/// Of a play that was broken off; of one that came to an end: what ended something in it. None:
/// nothing did.
std::optional<MetBound> bound_met(const Question& question, const Control& control);

/// Which bound it is, where in the play, and what raises it.
Reason bound_text(const Question& question, const MetBound& met, const Limits& limits);

/// Is it the player whom the claim `chooser` names that is asked there?
inline bool asks_named(const rulings::Claim& claim, const Move& move) {
  return move.who == (claim.nobody ? -1 : claim.player);
}

/// The answer when nobody but that player was asked; `found`: somebody was.
inline Answer nobody_else_asked(bool found, Evidence evidence) {
  Answer out;
  out.verdict = found ? Verdict::Holds : Verdict::Fails;
  out.evidence = evidence;
  if (!found) out.detail = ReasonCode::NoSuchChoice;
  return out;
}

}  // namespace hanrei::checker
