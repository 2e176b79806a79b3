// The commands that serve another program on standard input and output.
#pragma once

#include "cli/cli.h"

namespace hanrei::cli {

/// lsp: an editor. 0 after its `shutdown` and `exit`, 1 where it leaves without.
int run_lsp(const Io& io);

}  // namespace hanrei::cli
