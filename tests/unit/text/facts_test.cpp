// hanrei facts: the file holds what the findings need and no sentence; made by hand are the
// corrections.

#include "audit/print/facts.h"

#include <string>
#include <vector>

#include "audit/print/print.h"
#include "base/json/read.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using audit::print::Facts;

std::vector<std::string> fingerprints(const audit::print::Findings& findings) {
  std::vector<std::string> out;
  for (const auto& f : findings.list)
    out.push_back(f.fingerprint + audit::print::message(f, base::Lang::Ja));
  return out;
}

std::optional<Facts> reread(const std::string& json, base::DiagnosticLog& log) {
  base::SourceMap sources;
  const auto value = base::read_json(sources, sources.add("facts.json", json), log);
  return value ? audit::print::read_facts(*value, log) : std::nullopt;
}

/// The first sentence of a line.
const audit::reader::Sentence& at_line(const audit::reader::Book& book, uint32_t line) {
  for (const auto& u : book.units)
    for (const auto& s : u.says)
      if (s.at.line == line) return s;
  FAIL("no sentence in line " << line);
  return book.units[0].says[0];
}

constexpr const char* kGame =
    R"({"format": 1, "game": "star", "title": {"ja": "星", "en": "Stars"}, "languages": ["ja", "en"], "players": ["A", "B"]})";

}  // namespace

TEST_CASE("facts: written and read, they show the same", "[text]") {
  for (const std::string name :
       {"numbered.txt", "headwords.txt", "wiki.txt", "../books/lantern/book.txt"}) {
    INFO(name);
    Facts facts;
    facts.book =
        audit::reader::parse(name, test::slurp(test::at_root("tests/data/rulebook/" + name)));
    facts.findings = audit::print::examine(facts.book);
    const std::string json = write_facts(facts);
    base::DiagnosticLog log;
    const auto again = reread(json, log);
    REQUIRE(again);
    CHECK(fingerprints(again->findings) == fingerprints(facts.findings));
    CHECK(write_facts(*again) == json);
    CHECK(again->book.units.size() == facts.book.units.size());
    CHECK(json.find("札に断りが") == std::string::npos);
    CHECK(json.find("消えない星札です") == std::string::npos);
  }
}

TEST_CASE("facts: whatever is wrong in the file is told, once", "[text]") {
  for (
      const char* bad :
      {R"({})", R"({"format": 1, "units": []})", R"({"format": 2, "units": 3})",
       R"({"format": 2, "units": [{"kind": "step", "at": [1, 1], "up": 5, "says": []}]})",
       R"({"format": 2, "units": [{"kind": "text", "at": [1], "says": [{"at": [1, 1, 1, 2]}]}]})",
       R"({"format": 2, "units": [{"kind": "text", "at": [1, 1], "says": [{"at": [1, 1, 1, 2], "digest": ""}]}], "findings": [{"code": "HA2001", "places": [[0, 7, 1, 1]]}]})",
       R"({"format": 2, "units": [{"kind": "text", "at": [1, 1], "says": [{"at": [1, 1, 1, 2], "digest": ""}]}], "findings": [{"code": "HA9999", "places": [[0, 0, 1, 1]]}]})",
       R"({"format": 9, "units": []})"}) {
    INFO(bad);
    base::DiagnosticLog log;
    CHECK_FALSE(reread(bad, log));
    CHECK(log.error_count() == 1);
  }
}

TEST_CASE("facts: sentences find their clauses, and what is corrected by hand stays", "[text]") {
  std::vector<audit::reader::ClauseText> clauses = {
      {"1-1", "1-1 星札とは 星の絵がある札を星札という"},
      {"1-2", "1-2 種類"},
      {"1-2.1", "流星 すぐ消える"},
      {"1-2.2", "恒星 消えない"},
      {"2-1[1]", "置くことを宣言"},
      {"2-1[3]", "置く"}};
  auto book =
      audit::reader::parse("x", test::slurp(test::at_root("tests/data/rulebook/numbered.txt")));
  std::vector<audit::reader::Correction> none;
  CHECK(assign_clauses(book, clauses, none) > 0);
  CHECK(at_line(book, 9).clauses.at(0) == "1-2.1");
  CHECK(at_line(book, 11).clauses.at(0) == "1-2.2");
  CHECK(at_line(book, 19).clauses.at(0) == "2-1[3]");
  std::vector<audit::reader::Correction> hand = {
      {at_line(book, 19).digest, "2-1[1]", "for the test", false},
      {"0000000000000000", "1-1", "fits nothing", false}};
  assign_clauses(book, clauses, hand);
  CHECK(at_line(book, 19).clauses == std::vector<std::string>{"2-1[1]"});
  CHECK(hand[0].used);
  CHECK_FALSE(hand[1].used);
}

