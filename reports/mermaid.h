// A play as a Mermaid flowchart, in Markdown.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "reports/told.h"

namespace hanrei::reports {

/// The claims of a ruling, each with its answer and, below it, its play from top to bottom in a
/// fenced block: what players choose in rectangles, what happens in rounded ones, how it ends in a
/// stadium, each with what the board holds otherwise after it; where it parts, an arrow for each
/// way.
void write_mermaid(std::ostream& out, const std::string& id, const std::string& title,
                   const std::vector<Told>& claims, base::Lang lang);

}  // namespace hanrei::reports
