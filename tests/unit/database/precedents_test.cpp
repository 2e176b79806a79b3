// What rulings touch, and which of them decide a situation. The situations and the rulings wanted
// for them were written by somebody who did not know the ranking, or before there was one
// (tests/data/precedents/README.md, tests/data/questions/README.md).

#include "rulings/law/precedents.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/database/figures.h"

#if __has_include( \
    <valijson/validator.hpp>) && __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

namespace {

using namespace hanrei;
namespace rl = rulings;
using nlohmann::json;

const std::string kData = test::at_root("tests/data/precedents");

/// A library with a copy of one game, and its database.
struct Table {
  test::Scratch folder;
  std::string game, db = folder / "rulings.db";
  explicit Table(const std::string& from)
      : game(folder / ("games/" + from.substr(from.rfind('/') + 1))) {
    test::copy_folder(test::at_root(from), game);
  }
  test::Ran run(std::vector<std::string> args) const {
    args.insert(args.end(), {"--db", db});
    return test::run(args);
  }
  json ask(const std::string& what, const std::string& limit = "10") const {
    const test::Ran ran =
        run({"precedents", what, "--game", game, "--limit", limit, "--format", "json"});
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return json::parse(ran.out);
  }
};

std::vector<std::string> ids(const json& j) {
  std::vector<std::string> out;
  for (const json& p : j["precedents"]) out.push_back(p["id"]);
  return out;
}

bool has(const json& points, const std::string& trait, const std::string& name) {
  return std::any_of(points.begin(), points.end(),
                     [&](const json& p) { return p["trait"] == trait && p["name"] == name; });
}

}  // namespace

TEST_CASE("touches: as text and back, and what is no such text is none", "[precedents]") {
  rl::Touches t;
  t.clauses = {"15-5", "1-1", "15-5"};
  t.windows = {"ダウンしたとき"};
  t.values = {"属性 = 光"};
  t.sort();
  CHECK(t.clauses == std::vector<std::string>{"1-1", "15-5"});
  CHECK(rl::touches_of(rl::touches_text(t)) == t);
  CHECK(rl::touches_text({}).empty());
  for (const char* text : {"", "null", "[1]", "{\"clauses\": [1, {}]", "{", "\xff"})
    CHECK(rl::touches_of(text).clauses.empty());
}

TEST_CASE("precedents: what is rare counts more, and what decides counts most", "[precedents]") {
  const auto of = [](std::vector<std::string> touched, std::vector<std::string> cites,
                     std::vector<std::string> cards = {}) {
    rl::Profile p;
    p.touches.clauses = std::move(touched);
    p.deciding = std::move(cites);
    p.cards = std::move(cards);
    return p;
  };
  // everybody touches `all`; `rare` is touched by two, cited by one of them
  const std::vector<rl::Profile> rulings = {of({"all", "a"}, {"a"}), of({"all", "rare"}, {"rare"}),
                                            of({"all", "rare", "b"}, {"b"}),
                                            of({"all", "c"}, {"c"}), of({"all"}, {})};
  const rl::Precedents all(rulings);
  const rl::Profile q = of({"all", "rare"}, {});
  CHECK(all.likeness(q, 1).score > all.likeness(q, 2).score);
  CHECK(all.likeness(q, 2).score > all.likeness(q, 0).score);
  CHECK(all.likeness(q, 1).shared.front().here == "rare");
  CHECK(all.likeness(q, 0).here.front().here == "rare");
  CHECK(all.likeness(q, 0).there.front().there == "a");
  CHECK(all.likeness(rulings[1], 1).score > 0.999);
  CHECK(all.likeness(of({}, {}), 1).score == 0);
  CHECK(all.likeness(of({"unheard of"}, {}, {"nobody"}), 1).score == 0);
  for (std::size_t i = 0; i < rulings.size(); ++i) {
    const double s = all.likeness(q, i).score;
    CHECK(s >= 0);
    CHECK(s <= 1);
  }
}

