#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "reports/reports.h"
#include "workspace/check.h"
#include "workspace/rename.h"

namespace hanrei::cli {

struct ReadingsOptions {
  std::vector<std::pair<std::string, std::string>> adopt;  ///< NAME, OPTION
  std::vector<std::string> only;                           ///< globs: only these readings
};

struct CoverageOptions {
  std::vector<std::string> clauses;  ///< globs: only these clauses are bent
  bool touched_only = false;         ///< nothing is bent
  bool write_ratchet = false;        ///< the figures are written into the policy
};

int run_check(const CheckOptions& options, const Io& io);
/// explain: the play that confirms or refutes each claim. explore: every outcome. ask: outcomes of
/// a situation without claims.
int run_explain(const CheckOptions& options, const Io& io);
int run_explore(const CheckOptions& options, bool count, const Io& io);
/// The smallest situation about which the game and the game with one field of a regime changed
/// (NAME.FIELD=VALUE) differ.
int run_regime(const CheckOptions& options, const std::string& change, const Io& io);
/// readings: open points, what the rulings in force fix and contradict, and what adopting options
/// overturns.
int run_readings(const CheckOptions& options, const ReadingsOptions& asked, const Io& io);
int run_show(const CheckOptions& options, bool names, const Io& io);
int run_coverage(const CheckOptions& options, const CoverageOptions& coverage, const Io& io);
/// audit: what clashes in a game, and the smallest sets that cannot all stand.
int run_audit(const CheckOptions& options, const Io& io);
/// gate: may what changed since `base` be merged?
int run_gate(const CheckOptions& options, const std::string& base, const Io& io);
/// init: the skeleton of a new game, in a folder that is not there yet.
int run_init(const std::string& name, const std::string& folder, const Io& io);
/// A card or a clause under another name.
int run_rename(const RenameAsked& asked, const std::vector<std::string>& paths, bool check_only,
               const Io& io);
int run_fmt(const std::vector<std::string>& paths, bool check_only, const Io& io);

}  // namespace hanrei::cli
