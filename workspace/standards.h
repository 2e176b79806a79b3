// What findings are held to: the nearest policy above the game folders, a baseline, a day. Read
// before anything is examined, so that a mistake in them is told at once.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "findings/policy.h"
#include "reports/findings.h"
#include "workspace/io.h"

namespace hanrei::workspace {

struct Former;

struct StandardsOptions {
  std::string policy;    ///< file; empty: the nearest `hanrei.policy.json` of the game folders, if
                         ///< there is one
  std::string baseline;  ///< only what is not in it fails
  std::string write_baseline;  ///< file to write
  std::string today;           ///< YYYY-MM-DD; empty: the system's date in UTC
};

/// A format of a report that is written from findings alone.
bool is_findings_format(const std::string& format);

/// Where the policy of a game folder is looked for, the nearest first: beside it, and in the
/// folders above up to the top of the git work tree; outside of one only beside it.
std::vector<std::string> policy_places(const std::string& game);

/// What a change was made from.
struct Base {
  const Former& former;                            ///< judges
  const std::vector<findings::Finding>& findings;  ///< they are known
};

class Standards {
 public:
  /// Says on standard error what is wrong with the policy or the baseline; then `wrong()`.
  Standards(const StandardsOptions& options, const std::vector<std::string>& games,
            const reports::Style& style, const Io& io);
  bool wrong() const { return wrong_; }
  /// The day by which dates are judged.
  const std::string& today() const { return today_; }
  const std::string& policy_path() const { return policy_path_; }
  const findings::Policy& policy() const { return policy_; }
  const std::optional<findings::Baseline>& baseline() const { return baseline_; }

  /// The figures of these games are written into `ratchet` of the policy; nothing else of it
  /// changes. False: it cannot be written, and that was said.
  bool write_ratchet(const std::map<std::string, findings::Figures>& figures) const;
  /// Does a baseline that is to be written bring figures with it?
  bool keeps_figures() const {
    return !options_.write_baseline.empty() && policy_.ratchets && !policy_path_.empty();
  }

  /// Judges, writes the baseline that was asked for, and fills in exit code, policy and baseline of
  /// the run. Worst first: a fault of ours 70, wrong input 2, nothing examined 4, something that
  /// fails 1, something undecided 3. A run that was asked for an end says so (`Run::unfinished`),
  /// is undecided at best, writes no baseline, and counts nothing as gone; a signal is its exit
  /// code.
  void settle(reports::Run& run, std::vector<findings::Finding> findings,
              const std::set<std::string>& ran, bool fault, bool wrong_input, bool nothing,
              const Base* base = nullptr) const;

 private:
  const StandardsOptions& options_;
  const reports::Style& style_;
  const Io& io_;
  findings::Policy policy_;
  std::optional<findings::Baseline> baseline_;
  std::string policy_path_, today_;
  bool wrong_ = false;
};

/// Writes a run in one of the formats of `is_findings_format`.
void write_run(const std::string& format, const reports::Run& run, const reports::Style& style,
               const Io& io);

}  // namespace hanrei::workspace
