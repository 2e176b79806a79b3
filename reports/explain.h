// explain, with what only the command can work out: plays under other readings.
#pragma once

#include <functional>

#include "checker/explain/parting.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// As write_explanation(); `under_readings` gives the two plays of a claim `undetermined` that holds.
void write_explanation(std::ostream& out, const checker::RulingResult& result, const std::vector<checker::Basis>& bases, bool whole, const checker::Limits& limits, const base::SourceMap& sources, const Style& style,
                       const std::function<checker::explain::Parting(const checker::ClaimResult&)>& under_readings);

}  // namespace hanrei::reports
