// docs/modelling-a-game.md, followed to the letter in an empty folder: its files are written, its
// changes are made, its commands are run in their order, and what comes out is docs/tako.
//
//   ```json PATH, ```xml PATH    a new file
//   ```diff PATH                 lines that go (-) and come (+) in a file, at the one place they
//   fit
//   ```console                   see transcript.h
//
// HANREI_ACCEPT=1 writes docs/tako from the page: review the diff.

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "base/io/file.h"
#include "tests/unit/docs/transcript.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const std::string kRoot = HANREI_ROOT;
const std::string kPage = "docs/modelling-a-game.md";
const std::string kGame = "fixtures/tako";  // where the page puts it

/// The text with the change made; empty when there is not exactly one place for it.
std::string changed(const std::string& text, const std::string& diff) {
  std::string before, after;
  for (const std::string& line : test::lines(diff)) {
    const std::string rest = line.substr(1) + "\n";
    if (line[0] != '+') before += rest;
    if (line[0] != '-') after += rest;
  }
  const size_t at = text.find(before);
  if (before.empty() || at == std::string::npos || text.find(before, at + 1) != std::string::npos)
    return "";
  return text.substr(0, at) + after + text.substr(at + before.size());
}

std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const std::string& path : base::list_files(folder, ""))
    files[fs::path(path).lexically_relative(folder).generic_string()] = test::read_page(path);
  return files;
}

}  // namespace

TEST_CASE("docs: modelling-a-game.md, followed to the letter", "[docs]") {
  const test::Folder folder;
  folder.put("docs/schema/ruling.rnc", "");  // as in a checkout
  const fs::path top = fs::path(folder.put("fixtures/.keep", "")).parent_path().parent_path();
  const test::At here(top);
  int runs = 0, last = 0;
  for (const test::Block& block : test::fenced_blocks(test::read_page(kRoot + "/" + kPage))) {
    INFO(kPage << ":" << block.line << ": " << block.language << " " << block.marker);
    if (block.language == "console") {
      runs += test::run_block(kPage, block, last);
    } else if (block.language == "diff") {
      const std::string text = changed(test::read_page(block.marker), block.text);
      REQUIRE(text != "");
      folder.put(block.marker, text);
    } else {
      CHECK((block.language == "json" || block.language == "xml"));
      REQUIRE(block.marker.rfind(kGame + "/", 0) == 0);
      CHECK_FALSE(fs::exists(block.marker));
      folder.put(block.marker, block.text);
    }
  }
  CHECK(runs >= 12);
  CHECK(last == cli::kOk);

  const auto made = files_of(kGame);
  if (const char* accept = std::getenv("HANREI_ACCEPT");
      accept != nullptr && std::string(accept) == "1") {
    fs::remove_all(kRoot + "/docs/tako");
    fs::copy(kGame, kRoot + "/docs/tako", fs::copy_options::recursive);
  }
  const auto shipped = files_of(kRoot + "/docs/tako");
  for (const auto& [name, text] : made) {
    INFO(name);
    REQUIRE(shipped.count(name) == 1);
    CHECK(shipped.at(name) == text);
  }
  CHECK(shipped.size() == made.size());
}

TEST_CASE("docs: the game of modelling-a-game.md is accounted for and pinned", "[docs]") {
  const std::string game = kRoot + "/docs/tako";
  std::ostringstream out, err;
  CHECK(cli::run({"check", game}, {out, err}) == cli::kOk);
  CHECK(err.str() == "");
  CHECK(cli::run({"coverage", game}, {out, err}) == cli::kOk);
  CHECK(out.str().find("17 of 17 clauses accounted for") != std::string::npos);
  CHECK(out.str().find("pinned 13 of 13") != std::string::npos);
}
