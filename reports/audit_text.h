// What the reports of an audit have in common.
#pragma once

#include "base/json/write.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// The findings of a game's facts as members of the list of its findings.
void write_text_findings(base::JsonWriter& w, const TextAudit& audit,
                         const base::SourceMap& sources);

}  // namespace hanrei::reports
