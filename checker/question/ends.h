// What both engines make of how a play ends, and of who was asked in it.
#pragma once

#include "checker/question/question.h"

namespace hanrei::checker {

/// Was everything played that the case plays? What may be played freely need not be.
inline bool played(const Question& q, const Control& control) {
  const std::vector<rulings::PlayItem>& play = q.which->play;
  size_t at = control.script;
  while (at < play.size() && play[at].kind == rulings::PlayKind::Free) ++at;
  return at >= play.size();
}

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
