// show: a card, a clause, a ruling, with dated wordings, abilities, rulings and findings, as text
// and as JSON.
#include <nlohmann/json.hpp>
#if __has_include( \
    <valijson/validator.hpp>) && __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#define HANREI_HAVE_VALIJSON
#endif

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

struct Lock {
  test::Scratch folder;
  std::string game = folder / "games/lock", db = folder / "rulings.db";
  Lock() { test::copy_folder(test::at_root("tests/data/lock"), game); }
  test::Ran check() const { return test::run({"check", game, "--db", db}); }
  test::Ran show(std::vector<std::string> what) const {
    what.insert(what.begin(), "show");
    what.insert(what.end(), {game, "--db", db});
    return test::run(what);
  }
  base::Json json(std::vector<std::string> what) const {
    what.insert(what.end(), {"--format", "json"});
    return test::json_of(show(what));
  }
};

/// `code path:line` of what a command found; `-` when nobody looked.
std::string findings(const base::Json& of, std::string_view command) {
  std::string out;
  for (const base::Json& r : of.find("findings")->items) {
    if (r.find("command")->string != command) continue;
    if (!r.find("examined")->boolean) out += "-";
    for (const base::Json& f : r.find("list")->items)
      out += (out.empty() ? "" : ", ") + f.find("code")->string + " " + f.find("path")->string +
             ":" + std::to_string(f.find("line")->integer);
  }
  return out;
}

}  // namespace

TEST_CASE("show: a card with its wordings, abilities, rulings and findings", "[show]") {
  const Lock l;
  const base::Json before = l.json({"大舟"}), before_card = before.find("cards")->items.at(0);
  CHECK(findings(before_card, "check") == "-");
  (void)l.check();
  const base::Json json = l.json({"大舟"});
  const base::Json& card = json.find("cards")->items.at(0);
  REQUIRE(card.find("wordings")->items.size() == 2);
  CHECK(card.find("wordings")->items[0].find("until")->string == "2012-05-01");
  CHECK(card.find("wordings")->items[1].find("known")->string == "2012-04-01");
  CHECK(card.find("wordings")->items[1].find("sentences")->items[0].find("text")->string ==
        "とても大きな舟。");
  CHECK(card.find("rulings")->items.size() == 3);
  CHECK(card.find("rulings")->items[0].find("verdict")->string == "confirmed");
  CHECK(findings(card, "check") == "HR3019 lock/cards/cards.json:6");
  CHECK(findings(card, "audit") == "-");
  const std::string text = l.show({"大舟"}).out;
  CHECK_THAT(text, test::ContainsSubstring("  finding HR3019 no ability accounts for span `s1` of "
                                           "`大舟`  (lock/cards/cards.json:6:59)\n"));
  CHECK_THAT(text, test::ContainsSubstring("  findings, not examined: audit\n"));
  const base::Json tow = l.json({"曳舟"});
  const base::Json& dated = *tow.find("cards")->items.at(0).find("dated_abilities");
  REQUIRE(dated.items.size() == 2);
  CHECK(dated.items[0].find("before")->string == "2.0.0");
  CHECK(dated.items[1].find("since")->string == "2.0.0");
  CHECK(tow.find("cards")->items.at(0).find("abilities")->items.size() == 1);
  CHECK_THAT(l.show({"曳舟"}).out, test::ContainsSubstring("  no findings: check\n"));
}

TEST_CASE("show: a clause with its wordings and what was found about it", "[show]") {
  const Lock l;
  const base::Json json = l.json({"clause:1"});
  const base::Json& clause = json.find("clauses")->items.at(0);
  REQUIRE(clause.find("wordings")->items.size() == 2);
  CHECK(clause.find("wordings")->items[0].find("before")->string == "2.0.0");
  CHECK(clause.find("text")->find("en")->string == "A boat climbs as many steps as it is strong.");
  CHECK_THAT(l.show({"clause:1"}).out,
             test::ContainsSubstring("  until revision 2.0.0: A boat climbs by its strength.\n"));
  CHECK_THAT(l.show({"--lang", "ja", "clause:1"}).out,
             test::ContainsSubstring("  改訂 2.0.0 まで: 舟は力だけ昇る。\n"));
  const base::Json then = l.json({"clause:1", "--as-of", "2011"});
  CHECK(then.find("as_of")->find("valid")->string == "2011-12-31");
  CHECK(then.find("clauses")->items.at(0).find("wordings")->items.size() == 1);
  CHECK(findings(then.find("clauses")->items.at(0), "check") == "-");
}