TEST_CASE("touches: check keeps what a ruling's plays came across", "[precedents]") {
  const Table t("tests/data/harbour");
  // the database is built, and nothing is examined
  json j = t.ask("HB-001");
  CHECK(j["examined"] == 0);
  CHECK(j["about"]["examined"] == false);
  CHECK(j["about"]["verdict"] == "not examined");
  CHECK(ids(j).size() == 2);
  for (const json& p : j["precedents"])
    CHECK((p["examined"] == false && !has(p["same"], "procedure", "day")));
  CHECK_THAT(t.run({"precedents", "HB-001", "--game", t.game}).out,
             test::ContainsSubstring("run `hanrei check` first"));
  CHECK(t.run({"check", t.game}).code == 0);
  j = t.ask("HB-001");
  CHECK(j["examined"] == 2);
  CHECK(j["about"]["examined"] == true);
  CHECK(j["about"]["verdict"] == "confirmed");
  const std::vector<std::string> found = ids(j);
  CHECK(found.size() == 2);
  for (const json& p : j["precedents"]) {
    CHECK(p["examined"] == true);
    // orders are given in all of them
    CHECK(has(p["same"], "procedure", "order"));
  }
  // said again from what was kept: the touches stay
  CHECK(t.run({"check", t.game}).code == 0);
  CHECK(t.ask("HB-001") == j);
  // a file of the game changes: they are of an older game
  test::put(t.game + "/game.json", test::slurp(t.game + "/game.json") + "\n");
  CHECK(t.ask("HB-001")["examined"] == 0);
}

TEST_CASE("precedents: a situation of one's own, with the model's answer beside", "[precedents]") {
  const Table t("tests/data/harbour");
  CHECK(t.run({"check", t.game}).code == 0);
  const std::string file = kData + "/harbour/barge.xml";
  const json j = t.ask(file);
  CHECK(j["about"]["kind"] == "situation");
  CHECK(j["about"]["claims"][0]["standing"] == "confirmed");
  CHECK(ids(j).at(0) == "HB-001");
  CHECK(has(j["precedents"][0]["same"], "card", "shot"));
  CHECK(has(j["precedents"][0]["same"], "ability", "shot"));
  // in Japanese the same data
  CHECK(
      json::parse(
          t.run({"--lang", "ja", "precedents", file, "--game", t.game, "--format", "json"}).out) ==
      j);
  const test::Ran ja = t.run({"--lang", "ja", "precedents", file, "--game", t.game});
  CHECK_THAT(ja.out, test::ContainsSubstring("モデルの答え: 確認") &&
                         test::ContainsSubstring("艀に二発") && test::ContainsSubstring("近さ"));
  // without a claim: what can come of it
  const test::Scratch s;
  std::string text = test::slurp(file);
  text.erase(text.find("  <claim"), text.find("</claim>") + 9 - text.find("  <claim"));
  test::put(s / "open.xml", text);
  const json open = t.ask(s / "open.xml");
  CHECK(open["about"]["claims"].empty());
  CHECK(open["about"]["outcomes"].size() == 1);
  CHECK(ids(open).at(0) == "HB-001");
  CHECK(t.ask(file, "1")["precedents"].size() == 1);
}

TEST_CASE("db build --check: what has no kept verdict is examined", "[precedents]") {
  const Table t("tests/data/harbour");
  const auto build = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"db", "build", t.game});
    return t.run(more);
  };
  CHECK_THAT(build({}).out, test::ContainsSubstring("3 not examined"));
  const test::Ran first = build({"--check"}), again = build({"--check"});
  CHECK(first.code == 0);
  CHECK_THAT(first.out, test::ContainsSubstring("examined now: 3, verdicts kept before: 0") &&
                            test::ContainsSubstring("0 not examined)"));
  CHECK_THAT(again.out, test::ContainsSubstring("examined now: 0, verdicts kept before: 3"));
  CHECK(t.ask("HB-001")["examined"] == 2);
  // a claim that does not hold makes it fail, as it does `check`
  std::string ruling = test::slurp(t.game + "/rulings/HB-001.xml");
  ruling.replace(ruling.find("b in seabed"), 11, "b in quay");
  test::put(t.game + "/rulings/HB-001.xml", ruling);
  CHECK(build({"--check"}).code == 1);
  CHECK(build({}).code == 0);
  // a list of words with a mistake in it is told
  test::put(t.game + "/words.json", "{\"format\": 1, \"synonyms\": [[\"barge\"]]}");
  const test::Ran wrong = build({});
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, test::ContainsSubstring("words.json:1"));
}

