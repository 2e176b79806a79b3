// Expressions: typed, and what is wrong is told once.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;

namespace {

test::Translated of(const std::string& is, const std::string& args = R"("p": "player")") {
  return test::Translated(R"({"derived": "d", "args": {)" + args + R"(}, "is": ")" + is + R"("})");
}

}  // namespace

TEST_CASE("exprs: a broken part is told, and not what it is part of", "[model]") {
  const test::Translated t = of("p.nonsense + 1 > 2 and not (p.wax = 3)");
  CHECK(t.log.all().size() == 1);
  CHECK(t.told(Code::UnknownMember) == 1);
}

TEST_CASE("exprs: two faults are two", "[model]") {
  CHECK(of("p.wax + true > 2 and p.nonsense").log.all().size() == 2);
}

TEST_CASE("exprs: a word is the member of the type that is expected", "[model]") {
  const test::Translated t = of("s.role = charm", R"("s": "card")");
  CHECK(t.log.all().empty());
  CHECK(of("s.role = red", R"("s": "card")").log.all().size() == 1);
}

TEST_CASE("exprs: what is not carried out stops, and warns", "[model]") {
  const test::Translated t = of("[1, 2]", "");
  CHECK_FALSE(t.log.all().empty());
}
