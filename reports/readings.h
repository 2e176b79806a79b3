// Open points, for people and for programs.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "audit/readings/points.h"
#include "reports/reports.h"
#include "reports/unfinished.h"

namespace hanrei::reports {

/// What `readings` found about one game.
struct ReadingsReport {
  audit::readings::Survey survey;
  audit::readings::Findings findings;
  std::vector<std::pair<size_t, uint8_t>> adopt;  ///< options that are to be adopted
  std::optional<audit::readings::Adopted> adopted;
  std::string folder;
  bool only =
      false;  ///< some readings were asked for, the others held still where those do nothing
  Unfinished unfinished = {};
};

/// Of options to adopt only what that changes, otherwise every reading. Without `verbose` at most
/// five questions of a reading are shown, and the names of the others.
void write_readings_text(std::ostream& out, const ReadingsReport& report, const Style& style);
void write_readings_json(std::ostream& out, const ReadingsReport& report, int exit_code);

}  // namespace hanrei::reports
