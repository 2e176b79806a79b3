// What a message calls something that only the model has a name for: by where it is taken from, or
// what kind of thing it is.
#pragma once

#include <string>

#include "audit/rules/look.h"

namespace hanrei::audit::rules {

/// Parts of a message in both languages, in a row.
struct Said {
  std::string en, ja;
  /// Adds one more behind a separator; what is there already is not said twice.
  void list(const Said& more);
  std::string text() const { return base::in_both(en, ja); }
};

/// What a choice picks: 「手札」のカード, the card of `hand`. A name that is written in Japanese
/// stays, it is the author's word.
Said called(const Program& p, const Choose& c);
/// A thing that a local of a procedure holds: by the choice that gives it, or as "the card
/// concerned".
Said called(const Program& p, ProcId proc, Id local);
/// A player: whose turn it is, the other one, or the game's word.
Said player(const Program& p, ExprId e);

}  // namespace hanrei::audit::rules
