// What the cards of a game show by themselves: abilities that can never work or change nothing,
// that set themselves off, whose text says otherwise. docs/audit-model.md says how each kind is
// decided.
#pragma once

#include "audit/rules/rules.h"

namespace hanrei::audit::cards {

/// Adds what the cards of a game that compiles show.
void examine(const model::Game& game, const model::Program& program, const model::Lowered& lowered,
             rules::Findings& out);

}  // namespace hanrei::audit::cards
