#pragma once

// For the tests that keep docs/ true: the fenced blocks of a page, a folder for files, outside
// tools.

#include <stdlib.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"

/// Ends the test case as skipped, said aloud: ctest looks for this word.
#define HANREI_SKIP(reason)      \
  do {                           \
    WARN("SKIPPED: " << reason); \
    return;                      \
  } while (false)

namespace hanrei::test {

struct Block {
  std::string language;  // the first word behind the fence
  std::string marker;    // the rest of that line
  std::string text;
  int line = 0;  // of the fence, from 1
};

inline std::string read_page(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline std::vector<Block> fenced_blocks(const std::string& page) {
  std::vector<Block> blocks;
  bool inside = false;
  int number = 0;
  std::istringstream stream(page);
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const bool fence = line.rfind("```", 0) == 0;
    if (fence && !inside) {
      const std::string info = line.substr(3);
      const auto space = info.find(' ');
      blocks.push_back({info.substr(0, space),
                        space == std::string::npos ? "" : info.substr(space + 1), "", number});
    }
    if (!fence && inside) blocks.back().text += line + "\n";
    if (fence) inside = !inside;
  }
  return blocks;
}

/// A folder of this test's own, gone at its end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "hanrei-docs-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Writes a file and says where it is.
  std::string put(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int status = -1;
  std::string output;  // both streams
};

/// Runs a command of the shell.
inline Ran run_tool(const std::string& command) {
  Ran ran;
  FILE* pipe = ::popen((command + " 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) return ran;
  std::array<char, 4096> buffer{};
  for (size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    ran.output.append(buffer.data(), n);
  }
  const int status = ::pclose(pipe);
  ran.status = status < 0 ? -1 : status >> 8;
  return ran;
}

inline bool have_tool(const std::string& name) {
  return run_tool("command -v " + name).status == 0;
}

/// For the shell: in single quotes.
inline std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace hanrei::test
