// What is defined by itself is told; what is only used twice is not.

#include "model/passes/passes.h"
#include "tests/catch.h"
#include "tests/unit/model/small.h"

using namespace hanrei;
using model::Op;

TEST_CASE("cycles: a kind by way of a derived value", "[model]") {
  test::Small s;
  const model::ExprId set = s.expr(Op::KindSet, model::bool_type(), {}, 0);
  const model::Id d = s.derived(set);
  model::KindDef kind;
  kind.is = s.expr(Op::Call, model::bool_type(), {}, d);
  s.p.kinds.push_back(kind);
  model::check_cycles(s.p, s.log);
  CHECK(s.told(base::Code::DerivedCycle) == 1);
}

TEST_CASE("cycles: none in what is used twice", "[model]") {
  test::Small s;
  const model::Id d = s.derived(s.number(3));
  const model::ExprId call = s.expr(Op::Call, model::int_type(), {}, d);
  model::KindDef kind;
  kind.is = s.expr(Op::Eq, model::bool_type(), {call, call});
  s.p.kinds.push_back(kind);
  model::check_cycles(s.p, s.log);
  CHECK(s.log.all().empty());
}

TEST_CASE("cycles: the base of an attribute, read by itself as it is now", "[model]") {
  for (const auto reading : {model::Reading::Now, model::Reading::Printed}) {
    test::Small s;
    const model::AttrId a = s.attr("heat", model::kCardSort);
    const model::ExprId self = s.expr(Op::Temp, model::ref_type(model::kCardSort), {}, 0);
    s.p.attrs[a].base =
        s.expr(Op::Attr, model::int_type(), {self}, a, static_cast<int64_t>(reading));
    model::check_cycles(s.p, s.log);
    CHECK(s.told(base::Code::DerivedCycle) == (reading == model::Reading::Now ? 1 : 0));
  }
}
