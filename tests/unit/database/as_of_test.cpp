// The law of which day: dated wordings, revisions of the rulebook, rulings that came, changed and
// went. Ferry (tests/data) has
//
//   rule        clause 1: a boat takes as many as it pulls; from 2011-04-01 (known 2011-03-01) one
//   more. Clause 2: from then on いかだ       pulls 1 more from 2010-01-01; 2 more from 2011-09-01
//   (known 2011-08-15); printed: 1 FE-1        formal, 2010-05-01: two passengers FE-2 formal,
//   2011-04-10, for days of play from 2011-04-01: three; supersedes FE-1 FE-3        formal,
//   2011-08-20, for days of play from 2011-09-01: four; supersedes FE-2 FE-4        2010-06-01:
//   one, which is never right; formal until 2011-02-01, known 2011-02-15, then withdrawn FE-5
//   2011-05-01: some; provisional until 2011-06-15, then formal FE-6        derived, no date: more
//   than one
//
// so that a boat takes 2 before 2011-04-01, 3 before 2011-09-01 and 4 then. What follows was
// written down before it was run.

#include <filesystem>
#include <set>

#include "rulings/law/law.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

struct Then {
  std::string valid, known;
  std::string wording;  ///< from when the one that counts is
  std::string clauses;  ///< the first words of clause 1; and whether clause 2 is there
  std::string rulings;  ///< id, status, verdict, what superseded it
};

const std::vector<Then> kThen = {
    // before anything changed; FE-4 is still believed
    {"2010-12-01", "2010-12-01", "2010-01-01", "as it pulls.",
     "FE-1 formal confirmed; FE-4 formal contradicted; FE-6 derived confirmed"},
    // FE-4 had been withdrawn for nine days, and nobody had been told
    {"2011-02-10", "2011-02-10", "2010-01-01", "as it pulls.",
     "FE-1 formal confirmed; FE-4 formal contradicted; FE-6 derived confirmed"},
    // the same day of play, seen from later: what was decided for later days does not count on it
    {"2011-02-10", "2011-12-31", "2010-01-01", "as it pulls.",
     "FE-1 formal confirmed; FE-2 not yet not examined; FE-3 not yet not examined; FE-4 withdrawn "
     "contradicted; FE-5 not yet not examined; FE-6 derived confirmed"},
    // the revision counts, and nobody has ruled on it yet
    {"2011-04-05", "2011-04-05", "2010-01-01", "than it pulls.; 2",
     "FE-1 formal contradicted; FE-4 withdrawn contradicted; FE-6 derived confirmed"},
    // FE-2 came five days later and reaches back
    {"2011-04-05", "2011-05-31", "2010-01-01", "than it pulls.; 2",
     "FE-1 formal contradicted by FE-2; FE-2 formal confirmed; FE-4 withdrawn contradicted; FE-5 "
     "not yet not examined; FE-6 derived confirmed"},
    // the new wording was announced and FE-3 was not: FE-2 is wrong from September on
    {"2011-09-05", "2011-08-17", "2011-09-01", "than it pulls.; 2",
     "FE-1 formal contradicted by FE-2; FE-2 formal contradicted; FE-4 withdrawn contradicted; "
     "FE-5 formal confirmed; FE-6 derived confirmed"},
};

