// How rulings are judged, by whatever command.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "reports/reports.h"

namespace hanrei::base {
class Portion;
}

namespace hanrei::workspace {

struct JudgeOptions {
  std::vector<std::string> ids;  ///< globs
  reports::Style style;
  checker::Options checker;
  std::map<std::string, std::string> readings;  ///< options that count instead of the defaults
  int jobs = 0;
  /// What was found before is said again (Use), or examined again and compared (Verify), or nothing
  /// is kept (Off).
  enum class Cache : std::uint8_t { Use, Verify, Off };
  Cache cache = Cache::Use;
  std::string database;  ///< where verdicts are kept; empty: in the database of the library
  std::string shared;    ///< a folder of verdicts that machines share, beside it; empty: none
  base::Portion* portion =
      nullptr;  ///< of a sweep, or of one that is merged; null: all is done here
};

/// Is only a part of the work done here, and said elsewhere?
bool in_part(const JudgeOptions& options);

/// How many threads to use: as asked for, else as the machine has; 16 at most.
int threads(const JudgeOptions& options);

}  // namespace hanrei::workspace
