// The citator. Lock (tests/data) has
//
//   clause 1    reworded by revision 2.0.0 (from 2012-02-01), its rules the same; clause 2: gone
//   with it; 3 and 4: never changed 大舟        other words from 2012-05-01, known 2012-04-01; no
//   abilities 曳舟        the same words; its ability adds 1, from revision 2.0.0 on 2 L-1 a
//   reading that nobody but LK-01 presumes; 閘 asks it, 引き does not
//
// and a ruling for each mark. What follows was written down before it was run.

#include "rulings/law/citator.h"

#include <filesystem>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

struct Stands {
  std::string id, marks, why;
};  // why: a part of a reason

const std::vector<Stands> kNow = {
    {"LK-01", "confirmed", ""},  // presumes, so the text alone does not say so
    {"LK-02", "contradicted", "necessary c.段 = 12"},
    {"LK-03", "open", "L-1"},
    {"LK-04", "redundant, confirmed", ""},
    {"LK-05", "premise lost, redundant, confirmed",
     "clause 1 read otherwise on 2010-06-01: revision 2.0.0 (from 2012-02-01 on) changed it"},
    {"LK-07", "premise lost, redundant, confirmed",
     "the card 大舟 read otherwise on 2010-06-01: its text of 2009-01-01 gave way to that of "
     "2012-05-01"},
    {"LK-08", "contradicted, premise lost",
     "the ability `static 増し` of the card 曳舟 was another one on 2010-06-01: it changed with "
     "revision 2.0.0 (from 2012-02-01 on)"},
    {"LK-09", "redundant, confirmed", ""},  // came after what changed
    {"LK-10", "premise lost, redundant, confirmed", "it follows LK-02, which is contradicted"},
    {"LK-11", "superseded, contradicted", "by LK-12 on 2011-01-01"},
    {"LK-12", "redundant, confirmed",
     ""},  // that what it supersedes is contradicted is no loss of its own
    {"LK-13", "premise lost, redundant, confirmed",
     "it follows LK-11, which LK-12 superseded on 2011-01-01"},
    {"LK-14", "withdrawn, contradicted", "on 2011-05-01"},
    {"LK-15", "premise lost, redundant, confirmed",
     "it narrows LK-14, which was withdrawn on 2011-05-01"},
    {"LK-16", "redundant, confirmed",
     ""},  // of 2012, as its card's text is: which came first is not known
    {"LK-17", "redundant, confirmed",
     ""},  // for days of play from the new text on, which was known
};

/// On 2011-01-31 nothing had changed yet but LK-11, and LK-14 was still believed.
const std::vector<Stands> kThen = {
    {"LK-02", "contradicted", ""},
    {"LK-05", "redundant, confirmed", ""},
    {"LK-07", "redundant, confirmed", ""},
    {"LK-08", "redundant, confirmed", ""},
    {"LK-10", "premise lost, redundant, confirmed", ""},
    {"LK-11", "superseded, contradicted", ""},
    {"LK-13", "premise lost, redundant, confirmed", ""},
    {"LK-14", "contradicted", ""},
    {"LK-15", "premise lost, redundant, confirmed", "which is contradicted"},
};

struct Lock {
  test::Scratch folder;
  std::string game = folder / "games/lock", db = folder / "rulings.db";
  Lock() { test::copy_folder(test::at_root("tests/data/lock"), game); }
  test::Ran run(std::vector<std::string> args, const std::vector<std::string>& more = {}) const {
    args.insert(args.end(), {game, "--db", db});
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
  void drop(const std::string& id) const { fs::remove(game + "/rulings/" + id + ".xml"); }
};

/// Its marks, each once, and all that is said of it.
Stands stands(const base::Json& ruling, const char* lang) {
  Stands out{ruling.find("id")->string, "", ""};
  const base::Json* marks = ruling.find("citator");
  if (marks == nullptr) return out;
  std::string last;
  for (const base::Json& m : marks->items) {
    const std::string name = m.find("mark")->string;
    if (name != last) out.marks += (last.empty() ? "" : ", ") + name;
    last = name;
    out.why += m.find("why")->find(lang)->string + "\n";
  }
  return out;
}

std::vector<Stands> checked(const test::Ran& ran, const char* lang = "en") {
  std::vector<Stands> out;
  const base::Json json = test::json_of(ran);
  for (const base::Json& r : json.find("rulings")->items) out.push_back(stands(r, lang));
  return out;
}

std::vector<Stands> exported(const Lock& l, const char* lang = "en") {
  std::vector<Stands> out;
  const std::string text = l.run({"export"}).out;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    const base::Json json = test::json_of({0, text.substr(at, end - at), ""});
    if (json.find("record")->string == "ruling") out.push_back(stands(json, lang));
  }
  return out;
}

std::vector<std::string> found(const Lock& l, const std::string& query) {
  std::vector<std::string> out;
  const base::Json json = test::json_of(l.run({"search", query}, {"--format", "json"}));
  for (const base::Json& r : json.find("rulings")->items) out.push_back(r.find("id")->string);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> with(const std::string& mark) {
  std::vector<std::string> out;
  for (const Stands& s : kNow)
    if ((", " + s.marks + ",").find(", " + mark + ",") != std::string::npos) out.push_back(s.id);
  return out;
}

}  // namespace

