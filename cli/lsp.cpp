// hanrei lsp: a language server on standard input and output.
#include "cli/servers.h"
#include "cli/standard_input.h"
#include "lsp/serve.h"

namespace hanrei::cli {

int run_lsp(const Io& io) {
  StandardInput input(io);
  return lsp::serve(input, io.out, io.lang);
}

}  // namespace hanrei::cli
