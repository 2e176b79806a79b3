// What is defined by itself.
#include <functional>
#include <map>

#include "model/ir/forms.h"
#include "model/passes/passes.h"

namespace hanrei::model {

using base::Code;

void check_cycles(const Program& p, base::DiagnosticLog& log) {
  std::map<std::pair<int, Id>, int> state;
  std::function<bool(ExprId)> walk;
  const std::function<bool(int, Id)> visit = [&](int what, Id id) {
    int& s = state[{what, id}];
    if (s == 2) return true;
    if (s == 1) return false;
    s = 1;
    const bool fine = what == 0   ? walk(p.kinds[KindId(id)].is)
                      : what == 1 ? walk(p.attrs[AttrId(id)].base)
                      : what == 2
                          ? walk(p.limits[LimitId(id)].domain) && walk(p.limits[LimitId(id)].holds)
                          : walk(p.derived[DerivedId(id)].is);
    state[{what, id}] = 2;
    return fine;
  };
  int level = 0;
  walk = [&](ExprId e) -> bool {
    if (e == kNone || level > 1000) return true;  // what is deeper is told by check_bounds
    struct Level {
      int& n;
      ~Level() { --n; }
    } within{++level};
    const Expr& x = p[e];
    if (x.op == Op::KindSet && !visit(0, x.id)) return false;
    if (x.op == Op::Attr && static_cast<Reading>(x.value) != Reading::Printed && !visit(1, x.id))
      return false;
    if (x.op == Op::Breaks && !visit(2, x.id)) return false;
    if (x.op == Op::Call && !visit(3, x.id)) return false;
    return all_operands(x, walk);
  };
  for (const KindId i : p.kinds.ids())
    if (!visit(0, i)) log.add(Code::DerivedCycle, p.kinds[i].span, {p.kinds[i].name});
  for (const AttrId i : p.attrs.ids())
    if (!visit(1, i)) log.add(Code::DerivedCycle, p.attrs[i].span, {p.attrs[i].name});
  for (const LimitId i : p.limits.ids())
    if (!visit(2, i)) log.add(Code::DerivedCycle, p.limits[i].span, {p.limits[i].id});
}

}  // namespace hanrei::model
