// What README.md and the pages of docs/ show of a terminal is what the program prints
// (transcript.h).

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "tests/unit/docs/transcript.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const std::string kRoot = HANREI_ROOT;

/// Runs what a page shows; says how many commands that were.
int run_page(const std::string& page) {
  int runs = 0, last = 0;
  for (const test::Block& block : test::fenced_blocks(test::read_page(kRoot + "/" + page))) {
    if (block.language == "console") runs += test::run_block(page, block, last);
  }
  return runs;
}

}  // namespace

TEST_CASE("readme: what it shows is what is printed", "[docs][corpus]") {
  const test::At here(kRoot);
  CHECK(run_page("README.md") >= 2);
  CHECK(test::lines(test::read_page("README.md")).size() < 120);
}

TEST_CASE("docs: what the pages show is what is printed", "[docs][corpus]") {
  const test::At here(kRoot);
  int runs = 0;
  for (const auto& page : fs::directory_iterator("docs")) {
    // modelling-a-game.md is followed in a folder of its own: modelling_test.cpp
    if (page.path().extension() == ".md" && page.path().stem() != "modelling-a-game")
      runs += run_page(page.path().generic_string());
  }
  CHECK(runs >= 5);
}

TEST_CASE("glossary: the standings are those of the receipt, in both languages", "[docs]") {
  const test::At here(kRoot);
  const auto receipt = [](const char* lang) {
    std::ostringstream out, err;
    cli::run({"--lang", lang, "check", "fixtures", "--id", "NONE"}, {out, err});
    return out.str();
  };
  const std::string en = receipt("en"), ja = receipt("ja"),
                    page = test::read_page("docs/glossary.md");
  for (const auto& [japanese, english] :
       std::vector<std::pair<std::string, std::string>>{{"確認", "confirmed"},
                                                        {"矛盾", "contradicted"},
                                                        {"解釈次第", "open"},
                                                        {"決定不能", "undecided"},
                                                        {"空虚", "vacuous"},
                                                        {"未検査", "not examined"},
                                                        {"検査記録", "receipt"},
                                                        {"裁定", "ruling"},
                                                        {"主張", "claim"}}) {
    INFO(english);
    CHECK(en.find(english) != std::string::npos);
    CHECK(ja.find(japanese) != std::string::npos);
    CHECK(page.find("| " + japanese + " | " + english + " |") != std::string::npos);
  }
}
