// Of a run that ended before its work was done: why, and what it left.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/json/write.h"
#include "findings/entry.h"
#include "reports/reports.h"

namespace hanrei::reports {

struct Unfinished {
  int ending = 0;                    ///< the signal, findings::kSpent, or 0: all was done
  std::vector<findings::Both> left;  ///< what was not examined
};

/// Why it ended, by what `Unfinished::ending` says; as base::in_both puts it together.
std::string ended_by(int ending);

/// Why it ended, and a line for each of what is left; nothing where all was done.
void write_unfinished_text(std::ostream& out, const Unfinished& unfinished, const Style& style);
/// The same as the member `interrupted`.
void write_unfinished_json(base::JsonWriter& w, const Unfinished& unfinished);

/// "rulings" and their ids, the first of them by name.
findings::Both left_by_name(const std::vector<std::string>& rulings);

}  // namespace hanrei::reports