TEST_CASE("search --situation: what `precedents` finds, with words and filters beside",
          "[precedents]") {
  const Table t("tests/data/harbour");
  CHECK(t.run({"check", t.game}).code == 0);
  const std::string file = kData + "/harbour/barge.xml";
  const auto search = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"search", "--situation", file});
    more.insert(more.end(), {"--format", "json"});
    return t.run(more);
  };
  CHECK(json::parse(search({t.game, "--limit", "10"}).out) == t.ask(file));
  CHECK(ids(json::parse(search({"id:HB-002", t.game}).out)) == std::vector<std::string>{"HB-002"});
  CHECK(search({"crad:x", t.game}).code == 2);
  // it applies because the same clause decides in both, and says so
  const json best = t.ask(file)["precedents"][0];
  CHECK(best["id"] == "HB-001");
  CHECK(best["applies"] == true);
  CHECK(std::any_of(best["same"].begin(), best["same"].end(),
                    [](const json& p) { return p["name"] == "1-1" && p.contains("decides"); }));
  CHECK_THAT(t.run({"precedents", file, "--game", t.game}).out,
             test::ContainsSubstring("applies: both turn on 1-1"));
}

TEST_CASE("precedents: wrong input is told", "[precedents]") {
  const Table t("tests/data/harbour");
  const std::string file = kData + "/harbour/barge.xml";
  CHECK(t.run({"precedents", "HB-999", "--game", t.game}).code == 4);
  CHECK(t.run({"precedents", "", "--game", t.game}).code == 4);
  CHECK(t.run({"precedents", file}).code == 2);  // no game above it
  CHECK(t.run({"precedents", file, "--game", t.folder / "none"}).code == 2);
  CHECK(t.run({"precedents", t.game, "--game", t.game}).code == 2);  // a folder is no situation
  const test::Scratch s;
  for (const char* text : {"", "<ruling/>", "no xml",
                           "<ruling format=\"1\" id=\"x\" game=\"harbour\" status=\"derived\" "
                           "source=\"s\"><situation turn=\"A\" at=\"nowhere\"/></ruling>"}) {
    test::put(s / "x.xml", text);
    const test::Ran ran = t.run({"precedents", s / "x.xml", "--game", t.game});
    INFO(text);
    CHECK(ran.code == 2);
    CHECK_FALSE(ran.err.empty());
    CHECK(ran.out.empty());
  }
}

TEST_CASE("precedents: superseded and withdrawn ones stand behind all others, and are marked",
          "[precedents]") {
  const Table t("tests/data/harbour");
  const auto copy = [&](const std::string& id, const std::string& head, const std::string& more) {
    std::string x = test::slurp(t.game + "/rulings/HB-001.xml");
    x.replace(x.find("id=\"HB-001\""), 11, "id=\"" + id + "\"");
    const std::string status = "status=\"derived\"";
    x.replace(x.find(status), status.size(), head);
    test::put(t.game + "/rulings/" + id + ".xml", x.insert(x.find("<title"), more));
  };
  copy("HB-010", "status=\"withdrawn\" authority=\"harbour master\" issued=\"2024-02-01\"", "");
  copy("HB-011", "status=\"derived\"", "");
  copy("HB-012", "status=\"derived\"", "<supersedes ruling=\"HB-011\"/>");
  (void)t.run({"check", t.game});
  const json j = t.ask("HB-001");
  const std::vector<std::string> found = ids(j);
  REQUIRE(found.size() == 5);
  CHECK(found[0] == "HB-012");
  CHECK(std::vector<std::string>(found.end() - 2, found.end()) ==
        std::vector<std::string>{"HB-010", "HB-011"});
  CHECK(j["precedents"][4]["superseded_by"] == json{"HB-012"});
  CHECK(j["precedents"][3]["status"] == "withdrawn");
}

