// Where a command speaks, and how it ends.
#pragma once

#include <atomic>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.h"
#include "base/text/diagnostic.h"
#include "findings/entry.h"
#include "reports/reports.h"
#include "reports/unfinished.h"

namespace hanrei::workspace {

struct Io {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  const std::atomic<int>* signal =
      nullptr;  ///< the signal that asks for an end, 0 as long as none has come
  base::Lang lang = base::Lang::En;  ///< of messages; `run` sets it by its arguments
  std::ostream* annotations =
      nullptr;  ///< what is wrong with the input goes there as GitHub's `::error::`, not to `err`

  /// A signal asked for an end.
  bool signalled() const { return signal != nullptr && *signal != 0; }
  /// Work has to end: a signal asked for it, or the budget is spent.
  bool stopped() const { return signalled() || base::budget_spent(); }
  /// Why work ended: the signal, `kSpent`, or 0, as it has not.
  int ending() const {
    return signalled() ? signal->load() : base::budget_spent() ? findings::kSpent : 0;
  }
  /// The exit code where everything that was examined comes to `code`: a signal is one of its own,
  /// and what a budget ended is undecided at best.
  int exit_code(int code) const;
  /// A line on standard error, in the language of messages.
  void say(std::string_view en, std::string_view ja) const;
  /// The same; `text` is as base::in_both puts it together, or has no language.
  void say(std::string_view text) const;
  /// What is wrong with a path or the like: `what: reason`, both as in `say(text)`. They may come
  /// from outside.
  void refuse(std::string_view what, std::string_view reason) const;
};

/// Exit codes, worst first (docs/exit-codes.md). A run that a signal stopped returns 128 + the
/// signal.
enum ExitCode : int {
  kOk = 0,
  kFindings = 1,
  kWrongInput = 2,
  kUndecided = 3,
  kNothingExamined = 4,
  kOurFault = 70,
  kRetry = 75  ///< sweep: nothing is wrong, and nothing is written; try again
};

inline int Io::exit_code(int code) const {
  if (signalled()) return 128 + ending();
  return code == kOk && ending() != 0 ? static_cast<int>(kUndecided) : code;
}

/// What went wrong is ours.
inline const std::string kInternalError = base::in_both("internal error", "内部エラー");

using reports::ended_by;

/// For as long as it lives, this thread comes to an end of its own: what sums up is short, and is
/// done even where an end was asked for.
struct Unheeded {
  base::Heeding no_signal{nullptr};
  base::Budgeted no_budget{nullptr};
};

/// What base::in_both put together, taken apart.
inline findings::Both in_both_words(std::string_view text) {
  return {std::string(base::in_lang(text, base::Lang::En)),
          std::string(base::in_lang(text, base::Lang::Ja))};
}

/// Of work for which there was not enough memory.
inline const std::string kNoMemory = base::in_both(
    "memory ran out; allow the program more (`ulimit -v`), or ask for fewer `--jobs` or less at "
    "once",
    "メモリが足りません。使えるメモリを増やす（`ulimit -v`）か、`--jobs` "
    "や一度に調べる量を減らしてくだ"
    "さい");

/// Says on standard error, or as annotations, what is wrong with paths.
void tell(const Io& io, const std::vector<std::string>& problems);
/// The same of files.
void tell(const Io& io, const base::DiagnosticLog& log, const base::SourceMap& sources,
          const reports::Style& style);

}  // namespace hanrei::workspace
