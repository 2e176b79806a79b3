// show: what a game has.
#pragma once

#include <ostream>

#include "model/ir/program.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// How many there are of what, and its readings with what their options say.
void write_game(std::ostream& out, const model::Program& program, size_t rulings,
                const Style& style);
/// All names that a ruling may use.
void write_names(std::ostream& out, const model::Program& program, const Style& style);

}  // namespace hanrei::reports
