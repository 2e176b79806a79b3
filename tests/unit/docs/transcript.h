#pragma once

// What a page shows of a terminal. A block that begins with ```console is a transcript: a line
// `$ ./hanrei ARGS` and what is printed then, both streams. A line `…` stands for any lines; behind
// it, any text up to the end. With the marker `counts` every number may be another one. `$ echo $?`
// is answered by the exit code of the last command. Other commands are not run here; that they
// exist is checked.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "tests/unit/docs/markdown.h"

namespace hanrei::test {

/// The paths of a page are those of a folder, normally the top of the project.
class At {
 public:
  explicit At(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~At() { std::filesystem::current_path(before_); }
  At(const At&) = delete;
  At& operator=(const At&) = delete;

 private:
  std::filesystem::path before_;
};

inline std::vector<std::string> words(const std::string& command) {
  std::vector<std::string> out;
  std::string word;
  bool quote = false, any = false;
  for (const char c : command + " ") {
    if (c == '\'') {
      quote = !quote;
      any = true;
    } else if (c == ' ' && !quote) {
      if (any || !word.empty()) out.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
    }
  }
  return out;
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

/// Every number as N, and the space that lines columns up as one.
inline std::string without_counts(const std::string& line) {
  std::string out;
  for (const char c : line) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !out.empty() && out.back() == 'N') continue;
    out += digit ? 'N' : c;
  }
  return out;
}

/// Where the shown lines from `s` on fit the printed ones from `p` on.
inline bool fits(const std::vector<std::string>& shown, size_t s,
                 const std::vector<std::string>& printed, size_t p) {
  if (s == shown.size()) return p == printed.size();
  if (shown[s] == "…") {
    for (size_t skip = p; skip <= printed.size(); ++skip) {
      if (fits(shown, s + 1, printed, skip)) return true;
    }
    return false;
  }
  return p < printed.size() && shown[s] == printed[p] && fits(shown, s + 1, printed, p + 1);
}

struct Command {
  std::string text;
  std::vector<std::string> shown;
  int line = 0;
};

inline std::vector<Command> commands(const Block& block) {
  std::vector<Command> out;
  int line = block.line;
  for (const std::string& text : lines(block.text)) {
    ++line;
    if (text.rfind("$ ", 0) == 0)
      out.push_back({text.substr(2), {}, line});
    else if (!out.empty())
      out.back().shown.push_back(text);
  }
  return out;
}

/// Runs what a block shows, in the folder we are in; says how many commands that were. `last` is
/// the exit code of the last one.
inline int run_block(const std::string& page, const Block& block, int& last) {
  int runs = 0;
  for (Command& command : commands(block)) {
    INFO(page << ":" << command.line << ": " << command.text);
    std::vector<std::string> args = words(command.text);
    REQUIRE(!args.empty());
    std::vector<std::string> printed;
    if (command.text == "echo $?") {
      printed = {std::to_string(last)};
    } else if (args[0] != "./hanrei") {
      REQUIRE(args[0].rfind("./", 0) == 0);
      CHECK(std::filesystem::exists(args[0]));
      continue;
    } else {
      args.erase(args.begin());
      std::ostringstream both;
      last = cli::run(args, {both, both});
      printed = lines(both.str());
      ++runs;
    }
    if (block.marker == "counts") {
      for (auto* list : {&printed, &command.shown}) {
        for (std::string& line : *list) line = without_counts(line);
      }
    } else {
      CHECK(block.marker == "");
    }
    if (fits(command.shown, 0, printed, 0)) continue;
    std::string text;
    for (const std::string& line : printed) text += line + "\n";
    FAIL_CHECK("the page shows something else; the program prints:\n" << text);
  }
  return runs;
}

}  // namespace hanrei::test
