// explain and show for a judge: the options of a reading in words, nothing for an answer that is
// not there, Japanese words.

#include <filesystem>
#include <string>

#include "cli/cli.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

size_t times(const std::string& in, const std::string& what) {
  size_t n = 0;
  for (size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("explain: a reading that a verdict depends on is told in words, once", "[explain]") {
  const std::string mo =
      test::at_root("fixtures/monster/rulings/MO-004.xml");  // ten cases, four of them on MOD-01
  for (const char* lang : {"ja", "en"}) {
    const test::Ran ran = test::run({"--lang", lang, "explain", mo});
    const test::Ran game = test::run({"--lang", lang, "show", test::at_root("fixtures/monster")});
    INFO(ran.out);
    REQUIRE(ran.code == 0);
    const std::string title = std::string(lang) == "ja" ? "解釈 MOD-01 " : "reading MOD-01 ";
    CHECK(times(ran.out, title) == 1);
    // the words are those that `show GAME` lists under the reading
    const size_t at = game.out.find("\n    A  ", game.out.find("MOD-01"));
    REQUIRE(at != std::string::npos);
    const std::string why = game.out.substr(at + 8, game.out.find('\n', at + 1) - at - 8);
    CHECK_THAT(ran.out, ContainsSubstring(std::string("        ") +
                                          (std::string(lang) == "ja" ? "解釈" : "reading ") +
                                          "A: " + why + "\n"));
  }
}

TEST_CASE("explain: what a ruling does not say has no line", "[explain]") {
  const test::Scratch folder;
  test::copy_folder(test::at_root("tests/data/harbour"), folder / "game");
  const std::string file = folder / "game/rulings/HB-001.xml";
  std::string text = test::slurp(file);
  const size_t from = text.find("<answer");
  REQUIRE(from != std::string::npos);
  text.erase(from, text.rfind("</answer>") + 9 - from);
  test::edit(file, test::slurp(file), text);
  const test::Ran ran = test::run({"explain", file});
  INFO(ran.out);
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.out, ContainsSubstring("\n  Question: "));
  CHECK(ran.out.find("\n  A ") == std::string::npos);
}

TEST_CASE("show: standings of clauses and kinds of claims are in the language asked for",
          "[show]") {
  const test::Scratch folder;
  test::copy_folder(test::at_root("tests/data/lock"), folder / "lock");
  const std::string game = folder / "lock", db = folder / "rulings.db";
  CHECK_THAT(test::run({"--lang", "ja", "show", "LK-01", game, "--db", db}).out,
             ContainsSubstring("主張 必然: "));
  CHECK_THAT(test::run({"--lang", "en", "show", "LK-01", game, "--db", db}).out,
             ContainsSubstring("claim necessary: "));
}

TEST_CASE("a game.json that is no file is told as that", "[hostile]") {
  const test::Scratch folder;
  test::copy_folder(test::at_root("tests/data/lock"), folder / "lock");
  const std::string game = folder / "lock";
  std::filesystem::remove(game + "/game.json");
  std::filesystem::create_directory(game + "/game.json");
  const test::Ran ran = test::run({"check", game});
  CHECK(ran.code == cli::kWrongInput);
  CHECK_THAT(ran.err, ContainsSubstring("game.json: it is not a regular file"));
}
