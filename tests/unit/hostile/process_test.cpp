// The program itself: signals, and a standard output that cannot be written.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/hostile/scene.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// hanrei as a process of its own, its standard error kept in a file.
class Process {
 public:
  /// `out` is the path of what becomes standard output, or `fd` an open descriptor for it.
  Process(std::vector<std::string> args, const std::string& out, int flags, int fd = -1) {
    args.insert(args.begin(), HANREI_BIN);
    std::vector<char*> words;
    for (std::string& a : args) words.push_back(a.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (fd >= 0)
      posix_spawn_file_actions_adddup2(&actions, fd, 1);
    else
      posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), flags, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, (scratch_ / "err").c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int trouble = ::posix_spawn(&pid_, HANREI_BIN, &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    REQUIRE(trouble == 0);
  }

  /// Waits until the program itself sees to the signal, then sends it.
  void send(int signal) const {
    const std::string status = "/proc/" + std::to_string(pid_) + "/status";
    for (int i = 0; i < 2'000; ++i) {
      const std::string text = slurp(status);
      const size_t at = text.find("SigCgt:");
      REQUIRE(at != std::string::npos);
      if ((std::stoull(text.substr(at + 7), nullptr, 16) >> (signal - 1) & 1) != 0) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    REQUIRE(::kill(pid_, signal) == 0);
  }

  /// The exit code, or 1000 + the signal that ended it.
  int wait() const {
    int status = 0;
    REQUIRE(::waitpid(pid_, &status, 0) == pid_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  std::string err() const { return slurp(scratch_ / "err"); }

 private:
  Scratch scratch_;
  pid_t pid_ = -1;
};

}  // namespace

TEST_CASE("process: a signal ends the run with a report of what was done", "[hostile][process]") {
  const Scratch scratch;
  const std::string game = at_root("fixtures/lftcg");
  const auto [signal, code] = GENERATE(table<int, int>({{SIGINT, 130}, {SIGTERM, 143}}));
  const Process text({"check", game, "--jobs", "2"}, scratch / "out", O_WRONLY | O_CREAT | O_TRUNC);
  text.send(signal);
  CHECK(text.wait() == code);
  CHECK_THAT(slurp(scratch / "out"), ContainsSubstring("interrupted: of "));
  CHECK_THAT(slurp(scratch / "out"), ContainsSubstring("receipt: "));

  const Process json({"check", game, "--format", "json"}, scratch / "out",
                     O_WRONLY | O_CREAT | O_TRUNC);
  json.send(signal);
  CHECK(json.wait() == code);
  const base::Json report = json_of({0, slurp(scratch / "out"), json.err()});
  CHECK(report.find("exit")->integer == code);
  REQUIRE(report.find("interrupted") != nullptr);
  CHECK(report.find("interrupted")->find("signal")->integer == signal);
  CHECK(report.find("interrupted")->find("left")->integer > 0);

  const Process explain({"explain", game}, scratch / "out", O_WRONLY | O_CREAT | O_TRUNC);
  explain.send(signal);
  CHECK(explain.wait() == code);
  CHECK_THAT(explain.err(), ContainsSubstring("hanrei: interrupted"));
}

TEST_CASE("process: whoever read the output is gone", "[hostile][process]") {
  const Scene scene;
  int ends[2] = {-1, -1};
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  for (const char* command : {"check", "explain", "explore", "show", "--help"}) {
    INFO(command);
    const Process process({command, scene.game().string()}, "", 0, ends[1]);
    CHECK(process.wait() == cli::kOk);
    CHECK(process.err() == "");
  }
  ::close(ends[1]);
}

TEST_CASE("process: standard output that cannot be written", "[hostile][process]") {
  const Scene scene;
  for (const char* command : {"check", "explain", "explore", "show", "--help"}) {
    INFO(command);
    const Process full({command, scene.game().string()}, "/dev/full", O_WRONLY);
    CHECK(full.wait() == cli::kOurFault);
    CHECK(full.err() == "hanrei: standard output cannot be written / 標準出力に書けません\n");
    const Process read_only({command, scene.game().string()}, "/dev/null", O_RDONLY);
    CHECK(read_only.wait() == cli::kOurFault);
    CHECK(read_only.err() == "hanrei: standard output cannot be written / 標準出力に書けません\n");
  }
}
