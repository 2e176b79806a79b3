// Steps: numbered as the file numbers them, with the clauses that they state.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;

TEST_CASE("steps: an `else` without what it is else to is told", "[model]") {
  const test::Translated t(R"({"procedure": "p", "steps": [{"else": [{"do": "night := true"}]}]})");
  CHECK_FALSE(t.log.all().empty());
}

TEST_CASE("steps: each has the clauses that it says", "[model]") {
  const test::Translated t(R"({"procedure": "p", "args": {"c": "obj"}, "by": ["2"], "steps": [
    {"n": 1, "do": "c.heat -= 1", "by": ["2-1"]}, {"n": 2, "do": "c.heat -= 1"}]})");
  REQUIRE(t.log.all().empty());
  const auto& steps = t.procedure("p").steps;
  REQUIRE(steps.size() == 2);
  REQUIRE(steps[0].by.size() == 1);
  CHECK(t.p.clauses[steps[0].by[0]].id == "2-1");
  CHECK(steps[0].ordinal != steps[1].ordinal);
}

TEST_CASE("steps: a clause and a step that there are not are told", "[model]") {
  const test::Translated t(R"x({"procedure": "p", "args": {"c": "obj"}, "steps": [
    {"do": "c.heat -= 1", "by": ["9-9"]}, {"call": "singed(c, 1)"}]})x");
  CHECK(t.told(Code::UnknownClause) == 1);
  CHECK(t.told(Code::UnknownName) == 1);
}
