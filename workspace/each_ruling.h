// The rulings that a command line chooses, one after the other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "workspace/io.h"
#include "workspace/options.h"

namespace hanrei::workspace {

using UseRuling = std::function<void(checker::Session&, const rulings::Document&,
                                     const base::SourceMap&, base::DiagnosticLog&)>;

/// Loads the games and selected rulings and hands each to `use`. Returns an exit code for bad
/// input, or kOk.
int each_ruling(const std::vector<std::string>& paths, const JudgeOptions& options, const Io& io,
                const UseRuling& use);

}  // namespace hanrei::workspace
