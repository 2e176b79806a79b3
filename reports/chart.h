// A play as a chart of box characters.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "reports/reports.h"
#include "reports/told.h"

namespace hanrei::reports {

/// The claims of a ruling, each with its play from top to bottom: what players choose in boxes, the
/// first player's to the left and the second one's to the right; beside it what lies otherwise on
/// the board. `style.width` columns.
void write_chart(std::ostream& out, const std::string& id, const std::string& title,
                 const std::vector<std::string>& players, const std::vector<Told>& claims,
                 const Style& style);

}  // namespace hanrei::reports
