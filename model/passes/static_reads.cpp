// What continuous effects hang on.
#include <functional>
#include <set>

#include "model/ir/forms.h"
#include "model/passes/passes.h"

namespace hanrei::model {

void static_reads(Program& p) {
  std::set<std::pair<int, Id>> seen;
  const std::function<void(ExprId, std::set<AttrId>&)> walk = [&](ExprId e, std::set<AttrId>& out) {
    if (e == kNone) return;
    const Expr& x = p[e];
    if (x.op == Op::Attr || x.op == Op::GameAttr) {
      out.insert(x.attr());
      if (seen.insert({0, x.id}).second) walk(p.attrs[x.attr()].base, out);
    }
    if (x.op == Op::KindSet && seen.insert({1, x.id}).second) walk(p.kinds[x.kind()].is, out);
    if (x.op == Op::Call && seen.insert({2, x.id}).second) walk(p.derived[x.derived()].is, out);
    each_operand(x, [&](ExprId k) { walk(k, out); });
  };
  for (Static& s : p.statics) {
    seen.clear();
    std::set<AttrId> reads;
    for (ExprId e : {s.domain, s.target, s.cond, s.amount}) walk(e, reads);
    if (s.source.card != kNone)
      for (const Norm& n : p.norms)
        if (forbids_statics(p, n)) walk(n.cond, reads);
    s.reads.assign(reads.begin(), reads.end());
  }
}

}  // namespace hanrei::model
