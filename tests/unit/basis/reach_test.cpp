// What a ground can reach: a continuous effect only what it is about, and what may be chosen rests
// on who says so.

#include <algorithm>

#include "checker/verdict/bases.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

// 《弱点を突く》 may be used on a character whose AP is below 0. Y carries 《重荷》, X does not:
// that X cannot be chosen hangs on the event's own sentence alone, whatever 《重荷》 does to Y.
// That Y can be chosen hangs on both.
TEST_CASE("basis: a continuous effect is no ground of what it is not about", "[basis]") {
  const test::Corpus corpus(test::at_root("fixtures/precious"));
  checker::Session session(*corpus.game, corpus.sources);
  base::DiagnosticLog log;
  checker::Options options;
  options.readings = false;
  const checker::RulingResult r = session.check(corpus["PM-012"], options, log);
  const std::vector<checker::Basis> bases = checker::bases_of(r, checker::kStepsOfRuling);
  REQUIRE(bases.size() == 2);
  const auto names = [&](const checker::MinimalSet& set, bool cards) {
    std::vector<std::string> out;
    for (const rulings::Ground& g : set.grounds)
      if ((g.card != model::kNone) == cards)
        out.push_back(cards ? r.program->cards[model::CardId(g.card)].name
                            : r.program->clauses[model::ClauseId(g.clause)].id);
    std::sort(out.begin(), out.end());
    return out;
  };
  REQUIRE(bases[0].sets.size() == 1);
  CHECK(names(bases[0].sets[0], true) == std::vector<std::string>{"弱点を突く", "重荷"});
  REQUIRE(bases[1].sets.size() == 1);
  CHECK(bases[1].all);
  CHECK(names(bases[1].sets[0], true) == std::vector<std::string>{"弱点を突く"});
  CHECK(names(bases[1].sets[0], false).empty());
}
