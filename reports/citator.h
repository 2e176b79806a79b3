// What the citator says, for people and for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/json/write.h"
#include "reports/reports.h"
#include "rulings/law/citator.h"

namespace hanrei::reports {

/// What the citator is told of an entry. `presumes`: the ruling presumes a reading, or the run
/// assumed one.
rulings::Examined examined_of(const RulingEntry& entry, bool presumes);

/// `premise lost` or 前提喪失.
std::string mark_text(rulings::Mark mark, base::Lang lang);
/// `mark: why`, without the standing, which a report says anyway.
std::string marked_text(const rulings::Marked& marked, base::Lang lang);
/// Lines beneath a ruling of a report: what was declared, what was lost, and, where somebody
/// decided it or with `verbose`, what is redundant.
void write_marks(std::ostream& out, const RulingEntry& entry, const Style& style);
/// How many there are of what `write_marks` tells; nothing when there are none.
void write_marks_tally(std::ostream& out, const std::vector<RulingEntry>& entries,
                       const Style& style);
/// `[{"mark": …, "why": {"ja": …, "en": …}}]`
void write_marks(base::JsonWriter& w, const std::vector<rulings::Marked>& marks);

}  // namespace hanrei::reports
