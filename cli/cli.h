// The command line: arguments in, exit code out. Streams come in as arguments, so that tests can run it.
#pragma once

#include <atomic>
#include <ostream>
#include <string>
#include <vector>

namespace hanrei::cli {

struct Io {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  const std::atomic<int>* signal = nullptr;  ///< the signal that asks for an end, 0 as long as none has come

  bool stopped() const { return signal != nullptr && *signal != 0; }
};

/// Exit codes, worst first (docs/exit-codes.md). A run that a signal stopped returns 128 + the signal.
enum ExitCode : int { kOk = 0, kFindings = 1, kWrongInput = 2, kUndecided = 3, kNothingExamined = 4, kOurFault = 70 };

/// Runs one command; never throws.
int run(const std::vector<std::string>& args, const Io& io);

}  // namespace hanrei::cli
