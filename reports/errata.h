// What a change comes to, for people and for programs.
#pragma once

#include <ostream>

#include "errata/examine.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// Per change: whether it makes a difference, within which scope; the smallest situation that ends otherwise with both plays;
/// which rulings flip. `names`: what the two versions are called.
void write_errata_text(std::ostream& out, const errata::Report& report, const std::array<std::string, 2>& names, const Style& style);
/// The same as JSON, format 1 (docs/schema/errata.schema.json).
void write_errata_json(std::ostream& out, const errata::Report& report, const std::array<std::string, 2>& names, const base::SourceMap& sources, int exit_code);

}  // namespace hanrei::reports