TEST_CASE("citator: a ruling for each mark, with its reason", "[citator]") {
  const Lock l;
  const test::Ran ran = l.run({"check"}, {"--format", "json"});
  CHECK(ran.code == 1);
  const auto now = checked(ran), kept = exported(l), told = checked(ran, "ja"),
             said = exported(l, "ja");
  REQUIRE(now.size() == kNow.size());
  REQUIRE(kept.size() == kNow.size());
  for (std::size_t i = 0; i < kNow.size(); ++i) {
    INFO(kNow[i].id);
    CHECK(now[i].id == kNow[i].id);
    CHECK(now[i].marks == kNow[i].marks);
    CHECK_THAT(now[i].why, test::ContainsSubstring(kNow[i].why));
    // the database says the same
    CHECK(kept[i].marks == now[i].marks);
    CHECK(kept[i].why == now[i].why);
    CHECK(said[i].why == told[i].why);
    CHECK(told[i].why != now[i].why);
    const std::string shown = l.run({"show", kNow[i].id}).out;
    CHECK_THAT(shown, test::ContainsSubstring("citator " +
                                              kNow[i].marks.substr(0, kNow[i].marks.find(','))));
    CHECK_THAT(shown, test::ContainsSubstring(kNow[i].why));
  }
  for (std::size_t m = 0; m < rulings::kMarks; ++m) {
    const std::string mark(rulings::mark_name(static_cast<rulings::Mark>(m)));
    INFO(mark);
    CHECK(found(l, "citator:\"" + mark + "\"") == with(mark));
  }
  CHECK(found(l, "現況:前提喪失 -現況:矛盾") ==
        std::vector<std::string>{"LK-05", "LK-07", "LK-10", "LK-13", "LK-15"});
  CHECK_THAT(l.run({"search", "", "--facets"}).out,
             test::ContainsSubstring("citator: confirmed 11, redundant 10, premise lost 6, "
                                     "contradicted 4, superseded 1, withdrawn 1, open 1\n"));
  CHECK_THAT(l.run({"check"}).out,
             test::ContainsSubstring(
                 "  citator: 1 superseded, 1 withdrawn, 6 premise lost, 10 redundant\n"));
  CHECK(l.run({"search", "citator:lost"}).code == 2);
}

TEST_CASE("citator: as of an earlier day", "[citator]") {
  const Lock l;
  const std::vector<std::string> dates = {"--as-of", "2011-01-31", "--known", "2011-01-31"};
  std::vector<std::string> json = dates;
  json.insert(json.end(), {"--format", "json"});
  const auto then = checked(l.run({"check"}, json));
  for (const Stands& expected : kThen) {
    INFO(expected.id);
    const auto it = std::find_if(then.begin(), then.end(),
                                 [&](const Stands& s) { return s.id == expected.id; });
    REQUIRE(it != then.end());
    CHECK(it->marks == expected.marks);
    CHECK_THAT(it->why, test::ContainsSubstring(expected.why));
    CHECK_THAT(
        l.run({"show", expected.id}, dates).out,
        test::ContainsSubstring("citator " + expected.marks.substr(0, expected.marks.find(','))));
    CHECK_THAT(l.run({"show", expected.id}).out,
               test::ContainsSubstring("not examined"));  // today nobody has looked
  }
  // abilities of the day
  const std::string today = l.run({"show", "曳舟"}).out,
                    earlier = l.run({"show", "曳舟"}, dates).out;
  CHECK_THAT(today, test::ContainsSubstring("formalised: static 増し\n"));
  CHECK_THAT(earlier, test::ContainsSubstring("formalised: static 増し\n"));
}

TEST_CASE("citator: without a check nothing is examined, and what was declared is told",
          "[citator]") {
  const Lock l;
  for (const Stands& s : exported(l)) {
    INFO(s.id);
    CHECK(s.marks.ends_with("not examined"));
    CHECK((s.marks.find("superseded") != std::string::npos) == (s.id == "LK-11"));
    CHECK((s.marks.find("withdrawn") != std::string::npos) == (s.id == "LK-14"));
    // of a contradiction nobody knows yet
    CHECK((s.marks.find("premise lost") != std::string::npos) ==
          (s.id == "LK-05" || s.id == "LK-07" || s.id == "LK-08" || s.id == "LK-13" ||
           s.id == "LK-15"));
  }
  CHECK_THAT(
      l.run({"show", "LK-04"}).out,
      test::ContainsSubstring("citator not examined: no check of it on these files is kept\n"));
  // a verdict of other files does not count
  (void)l.run({"check"});
  CHECK_THAT(l.run({"show", "LK-04"}).out, test::ContainsSubstring("citator redundant"));
  test::edit(l.game + "/rulings/LK-04.xml", "段=\"30\"", "段=\"29\"");
  CHECK_THAT(l.run({"show", "LK-04"}).out, test::ContainsSubstring("citator not examined"));
}

