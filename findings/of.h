// What the modules found, as findings of one shape.
#pragma once

#include <vector>

#include "audit/rules/rules.h"
#include "checker/collisions/report.h"
#include "findings/entry.h"
#include "findings/finding.h"

namespace hanrei::findings {

std::vector<Finding> findings_of(const base::DiagnosticLog& log, const base::SourceMap& sources);
/// Of the rulings and decks of a run of check.
std::vector<Finding> findings_of(const Report& report, const base::SourceMap& sources);
std::vector<Finding> findings_of(const checker::collisions::Report& report,
                                 const base::SourceMap& sources);
std::vector<Finding> findings_of(const audit::rules::Findings& model, const model::Program& program,
                                 const base::SourceMap& sources);
std::vector<Finding> findings_of(const TextAudit& audit, const base::SourceMap& sources);

}  // namespace hanrei::findings
