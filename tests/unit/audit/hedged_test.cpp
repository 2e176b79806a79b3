// A relation about all clauses that are hedged rests, for each of them, on that clause's own
// wording.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

TEST_CASE("relations: one about hedged clauses rests on the clause concerned", "[audit]") {
  size_t relations = 0;
  for (const char* name : {"actor", "gash", "monster", "precious"}) {
    INFO(name);
    const test::Corpus corpus(test::at_root(std::string("fixtures/") + name));
    base::DiagnosticLog log;
    const model::Program p = model::compile(*corpus.game, {}, corpus.sources, log);
    size_t hedged = 0;
    for (const model::Clause& c : p.clauses) hedged += c.hedged ? 1 : 0;
    size_t general = 0;
    for (const model::Defeat& d : p.defeats) {
      if (!d.weaker.hedged) continue;
      ++general;
      REQUIRE(d.source.by.size() == 1);
      const model::Clause& clause = p.clauses[model::ClauseId(d.source.by[0])];
      CHECK(clause.id == d.weaker.id);
      CHECK(clause.hedged);
    }
    CHECK(general == hedged);
    relations += general;
  }
  CHECK(relations > 15);
}

// Clause 88 is hedged as well and cited first, but clause 3 is what the cards are about.
TEST_CASE("relations: what is cited is not needed where another clause gives way", "[audit]") {
  const test::Scratch scratch;
  test::copy_folder(test::at_root("tests/golden/commands/fail_audit"), scratch / "ferry");
  const std::string rules = scratch / "ferry/rulebook/rules.json";
  const test::Ran before = test::run({"audit", scratch / "ferry"});
  // a second hedged clause, named first by the relation
  test::edit(
      rules, R"({"clause": "3", "kind": "prohibition",)",
      R"({"clause": "88", "kind": "prohibition", "status": "informative", "why": "x", "title": "x", "ja": "断りのない限り何もない。", "en": "Unless said otherwise, nothing.", "hedged": true},
{"clause": "3", "kind": "prohibition",)");
  test::edit(rules, R"("loser": {"hedged": true}, "by": ["5"])",
             R"("loser": {"hedged": true}, "by": ["88", "3"])");
  const test::Ran after = test::run({"audit", scratch / "ferry"});
  CHECK(before.out.find("`said otherwise` (5)") != std::string::npos);
  CHECK(after.out.find("`said otherwise` (3)") != std::string::npos);
  CHECK(after.out.find("`said otherwise` (88") == std::string::npos);
}