TEST_CASE("search: by the windows that a ruling touches", "[precedents]") {
  const Table t("tests/data/harbour");
  const auto found = [&](const std::string& query) {
    std::vector<std::string> out;
    const json all = json::parse(t.run({"search", query, t.game, "--format", "json"}).out);
    for (const json& r : all["rulings"]) out.push_back(r["id"]);
    std::sort(out.begin(), out.end());
    return out;
  };
  CHECK(found("window:sinks").empty());
  CHECK(t.run({"check", t.game}).code == 0);
  const std::vector<std::string> sinking = found("window:sinks");
  CHECK(std::find(sinking.begin(), sinking.end(), "HB-001") != sinking.end());
  CHECK(found("タイミング:sinks") == sinking);
  CHECK(found("window:sinks,nothing") == sinking);
  CHECK(found("window:nothing").empty());
  CHECK(found("window:\"'; DROP TABLE verdict; --\"").empty());
  CHECK(sinking.size() + found("id:HB-* -window:sinks").size() == 3);
  const json facets = json::parse(
      t.run({"search", "id:HB-*", t.game, "--format", "json", "--facets"}).out)["facets"];
  CHECK(std::any_of(facets["window"].begin(), facets["window"].end(), [&](const json& f) {
    return f["value"] == "sinks" && f["count"] == sinking.size();
  }));
}

TEST_CASE("precedents: the ruling a judge wants is among the first", "[precedents][slow]") {
  std::map<std::string, std::unique_ptr<Table>> tables;
  const auto found_by = [&](const std::string& game, const std::string& file) {
    auto& table = tables[game];
    if (!table) {
      table = std::make_unique<Table>("fixtures/" + game);
      // the explicit engine is what finds out what is touched
      REQUIRE(table->run({"check", table->game, "--engine", "explicit"}).code != 2);
    }
    return ids(table->ask(file));
  };
  std::map<std::string, test::Figures> figures;
  const json wanted = json::parse(test::slurp(kData + "/wanted.json"));
  CHECK(wanted.size() == 20);
  for (const json& w : wanted) {
    std::set<std::string> good = w["wanted"];
    if (w.contains("overlooked"))
      for (const json& id : w["overlooked"]) good.insert(id);
    figures["situations before the ranking"].add(
        found_by(w["game"], kData + "/" + w["file"].get<std::string>()), good);
  }
  const std::string folder = test::kQuestions + "/situations/";
  for (const std::string& path : test::shipped_games()) {
    const std::string game = path.substr(path.rfind('/') + 1);
    const auto rows = test::rows_of(folder + game + ".tsv");
    CHECK(rows.size() == 8);
    for (std::size_t i = 0; i < rows.size(); ++i)
      figures[std::string("situations ") + test::half_of(i)].add(
          found_by(game, folder + rows[i].at(0)), test::ids_in(rows[i].at(1)));
  }
  CHECK(figures.size() == 3);
  for (const auto& [name, f] : figures) test::hold(name, f);
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("precedents: JSON is as its schema says", "[precedents][schema]") {
  const Table t("tests/data/harbour");
  const json text = json::parse(test::slurp(test::at_root("docs/schema/precedents.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  const auto fits = [&](const json& j) {
    return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(j), nullptr);
  };
  CHECK(fits(t.ask("HB-001")));
  CHECK(t.run({"check", t.game}).code == 0);
  CHECK(fits(t.ask("HB-001")));
  const json j = t.ask(kData + "/harbour/barge.xml");
  CHECK(fits(j));
  json wrong = j;
  wrong["precedents"][0]["likeness"] = 2;
  CHECK_FALSE(fits(wrong));
}
#endif
