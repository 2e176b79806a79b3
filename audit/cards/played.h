// What no play that was examined comes to: things that effects name in vain, steps and moments that
// are never reached.
#pragma once

#include "audit/clashes/clashes.h"
#include "audit/rules/rules.h"

namespace hanrei::audit::cards {

/// Adds what the plays of an audit show. `lowered` must belong to the program that they were played
/// with.
void examine_played(const model::Program& program, const model::Lowered& lowered,
                    const checker::collisions::Report& report, rules::Findings& out);

}  // namespace hanrei::audit::cards
