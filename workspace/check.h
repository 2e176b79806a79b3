// What `check` does: loads games and their rulings, questions them, and holds what was found to the
// standards.
#pragma once

#include <string>
#include <vector>

#include "workspace/as_of.h"
#include "workspace/judge.h"
#include "workspace/standards.h"

namespace hanrei::workspace {

struct CheckOptions : JudgeOptions {
  std::vector<std::string> paths;
  std::string format = "text";
  bool timings = false;
  StandardsOptions standards;  ///< check, audit, gate
  AsOfText as_of;              ///< check: the law of which day
  bool why = false;            ///< explain: what each verdict rests on
  bool chart = false;          ///< explain: plays as charts instead
};

/// What a run of check came to, to be written.
struct Checked {
  bool begun = false;  ///< else something asked for is wrong, which was said; there is no more
  base::SourceMap sources;
  base::DiagnosticLog log;
  findings::Report report;
  reports::Run run;
  bool wrong_input = false;
};
Checked check(const CheckOptions& options, const Io& io);

}  // namespace hanrei::workspace
