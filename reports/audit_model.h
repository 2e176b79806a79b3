// What the rules model and the cards of a game show by themselves (audit/rules,
// audit/cards), as a part of an audit.
#pragma once

#include <ostream>

#include "audit/rules/rules.h"
#include "base/json/write.h"
#include "reports/reports.h"

namespace hanrei::reports {

void write_model_part(std::ostream& out, const model::Program& program,
                      const audit::rules::Findings& findings, const base::SourceMap& sources,
                      const Style& style);
/// As members of the list `findings` of an audit.
void write_model_findings(base::JsonWriter& w, const model::Program& program,
                          const audit::rules::Findings& findings, const base::SourceMap& sources);
/// As the member `model` of its scope.
void write_model_scope(base::JsonWriter& w, const audit::rules::Findings& findings);

}  // namespace hanrei::reports
