// Of a run that ended before its work was done: why, and what it left.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/json/write.h"
#include "findings/entry.h"
#include "findings/finding.h"

namespace hanrei::audit::coverage {
struct Report;
}

namespace hanrei::reports {

struct Style;

struct Unfinished {
  /// Something that was not examined.
  struct Left {
    findings::Both what;
    std::vector<std::string> rulings = {};  ///< which rulings it is, where it is rulings
  };
  int ending = 0;  ///< the signal, findings::kSpent, or 0: all was done
  std::vector<Left> left;
};

/// Why it ended, by what `Unfinished::ending` says; as base::in_both puts it together.
std::string ended_by(int ending);

/// The same as the first member of an object that says what was left.
void write_ending(base::JsonWriter& w, int ending);

/// Why it ended, and a line for each of what is left; nothing where all was done.
void write_unfinished_text(std::ostream& out, const Unfinished& unfinished, const Style& style);
/// The same as the member `interrupted`.
void write_unfinished_json(base::JsonWriter& w, const Unfinished& unfinished);

/// What an asked-for end came before.
std::vector<Unfinished::Left> left_of(const audit::coverage::Report& report);
/// "rulings" and their ids, the first of them by name.
Unfinished::Left left_by_name(const std::vector<std::string>& rulings);

}  // namespace hanrei::reports
