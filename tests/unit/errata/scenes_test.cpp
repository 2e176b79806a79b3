// What joins a situation: a card with each player at once.
#include "errata/scenes.h"

#include <algorithm>
#include <functional>
#include <map>

#include "checker/checker.h"
#include "rulings/xml/write.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

/// How many cards of this name lie with each player.
std::map<std::string, int> with_players(const rulings::Element& root, const std::string& card) {
  std::map<std::string, int> out;
  const std::function<void(const rulings::Element&, const std::string&)> look =
      [&](const rulings::Element& e, const std::string& player) {
        if (e.name == "card" && e.get("is") == card) ++out[player];
        for (const rulings::Element& k : e.children)
          look(k, e.name == "player" ? e.get("id") : player);
      };
  look(root, "");
  return out;
}

}  // namespace

TEST_CASE("errata: a blank card with each player", "[errata][scenes]") {
  test::Corpus corpus(test::at_root("tests/data/harbour"));
  checker::Session session(*corpus.game, corpus.sources);
  const auto compiled = session.compiled({});
  REQUIRE(compiled->code != nullptr);
  const errata::Scenes scenes(*compiled->program, corpus.documents);
  const auto blanks = scenes.blanks();
  REQUIRE(std::find(blanks.begin(), blanks.end(), "hulk") != blanks.end());
  const errata::Scene& base = scenes.bases().at(0);
  const auto before = with_players(base.document.root, "hulk");
  const std::vector<errata::Scene> made = scenes.with_each("hulk", base, {"quay", "hand"});
  REQUIRE_FALSE(made.empty());
  for (const errata::Scene& s : made) {
    INFO(rulings::as_xml(s.document));
    auto now = with_players(s.document.root, "hulk");
    for (const char* player : {"A", "B"})
      CHECK(now[player] == (before.contains(player) ? before.at(player) : 0) + 1);
    base::DiagnosticLog log;
    CHECK(session.prepare(s.document, log, false).questions.size() ==
          1);  // it can be read, with ids of their own
    CHECK_FALSE(log.has_errors());
  }
  CHECK(scenes.with_each("hulk", base, {}).empty());  // only where somebody looks
  CHECK(scenes.with_each("no such card", base, {"quay"}).empty());
}