TEST_CASE("facts: of the shipped games, they are what the command wrote", "[text]") {
  for (const std::string& game : test::shipped_games()) {
    INFO(game);
    const std::string path = game + "/facts.json";
    base::DiagnosticLog log;
    const std::string json = test::slurp(path);
    const auto facts = reread(json, log);
    REQUIRE(facts);
    CHECK(facts->book.units.size() > 20);
    size_t with = 0, sentences = 0;
    for (const auto& u : facts->book.units)
      for (const auto& s : u.says) {
        ++sentences;
        with += !s.clauses.empty();
      }
    CHECK(with * 10 > sentences * 9);
    for (const auto& c : facts->corrections) CHECK_FALSE(c.why.empty());
  }
}

TEST_CASE("facts: the command, and the audit of a game with facts", "[text]") {
  const test::Scratch scratch;
  test::put(scratch / "star/game.json", kGame);
  test::put(scratch / "star/rulebook/clauses.json", R"({"format": 1, "clauses": [
    {"clause": "2-1", "kind": "meta", "title": "星札を置く", "ja": "星札の置き方。", "en": "How to place.", "status": "informative"},
    {"clause": "2-1[3]", "kind": "procedure-step", "title": "置く", "ja": "星札を置く。", "en": "Place it.", "status": "informative"}]})");
  test::put(scratch / "star/cards/cards.json", R"({"format": 1, "cards": []})");
  const std::string text = test::at_root("tests/data/rulebook/numbered.txt");
  const test::Ran first = test::run({"facts", text, scratch / "star"});
  INFO(first.err);
  CHECK(first.code == 0);
  const std::string json = test::slurp(scratch / "star/facts.json");
  CHECK(test::run({"facts", text, scratch / "star"}).code == 0);
  CHECK(test::slurp(scratch / "star/facts.json") == json);

  const test::Ran audit = test::run({"audit", scratch / "star"});
  CHECK(audit.code == 1);
  CHECK(audit.out.find("clauses.json:3:5: error HA2001: 2-1[3]: ") != std::string::npos);
  CHECK(audit.out.find("line 19 (2-1[3])") != std::string::npos);
  const auto findings = test::json_of(test::run({"audit", scratch / "star", "--format", "json"}));
  const auto& one = findings.find("findings")->items.at(0);
  CHECK(one.find("code")->string == "HA2001");
  CHECK(one.find("set")->items.at(0).find("clause")->string == "2-1[3]");
  CHECK(one.find("basis")->string == "printed");

  test::put(scratch / "star/facts.json", "{\"format\": 1}");
  const test::Ran broken = test::run({"audit", scratch / "star"});
  CHECK(broken.code == 2);
  CHECK(broken.err.find("HR1009") != std::string::npos);
  CHECK(test::run({"facts", text, scratch / "star"}).code ==
        2);  // it may hold corrections: it is not written over
  CHECK(test::slurp(scratch / "star/facts.json") == "{\"format\": 1}");
}

TEST_CASE("audit --text: what is wrong with the command", "[text]") {
  CHECK(test::run({"audit"}).code == 2);
  CHECK(test::run({"audit", "--text", "nowhere.txt"}).code == 2);
  CHECK(test::run({"audit", "fixtures", "--text", "x.txt"}).code == 2);
  const test::Scratch scratch;
  test::put(scratch / "empty.txt", "\n\n");
  CHECK(test::run({"audit", "--text", scratch / "empty.txt"}).code == 4);
  test::put(scratch / "bad.txt", "・星です。\n\xFF\n");
  const test::Ran bad = test::run({"audit", "--text", scratch / "bad.txt"});
  CHECK(bad.code == 3);
  CHECK(bad.out.find("bad.txt:2: not parsed: lines 2 to 2") != std::string::npos);
  const test::Ran ja = test::run(
      {"--lang", "ja", "audit", "--text", test::at_root("tests/data/rulebook/numbered.txt")});
  CHECK(ja.out.find("エラー HA2001: 2-1[3]: 手順[9]を参照していますが") != std::string::npos);
}
