// Records out and in again, and lists in the shapes others keep.

#include "rulings/exchange/exchange.h"

#include <random>

#include "tests/catch.h"
#include "tests/unit/database/scene.h"

namespace {

using namespace hanrei;
namespace exchange = rulings::exchange;

template <class F>
exchange::Records read_back(const std::string& text, F&& from,
                            std::vector<std::string>* codes = nullptr) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  exchange::Records r = from(sources, sources.add("records", text), log);
  for (const base::Diagnostic& d : log.all()) {
    if (codes != nullptr)
      codes->push_back(std::string(base::code_text(d.code)) + " " +
                       std::to_string(sources.place(d.span).line) + ":" +
                       std::to_string(sources.place(d.span).column));
    CHECK_FALSE(base::message(d, base::Lang::Ja).empty());
  }
  if (codes == nullptr) CHECK_FALSE(log.has_errors());
  return r;
}

}  // namespace

TEST_CASE("exchange: records of all games go out and come back the same, in both forms",
          "[database][corpus]") {
  for (const std::string& game : test::shipped_games()) {
    test::Scratch scratch;
    const test::Ran out = test::run({"export", game});
    REQUIRE(out.code == 0);
    for (const char* form : {"jsonl", "csv"}) {
      const std::string copy = scratch / form;
      test::put(copy + "/game.json", test::slurp(game + "/game.json"));
      test::put(scratch / (std::string("records.") + form),
                test::run({"export", game, "--format", form}).out);
      REQUIRE(test::run({"import", scratch / (std::string("records.") + form), copy}).code == 0);
      CHECK((test::run({"export", copy, "--db", scratch / (std::string(form) + ".db")}).out ==
             out.out));
    }
  }
}

TEST_CASE("exchange: any text survives both forms", "[database]") {
  std::mt19937 random(11);
  const std::vector<std::string> parts = {
      "=", "+", "-", "@", "'",  "\"",   ",",    "\n", "\r\n", "\t",     ";", "甲", "ﾄﾞ",
      "{", "}", "[", "]", "\\", "null", "true", " ",  "",     "\u202e", "1", "'="};
  const auto text = [&] {
    std::string s;
    for (std::size_t n = random() % 5; n > 0; --n) s += parts[random() % parts.size()];
    return s;
  };
  for (int i = 0; i < 300; ++i) {
    exchange::Records r;
    rulings::RulingRecord u;
    u.id = "R" + text();
    for (std::string* s : {&u.status, &u.source, &u.issued, &u.authority, &u.title[0], &u.title[1],
                           &u.question[0], &u.answer[1], &u.partial, &u.known, &u.effective})
      *s = text();
    u.cards = {text(), text()};
    u.presumes = {{text(), text()}};
    u.cases = {{text(), text(), {{text(), text()}}}, {}};
    rulings::CardRecord c;
    c.name = "C" + text();
    c.attributes = {{text(), text()}};
    c.wordings = {{text(), text(), {{text(), text()}, {text(), text()}}}};
    u.narrows = {text()};
    u.was = {{text(), text(), text()}, {}};
    c.generic = i % 2 == 0;
    r.game.cards.push_back(c);
    r.rulings.push_back(u);
    const std::string lines = exchange::to_json_lines(r), csv = exchange::to_csv(r);
    CHECK(exchange::to_json_lines(read_back(lines, exchange::from_json_lines)) == lines);
    CHECK(exchange::to_json_lines(read_back(csv, exchange::from_csv)) == lines);
    // nothing that a spreadsheet would carry out
    base::SourceMap sources;
    base::DiagnosticLog log;
    for (const auto& row : exchange::read_csv(sources, sources.add("csv", csv), log))
      for (const auto& cell : row)
        if (!cell.text.empty())
          CHECK(std::string_view("=+-@\t\r").find(cell.text[0]) == std::string_view::npos);
  }
}

TEST_CASE("exchange: mistakes are located, all of a file", "[database]") {
  std::vector<std::string> codes;
  read_back(
      "{\"record\":\"card\"}\n{\"record\":\"ruling\",\"id\":\"R\",\"cards\":7}\n\n{\"record\":"
      "\"ruling\",\"id\":\"R\",\"wrong\":1}\n{\"record\":\n",
      exchange::from_json_lines, &codes);
  CHECK(codes ==
        std::vector<std::string>{"HR4201 1:1", "HR4201 2:37", "HR4202 4:29", "HR1001 5:11"});
  codes.clear();
  read_back("record,id,cards\nruling,R,7\nruling,R,[\nruling,\"R\n", exchange::from_csv, &codes);
  CHECK(codes == std::vector<std::string>{"HR4201 4:8", "HR4201 2:10", "HR4201 3:10"});
  for (const char* junk : {"", "\n\n", "\"", "a,b\n\"x", "\xff\xfe", "record\n\n,,,,\n"}) {
    codes.clear();
    (void)read_back(junk, exchange::from_csv, &codes);
    (void)read_back(junk, exchange::from_json_lines, &codes);
  }
}

