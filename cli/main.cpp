#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "cli/cli.h"

namespace {

std::atomic<int> stop{0};         // the signal that asks for an end
std::atomic<bool> unread{false};  // whoever read our output is gone

void on_stop(int signal) { stop = signal; }
void on_pipe(int) { unread = true; }

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

/// With no room even for an exception, the run-time library gives up like this.
[[noreturn]] void on_end() {
  static constexpr char kSaid[] = "hanrei: memory ran out / メモリが足りません\n";
  if (std::current_exception() != nullptr)
    std::abort();  // a fault of ours, which run() has not seen
  [[maybe_unused]] const auto written = write(2, kSaid, sizeof kSaid - 1);
  _exit(hanrei::cli::kOurFault);
}

/// Before what other files begin with.
[[gnu::constructor(101)]] void at_start() { std::set_terminate(on_end); }

}  // namespace

int main(int argc, char** argv) {
  // The first signal lets what is being questioned come to its end; the second ends the program.
  handle(SIGINT, on_stop, SA_RESTART | static_cast<int>(SA_RESETHAND));
  handle(SIGTERM, on_stop, SA_RESTART | static_cast<int>(SA_RESETHAND));
  handle(SIGPIPE, on_pipe, SA_RESTART);
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int code =
      hanrei::cli::run(args, {std::cout, std::cerr, isatty(1) != 0, isatty(2) != 0, &stop});
  std::cout.flush();
  if (std::cout.good() || unread) return code;
  std::cerr << "hanrei: standard output cannot be written / 標準出力に書けません\n";
  return hanrei::cli::kOurFault;
}
