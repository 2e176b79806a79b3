// The attributes that a continuous effect may hang on.

#include "model/passes/passes.h"
#include "tests/catch.h"
#include "tests/unit/model/small.h"

using namespace hanrei;
using namespace model::ids;
using model::Op;

TEST_CASE("static reads: through operands, derived values and bases", "[model]") {
  test::Small s;
  const AttrId base = s.attr("base"), heat = s.attr("heat", model::kCardSort),
               calm = s.attr("calm");
  s.attr("other");
  s.p.attrs[heat].base = s.expr(Op::GameAttr, model::int_type(), {}, base);
  const model::ExprId self = s.expr(Op::Temp, model::ref_type(model::kCardSort), {}, 0);
  const DerivedId d = s.derived(s.expr(Op::Attr, model::int_type(), {self}, heat));

  model::Static one, two;
  one.amount =
      s.expr(Op::Add, model::int_type(), {s.number(1), s.expr(Op::Call, model::int_type(), {}, d)});
  two.cond = s.expr(Op::GameAttr, model::int_type(), {}, calm);
  s.p.statics.push_back(one);
  s.p.statics.push_back(two);
  model::static_reads(s.p);
  CHECK(s.p.statics[StaticId(0)].reads == std::vector<AttrId>{base, heat});
  CHECK(s.p.statics[StaticId(1)].reads == std::vector<AttrId>{calm});
}
