// Words with several meanings, and whether a player could tell these apart.
#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include "errata/meanings.h"
#include "findings/finding.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// Each: what the comparison came to, its meanings in the words of the house, which of them the
/// abilities say; `plays`: the two plays that end otherwise.
void write_meanings(std::ostream& out, const std::vector<errata::Ambiguous>& list,
                    const base::SourceMap& sources, bool plays, const Style& style);

/// The same as a finding, with both plays. Nothing where all meanings end alike within the scope.
std::optional<findings::Finding> finding_of_meanings(const errata::Ambiguous& words,
                                                     const base::SourceMap& sources);

/// What could not be compared, in both languages; empty: all was.
std::string not_compared(const errata::Ambiguous& words);

}  // namespace hanrei::reports
