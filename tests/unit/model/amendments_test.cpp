// Amendments are laid on the steps that they speak of, when every step is there.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;
using model::Op;

namespace {

test::Translated amended(const std::string& amendments) {
  return test::Translated(
      "",
      R"({"card": "phoenix", "role": "spirit", "glow": 1, "provisions": [)" + amendments + "]}");
}

}  // namespace

TEST_CASE("amendments: a step that is passed over asks whether it is", "[model]") {
  CHECK_FALSE(amended("").has(Op::Amended));
  const test::Translated t = amended(R"({"amend": "2-2", "if": "c = self", "void": true})");
  REQUIRE(t.log.all().empty());
  CHECK(t.has(Op::Amended));
  CHECK_FALSE(t.has(Op::Unsupported));
}

TEST_CASE("amendments: where nothing decides between two, play stops", "[model]") {
  const test::Translated t = amended(R"(
    {"amend": "2-2", "if": "c = self", "void": true},
    {"amend": "2-2", "if": "c = self", "with": {"zone": "hand"}})");
  CHECK(t.has(Op::Unsupported));
}

TEST_CASE("amendments: a step, a procedure and a clause that there are not", "[model]") {
  CHECK(amended(R"({"amend": "fall[9]", "void": true})").told(Code::UnknownStep) == 1);
  CHECK(amended(R"({"amend": "rise[1]", "void": true})").told(Code::UnknownName) == 1);
  CHECK(amended(R"({"amend": "9-9", "void": true})").told(Code::UnknownClause) == 1);
  CHECK(amended(R"({"amend": "4-1", "void": true})").told(Code::UnknownStep) == 1);
}
