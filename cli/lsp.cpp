// hanrei lsp: a language server on standard input and output.
#include "lsp/serve.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "cli/servers.h"

namespace hanrei::cli {
namespace {

class StandardInput : public lsp::Input {
 public:
  explicit StandardInput(const Io& io) : io_(io) {}

  bool ready() override { return ended_ || wait(0); }

  std::size_t read(char* to, std::size_t most) override {
    while (!ended_ && !io_.stopped()) {
      if (!wait(500)) continue;  // a signal may have come
      const ssize_t n = ::read(STDIN_FILENO, to, most);
      if (n > 0) return static_cast<std::size_t>(n);
      if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      ended_ = true;
    }
    return 0;
  }

 private:
  static bool wait(int milliseconds) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, milliseconds) > 0;
  }

  const Io& io_;
  bool ended_ = false;
};

}  // namespace

int run_lsp(const Io& io) {
  StandardInput input(io);
  return lsp::serve(input, io.out, io.lang);
}

}  // namespace hanrei::cli
