// A verdict hangs on those printed numbers only that play of its ruling can come to look at.
#include "audit/readings/numbers.h"

#include <filesystem>

#include "base/base.h"
#include "rulings/records/part.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
using base::Json;

std::set<std::string> read_by(const test::Corpus& corpus, const std::string& id) {
  checker::Session session(*corpus.game, corpus.sources);
  return audit::readings::attributes_read(session, *corpus.game, corpus[id]);
}

/// Adds one to a number printed on the card, each in its turn; the name of the attribute.
std::string raise(const std::string& folder, const std::string& card, unsigned& turn) {
  for (const auto& f : fs::directory_iterator(folder + "/cards")) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const std::string path = f.path().string();
    auto json = base::read_json(sources, sources.add(path, test::slurp(path)), log);
    REQUIRE(json);
    for (base::Member& m : json->members)
      if (m.key == "cards")
        for (Json& c : m.value.items) {
          if (c.find("card")->string != card) continue;
          std::vector<base::Member*> numbers;
          for (base::Member& k : c.members)
            if (k.value.is(Json::Kind::Int)) numbers.push_back(&k);
          REQUIRE(!numbers.empty());
          base::Member& one = *numbers[turn++ % numbers.size()];
          one.value.integer += 1;
          test::put(path, base::canonical(*json));
          return one.key;
        }
  }
  FAIL("no such card");
  return "";
}

}  // namespace

TEST_CASE("numbers: what play of a ruling can come to look at", "[parts][numbers]") {
  const test::Corpus gash(test::at_root("fixtures/gash"));
  // the end phase comes to no battle; a battle adds up what two cards have, by a definition that it
  // calls
  CHECK(!read_by(gash, "GA-x717").contains("魔力"));
  CHECK(read_by(gash, "GA-x033").contains("魔力"));
  // what an attack costs is asked where somebody may attack
  CHECK(!read_by(gash, "GA-x717").contains("ナンバー"));
  // a deck is about what is printed on its cards
  CHECK(read_by(gash, "GA-001").contains("ナンバー"));
}

TEST_CASE("numbers: what was read when a ruling was examined, card by card", "[parts][numbers]") {
  const test::Corpus gash(test::at_root("fixtures/gash"));
  checker::Session session(*gash.game, gash.sources);
  base::DiagnosticLog log;
  const checker::Looked battle = session.check(gash["GA-x003"], {}, log).looked;
  CHECK(!battle.all);
  CHECK(battle.printed.count({"終の盾", "魔力"}) == 1);      // an event raises it
  CHECK(battle.printed.count({"ガロン", "魔力"}) == 0);      // lies beside
  CHECK(session.check(gash["GA-001"], {}, log).looked.all);  // a deck
}

TEST_CASE("numbers: only those that are listed are given, in the order of the cards of a part",
          "[parts][numbers]") {
  model::GameTexts texts;
  texts.game = {"game.json", R"({"format": 1, "game": "shelf", "players": ["A", "B"]})"};
  const auto shelf = [&](const std::string& card, const std::string& list) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    texts.cards = {{"cards/1.json", R"({"format": 1, "cards": [)" + card + "]}"}};
    const auto game = model::parse_game(sources, ".", texts, log);
    const auto d = rulings::parse_document(
        sources, "r.xml",
        R"(<ruling format="1" id="R" game="shelf" status="derived" source="own"><situation turn="A" at="x"><player id="A"><zone name="z"><card id="c" is="lamp"/></zone></player></situation></ruling>)",
        log);
    REQUIRE((game && d));
    const rulings::Parts parts(sources, *game);
    return parts.digest(*d) + parts.numbers(*d, list);
  };
  const std::string heat = rulings::Parts::listed({"heat"}), none = rulings::Parts::listed({});
  const std::string lamp = R"({"card": "lamp", "heat": 3, "size": 4})",
                    hot = R"({"card": "lamp", "heat": 5, "size": 4})",
                    wide = R"({"card": "lamp", "heat": 3, "size": 9})";
  CHECK(shelf(lamp, none) == shelf(hot, none));
  CHECK(shelf(lamp, heat) != shelf(hot, heat));
  CHECK(shelf(lamp, heat) == shelf(wide, heat));
  CHECK(shelf(lamp, heat) !=
        shelf(R"({"card": "lamp", "heat": "3", "size": 4})", heat));  // no number any more
  CHECK(shelf(lamp + R"(, {"card": "desk", "heat": 1})", heat) ==
        shelf(lamp + R"(, {"card": "desk", "heat": 2})", heat));  // nobody names the desk
  const std::string of_lamp = rulings::Parts::listed({rulings::Parts::of_card("lamp", "heat")}),
                    of_desk = rulings::Parts::listed({rulings::Parts::of_card("desk", "heat")});
  CHECK(shelf(lamp, of_lamp) != shelf(hot, of_lamp));
  CHECK(shelf(lamp, of_lamp) == shelf(wide, of_lamp));
  CHECK(shelf(lamp, of_desk) == shelf(hot, of_desk));
}

TEST_CASE(
    "numbers: after a printed number changed the report is that of a full run, and most of it is "
    "kept",
    "[parts][numbers][corpus]") {
  const test::Scratch s;
  const std::string game = s / "games/gash";
  test::copy_folder(test::at_root("fixtures/gash"), game);
  std::vector<fs::path> files;
  for (const auto& f : fs::directory_iterator(game + "/rulings")) files.push_back(f.path());
  std::sort(files.begin(), files.end());
  for (size_t i = 0; i < files.size(); ++i)
    if (i % 12 != 0) fs::remove(files[i]);
  const std::string db = s / "v.db";
  const auto all =
      test::json_of(test::run({"check", game, "--db", db, "--timings", "--format", "json"}));
  const auto rulings = static_cast<std::int64_t>(all.find("rulings")->items.size());
  std::int64_t kept = 0, changes = 0;
  unsigned turn = 0;
  for (const char* card : {"ガロン", "ミスト", "リュネ", "影牙", "牙術", "ドルバ"}) {
    const std::string number = raise(game, card, turn);
    INFO(card << " " << number);
    const test::Ran timed = test::run({"check", game, "--db", db, "--timings", "--format", "json"});
    const test::Ran with = test::run({"check", game, "--db", db}),
                    without = test::run({"check", game, "--no-cache"});
    CHECK(with.out == without.out);
    CHECK(with.code == without.code);
    kept += test::json_of(timed).find("timings")->find("kept")->integer;
    ++changes;
  }
  CHECK(kept * 2 > rulings * changes);
}
