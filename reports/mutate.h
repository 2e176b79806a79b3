// What bending a model shows: per clause how much of it the rulings notice, and what tells the rest apart.
#pragma once

#include <ostream>
#include <vector>

#include "checker/coverage/survivors.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// `tries`: most situations that were tried for a mutant; 0: none was looked for.
void write_mutate_text(std::ostream& out, const checker::coverage::Report& report, const std::vector<checker::coverage::Survivor>& survivors, size_t tries, const base::SourceMap& sources, const Style& style);
void write_mutate_json(std::ostream& out, const checker::coverage::Report& report, const std::vector<checker::coverage::Survivor>& survivors, size_t tries, const base::SourceMap& sources, int exit_code);

}  // namespace hanrei::reports
