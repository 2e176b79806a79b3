// A change without one of the things that it restates: what that one does by itself.
#pragma once

#include <vector>

#include "errata/changes.h"
#include "errata/parts.h"

namespace hanrei::errata {

/// One ability of a card, or one clause with what states it.
struct Alone {
  Change change;        ///< of the card with this ability only, or of the clause
  model::Game without;  ///< the game after the change, where just this does what it did before
  Subject subject;
};

/// Of the change of one card, or of all changes to a rulebook: each thing that was restated, where
/// it is not all that changed in its rules.
std::vector<Alone> alone(const std::vector<Change>& changes, const model::Game& before,
                         const model::Game& after);

}  // namespace hanrei::errata
