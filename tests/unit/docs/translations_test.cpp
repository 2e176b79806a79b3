// A page in Japanese keeps in step with the English one: the same headings by level, the same rows
// of tables, the same commands. README.ja.md is of README.md, docs/ja/PAGE.md of docs/PAGE.md.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/docs/transcript.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

/// What has to be the same: `##` of a heading, `|||` of a row of a table, and commands.
std::vector<std::string> outline(const std::string& page) {
  std::vector<std::string> out;
  bool inside = false;
  for (const std::string& line : test::lines(page)) {
    const bool fence = line.starts_with("```");
    if (fence) inside = !inside;
    if (fence || inside) continue;
    if (const size_t level = line.find_first_not_of('#');
        level != 0 && level != std::string::npos && line[level] == ' ')
      out.push_back(line.substr(0, level));
    if (line.starts_with('|')) {
      std::string row;
      for (const char c : line)
        if (c == '|') row += c;
      out.push_back(row);
    }
  }
  return out;
}

/// The commands that a page shows, without the language.
std::vector<std::string> shown(const std::string& page) {
  std::vector<std::string> out;
  for (const test::Block& block : test::fenced_blocks(page)) {
    if (block.language != "console") continue;
    for (const test::Command& command : test::commands(block)) {
      std::string text;
      bool skip = false;
      for (const std::string& word : test::words(command.text)) {
        if (!skip && word != "--lang") text += (text.empty() ? "" : " ") + word;
        skip = word == "--lang";
      }
      out.push_back(text);
    }
  }
  return out;
}

/// The page in Japanese, and the one that it is of.
std::vector<std::pair<std::string, std::string>> pairs() {
  std::vector<std::pair<std::string, std::string>> out = {{"README.ja.md", "README.md"}};
  for (const fs::directory_entry& entry : fs::directory_iterator("docs/ja"))
    out.emplace_back(entry.path().generic_string(),
                     "docs/" + entry.path().filename().generic_string());
  return out;
}

}  // namespace

TEST_CASE("translations: a page in Japanese keeps in step with the English one", "[docs]") {
  const test::At here(HANREI_ROOT);
  for (const auto& [japanese, english] : pairs()) {
    INFO(japanese);
    REQUIRE(fs::exists(english));
    const std::string ja = test::read_page(japanese), en = test::read_page(english);
    CHECK(outline(ja) == outline(en));
    CHECK(shown(ja) == shown(en));
    CHECK_FALSE(outline(en).empty());
  }
  CHECK(pairs().size() >= 2);
}

TEST_CASE("translations: what the pages in Japanese show is what is printed", "[docs][corpus]") {
  const test::At here(HANREI_ROOT);
  for (const auto& [japanese, english] : pairs()) {
    int last = 0;
    for (const test::Block& block : test::fenced_blocks(test::read_page(japanese)))
      if (block.language == "console") test::run_block(japanese, block, last);
  }
}

TEST_CASE("translations: the watch itself is awake", "[docs]") {
  CHECK(outline("# A\n\n| a | b |\n```\n# c\n```\n## B\n") ==
        std::vector<std::string>{"#", "|||", "##"});
  CHECK(shown("```console\n$ ./hanrei --lang ja check x\n$ echo $?\n0\n```\n") ==
        std::vector<std::string>{"./hanrei check x", "echo $?"});
}
