// A trigger that writes an argument of its moment which nobody has open is told.

#include "model/passes/passes.h"
#include "tests/catch.h"
#include "tests/unit/model/small.h"

using namespace hanrei;
using model::Op;

namespace {

/// A procedure announces a moment with its local; a trigger assigns to the argument, inside a
/// branch.
size_t told(bool open) {
  test::Small s;
  s.p.strings = {"n"};
  model::SignalDef signal;
  signal.name = "dusk";
  signal.args = {{"n", model::int_type(), false}};
  s.p.signals.push_back(signal);

  model::Step window = test::step_of(model::StepKind::Window);
  window.signals = {model::SignalId(0)};
  window.args = {s.expr(Op::Local, model::int_type(), {}, 0)};
  const model::ProcId announces = s.procedure({window});
  s.p.procedures[announces].locals = {{"k", model::int_type(), open}};

  model::Stmt st;
  st.kind = model::StmtKind::Assign;
  st.target = s.expr(Op::EvArg, model::int_type(), {}, 0);
  st.value = s.number(0);
  model::Step inner = test::step_of(model::StepKind::Do);
  inner.stmts = {st};
  model::Step branch = test::step_of(model::StepKind::Branch);
  branch.arms.push_back({model::kNone, {inner}, {}});
  model::Trigger t;
  t.signal = model::SignalId(0);
  t.proc = s.procedure({branch});
  s.p.triggers.push_back(t);

  model::check_open_arguments(s.p, s.log);
  return s.told(base::Code::NotAssignable);
}

}  // namespace

TEST_CASE("open arguments: written, and nobody has it open", "[model]") { CHECK(told(false) == 1); }
TEST_CASE("open arguments: written, and open where it is announced", "[model]") {
  CHECK(told(true) == 0);
}
