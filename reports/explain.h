// explain: a ruling with what its verdicts rest on.
#pragma once

#include "checker/explain/explanation.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// A ruling explained: question, answer, and for each claim its verdict and the play that shows it.
/// `bases`: by claim; none: what the verdicts rest on was not asked for.
void write_explanation(std::ostream& out, const checker::RulingResult& result,
                       const checker::explain::Explanation& explanation,
                       const std::vector<checker::Basis>& bases, bool whole, const Style& style);

/// A play as numbered sentences. `quantities`: names of the open ones; `legality`: it leads to a
/// declaration.
void write_play(std::ostream& out, const model::Program& program,
                const checker::explain::Play& play, const std::vector<std::string>& quantities,
                bool legality, const Style& style);

}  // namespace hanrei::reports
