// What clashes between two cards, listed by card.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "reports/findings.h"

namespace hanrei::reports {

struct Clash {
  std::string one, other;  ///< cards
  const findings::Finding* finding = nullptr;
};

/// Each card that clashes with some, with these; in the order of the clashes.
void write_clashes_by_card(std::ostream& out, const std::string& game,
                           const std::vector<Clash>& clashes, const Style& style);
/// How many pairs were examined, and how.
void write_pairs_scope(std::ostream& out, const Run& run, const Style& style);

}  // namespace hanrei::reports