TEST_CASE("show: a ruling with its marks and what was found about it", "[show]") {
  const Lock l;
  (void)l.check();
  const base::Json json = l.json({"LK-08", "LK-11", "LK-04"});
  const auto& rulings = json.find("rulings")->items;
  REQUIRE(rulings.size() == 3);
  CHECK(rulings[0].find("citator")->items.at(0).find("mark")->string == "contradicted");
  CHECK(findings(rulings[0], "check") ==
        "HC1001 lock/rulings/LK-08.xml:8, HC1007 lock/rulings/LK-08.xml:2");
  CHECK(findings(rulings[1], "check") == "HC1006 lock/rulings/LK-11.xml:2");
  CHECK(findings(rulings[2], "check") == "HC1008 lock/rulings/LK-04.xml:2");
  CHECK(rulings[1].find("named_by")->items.at(1).find("ruling")->string == "LK-12");
  // another text of any ruling: nobody has looked since
  test::edit(l.game + "/rulings/LK-04.xml", "一段昇る", "一段のぼる");
  CHECK(findings(l.json({"LK-08"}).find("rulings")->items.at(0), "check") == "-");
  (void)l.check();
  CHECK(findings(l.json({"LK-08"}).find("rulings")->items.at(0), "check").starts_with("HC1001"));
  // a run on a part is no whole run, and leaves what was kept
  (void)test::run({"check", l.game, "--db", l.db, "--id", "LK-04"});
  CHECK(findings(l.json({"LK-08"}).find("rulings")->items.at(0), "check").starts_with("HC1001"));
}

TEST_CASE("show: what nothing is called, and what has no JSON", "[show]") {
  const Lock l;
  const test::Ran ran = l.show({"大船", "LK-01", "--format", "json"});
  CHECK(ran.code == 4);
  const base::Json json = test::json_of(ran);
  CHECK(json.find("unknown")->items.at(0).string == "大船");
  CHECK(json.find("meant")->items.at(0).find("meant")->string == "大舟");
  CHECK(json.find("rulings")->items.size() == 1);
  CHECK(test::run({"show", l.game, "--format", "json"}).code == 2);
  // hostile text stays text
  test::put(
      l.game + "/cards/more.json",
      R"({"format": 1, "title": "札", "cards": [{"card": "x\u001b[31m\u202e", "text": [{"from": "2009-01-01", "spans": {"s1": "\u001b]0;a\u0007 \u0000"}}]}]})");
  const test::Ran hostile = l.show({"x\x1b[31m\u202e"});
  CHECK(hostile.code == 0);
  CHECK(hostile.out.find('\x1b') == std::string::npos);
  CHECK(l.json({"x\x1b[31m\u202e"}).find("cards")->items.size() == 1);
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("show: what is printed as JSON fits its schema", "[show][schema]") {
  const nlohmann::json text =
      nlohmann::json::parse(test::slurp(test::at_root("docs/schema/show.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  const auto valid = [&](const nlohmann::json& report) {
    return valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report),
                                          nullptr);
  };
  const Lock l;
  (void)l.check();
  const test::Scratch s;
  for (const auto& ran :
       {l.show({"大舟", "曳舟", "1", "2", "LK-01", "LK-08", "LK-11", "LK-14", "LK-15", "何か",
                "--format", "json"}),
        l.show({"大舟", "LK-05", "--as-of", "2011", "--format", "json"}),
        test::run({"show", "追い打ち", "15-5-1", "LF-041", test::at_root("fixtures"), "--db",
                   s / "a.db", "--format", "json"}),
        test::run({"show", "追い風", "K-4", test::at_root("tests/data/ledger"), "--db", s / "b.db",
                   "--format", "json"})}) {
    nlohmann::json report = nlohmann::json::parse(ran.out);
    CHECK(valid(report));
    report["found"] = 1;
    CHECK_FALSE(valid(report));
  }
}
#endif