TEST_CASE("exchange: a list of questions and answers is searchable at once, and not examined",
          "[database]") {
  test::Scratch scratch;
  const std::string library = scratch / "games", game = library + "/kite", db = scratch / "x.db";
  test::copy_folder(test::at_root("tests/data/ledger"), library);
  const auto search = [&](const std::string& query) {
    return test::run({"search", query, library, "--db", db}).out;
  };
  CHECK_THAT(search("situation:no"), test::ContainsSubstring("0 rulings, 5 searched"));
  const test::Ran ran = test::run({"import", test::at_root("tests/data/lists/faq.csv"), game,
                                   "--map", test::at_root("tests/data/lists/faq.map.json")});
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out,
             test::ContainsSubstring("3 rulings (3 without a situation, 1 without a date)"));
  CHECK_THAT(search("situation:no"), test::ContainsSubstring("3 rulings, 8 searched"));
  CHECK_THAT(
      search("無風 card:追い風"),
      test::ContainsSubstring("Q1 ") &&
          test::ContainsSubstring("formal · no situation, not examined · 2007-03-01 · 凧の会"));
  CHECK_THAT(search("verdict:confirmed"), test::ContainsSubstring("0 rulings"));
  CHECK_THAT(search("card:追い風 card:ドラゴン凧"), test::ContainsSubstring("Q2 "));
  // the same list again changes nothing, a shorter one takes away what is gone
  CHECK(test::run({"import", test::at_root("tests/data/lists/faq.csv"), game, "--map",
                   test::at_root("tests/data/lists/faq.map.json")})
            .code == 0);
  CHECK_THAT(search("situation:no"), test::ContainsSubstring("3 rulings"));
  test::put(scratch / "faq.csv", "番号,日付,カード名,質問,回答\nQ9,2008-01-01,,新しい問,答\n");
  CHECK(test::run({"import", scratch / "faq.csv", game, "--map",
                   test::at_root("tests/data/lists/faq.map.json")})
            .code == 0);
  CHECK_THAT(search("situation:no"), test::ContainsSubstring("1 ruling, 6 searched"));
  // cards
  CHECK(test::run({"import", test::at_root("tests/data/lists/cards.json"), game, "--map",
                   test::at_root("tests/data/lists/cards.map.json")})
            .code == 0);
  CHECK_THAT(test::run({"show", "つむじかぜ", "つむじ風", library, "--db", db}).out,
             test::ContainsSubstring("種別: 風 妨害") && test::ContainsSubstring("imported"));
  // check knows nothing of them
  CHECK(test::run({"check", game}).out.find("Q9") == std::string::npos);
}

TEST_CASE("exchange: nothing is imported of a list with a mistake", "[database]") {
  test::Shelf s;
  s.game("g");
  const auto refused = [&](const std::string& list, const std::string& map,
                           const std::string& name = "list.csv") {
    test::put(s.folder / name, list);
    test::put(s.folder / "map.json", map);
    const test::Ran ran =
        test::run({"import", s.folder / name, s.root + "/g", "--map", s.folder / "map.json"});
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, test::ContainsSubstring("nothing was imported"));
    CHECK_FALSE(std::filesystem::exists(s.root + "/g/imported/list.jsonl"));
    return ran.err;
  };
  const std::string map =
      R"({"format": 1, "list": "questions", "columns": {"id": "n", "question": "q", "answer": "a", "date": "d"}, "status": "formal", "source": "x", "authority": "y"})";
  CHECK_THAT(refused("n,q,a,d\n1,q,a,2004-13-01\n", map),
             test::ContainsSubstring("list.csv:2:1: error: found `2004-13-01`"));
  CHECK_THAT(refused("n,q,a,d\n1,q,a,\n1,q,a,\n", map), test::ContainsSubstring("appears twice"));
  CHECK_THAT(refused("n,q,d\n", map.substr(0, 3)), test::ContainsSubstring("map.json:1"));
  CHECK_THAT(refused("n,q,d\n1,q,2004\n", map), test::ContainsSubstring("no column `a`"));
  CHECK_THAT(refused("[7]", map, "list.json"), test::ContainsSubstring("expected an object"));
  CHECK_THAT(
      refused(
          "n,q,a,d\n",
          R"({"list": "questions", "columns": {"id": "n", "question": "q", "answer": "a", "extra": "e"}})"),
      test::ContainsSubstring("HR4202") && test::ContainsSubstring("no `status`") &&
          test::ContainsSubstring("no `authority`"));
}
