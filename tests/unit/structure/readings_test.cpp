// A reading may say which clauses it is about: the finding is about those, and they have to be
// there.

#include <set>
#include <string>

#include "audit/rules/rules.h"
#include "tests/catch.h"

namespace {

using namespace hanrei;

const std::string kClauses = R"({"format": 1, "title": "x", "clauses": [
  {"clause": "1", "kind": "definition", "title": "t", "ja": "風は吹く。", "en": "The wind blows."},
  {"clause": "2", "kind": "procedure-step", "title": "t", "ja": "糸を引く。", "en": "The line is drawn."}],
  "provisions": [{"attr": "line", "of": "game", "type": "int", "nature": "stored", "default": "3", "by": ["1"]},
    {"procedure": "weather", "by": ["2"], "steps": [{"n": 1, "do": STEP}]}]})";

struct Outcome {
  std::set<std::string> clauses;
  bool place = false;
  std::string codes;
};

Outcome examine(const std::string& by, const std::string& step) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::GameTexts texts;
  texts.game = {
      "game.json",
      R"({"format": 1, "game": "kite", "title": {"en": "Kite"}, "players": ["A", "B"], "readings": [
    {"reading": "R-1", "title": {"en": "the wind"}, )" +
          by + R"("default": "A", "options": {"A": {"en": "one"}, "B": {"en": "two"}}}]})"};
  std::string rules = kClauses;
  rules.replace(rules.find("STEP"), 4, step);
  texts.rulebook.push_back({"rules.json", rules});
  const auto game = model::parse_game(sources, "kite", std::move(texts), log);
  REQUIRE(game);
  const model::Program program = model::compile(*game, {}, sources, log);
  Outcome out;
  for (const base::Diagnostic& d : log.all())
    out.codes += std::string(base::code_text(d.code)) + " ";
  if (log.has_errors()) return out;
  const model::Lowered code = model::lower(program);
  for (const auto& f : audit::rules::examine(*game, program, code).list) {
    if (f.code != audit::rules::Code::SeveralWays) continue;
    out.place = static_cast<bool>(f.place);
    for (const auto& g : f.set) out.clauses.insert(program.clauses[model::ClauseId(g.clause)].id);
  }
  return out;
}

}  // namespace

TEST_CASE("structure: what can be read in several ways is told at the clauses it is about",
          "[structure]") {
  const std::string ways = R"({"reading": "R-1", "A": "line -= 1", "B": "line -= 2"})";
  CHECK(examine("", ways).clauses == std::set<std::string>{"2"});
  CHECK(examine(R"("by": ["1"], )", ways).clauses == std::set<std::string>{"1"});
  // no place in the rulebook has its options: it is told where it is declared
  const Outcome apart = examine(R"("by": ["1", "2"], )", R"("line -= 1")");
  CHECK(apart.clauses == std::set<std::string>{"1", "2"});
  CHECK(apart.place);
  CHECK(examine("", R"("line -= 1")").clauses.empty());
  CHECK(examine(R"("by": ["9"], )", ways).codes.find("HR3006") != std::string::npos);
}
