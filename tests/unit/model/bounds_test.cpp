// What the machine has no room for, and what is too large for the engines.

#include "model/passes/passes.h"
#include "tests/catch.h"
#include "tests/unit/model/small.h"

using namespace hanrei;
using model::Op;

TEST_CASE("bounds: attributes, as many as a footprint tells apart", "[model]") {
  test::Small s;
  for (int i = 0; i < 250; ++i) s.attr("a");
  model::check_room(s.p, s.log);
  CHECK(s.log.all().empty());
  s.attr("one more");
  model::check_room(s.p, s.log);
  CHECK(s.told(base::Code::WrongShape) == 1);
}

TEST_CASE("bounds: names within one expression", "[model]") {
  test::Small s;
  s.expr(Op::Temp, model::int_type(), {}, model::kMaxTemps - 1);
  model::check_room(s.p, s.log);
  CHECK(s.log.all().empty());
  s.expr(Op::Temp, model::int_type(), {}, model::kMaxTemps);
  model::check_room(s.p, s.log);
  CHECK(s.told(base::Code::ExprTooDeep) == 1);
}

TEST_CASE("bounds: evaluations within each other, by way of any operand", "[model]") {
  for (const int levels : {390, 410}) {
    test::Small s;
    model::ExprId e = s.number(1);
    for (int i = 0; i < levels; ++i)
      e = i % 3 == 0   ? s.expr(Op::Neg, model::int_type(), {e})
          : i % 3 == 1 ? s.expr(Op::Add, model::int_type(), {s.number(1), e})
                       : s.expr(Op::If, model::int_type(), {s.number(1), s.number(1), e});
    model::check_bounds(s.p, 0, s.log);
    CHECK(s.told(base::Code::ExprTooDeep) == (levels > 400 ? 1 : 0));
  }
}
