// Which triggers look at the moment at which they work.
#include <functional>
#include <set>

#include "model/ir/forms.h"
#include "model/passes/passes.h"

namespace hanrei::model {

void tell_events(Program& p) {
  for (Trigger& t : p.triggers) {
    bool says = false;
    std::set<ExprId> seen;
    std::set<Id> called;
    const std::function<void(ExprId)> walk = [&](ExprId e) {
      if (e == kNone || says || !seen.insert(e).second) return;
      const Expr x = p[e];
      says = x.op == Op::EvArg;
      if (x.op == Op::Call) walk(p.derived[x.derived()].is);
      if (x.op == Op::KindSet) walk(p.kinds[x.kind()].is);
      each_operand(x, walk);
    };
    const std::function<void(const std::vector<Step>&)> steps_of =
        [&](const std::vector<Step>& list) {
          each_step(list, [&](const Step& st) {
            each_expr(st, walk);
            if (st.kind == StepKind::Call && st.callee != kNone && called.insert(st.callee).second)
              steps_of(p.procedures[st.callee].steps);
          });
        };
    if (t.proc != kNone) steps_of(p.procedures[t.proc].steps);
    t.says_event = says;
  }
}

}  // namespace hanrei::model
