// Which triggers look at their moment: wherever in their steps, and in what these call.

#include "model/passes/passes.h"
#include "tests/catch.h"
#include "tests/unit/model/small.h"

using namespace hanrei;
using model::Op;
using model::Step;
using model::StepKind;

namespace {

bool says_event(test::Small& s, std::vector<Step> steps) {
  model::Trigger t;
  t.proc = s.procedure(std::move(steps));
  s.p.triggers.push_back(t);
  model::tell_events(s.p);
  return s.p.triggers.back().says_event;
}

}  // namespace

TEST_CASE("events told: in each field of a step that is an expression", "[model]") {
  const auto with = [](auto put) {
    test::Small s;
    Step step = test::step_of(StepKind::Do);
    put(step, s.expr(Op::EvArg, model::int_type(), {}, 0));
    return says_event(s, {step});
  };
  using E = model::ExprId;
  CHECK(with([](Step& s, E e) { s.cond = e; }));
  CHECK(with([](Step& s, E e) { s.args = {e}; }));
  CHECK(with([](Step& s, E e) { s.set = e; }));
  CHECK(with([](Step& s, E e) { s.again = e; }));
  CHECK(with([](Step& s, E e) { s.measure = e; }));
  CHECK(with([](Step& s, E e) { s.ask = e; }));
  CHECK(with([](Step& s, E e) { s.choose.who = e; }));
  CHECK(with([](Step& s, E e) { s.choose.set = e; }));
  CHECK(with([](Step& s, E e) { s.choose.where = e; }));
  CHECK(with([](Step& s, E e) { s.choose.such = e; }));
  CHECK(with([](Step& s, E e) { s.choose.size = e; }));
  CHECK(with([](Step& s, E e) { s.choose.into = e; }));
  CHECK(with([](Step& s, E e) { s.choose.fit = e; }));
  CHECK(with([](Step& s, E e) { s.arms.push_back({e, {}, {}}); }));
  CHECK(with([](Step& s, E e) {
    Step inner = test::step_of(StepKind::Do);
    inner.cond = e;
    s.arms.push_back({model::kNone, {inner}, {}});
  }));
  const auto stmt = [&](auto put) {
    return with([&](Step& s, E e) {
      s.stmts.emplace_back();
      put(s.stmts.back(), e);
    });
  };
  CHECK(stmt([](model::Stmt& s, E e) { s.target = e; }));
  CHECK(stmt([](model::Stmt& s, E e) { s.value = e; }));
  CHECK(stmt([](model::Stmt& s, E e) { s.owner = e; }));
  CHECK(stmt([](model::Stmt& s, E e) { s.attrs = {{model::AttrId(0), e}}; }));
}

TEST_CASE("events told: in what is called, and not in what is not", "[model]") {
  test::Small s;
  Step asks = test::step_of(StepKind::Do);
  asks.cond = s.expr(Op::EvArg, model::int_type(), {}, 0);
  Step call = test::step_of(StepKind::Call);
  call.callee = s.procedure({asks});
  CHECK(says_event(s, {call}));
  CHECK_FALSE(says_event(s, {test::step_of(StepKind::Do)}));
}
