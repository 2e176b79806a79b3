// What clashes only under readings that are not the default, as a part of the audit of a game.
#pragma once

#include "audit/clashes/readings.h"
#include "base/json/write.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// One clash: its message, its set, where it was met. `program`: that in which it was found.
void write_clash(std::ostream& out, const model::Program& program,
                 const checker::collisions::Finding& finding, const base::SourceMap& sources,
                 const Style& style);
void write_clash_json(base::JsonWriter& w, const model::Program& program,
                      const checker::collisions::Finding& finding, const base::SourceMap& sources);

/// What was examined, what was not, and what was found under each option.
void write_under_text(std::ostream& out, const std::vector<audit::clashes::UnderReading>& under,
                      const base::SourceMap& sources, const Style& style);
/// The member `readings`.
void write_under_json(base::JsonWriter& w, const std::vector<audit::clashes::UnderReading>& under,
                      const base::SourceMap& sources);

}  // namespace hanrei::reports
