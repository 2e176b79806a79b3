// Arguments of moments that triggers write.
#include <functional>
#include <set>

#include "model/ir/forms.h"
#include "model/passes/passes.h"

namespace hanrei::model {

using base::Code;

void check_open_arguments(const Program& p, base::DiagnosticLog& log) {
  std::set<std::pair<SignalId, std::string>> open;  // name of the argument
  for (const Procedure& proc : p.procedures)
    each_step(proc.steps, [&](const Step& s) {
      if (s.kind != StepKind::Window) return;
      const SignalDef& signal = p.signals[s.signals.at(0)];
      for (size_t i = 0; i < signal.args.size() && i < s.args.size(); ++i) {
        const Expr& given = p[s.args[i]];
        if (given.op != Op::Local || !proc.locals[given.id].open) continue;
        const std::function<void(SignalId)> announced = [&](SignalId id) {
          if (open.insert({id, signal.args[i].name}).second)
            for (SignalId covered : p.signals[id].covers) announced(covered);
        };
        announced(s.signals[0]);
      }
    });
  for (const Trigger& t : p.triggers) {
    if (t.signal == kNone) continue;
    each_step(p.procedures[t.proc].steps, [&](const Step& s) {
      for (const Stmt& st : s.stmts) {
        if (st.kind != StmtKind::Assign || p[st.target].op != Op::EvArg ||
            open.contains({t.signal, p.strings[p[st.target].id]}))
          continue;
        const std::string name = "ev." + p.strings[p[st.target].id];
        log.add(Code::NotAssignable, p[st.target].span, {name});
        log.last().notes.emplace_back(
            p.signals[t.signal].span,
            base::in_both("no procedure that announces this moment passes an `open` argument of "
                          "its own as `" +
                              name + "`",
                          "この時点を知らせる手順のどれも、`" + name +
                              "` に自分の `open` の引数を渡していません"));
      }
    });
  }
}

}  // namespace hanrei::model
