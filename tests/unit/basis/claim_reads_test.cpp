// What a claim itself reads is no less a ground than what play comes across.

#include <algorithm>

#include "checker/verdict/bases.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::symbolic::Sat;

// X is worth 600 by the continuous effect of 《後ろ盾》 alone (MO-x024), 750 by two (MO-x335):
// nothing has to be played for that.
TEST_CASE("basis: a continuous effect that only the claim reads is a ground", "[basis]") {
  const test::Corpus corpus(test::at_root("fixtures/monster"));
  checker::Session session(*corpus.game, corpus.sources);
  base::DiagnosticLog log;
  checker::Options options;
  options.readings = false;
  size_t seen = 0;
  for (const auto& [id, claim, cards] :
       {std::tuple{"MO-x024", size_t{0}, std::vector<std::string>{"後ろ盾"}},
        std::tuple{"MO-x335", size_t{1}, std::vector<std::string>{"二段構え", "数の力"}}}) {
    const checker::RulingResult r = session.check(corpus[id], options, log);
    const std::vector<checker::Basis> bases = checker::bases_of(r, checker::kStepsOfRuling);
    INFO(id);
    REQUIRE(bases.size() > claim);
    REQUIRE_FALSE(bases[claim].sets.empty());
    const checker::ClaimResult& c = r.claims[claim];
    const checker::Question& q =
        **std::find_if(r.questions.begin(), r.questions.end(),
                       [&](const auto& each) { return each->which->id == c.case_id; });
    for (const std::string& card : cards) {
      const auto of = [&](const rulings::Ground& g) {
        return g.card != model::kNone && r.program->cards[model::CardId(g.card)].name == card;
      };
      for (const checker::MinimalSet& set : bases[claim].sets)
        CHECK(std::any_of(set.grounds.begin(), set.grounds.end(), of));
      std::vector<rulings::Ground> others = bases[claim].met;
      std::erase_if(others, of);
      CHECK(checker::can_fail(q, c, others) == Sat::Yes);
      ++seen;
    }
    CHECK(checker::can_fail(q, c, bases[claim].sets[0].grounds) == Sat::No);
  }
  CHECK(seen == 3);
}
