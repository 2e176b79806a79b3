// Inputs that once did harm, kept in tests/regress/. Their endings tell what they are: .json any
// JSON, .txt a printed rulebook, .game the files of a game folder in one, .expr an expression, .xml
// a ruling of tests/data/harbour.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/fuzz/entries.h"

using namespace hanrei;
namespace fs = std::filesystem;

TEST_CASE("regress: what once did harm does none", "[regress]") {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(HANREI_ROOT) / "tests" / "regress")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  fuzz::Harbour harbour(std::string(HANREI_ROOT) + "/tests/data/harbour");
  for (const fs::path& file : files) {
    INFO(file.filename().string());
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    const std::string ending = file.extension().string();
    if (ending == ".json") {
      CHECK_NOTHROW(fuzz::json(bytes));
      CHECK_NOTHROW(fuzz::facts(bytes));
    } else if (ending == ".txt")
      CHECK_NOTHROW(fuzz::text(bytes));
    else if (ending == ".game")
      CHECK_NOTHROW(fuzz::model(bytes));
    else if (ending == ".expr")
      CHECK_NOTHROW(fuzz::expression(harbour, bytes));
    else if (ending == ".xml") {
      CHECK_NOTHROW(fuzz::ruling(harbour, bytes));
      CHECK_NOTHROW(fuzz::check(harbour, bytes));
    } else
      FAIL("an ending that says nothing");
  }
}
