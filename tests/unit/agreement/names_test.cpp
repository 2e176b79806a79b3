// A game may have any number of cards, also where its rules keep sets of their names.

#include "checker/checker.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

/// What comes out for each ruling of the folder, one line each.
std::string standings(const std::string& folder) {
  test::Corpus corpus(folder);
  REQUIRE(corpus.game);
  checker::Session session(*corpus.game, corpus.sources);
  std::string out;
  for (const rulings::Document& d : corpus.documents) {
    base::DiagnosticLog log;
    const checker::RulingResult r = session.check(d, {}, log);
    out += d.id + " " + std::string(checker::standing_name(r.standing)) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("names: a hundred more cards change nothing", "[agreement][slow]") {
  const std::string game = "precious";  // its rules keep the names of what was used this turn
  const test::Scratch scratch;
  const std::string copy = scratch / "game";
  test::copy_folder(test::at_root("fixtures/" + game), copy);
  // Before all others, so that every name has another number; so many that no set could hold them
  // all.
  std::string cards;
  for (int i = 0; i < 100; ++i)
    cards += std::string(i == 0 ? "" : ",\n") + "{\"card\": \"空札" + std::to_string(i) +
             "\", \"種\": \"キャラクター\", \"能力値あり\": true, \"AP\": 10, \"DP\": 10, "
             "\"invented\": true, \"text\": [], \"provisions\": []}";
  test::put(copy + "/cards/00-a.json", "{\"format\": 1, \"cards\": [\n" + cards + "\n]}\n");
  const std::string before = standings(test::at_root("fixtures/" + game));
  CHECK(before.find("confirmed") != std::string::npos);
  CHECK(standings(copy) == before);
}
