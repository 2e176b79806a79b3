// docs/audit-model.md: each kind of finding has a section with provisions that show it, and what
// they become when they are mended. The provisions are added to the small game of that page, or
// stand in the place of its play (`whole`).

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "audit/cards/cards.h"
#include "audit/cards/trivial.h"
#include "audit/rules/rules.h"
#include "tests/catch.h"
#include "tests/support/codes.h"
#include "tests/unit/docs/markdown.h"

namespace {

using namespace hanrei;

struct Page {
  std::string schema, play;
  std::vector<test::Block> examples;
  Page() {
    for (test::Block& block :
         test::fenced_blocks(test::read_page(std::string(HANREI_ROOT) + "/docs/audit-model.md"))) {
      if (block.language != "json") continue;
      if (block.marker == "game")
        schema = block.text;
      else if (block.marker == "play")
        play = block.text;
      else if (block.marker.starts_with("HA"))
        examples.push_back(std::move(block));
    }
  }
};

std::string file(const std::string& provisions) {
  return R"({"format": 1, "title": "x", "provisions": [)" + provisions + "]}";
}

std::multiset<std::string> codes(const Page& page, const std::string& more, bool whole) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::GameTexts texts;
  texts.rulebook.push_back({"schema.json", page.schema});
  if (!whole) texts.rulebook.push_back({"play.json", file(page.play)});
  std::string provisions, cards, readings;  // a line that begins with a card or a reading is one
  std::istringstream lines(more);
  for (std::string line; std::getline(lines, line);)
    (line.starts_with("{\"card\"")      ? cards
     : line.starts_with("{\"reading\"") ? readings
                                        : provisions) += line;
  for (std::string* list : {&cards, &provisions, &readings})
    while (!list->empty() && list->back() == ',') list->pop_back();
  texts.game = {
      "game.json",
      R"({"format": 1, "game": "kite", "title": {"en": "Kite", "ja": "凧"}, "players": ["A", "B"], "readings": [)" +
          readings + "]}"};
  texts.rulebook.push_back({"more.json", file(provisions)});
  if (!cards.empty())
    texts.cards.push_back(
        {"cards.json", R"({"format": 1, "title": "x", "cards": [)" + cards + "]}"});
  const auto game = model::parse_game(sources, "kite", std::move(texts), log);
  REQUIRE(game);
  const model::Program program = model::compile(*game, {}, sources, log);
  for (const base::Diagnostic& d : log.all()) UNSCOPED_INFO(base::message(d, base::Lang::En));
  REQUIRE_FALSE(log.has_errors());
  std::multiset<std::string> out;
  const model::Lowered code = model::lower(program);
  auto found = audit::rules::examine(*game, program, code);
  audit::cards::examine(*game, program, code, found);
  CHECK(found.left_out == 0);
  audit::rules::finish(found, program);
  for (const auto& f : found.list) {
    out.insert(std::string(base::code_text(f.code)));
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) {
      UNSCOPED_INFO(audit::rules::message(f, lang));
      CHECK(audit::rules::message(f, lang).find("{") == std::string::npos);
    }
    CHECK(f.place);
  }
  return out;
}

/// Kinds that need play, or are about rulings: played_test.cpp, and below.
bool elsewhere(std::string_view code) {
  return code == "HA4010" || code == "HA4008" || code == "HA3007" || code.starts_with("HA10");
}

const std::vector<std::string_view> kCodes = test::codes_of({"HA3", "HA4"});

}  // namespace

TEST_CASE("structure: what is planted appears, and vanishes when it is mended",
          "[structure][docs]") {
  const Page page;
  CHECK(codes(page, "", false).empty());
  std::map<std::string, int> planted, mended;
  for (const test::Block& block : page.examples) {
    const std::string code = block.marker.substr(0, 6);
    if (elsewhere(code)) continue;
    const bool whole = block.marker.find(" whole") != std::string::npos,
               good = block.marker.find(" mended") != std::string::npos;
    INFO("docs/audit-model.md:" << block.line << " " << block.marker);
    const std::multiset<std::string> found = codes(page, block.text, whole);
    CHECK(found == (good ? std::multiset<std::string>{} : std::multiset<std::string>{code}));
    ++(good ? mended : planted)[code];
  }
  for (const std::string_view code : kCodes) {
    if (elsewhere(code)) continue;
    INFO(code);
    CHECK(planted[std::string(code)] >= 1);
    CHECK(mended[std::string(code)] >= 1);
  }
  CHECK(planted.size() + 3 == std::size(kCodes));
}

TEST_CASE("lint: a claim that says nothing appears, and vanishes when it is mended",
          "[structure][docs]") {
  const Page page;
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::GameTexts texts;
  texts.game = {
      "game.json",
      R"({"format": 1, "game": "kite", "title": {"en": "Kite", "ja": "凧"}, "players": ["A", "B"]})"};
  texts.rulebook = {{"schema.json", page.schema}, {"play.json", file(page.play)}};
  const auto game = model::parse_game(sources, "kite", std::move(texts), log);
  REQUIRE(game);
  checker::Session session(*game, sources);
  const auto found = [&](const std::string& xml) {
    const auto document = rulings::parse_document(sources, "K-1.xml", xml, log);
    REQUIRE(document);
    const auto r = session.prepare(*document, log);
    for (const base::Diagnostic& d : log.all()) UNSCOPED_INFO(base::message(d, base::Lang::En));
    REQUIRE_FALSE(log.has_errors());
    return audit::cards::trivial_claims(session, {*document});
  };
  size_t shown = 0;
  for (const test::Block& block :
       test::fenced_blocks(test::read_page(std::string(HANREI_ROOT) + "/docs/audit-model.md"))) {
    if (block.language != "xml" || !block.marker.starts_with("HA4010")) continue;
    INFO("docs/audit-model.md:" << block.line);
    CHECK(found(block.text).size() == (block.marker == "HA4010" ? 1 : 0));
    ++shown;
  }
  CHECK(shown == 2);
  const auto ruling = [](const std::string& let, const std::string& claim) {
    return R"(<ruling format="1" id="K-2" game="kite" status="derived" source="example"><title xml:lang="en">x</title>)" +
           let +
           R"(<situation turn="A" at="day[1]"><player id="A" line="2"/><frame of="day" me="A"/></situation>)" +
           claim + "</ruling>";
  };
  const std::string let = R"(<let name="a" type="int" min="0" max="3"/>)";
  CHECK(found(ruling(let, R"(<claim kind="necessary" for="every">a &lt; 4</claim>)")).size() == 1);
  CHECK(found(ruling("", R"(<claim kind="impossible">A.line = 3 and A.line = 4</claim>)")).size() ==
        1);
  CHECK(found(ruling("", R"(<claim kind="necessary">A.line = 2</claim>)")).size() ==
        1);  // nothing here changes it
  CHECK(found(ruling("", R"(<claim kind="possible">size(field(A)) = 0</claim>)")).empty());
}

