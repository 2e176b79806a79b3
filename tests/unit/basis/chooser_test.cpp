// What a claim about who chooses rests on: that the choice comes about, and whom it is given to.

#include <algorithm>

#include "checker/verdict/bases.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::symbolic::Sat;

// The winner may put the monster that won into the サポートゾーン: 流れ.バトル終了時.1 gives the
// choice and names who makes it. Were whom a step asks not left open, it would follow from nothing.
TEST_CASE("basis: who makes a choice rests on the clause that gives it", "[basis][corpus]") {
  size_t sets = 0;
  for (const auto& [folder, id, clause] :
       {std::tuple{"fixtures/monster", "MO-010", "流れ.バトル終了時.1"},
        std::tuple{"fixtures/precious", "PM-001", "同時解決.1"}}) {
    const test::Corpus corpus(test::at_root(folder));
    checker::Session session(*corpus.game, corpus.sources);
    base::DiagnosticLog log;
    checker::Options options;
    options.readings = false;
    const checker::RulingResult r = session.check(corpus[id], options, log);
    const std::vector<checker::Basis> bases = checker::bases_of(r, checker::kStepsOfRuling);
    for (size_t i = 0; i < r.claims.size(); ++i) {
      const checker::ClaimResult& c = r.claims[i];
      if (c.claim->kind != rulings::ClaimKind::Chooser) continue;
      INFO(id << " " << i << ": " << base::text(bases[i].stopped, base::Lang::En));
      REQUIRE_FALSE(bases[i].sets.empty());
      for (const checker::MinimalSet& set : bases[i].sets) {
        ++sets;
        const auto named =
            std::find_if(set.grounds.begin(), set.grounds.end(), [&](const rulings::Ground& g) {
              return rulings::ground_text(*r.program, g) == clause;
            });
        REQUIRE(named != set.grounds.end());
        std::vector<rulings::Ground> others = bases[i].met;
        std::erase(others, *named);
        const checker::Question& q =
            **std::find_if(r.questions.begin(), r.questions.end(),
                           [&](const auto& each) { return each->which->id == c.case_id; });
        checker::BasisLimits limits;
        limits.engine.terms = checker::kTermsOfRuling;  // as for a ruling
        CHECK(checker::can_fail(q, c, others, limits) == Sat::Yes);
        CHECK(checker::can_fail(q, c, set.grounds, limits) == Sat::No);
      }
    }
  }
  CHECK(sets >= 2);
}
