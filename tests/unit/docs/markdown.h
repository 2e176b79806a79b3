#pragma once

// The fenced blocks of a page in docs/, for the tests that run them.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace hanrei::test {

struct Block {
  std::string language;  // the first word behind the fence
  std::string marker;    // the rest of that line
  std::string text;
  int line = 0;          // of the fence, from 1
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

/// A folder for the files of one test, gone when it is over.
class TestFolder;

}  // namespace hanrei::test