TEST_CASE("structure: the rulings that turn on a reading are counted", "[structure]") {
  const Page page;
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::GameTexts texts;
  texts.game = {
      "game.json",
      R"({"format": 1, "game": "kite", "title": {"en": "Kite", "ja": "凧"}, "players": ["A", "B"], "readings": [{"reading": "R-1", "default": "A", "options": {"A": {"ja": "一"}, "B": {"en": "two"}}}]})"};
  texts.rulebook = {
      {"schema.json", page.schema},
      {"play.json", file(page.play)},
      {"more.json",
       file(
           R"({"procedure": "weather", "by": ["5"], "steps": [{"n": 1, "do": {"reading": "R-1", "A": "turn.line -= 1", "B": "turn.line -= 2"}}]})")}};
  const auto game = model::parse_game(sources, "kite", std::move(texts), log);
  REQUIRE(game);
  const model::Program program = model::compile(*game, {}, sources, log);
  std::vector<rulings::Document> documents;
  for (const std::string inner : {R"(<presume reading="R-1" is="B"/>)",
                                  R"(<claim kind="undetermined" reading="R-1" of="A.line"/>)", ""})
    documents.push_back(*rulings::parse_document(
        sources, "K.xml",
        R"(<ruling format="1" id="K-1" game="kite" status="derived" source="example"><title xml:lang="en">x</title><situation turn="A" at="weather[1]"/>)" +
            inner + "</ruling>",
        log));
  const auto said = [&](const std::vector<rulings::Document>& rulings, base::Lang lang) {
    auto found = audit::rules::examine(*game, program, model::lower(program), rulings);
    audit::rules::finish(found, program);
    REQUIRE(found.list.size() == 1);
    return audit::rules::message(found.list[0], lang);
  };
  CHECK(said(documents, base::Lang::En) ==
        "`R-1`: the text can be read in 2 ways (A 一; B two); rulings that turn on it: 2");
  CHECK(said(documents, base::Lang::Ja) ==
        "「R-1」: この文面は2通りに読めます（A 一／B two）。これに関わる裁定は2件です");
  CHECK(said({}, base::Lang::En).ends_with("no ruling of the folder turns on it"));
  const auto print = [&](const std::vector<rulings::Document>& rulings) {
    auto found = audit::rules::examine(*game, program, model::lower(program), rulings);
    audit::rules::finish(found, program);
    return found.list.at(0).fingerprint;
  };
  CHECK(print(documents) == print({}));
}

TEST_CASE("structure: an error is only what is proved", "[structure]") {
  std::set<std::string> errors;
  for (const base::Code c : base::all_codes()) {
    if (base::code_severity(c) == base::Severity::Error &&
        (base::code_text(c).starts_with("HA3") || base::code_text(c).starts_with("HA4")))
      errors.insert(std::string(base::code_text(c)));
  }
  CHECK(errors == std::set<std::string>{"HA3001", "HA3002", "HA3006", "HA3022", "HA3050", "HA4001",
                                        "HA4002"});
}

TEST_CASE("structure: more findings of a kind than are kept are counted", "[structure]") {
  const Page page;
  audit::rules::Findings found;
  for (size_t i = 0; i < 400; ++i) {
    audit::rules::Finding f;
    f.code = audit::rules::Code::NoEnd;
    f.args = {std::to_string(i)};
    found.list.push_back(std::move(f));
  }
  audit::rules::finish(found, model::Program{});
  CHECK(found.list.size() == audit::rules::Findings::kEach);
  CHECK(found.more == 100);
}

TEST_CASE("structure: a fingerprint knows no places", "[structure]") {
  const Page page;
  const auto prints = [&](const std::string& before) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    model::GameTexts texts;
    texts.game = {
        "game.json",
        R"({"format": 1, "game": "kite", "title": {"en": "Kite", "ja": "凧"}, "players": ["A", "B"]})"};
    std::string more;
    for (const test::Block& b : page.examples)
      if (b.marker == "HA3010") more = b.text;
    texts.rulebook = {{"schema.json", page.schema},
                      {"play.json", file(before + page.play + "," + more)}};
    const auto game = model::parse_game(sources, "kite", std::move(texts), log);
    REQUIRE(game);
    const model::Program program = model::compile(*game, {}, sources, log);
    std::vector<std::string> out;
    auto found = audit::rules::examine(*game, program, model::lower(program));
    audit::rules::finish(found, program);
    for (const auto& f : found.list) out.push_back(f.fingerprint);
    return out;
  };
  CHECK(prints("") == prints("\n\n   "));
  CHECK(prints("").size() == 1);
}
