// The commands that serve another program on standard input and output.
#pragma once

#include "cli/cli.h"

namespace hanrei::cli {

/// lsp: an editor. 0 after its `shutdown` and `exit`, 1 where it leaves without.
int run_lsp(const Io& io);
/// mcp: an assistant, about the games of these paths. 0 when its input ends.
int run_mcp(const std::vector<std::string>& paths, const Io& io);

}  // namespace hanrei::cli
