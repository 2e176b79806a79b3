// Runs the golden cases. A case is a folder below tests/golden/ with
//
//   args          one line of arguments for hanrei, quoted as in a shell; {here} stands for the
//                 folder and {root} for the top of the project
//   expected.txt  standard output; then, if there was any, a line `--- stderr` and standard error;
//                 then `--- exit N`. The top of the project is written {root}.
//
// hanrei runs within the folder. A folder named fail_... has to exit with something other than 0.
//
//   hanrei_golden [PART]     only the cases whose path contains PART
//   HANREI_ACCEPT=1          writes what was seen as what is expected: review the diff
//   HANREI_BIN=path          the program to run

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace {

constexpr auto kTimeLimit = std::chrono::seconds(120);

struct Outcome {
  fs::path folder;
  bool passed = false;
  std::string report;  // empty unless there is something to say
};

std::optional<std::string> read(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// Words as a shell splits them: spaces, '...', "..." and backslash.
std::vector<std::string> split_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
      continue;
    }
    in_word = true;
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      word += line[++i];
    } else {
      word += c;
    }
  }
  if (quote != '\0') throw std::runtime_error("a quote without its end in `args`");
  if (in_word) words.push_back(word);
  return words;
}

/// A file for the output of a program, gone when closed.
class OutputFile {
 public:
  OutputFile() : file_(std::tmpfile()) {
    if (!file_) throw std::runtime_error("cannot make a temporary file");
    ::fcntl(fd(), F_SETFD, FD_CLOEXEC);
  }
  ~OutputFile() { std::fclose(file_); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  int fd() const { return ::fileno(file_); }
  std::string text() const {
    std::rewind(file_);
    std::string all;
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file_)) > 0;)
      all.append(buffer, n);
    return all;
  }

 private:
  std::FILE* file_;
};

struct Run {
  std::string out;
  std::string err;
  std::string exit;  // `exit N`, `signal N` or `time limit`
};

/// Where databases of the runs go; gone at the end.
struct Caches {
  fs::path folder = fs::temp_directory_path() / ("hanrei-golden-" + std::to_string(getpid()));
  ~Caches() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
};

