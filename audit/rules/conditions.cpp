// Conditions that no state meets, or every state does. Everything but logic and arithmetic becomes
// a name, so that what is proved holds in every state (checker/audit/implies).
#include <map>

#include "audit/rules/look.h"
#include "checker/collisions/implies.h"

namespace hanrei::audit::rules {

namespace {

/// Is there anything to decide: two parts that may exclude each other, and nothing that was fixed
/// by a reading?
bool worth_asking(const Program& p, ExprId root) {
  size_t leaves = 0;
  bool fixed = false;
  each_expr(p, root, [&](ExprId, const Expr& e) {
    if (e.op == Op::Const && e.type.kind == TypeKind::Bool) fixed = true;
    if (e.op == Op::Eq || e.op == Op::Ne || e.op == Op::Lt || e.op == Op::Le || e.op == Op::In ||
        e.op == Op::Attr)
      ++leaves;
  });
  return leaves >= 2 && !fixed;
}

}  // namespace

void look_at_conditions(Look& look) {
  const Program& p = look.p;
  std::map<std::string, std::pair<bool, bool>> known;  // alike: one answer
  const auto ask = [&](const Site& site, ExprId cond) {
    if (cond == kNone || site.card != kNone || p[cond].type.kind != TypeKind::Bool ||
        !worth_asking(p, cond))
      return;
    const auto [it, fresh] = known.try_emplace(shape(p, cond));
    if (fresh && known.size() > Findings::kMost / 2) {
      known.erase(it);
      ++look.out.left_out;
      return;
    }
    ++look.out.conditions;
    if (fresh) {
      checker::collisions::Formulas formulas(p);
      const symbolic::Term holds = formulas.condition(cond, {});
      it->second.first = formulas.unsatisfiable({holds});
      it->second.second = !it->second.first && formulas.unsatisfiable({formulas.t.not_(holds)});
    }
    if (it->second.first) look.add(about(Code::NeverHolds, site, p[cond].span, {site.name}));
    if (it->second.second) look.add(about(Code::AlwaysHolds, site, p[cond].span, {site.name}));
  };
  const auto from = [](const std::string& name, const model::Source& s, Span span) {
    return Site{name, s.by, s.card, s.spans, kNone, span};
  };
  for (const auto& n : p.norms)
    ask(from(n.act == kNone ? "#" + n.tag : p.acts[n.act].name, n.source, n.span), n.cond);
  for (const auto& t : p.triggers) {
    ask(from(t.id, t.source, t.span), t.cond);
    ask(from(t.id, t.source, t.span), t.becomes);
  }
  for (const auto& l : p.limits) ask(from(l.id, l.source, l.span), l.holds);
  for (const auto& e : p.endings) ask(from(e.id, e.source, e.span), e.when);
  for (const auto& s : p.statics) ask(from(s.id, s.source, s.span), s.cond);
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  ask(site, s.cond);
                  for (const auto& arm : s.arms) ask(site, arm.cond);
                },
            .stmt = {},
            .choose =
                [&](const Site& site, const Choose& c) {
                  ask(site, c.where);
                  ask(site, c.such);
                },
            .expr = {}});
}

}  // namespace hanrei::audit::rules
