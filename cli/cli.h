// The command line: arguments in, exit code out. Streams come in as arguments, so that tests can
// run it.
#pragma once

#include <string>
#include <vector>

#include "workspace/io.h"

namespace hanrei::cli {

/// The commands speak the language of the workspace.
using namespace workspace;

/// Runs one command; never throws.
int run(const std::vector<std::string>& args, const Io& io);

}  // namespace hanrei::cli
