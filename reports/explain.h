// explain: a ruling with what its verdicts rest on.
#pragma once

#include <functional>

#include "checker/explain/parting.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// A ruling explained: question, answer, and for each claim its verdict and the play that shows it.
/// `bases`: by claim; none: what the verdicts rest on was not asked for. `under_readings` gives the
/// two plays of a claim `undetermined` that holds; empty: they are left out.
void write_explanation(
    std::ostream& out, const checker::RulingResult& result,
    const std::vector<checker::Basis>& bases, bool whole, const checker::Limits& limits,
    const base::SourceMap& sources, const Style& style,
    const std::function<checker::explain::Parting(const checker::ClaimResult&)>& under_readings);

}  // namespace hanrei::reports
