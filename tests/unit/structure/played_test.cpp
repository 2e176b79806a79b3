// docs/audit-model.md: the kinds that need play. Each example is a game in the place of that of the
// page, and a ruling whose situation is played; then what they become when they are mended.

#include "audit/cards/played.h"

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "audit/clashes/clashes.h"
#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

namespace {

using namespace hanrei;

const std::set<std::string> kPlayed = {"HA1020", "HA1021", "HA3007", "HA4008"};

struct Example {
  std::string provisions, ruling;
  size_t line = 0;
};

std::string file(const std::string& provisions) {
  return R"({"format": 1, "title": "x", "provisions": [)" + provisions + "]}";
}

struct Found {
  std::multiset<std::string> codes;
  std::vector<std::string> messages[2];
};

Found found(const std::string& schema, const Example& example) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::GameTexts texts;
  texts.rulebook.push_back({"schema.json", schema});
  std::string provisions, cards;
  std::istringstream lines(example.provisions);
  for (std::string line; std::getline(lines, line);)
    (line.starts_with("{\"card\"") ? cards : provisions) += line;
  for (std::string* list : {&cards, &provisions})
    while (!list->empty() && list->back() == ',') list->pop_back();
  texts.game = {
      "game.json",
      R"({"format": 1, "game": "kite", "title": {"en": "Kite", "ja": "凧"}, "players": ["A", "B"]})"};
  texts.rulebook.push_back({"more.json", file(provisions)});
  if (!cards.empty())
    texts.cards.push_back(
        {"cards.json", R"({"format": 1, "title": "x", "cards": [)" + cards + "]}"});
  const auto game = model::parse_game(sources, "kite", std::move(texts), log);
  REQUIRE(game);
  const model::Program program = model::compile(*game, {}, sources, log);
  const auto document = rulings::parse_document(sources, "K.xml", example.ruling, log);
  for (const base::Diagnostic& d : log.all()) UNSCOPED_INFO(base::message(d, base::Lang::En));
  REQUIRE(document);
  REQUIRE_FALSE(log.has_errors());
  const checker::collisions::Report report =
      audit::clashes::examine(*game, sources, {*document}, {});
  for (const std::string& f : report.faults) FAIL(f);
  CHECK(report.receipt.left_out.empty());
  Found out;
  for (const auto& f : report.findings) {
    out.codes.insert(std::string(base::code_text(f.code)));
    CHECK_FALSE(f.stands(f.set));
    for (size_t i = 0; i < f.set.size(); ++i) {
      auto fewer = f.set;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      CHECK(f.stands(fewer));
    }
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      out.messages[static_cast<size_t>(lang)].push_back(checker::collisions::message(f, lang));
  }
  audit::rules::Findings played;
  audit::cards::examine_played(program, model::lower(program), report, played);
  audit::rules::finish(played, program);
  for (const auto& f : played.list) {
    out.codes.insert(std::string(base::code_text(f.code)));
    CHECK(f.place);
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      out.messages[static_cast<size_t>(lang)].push_back(audit::rules::message(f, lang));
  }
  return out;
}

}  // namespace

TEST_CASE("played: what is planted appears, and vanishes when it is mended", "[structure][docs]") {
  std::string schema;
  std::map<std::string, Example> examples;  // by what stands behind the word of the block
  for (const test::Block& block :
       test::fenced_blocks(test::read_page(std::string(HANREI_ROOT) + "/docs/audit-model.md"))) {
    if (block.marker == "game") schema = block.text;
    if (block.marker.size() < 6 || !kPlayed.contains(block.marker.substr(0, 6))) continue;
    Example& e = examples[block.marker];
    e.line = block.line;
    (block.language == "xml" ? e.ruling : e.provisions) = block.text;
  }
  std::map<std::string, int> planted, mended;
  for (const auto& [marker, example] : examples) {
    INFO("docs/audit-model.md:" << example.line << " " << marker);
    const std::string code = marker.substr(0, 6);
    const bool good = marker.find(" mended") != std::string::npos;
    const Found f = found(schema, example);
    for (const std::string& m : f.messages[0]) UNSCOPED_INFO(m);
    CHECK(f.codes == (good ? std::multiset<std::string>{} : std::multiset<std::string>{code}));
    for (const auto& list : f.messages)
      for (const std::string& m : list) CHECK(m.find("{") == std::string::npos);
    if (!good)
      for (const std::string& m : f.messages[1]) CHECK(m.find("The ") == std::string::npos);
    ++(good ? mended : planted)[code];
  }
  for (const std::string& code : kPlayed) {
    INFO(code);
    CHECK(planted[code] >= 1);
    CHECK(mended[code] >= 1);
  }
}
