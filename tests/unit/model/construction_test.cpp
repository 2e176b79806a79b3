// Limits that decks are judged by ask what a deck tells, and nothing else.

#include <string>

#include "model/passes/passes.h"
#include "tests/catch.h"
#include "tests/unit/model/small.h"

using namespace hanrei;
using model::Op;
using model::OpDef;

namespace {

size_t refused(test::Small& s, model::ExprId holds, bool construction = true) {
  model::Limit l;
  l.id = "limit";
  l.construction = construction;
  l.holds = holds;
  s.p.limits.push_back(l);
  model::check_construction(s.p, s.log);
  return s.told(base::Code::NotInADeck);
}

}  // namespace

TEST_CASE("construction: what happens in play is refused wherever it stands", "[model]") {
  for (const OpDef& def : model::kOps) {
    if (def.on != model::On::Frame && def.on != model::On::Moment && def.on != model::On::Stack &&
        def.on != model::On::Everything && def.on != model::On::Stops)
      continue;
    INFO(def.name);
    const Op op = static_cast<Op>(&def - model::kOps);
    test::Small s;
    const model::ExprId deep = s.expr(op, model::bool_type());
    CHECK(refused(s, s.expr(Op::And, model::bool_type(), {s.number(1), deep})) == 1);
  }
}

TEST_CASE("construction: what is worked out from numbers is not", "[model]") {
  test::Small s;
  CHECK(refused(s, s.expr(Op::Lt, model::bool_type(), {s.number(1), s.number(2)})) == 0);
}

TEST_CASE("construction: other limits are not looked at", "[model]") {
  test::Small s;
  CHECK(refused(s, s.expr(Op::Result, model::int_type()), false) == 0);
}