/// Ferry in a folder of its own.
struct Ferry {
  test::Scratch folder;
  std::string game = folder / "games/ferry", db = folder / "rulings.db";
  Ferry() { test::copy_folder(test::at_root("tests/data/ferry"), game); }
  std::string rulings(std::vector<std::string> dates) const {
    std::vector<std::string> args = {"search", "", game, "--db", db, "--format", "json"};
    args.insert(args.end(), dates.begin(), dates.end());
    const base::Json json = test::json_of(test::run(args));
    std::vector<std::string> lines;
    for (const base::Json& r : json.find("rulings")->items) {
      std::string line =
          r.find("id")->string + " " + r.find("status")->string + " " + r.find("verdict")->string;
      for (const base::Json& by : r.find("superseded_by")->items) line += " by " + by.string;
      lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end());
    std::string out;
    for (const std::string& l : lines) out += (out.empty() ? "" : "; ") + l;
    return out;
  }
  void add(const std::string& id, const std::string& head, const std::string& more,
           const std::string& claim) const {
    test::put(game + "/rulings/" + id + ".xml",
              "<ruling format=\"1\" id=\"" + id + "\" game=\"ferry\" source=\"example\" " + head +
                  "><cites clause=\"1\"/>" + more +
                  "<situation turn=\"A\" at=\"朝\"><player id=\"A\"><zone name=\"桟橋\"><card "
                  "id=\"x\" is=\"いかだ\" 客=\"0\"/></zone></player></situation>" +
                  claim + "</ruling>");
  }
  /// The findings of a check, without the rest.
  std::vector<std::string> findings() const {
    const test::Ran ran = test::run({"check", game});
    std::vector<std::string> out;
    for (size_t at = 0; (at = ran.err.find("[HR43", at)) != std::string::npos; ++at) {
      const size_t line =
          ran.err.rfind('\n', at) == std::string::npos ? 0 : ran.err.rfind('\n', at) + 1;
      const size_t name = ran.err.rfind('/', ran.err.find(".xml", line));
      out.push_back(ran.err.substr(at + 1, 6) + " " +
                    ran.err.substr(name + 1, ran.err.find(".xml", line) - name - 1));
    }
    return out;
  }
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("as of: six days, each with what counted and what was known", "[as-of]") {
  const Ferry f;
  for (const Then& t : kThen) {
    INFO(t.valid << " as known on " << t.known);
    const std::vector<std::string> dates = {"--as-of", t.valid, "--known", t.known};
    const auto with = [&](std::vector<std::string> args) {
      args.insert(args.end(), dates.begin(), dates.end());
      return test::run(args);
    };
    (void)with({"check", f.game, "--db", f.db});
    CHECK(f.rulings(dates) == t.rulings);
    // the last wording that is shown is the one that counts
    const std::string card = with({"show", "いかだ", f.game, "--db", f.db}).out;
    CHECK_THAT(card, test::ContainsSubstring("text (from " + t.wording + ")\n"));
    CHECK((card.find("2011-09-01") != std::string::npos) == (t.wording == "2011-09-01"));
    const std::string clause = with({"show", "clause:1", f.game, "--db", f.db}).out;
    CHECK_THAT(clause, test::ContainsSubstring(t.clauses.substr(0, t.clauses.find(';'))));
    CHECK(clause.find("clause 1") == clause.rfind("clause 1"));
    CHECK(with({"show", "clause:2", f.game, "--db", f.db}).code ==
          (t.clauses.ends_with("2") ? 0 : 4));
    CHECK_THAT(with({"check", f.game}).out,
               test::ContainsSubstring("as of " + t.valid + ", as known on " + t.known));
    CHECK_THAT(with({"--lang", "ja", "check", f.game}).out,
               test::ContainsSubstring(t.valid + " 現在 (" + t.known + " に知られていた限り)"));
  }
}

TEST_CASE("as of: no day is the last state, and verdicts of another day are not shown", "[as-of]") {
  const Ferry f;
  (void)test::run({"check", f.game, "--db", f.db, "--as-of", "2010-12-01"});
  CHECK(
      f.rulings({}) ==
      "FE-1 formal not examined by FE-2; FE-2 formal not examined by FE-3; FE-3 formal not "
      "examined; FE-4 withdrawn not examined; FE-5 formal not examined; FE-6 derived not examined");
  (void)test::run({"check", f.game, "--db", f.db});
  const std::string now =
      "FE-1 formal contradicted by FE-2; FE-2 formal contradicted by FE-3; FE-3 formal confirmed; "
      "FE-4 withdrawn contradicted; FE-5 formal confirmed; FE-6 derived confirmed";
  CHECK(f.rulings({}) == now);
  (void)test::run({"check", f.game, "--db", f.db, "--as-of", "2030"});
  CHECK(f.rulings({"--as-of", "2030"}) == now);
  // --known alone is the law of that day as it was known then
  (void)test::run({"check", f.game, "--db", f.db, "--known", "2010-12-01"});
  CHECK(f.rulings({"--known", "2010-12-01"}) == kThen[0].rulings);
  CHECK(f.rulings({"--as-of", "2009-06-01", "--known", "2009-06-01"}) ==
        "FE-6 derived not examined");
}

TEST_CASE("as of: a card that was not there, a clause that was not there", "[as-of]") {
  const Ferry f;
  const test::Ran before = test::run({"check", f.game, "--as-of", "2009-06-01"});
  CHECK(before.code == 4);
  CHECK_THAT(before.err,
             test::ContainsSubstring("FE-6 is left out: the card いかだ was not there yet"));
  CHECK(test::run({"show", "card:いかだ", f.game, "--db", f.db, "--as-of", "2009-06-01"}).code ==
        4);
  f.add("FE-7", "status=\"derived\"", "<cites clause=\"2\"/>",
        "<claim kind=\"necessary\">x.客 &gt; 1</claim>");
  CHECK_THAT(test::run({"check", f.game, "--as-of", "2010-12-01"}).err,
             test::ContainsSubstring("FE-7 is left out: clause 2 was not in force"));
}

TEST_CASE("as of: what is no date is refused", "[as-of]") {
  const Ferry f;
  for (const char* command : {"check", "search", "show"})
    for (const char* option : {"--as-of", "--known"})
      for (const char* day :
           {"yesterday", "2011-02-30", "0000", "2011/04/01", "\x1b[31m", "99999-01-01"}) {
        std::vector<std::string> args = {command, f.game, option, day};
        if (std::string(command) == "search") args = {"search", "甲", f.game, option, day};
        if (std::string(command) == "show") args = {"show", "FE-1", f.game, option, day};
        const test::Ran ran = test::run(args);
        INFO(command << " " << option << " " << day);
        CHECK(ran.code == 2);
        CHECK_THAT(ran.err, test::ContainsSubstring("expected a date"));
        CHECK(ran.err.find('\x1b') == std::string::npos);
      }
  CHECK(f.findings().empty());
}

TEST_CASE("as of: a ruling's status by day and by what was known", "[as-of]") {
  rulings::RulingRecord r;
  r.status = "withdrawn";
  r.issued = "2004-01-10";
  r.known = "2004-01-20";
  r.effective = "2004-02";
  r.was = {{"provisional", "2005-01-01", ""}, {"formal", "2006-01-01", "2006-06-01"}};
  const auto on = [&](const char* valid, const char* known) {
    return rulings::status_as_of(r, {base::day_of(valid), base::day_of(known)});
  };
  CHECK(on("2004-03-01", "2004-01-19") == "unknown");
  CHECK(on("2004-01-25", "2004-01-25") == "not yet");
  CHECK(on("2004-02-01", "2004-02-01") == "provisional");
  CHECK(on("2004-12-31", "2009-01-01") == "provisional");
  CHECK(on("2005-01-01", "2005-01-01") == "formal");
  CHECK(on("2005-01-01", "2004-12-31") == "provisional");  // that it would be formal was not known
  CHECK(on("2006-03-01", "2006-03-01") == "formal");
  CHECK(on("2006-03-01", "2006-06-01") == "withdrawn");
  CHECK(rulings::status_as_of(r, {}) == "withdrawn");
  r.issued.clear();
  CHECK(on("2010-01-01", "2010-01-01") == "unknown");
  r.status = "derived";
  CHECK(on("1990-01-01", "1990-01-01") == "derived");
}

TEST_CASE("law: terms of office", "[law]") {
  const Ferry f;
  const std::string claim = "<claim kind=\"possible\">x.客 &gt; 1</claim>";
  f.add("FE-71", "status=\"formal\" authority=\"岡\" issued=\"2011-06-30\"", "", claim);
  f.add("FE-72", "status=\"formal\" authority=\"岡\" issued=\"2011-07\"", "", claim);
  f.add("FE-73", "status=\"formal\" authority=\"岡\" issued=\"2011\"", "",
        claim);  // some day of it fits
  f.add("FE-74", "status=\"formal\" authority=\"岡さん\" issued=\"2011-06-30\"", "", claim);
  f.add("FE-75", "status=\"formal\" authority=\"渡し場会議\" issued=\"2012-01-01\"", "",
        claim);  // the first day after its term
  CHECK(f.findings() == Lines{"HR4302 FE-72", "HR4302 FE-74", "HR4302 FE-75"});
}

TEST_CASE("law: what rulings name, and circles", "[law]") {
  const Ferry f;
  const std::string head = "status=\"formal\" authority=\"渡し場会議\" issued=\"2011-06-30\"",
                    claim = "<claim kind=\"possible\">x.客 &gt; 1</claim>";
  f.add("FE-71", head,
        "<supersedes ruling=\"FE-99\"/><narrows ruling=\"FE-71\"/><distinguishes ruling=\"FE-1\"/>",
        claim);
  f.add("FE-72", head, "<supersedes ruling=\"FE-73\"/>", claim);
  f.add("FE-73", head, "<supersedes ruling=\"FE-74\"/>", claim);
  f.add("FE-74", head, "<supersedes ruling=\"FE-72\"/>", claim);
  CHECK(f.findings() == Lines{"HR4303 FE-71", "HR4303 FE-71", "HR4304 FE-72"});
  CHECK_THAT(test::run({"check", f.game}).err,
             test::ContainsSubstring("FE-72 → FE-73 → FE-74 → FE-72"));
  CHECK(test::run({"check", f.game}).code == 2);
  // one file alone, or some of them, say nothing of the others
  CHECK(test::run({"check", f.game + "/rulings/FE-71.xml"}).err.find("HR43") == std::string::npos);
}

TEST_CASE("law: silent reversals", "[law]") {
  struct Case {
    const char* head;
    const char* more;
    const char* claim;
    bool found;
  };
  const std::string by = " authority=\"渡し場会議\" issued=\"2011-10-01\"";
  for (const Case& c :
       {Case{"formal", "", "<claim kind=\"necessary\">x.客 = 5</claim>",
             true},  // FE-3 has c for x, and 4
        Case{"provisional", "", "<claim kind=\"impossible\">x.客 = 4</claim>", true},
        Case{"formal", "", "<claim kind=\"necessary\">not (x.客 = 4)</claim>", true},
        Case{"formal", "", "<claim kind=\"impossible\">x.客 &lt; 5</claim>", true},
        Case{"formal", "", "<claim kind=\"possible\">x.客 &gt; 4</claim>", true},
        Case{"formal", "", "<claim kind=\"possible\">x.客 &gt;= 4</claim>", false},
        Case{"formal", "", "<claim kind=\"necessary\">x.客 != 4</claim>", true},
        Case{"formal", "", "<claim kind=\"necessary\">x.客 &lt;= 4</claim>", false},
        Case{"formal", "", "<claim kind=\"necessary\">result = win(A)</claim>", false},
        Case{"formal", "<supersedes ruling=\"FE-3\"/>",
             "<claim kind=\"necessary\">x.客 = 5</claim>", false},
        Case{"formal", "<narrows ruling=\"FE-3\"/>", "<claim kind=\"impossible\">x.客 = 4</claim>",
             false},
        Case{"pending", "", "<claim kind=\"necessary\">x.客 = 5</claim>", false},
        Case{"formal", "", "<claim kind=\"necessary\">x.客 = 4</claim>", false}}) {
    const Ferry f;
    f.add("FE-80", "status=\"" + std::string(c.head) + "\"" + by, c.more, c.claim);
    const Lines found = f.findings();
    INFO(c.claim << " " << c.more);
    CHECK((std::find(found.begin(), found.end(), "HR4305 FE-80") != found.end()) == c.found);
  }
  // another situation is another question
  const Ferry f;
  f.add("FE-80", "status=\"formal\"" + by, "", "<claim kind=\"necessary\">x.客 = 5</claim>");
  test::edit(f.game + "/rulings/FE-80.xml", "客=\"0\"", "客=\"1\"");
  CHECK(f.findings().empty());
}

TEST_CASE("law: dated rules and texts are read, and what is wrong in them told", "[law]") {
  const Ferry f;
  test::edit(f.game + "/rulebook/rules.json", "\"do\": \"c.客 += 1\", \"since\": \"1.1.0\"",
             "\"do\": \"c.客 += 1\", \"since\": \"1.1.1\"");
  CHECK_THAT(test::run({"check", f.game}).err, test::ContainsSubstring("1.1.1"));
  const Ferry g;
  test::edit(g.game + "/game.json", "\"effective\": \"2011-04-01\"", "\"effective\": \"April\"");
  CHECK_THAT(test::run({"check", g.game}).err, test::ContainsSubstring("HR4301"));
  const Ferry h;
  test::edit(h.game + "/rulings/FE-2.xml", "effective=\"2011-04-01\"", "effective=\"April\"");
  CHECK_THAT(test::run({"check", h.game}).err, test::ContainsSubstring("HR4301"));
  // relations, dates and former statuses survive an export
  test::Scratch s;
  test::copy_folder(test::at_root("tests/data/ferry"), s / "games/ferry");
  const std::string lines = test::run({"export", s / "games/ferry", "--db", s / "a.db"}).out;
  for (const char* part :
       {R"("follows":["FE-2"])", R"("effective":"2011-09-01")",
        R"("was":[{"status":"formal","until":"2011-02-01","known":"2011-02-15"}])",
        R"("before":"1.1.0")", R"("known":"2011-08-15")"})
    CHECK_THAT(lines, test::ContainsSubstring(part));
}

TEST_CASE("as of: precedents are those that were known, with the status that they had",
          "[database]") {
  const Ferry ferry;
  const auto all = [&](std::vector<std::string> dates) {
    std::vector<std::string> args = {"precedents", "FE-6",   "--game",   ferry.game,
                                     "--db",       ferry.db, "--format", "json"};
    args.insert(args.end(), dates.begin(), dates.end());
    const test::Ran ran = test::run(args);
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    std::set<std::string> out;
    const base::Json told = test::json_of(ran);
    for (const base::Json& p : told.find("precedents")->items)
      out.insert(p.find("id")->string + " " + p.find("status")->string);
    return out;
  };
  CHECK(all({"--as-of", "2010-12-01", "--known", "2010-12-01"}) ==
        std::set<std::string>{"FE-1 formal", "FE-4 formal"});
  CHECK(all({"--as-of", "2011-04-05", "--known", "2011-05-31"}) ==
        std::set<std::string>{"FE-1 formal", "FE-2 formal", "FE-4 withdrawn", "FE-5 not yet"});
  const test::Ran told = test::run(
      {"precedents", "FE-6", "--game", ferry.game, "--db", ferry.db, "--as-of", "2010-12-01"});
  CHECK(told.out.find("2010-12-01") < told.out.find("FE-6"));
  const test::Ran wrong = test::run(
      {"precedents", "FE-6", "--game", ferry.game, "--db", ferry.db, "--as-of", "tomorrow"});
  CHECK(wrong.code == 2);
}