TEST_CASE("citator: what is out of force fails nothing", "[citator]") {
  const Lock l;
  for (const char* id : {"LK-02", "LK-03", "LK-08", "LK-10"}) l.drop(id);
  const test::Ran ran = l.run({"check"});
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, test::ContainsSubstring("2 contradicted"));
  CHECK_THAT(ran.out,
             test::ContainsSubstring(
                 "it is not in force, so that what was found of it does not fail this run"));
  CHECK_THAT(l.run({"--lang", "ja", "check"}).out,
             test::ContainsSubstring("効力がないため、この結果は終了コードに影響しません"));
  // alone or together, from its file or by its id
  for (const char* id : {"LK-11", "LK-14"}) {
    CHECK(test::run({"check", l.game, "--id", id}).code == 0);
    const test::Ran alone =
        test::run({"check", l.game + "/rulings/" + std::string(id) + ".xml", "--format", "json"});
    CHECK(alone.code == 0);
    const auto marks = checked(alone);
    CHECK(marks.at(0).marks ==
          (std::string(id) == "LK-11" ? "superseded, contradicted" : "withdrawn, contradicted"));
  }
  CHECK(checked(test::run({"check", l.game + "/rulings/LK-13.xml", "--format", "json"}))
            .at(0)
            .marks == "premise lost, redundant, confirmed");
  for (const char* format : {"sarif", "junit", "github", "markdown"})
    CHECK(l.run({"check"}, {"--format", format}).code == 0);
  CHECK_THAT(l.run({"check"}, {"--format", "markdown"}).out, test::ContainsSubstring("HC1007"));
  // a policy may have it fail
  test::put(l.folder / "games/hanrei.policy.json", R"({"format": 1, "fail": ["HC1007"]})");
  CHECK(l.run({"check"}).code == 1);
  fs::remove(l.folder / "games/hanrei.policy.json");
  // what superseded it is taken back: it is in force again, and fails
  test::edit(l.game + "/rulings/LK-12.xml", "status=\"formal\" issued=\"2011-01-01\"",
             "status=\"withdrawn\" issued=\"2011-01-01\"");
  CHECK(l.run({"check"}).code == 1);
  // a pending ruling supersedes nothing
  test::edit(l.game + "/rulings/LK-12.xml", "status=\"withdrawn\"", "status=\"pending\"");
  CHECK(l.run({"check"}).code == 1);
}

TEST_CASE("citator: a new ruling changes what is said of others, without a check", "[citator]") {
  const Lock l;
  (void)l.run({"check"});
  CHECK_THAT(l.run({"show", "LK-04"}).out, test::ContainsSubstring("citator redundant"));
  std::string text = test::slurp(l.game + "/rulings/LK-12.xml");
  text.replace(text.find("LK-12"), 5, "LK-20");
  text.replace(text.find("LK-11"), 5, "LK-04");
  test::put(l.game + "/rulings/LK-20.xml", text);
  const std::string now = l.run({"show", "LK-04"}).out;
  CHECK_THAT(now, test::ContainsSubstring("citator superseded: by LK-20 on 2011-01-01\n"));
  CHECK_THAT(now, test::ContainsSubstring("citator confirmed"));
}

TEST_CASE("citator: clauses that are gone, rulings that never were", "[citator]") {
  using namespace rulings;
  GameRecords game;
  game.clauses = {{"1", "rule", "甲", {"a", "あ"}, "modelled", "", "2"},
                  {"2", "rule", "乙", {"b", "い"}, "modelled", "2", ""}};
  game.revisions = {{"2", "2012-01-01", "2011-12-01"}};
  RulingRecord r;
  r.id = "R";
  r.status = "formal";
  r.issued = "2010-05-05";
  r.cites = {"1", "2"};
  r.follows = {"R", "S"};
  r.cases.resize(1);
  const std::map<std::string, Examined> confirmed = {{"R", {"confirmed", false, {"x", "y"}}}};
  const auto marks = Citator(game, {r}, {}).marks(r, confirmed);
  REQUIRE(marks.size() == 3);
  CHECK(marks[0].why[0] ==
        "clause 1 was in force on 2010-05-05, and is gone since revision 2 (from 2012-01-01 on)");
  CHECK(marks[1].why[0] == "it follows S, which is no ruling of this game");
  CHECK(marks[2].mark == Mark::Confirmed);
  // the day before it was gone; and gone, but nobody knew
  CHECK(Citator(game, {r}, {base::day_of("2011-12-31"), {}}).marks(r, confirmed).size() == 2);
  CHECK(Citator(game, {r}, {base::day_of("2012-05-05"), base::day_of("2011-11-30")})
            .marks(r, confirmed)
            .size() == 2);
  CHECK(Citator(game, {r}, {base::day_of("2012-05-05"), base::day_of("2011-12-01")})
            .marks(r, confirmed)
            .size() == 3);
  // one without a date is not compared with any day
  r.status = "derived";
  r.issued.clear();
  r.follows.clear();
  CHECK(Citator(game, {r}, {}).marks(r, confirmed).size() == 1);
}
