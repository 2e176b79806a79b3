// What the rules model and the cards of a game show by themselves (checker/structure, checker/lint), as a part of an audit.
#pragma once

#include <ostream>

#include "base/json/write.h"
#include "checker/structure/structure.h"
#include "reports/reports.h"

namespace hanrei::reports {

void write_model_part(std::ostream& out, const model::Program& program, const checker::structure::Findings& findings, const base::SourceMap& sources, const Style& style);
/// As members of the list `findings` of an audit.
void write_model_findings(base::JsonWriter& w, const model::Program& program, const checker::structure::Findings& findings, const base::SourceMap& sources);
/// As the member `model` of its scope.
void write_model_scope(base::JsonWriter& w, const checker::structure::Findings& findings);

}  // namespace hanrei::reports
