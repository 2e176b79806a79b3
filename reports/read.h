// read: the words of cards as a phrasebook reads them.
#pragma once

#include <ostream>

#include "model/phrases/report.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// Each card: its sentence with the phrases under it, the provisions, what is not read. Of a pool:
/// shares, what differs, and what is lacking most.
void write_read_text(std::ostream& out, const model::phrases::Book& book,
                     const model::phrases::CardsRead& report, const base::SourceMap& sources,
                     const Style& style);
/// The same for programs: docs/schema/read.schema.json.
void write_read_json(std::ostream& out, const model::phrases::Book& book,
                     const model::phrases::CardsRead& report, const base::SourceMap& sources,
                     int exit_code);

/// Provisions as canonical JSON, indented by four columns.
void write_provisions(std::ostream& out, const base::Json& list);

}  // namespace hanrei::reports