/// The environment of every run: the same language, time zone and colours everywhere.
std::vector<std::string> quiet_environment() {
  static const Caches caches;
  std::vector<std::string> all = {"LC_ALL=C.UTF-8", "TZ=UTC", "NO_COLOR=1",
                                  "XDG_CACHE_HOME=" + caches.folder.string()};
  for (const char* name : {"PATH", "HOME", "TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) all.push_back(std::string(name) + "=" + value);
  }
  return all;
}

std::vector<char*> c_strings(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& s : strings) pointers.push_back(s.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string wait_for(pid_t child) {
  const auto deadline = std::chrono::steady_clock::now() + kTimeLimit;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return "time limit";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

Run run(const std::string& program, const fs::path& folder, std::vector<std::string> words) {
  words.insert(words.begin(), program);
  std::vector<std::string> environment = quiet_environment();
  OutputFile out;
  OutputFile err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.fd(), 1);
  posix_spawn_file_actions_adddup2(&actions, err.fd(), 2);
  pid_t child = 0;
  const int trouble = ::posix_spawn(&child, program.c_str(), &actions, nullptr,
                                    c_strings(words).data(), c_strings(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (trouble != 0) throw std::runtime_error("cannot run " + program);
  std::string exit = wait_for(child);
  return Run{out.text(), err.text(), std::move(exit)};
}

/// What expected.txt says when this is what is expected.
std::string transcript(const Run& run) {
  const auto section = [](const std::string& text) {
    return text.empty() || text.back() == '\n' ? text : text + "\n--- no newline\n";
  };
  std::string all = section(run.out);
  if (!run.err.empty()) all += "--- stderr\n" + section(run.err);
  all += "--- " + run.exit + "\n";
  replace_all(all, HANREI_ROOT, "{root}");
  return all;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines between the common beginning and the common end, with a little of both around.
std::string diff(const std::string& expected, const std::string& seen) {
  constexpr std::size_t kContext = 3;
  const std::vector<std::string> a = lines_of(expected);
  const std::vector<std::string> b = lines_of(seen);
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t head = 0;
  while (head < shorter && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;

  std::string text = "  @@ line " + std::to_string(head + 1) + "\n";
  for (std::size_t i = head - std::min(head, kContext); i < head; ++i) text += "    " + a[i] + "\n";
  for (std::size_t i = head; i < a.size() - tail; ++i) text += "  - " + a[i] + "\n";
  for (std::size_t i = head; i < b.size() - tail; ++i) text += "  + " + b[i] + "\n";
  for (std::size_t i = a.size() - tail; i < std::min(a.size(), a.size() - tail + kContext); ++i) {
    text += "    " + a[i] + "\n";
  }
  return text;
}

Outcome run_case(const std::string& program, const fs::path& folder, bool accept) {
  std::vector<std::string> words = split_words(read(folder / "args").value_or(""));
  for (std::string& word : words) {  // once split: the path of a checkout may have spaces
    replace_all(word, "{here}", folder.string());
    replace_all(word, "{root}", HANREI_ROOT);
  }
  const Run result = run(program, folder, std::move(words));
  const std::string seen = transcript(result);

  if (folder.filename().string().rfind("fail_", 0) == 0 && result.exit == "exit 0") {
    return {folder, false, "  expected to fail, but exited with 0\n"};
  }
  if (result.exit.rfind("exit ", 0) != 0)
    return {folder, false, "  ended by " + result.exit + "\n"};

  const fs::path file = folder / "expected.txt";
  const std::optional<std::string> expected = read(file);
  if (expected == seen) return {folder, true, ""};
  if (accept) {
    std::ofstream stream(file, std::ios::binary);
    stream << seen;
    stream.flush();
    return {folder, stream.good(),
            stream.good() ? "  accepted\n" : "  cannot write expected.txt\n"};
  }
  if (!expected) return {folder, false, "  has no expected.txt\n" + diff("", seen)};
  return {folder, false, diff(*expected, seen)};
}

Outcome run_case_safely(const std::string& program, const fs::path& folder, bool accept) {
  try {
    return run_case(program, folder, accept);
  } catch (const std::exception& trouble) {
    return {folder, false, std::string("  ") + trouble.what() + "\n"};
  }
}

std::vector<fs::path> find_cases(const fs::path& root, const std::string& part) {
  std::vector<fs::path> cases;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().filename() != "args" || !entry.is_regular_file()) continue;
    const fs::path folder = entry.path().parent_path();
    if (fs::relative(folder, root).generic_string().find(part) != std::string::npos) {
      cases.push_back(folder);
    }
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

}  // namespace

int main(int argc, char** argv) {
  const char* given = std::getenv("HANREI_BIN");
  const std::string program = fs::absolute(given ? given : HANREI_BIN).string();
  const char* accept_text = std::getenv("HANREI_ACCEPT");
  const bool accept = accept_text && std::string(accept_text) == "1";
  const fs::path root = fs::path(HANREI_ROOT) / "tests" / "golden";
  const std::vector<fs::path> cases = find_cases(root, argc > 1 ? argv[1] : "");
  if (cases.empty()) {
    std::cout << "no golden case found\n";
    return 1;
  }

  std::vector<Outcome> outcomes(cases.size());
  std::atomic<std::size_t> next{0};
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
      workers.emplace_back([&] {
        for (std::size_t n; (n = next++) < cases.size();) {
          outcomes[n] = run_case_safely(program, cases[n], accept);
        }
      });
    }
  }

  std::size_t failed = 0;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.passed) ++failed;
    if (outcome.report.empty()) continue;
    std::cout << (outcome.passed ? "" : "FAILED ")
              << fs::relative(outcome.folder, HANREI_ROOT).generic_string() << "\n"
              << outcome.report;
  }
  std::cout << outcomes.size() - failed << " golden cases as expected, " << failed << " not\n";
  if (failed > 0 && !accept) std::cout << "HANREI_ACCEPT=1 accepts what was seen\n";
  return failed == 0 ? 0 : 1;
}
