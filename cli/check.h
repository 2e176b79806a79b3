#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "cli/as_of.h"
#include "cli/cli.h"
#include "cli/standards.h"
#include "reports/reports.h"

namespace hanrei::cli {

struct CheckOptions {
  std::vector<std::string> paths;
  std::vector<std::string> ids;     ///< globs
  std::string format = "text";
  reports::Style style;
  checker::Options checker;
  std::map<std::string, std::string> readings;  ///< options that count instead of the defaults
  int jobs = 0;
  bool timings = false;
  StandardsOptions standards;       ///< check, audit, gate
  /// Check: what was found before is said again (Use), or examined again and compared (Verify), or nothing is kept (Off).
  enum class Cache : std::uint8_t { Use, Verify, Off };
  Cache cache = Cache::Use;
  AsOfText as_of;                   ///< check: the law of which day
  std::string database;             ///< where verdicts are kept; empty: in the database of the library
  bool why = false;                 ///< explain: what each verdict rests on
};

/// How many threads to use: as asked for, else as the machine has; 16 at most.
int threads(const CheckOptions& options);

struct CoverageOptions {
  std::vector<std::string> clauses;  ///< globs: only these clauses are bent
  bool touched_only = false;         ///< nothing is bent
};

/// The rulings asked for by `--id`; all when none is.
class Selection {
 public:
  explicit Selection(const std::vector<std::string>& globs) : globs_(globs), met_(globs.size()) {}
  /// Is it one of them? Every ruling that is there has to be asked about.
  bool has(const std::string& id);
  /// Says on standard error which globs fit no ruling. False when there are such and others fit: what fits none at all
  /// is a run that examined nothing.
  bool complete(const Io& io) const;

 private:
  const std::vector<std::string>& globs_;
  std::vector<char> met_;
};
/// Says on standard error what is wrong with a path.
void tell(const Io& io, const std::vector<std::string>& problems);

int run_check(const CheckOptions& options, const Io& io);
/// explain: the play that confirms or refutes each claim. explore: every outcome. ask: outcomes of a situation without claims.
int run_explain(const CheckOptions& options, const Io& io);
int run_explore(const CheckOptions& options, bool count, const Io& io);
/// The smallest situation about which the game and the game with one field of a regime changed (NAME.FIELD=VALUE) differ.
int run_regime(const CheckOptions& options, const std::string& change, const Io& io);
/// readings: open points, what the rulings in force fix and contradict, and what adopting options (NAME, OPTION) overturns.
int run_readings(const CheckOptions& options, const std::vector<std::pair<std::string, std::string>>& adopt, const Io& io);
int run_show(const CheckOptions& options, bool names, const Io& io);
int run_coverage(const CheckOptions& options, const CoverageOptions& coverage, const Io& io);
/// audit: what clashes in a game, and the smallest sets that cannot all stand.
int run_audit(const CheckOptions& options, const Io& io);
/// gate: may what changed since `base` be merged?
int run_gate(const CheckOptions& options, const std::string& base, const Io& io);
/// init: the skeleton of a new game, in a folder that is not there yet.
int run_init(const std::string& name, const std::string& folder, const Io& io);
int run_fmt(const std::vector<std::string>& paths, bool check_only, const Io& io);

}  // namespace hanrei::cli
