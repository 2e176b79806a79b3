// What no play that was examined comes to: things that effects name in vain, steps and moments that are never reached.
#pragma once

#include "checker/audit/audit.h"
#include "checker/structure/structure.h"

namespace hanrei::checker::lint {

/// Adds what the plays of an audit show. `lowered` must belong to the program that they were played with.
void examine_played(const model::Program& program, const model::Lowered& lowered, const audit::Report& report, structure::Findings& out);

}  // namespace hanrei::checker::lint
