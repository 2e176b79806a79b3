#include "cli/standard_input.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace hanrei::cli {
namespace {

bool wait_for(int milliseconds) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, milliseconds) > 0;
}

}  // namespace

bool StandardInput::ready() { return ended_ || wait_for(0); }

std::size_t StandardInput::read(char* to, std::size_t most) {
  while (!ended_ && !io_.stopped()) {
    if (!wait_for(500)) continue;  // a signal may have come
    const ssize_t n = ::read(STDIN_FILENO, to, most);
    if (n > 0) return static_cast<std::size_t>(n);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    ended_ = true;
  }
  return 0;
}

}  // namespace hanrei::cli
