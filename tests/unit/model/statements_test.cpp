// Statements: what is written may be written, and has the type of its place.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

namespace {

test::Translated doing(const std::string& what) {
  return test::Translated(
      R"({"procedure": "p", "args": {"c": "obj", "me": "player", "n": "int"}, "by": ["2"],
          "steps": [{"do": )" +
      what + "}]}");
}

}  // namespace

TEST_CASE("statements: a number is added to a number", "[model]") {
  CHECK(doing(R"("c.heat += n")").log.all().empty());
  CHECK(doing(R"("c.pose += n")").log.all().size() == 1);
  CHECK(doing(R"("c.heat := me")").log.all().size() == 1);
}

TEST_CASE("statements: what is printed or derived is not written", "[model]") {
  CHECK_FALSE(doing(R"("c.role := charm")").log.all().empty());
  CHECK_FALSE(doing(R"("opp(me) := me")").log.all().empty());
}

TEST_CASE("statements: several of one step are several", "[model]") {
  const test::Translated t = doing(R"(["c.heat -= 1", "me.wax -= n"])");
  REQUIRE(t.log.all().empty());
  size_t n = 0;
  for (const model::Step& s : t.procedure("p").steps) n += s.stmts.size();
  CHECK(n == 2);
}
