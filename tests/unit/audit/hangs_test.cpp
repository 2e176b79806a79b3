// What nothing decides by default, and an option of a reading would decide, is a question and names
// that option.

#include "tests/unit/audit/planted.h"

namespace {

using namespace hanrei;
using namespace hanrei::checker;
using namespace hanrei::test;

/// A card permits what a planted clause forbids, and names it; the relation between them is void,
/// or for a reading.
Audited planted(const Game& game, const std::string& is_void, const std::string& defeat) {
  const Planted copy(game);
  copy.rules(clause("植.1") + ",\n" + clause("植.2"),
             forbid(game, "植.1") + R"(, {"defeat": "植え方", )" + defeat + R"(, "void": )" +
                 is_void + R"(, "by": ["植.2"]})");
  copy.cards(card(game, R"({"s1": "何をしてもよい。"})", permit(game, ", \"over\": [\"植.1\"]")));
  std::string json = slurp(copy.folder + "/game.json");
  const std::string key = "\"readings\": [";
  const size_t at = json.find(key);
  REQUIRE(at != std::string::npos);
  json.insert(
      at + key.size(),
      R"({"reading": "植-1", "title": {"ja": "植", "en": "planted"}, "by": ["植.2"], "default": "A", "options": {"A": {"en": "no"}, "B": {"en": "yes"}}},)");
  put(copy.folder + "/game.json", json);
  return Audited(copy.folder);
}

constexpr const char* kReading = R"({"reading": "植-1", "A": true, "B": false})";
constexpr const char* kCards = R"("winner": {"source": "card"}, "loser": {"id": "植.1"})";
constexpr const char* kClause = R"("winner": {"id": "植.1"}, "loser": {"source": "card"})";

}  // namespace

TEST_CASE("hangs: what only a reading decides is a question", "[audit]") {
  const Game& game = kGames[1];
  REQUIRE_FALSE(game.cards_win);
  for (const char* defeat : {kCards, kClause}) {
    const Audited a = planted(game, kReading, defeat);
    const audit::clashes::Finding* f = a.find("HA1015", "《植えた札》s1 植.1");
    REQUIRE(f != nullptr);
    a.minimal(*f);
    CHECK(base::code_severity(f->code) == base::Severity::Question);
    CHECK(audit::clashes::message(*f, base::Lang::En).find("`植-1` = B: `植え方` (植.2)") !=
          std::string::npos);
    CHECK(audit::clashes::message(*f, base::Lang::Ja).find("「植-1」をBとする「植え方」（植.2）") !=
          std::string::npos);
    CHECK(a.count("HA1003", "《植えた札》s1") == 0);
  }
}

TEST_CASE("hangs: what is decided by default is, and what no reading decides is an error",
          "[audit][corpus]") {
  const Game& game = kGames[1];
  const Audited decided = planted(game, "false", kCards);
  CHECK(decided.count("HA1001", "《植えた札》s1") == 1);
  CHECK(decided.count("HA1015", "《植えた札》s1") == 0);
  const Audited never = planted(game, "true", kCards);
  CHECK(never.count("HA1003", "《植えた札》s1") == 1);
  CHECK(never.count("HA1015", "《植えた札》s1") == 0);
  // which of two cards is newer says nothing of a card and a clause
  const Audited cards =
      planted(game, kReading,
              R"("winner": {"source": "card", "newer": true}, "loser": {"source": "card"})");
  CHECK(cards.count("HA1003", "《植えた札》s1") == 1);
}
