// What no engine carries out stops play where it would matter, and warns.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;
using model::Op;

TEST_CASE("gates: an amendment of the rulebook warns", "[model]") {
  const test::Translated t(R"({"amend": "2-2", "void": true, "by": ["2"]})");
  CHECK(t.told(Code::UnsupportedForm) == 1);
}

TEST_CASE("lives: what lapses when its card leaves is set back there", "[model]") {
  const test::Translated without(""),
      with(
          R"({"attr": "soot", "of": "card", "type": "int", "nature": "stored", "life": "stay",
          "default": "0"})");
  REQUIRE(with.log.all().empty());
  const auto lapsing = [](const test::Translated& t) {
    size_t n = 0;
    for (const model::AttrDef& a : t.p.attrs) n += a.life != model::AttrDef().life ? 1 : 0;
    return n;
  };
  CHECK(lapsing(with) == lapsing(without) + 1);
}
