// What a limit's repair that is left out comes to, and how the work for a ruling is shared.

#include "checker/verdict/bases.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

struct Shown {
  checker::RulingResult ruling;
  std::vector<checker::Basis> bases;
};

Shown shown(const test::Corpus& corpus, checker::Session& session, const std::string& id) {
  base::DiagnosticLog log;
  checker::Options options;
  options.readings = false;
  Shown out{session.check(corpus[id], options, log), {}};
  out.bases = checker::bases_of(out.ruling, checker::kStepsOfRuling);
  return out;
}

}  // namespace

// 《魔力喰い》 never shows 1200: the old application goes away as the new one comes. While the used
// magic's way to the 戦力外ゾーン is left open, its limit would be repaired again and again, and
// nothing was decided.
TEST_CASE("basis: a repair that is left out leaves its limit broken, once", "[basis][corpus]") {
  const test::Corpus corpus(test::at_root("fixtures/monster"));
  checker::Session session(*corpus.game, corpus.sources);
  const Shown s = shown(corpus, session, "MO-025");
  REQUIRE(s.bases.size() == 3);
  for (const checker::Basis& b : s.bases) {
    CHECK(b.minimal);
    CHECK(b.all);
    CHECK(b.steps < 20'000);  // repaired again and again it takes all of them
  }
  // with it, the magic gets there; without, it may lie where it is
  const Shown cut = shown(corpus, session, "MO-x007");
  REQUIRE_FALSE(cut.bases.empty());
  REQUIRE(cut.bases[1].minimal);
  CHECK(std::any_of(cut.bases[1].sets[0].grounds.begin(), cut.bases[1].sets[0].grounds.end(),
                    [&](const rulings::Ground& g) {
                      return rulings::ground_text(*cut.ruling.program, g) == "マジック.2";
                    }));
}

TEST_CASE("basis: each claim has a share of the steps", "[basis]") {
  const test::Corpus corpus(test::at_root("fixtures/monster"));
  checker::Session session(*corpus.game, corpus.sources);
  const Shown s = shown(corpus, session, "MO-x005");  // its first claim alone could use all of them
  size_t used = 0;
  for (const checker::Basis& b : s.bases) {
    CHECK(b.runs > 0);
    used += b.steps;
  }
  CHECK(used > 0);
  for (const checker::Basis& b : checker::bases_of(s.ruling, 0)) CHECK(b.sets.empty());
}
