#include "audit/rules/sites.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/ir/forms.h"

namespace hanrei::audit::rules {

namespace {

Site site_of(const std::string& name, const model::Source& s, Span span) {
  return {name, s.by, s.card, s.spans, kNone, span};
}
Site clause_site(const std::string& name, const std::vector<ClauseId>& by, Span span) {
  return {name, by, kNone, {}, kNone, span};
}

class Walk {
 public:
  Walk(const Program& p, const Visitor& v) : p_(p), v_(v) {}

  void all() {
    for (const auto& a : p_.attrs) {
      const Site s = clause_site(a.name, a.by, a.span);
      expr(s, a.base);
      expr(s, a.fallback);
    }
    for (const auto& z : p_.zones) {
      const Site s = clause_site(z.name, z.by, z.span);
      for (const Stmt& st : z.host_leaves) stmt(s, st);
    }
    for (const auto& k : p_.kinds) expr(clause_site(k.name, k.by, k.span), k.is);
    for (const auto& d : p_.derived) expr(clause_site(d.name, d.by, d.span), d.is);
    for (const auto& s : p_.signals) expr(clause_site(s.name, s.by, s.span), s.among);
    for (const auto& e : p_.exchanges) {
      const Site s = clause_site(e.name, e.by, e.span);
      for (ExprId k : e.seats) expr(s, k);
      expr(s, e.until);
    }
    for (const auto& o : p_.orders) {
      const Site s = clause_site(o.name, o.by, o.span);
      expr(s, o.orderer);
      for (ExprId g : o.groups) expr(s, g);
    }
    const std::vector<Site> owner = owners(p_);
    for (const ProcId i : p_.procedures.ids()) procedure(p_.procedures[i], owner[i]);
    for (const auto& a : p_.acts) {
      const Site s = site_of(a.name, a.source, a.span);
      for (const Choose& c : a.present) choose(s, c);
      for (const auto& [name, e] : a.needs) expr(s, e);
      expr(s, a.who);
      expr(s, a.then);
    }
    for (const auto& e : p_.effects)
      for (const Choose& c : e.present) choose(site_of(e.name, e.source, e.span), c);
    for (const auto& n : p_.norms) expr(site_of(norm_name(n), n.source, n.span), n.cond);
    for (const auto& s : p_.statics) {
      const Site site = site_of(s.id, s.source, s.span);
      for (ExprId e : {s.domain, s.target, s.amount, s.cond}) expr(site, e);
    }
    for (const auto& t : p_.triggers) {
      const Site site = site_of(t.id, t.source, t.span);
      for (ExprId e : {t.domain, t.becomes, t.cond, t.may}) expr(site, e);
    }
    for (const auto& l : p_.limits) {
      const Site site = site_of(l.id, l.source, l.span);
      expr(site, l.domain);
      expr(site, l.holds);
    }
    for (const auto& e : p_.endings) {
      const Site site = site_of(e.id, e.source, e.span);
      for (ExprId x : {e.domain, e.when, e.hold}) expr(site, x);
    }
    for (const auto& a : p_.amends) {
      const Site site = site_of(a.target, a.source, a.span);
      expr(site, a.cond);
      for (const auto& [attr, e] : a.with) expr(site, e);
    }
    for (const auto& r : p_.replaces) expr(site_of(r.id, r.source, r.span), r.may);
    expr(clause_site("settle", p_.settle.by, p_.settle.span), p_.settle.several);
    expr(clause_site("active", {}, {}), p_.active);
    for (const auto& w : p_.woulds)
      for (const Stmt& s : w) stmt(clause_site("would", {}, s.span), s);
  }

 private:
  std::string norm_name(const model::Norm& n) const {
    return n.act != kNone ? p_.acts[n.act].name : "#" + n.tag;
  }
  void expr(const Site& s, ExprId e) {
    if (e != kNone && v_.expr) v_.expr(s, e);
  }
  void stmt(const Site& s, const Stmt& st) {
    if (v_.stmt) v_.stmt(s, st);
    if (st.kind != model::StmtKind::Assign)
      expr(s, st.target);
    else if (st.target != kNone && p_[st.target].op == Op::Attr)
      expr(s, p_[st.target].a);
    model::each_given(st, [&](ExprId e) { expr(s, e); });
  }
  void choose(const Site& s, const Choose& c) {
    if (v_.choose) v_.choose(s, c);
    model::each_expr(c, [&](ExprId e) { expr(s, e); });
  }
  void procedure(const Procedure& proc, const Site& owner) {
    Site s = owner;
    expr(s, proc.cond);
    expr(s, proc.on_abort);
    for (const auto& g : proc.guards) expr(s, g.cond);
    for (const Stmt& st : proc.at_end) stmt(s, st);
    steps(proc.steps, owner);
  }
  void steps(const std::vector<Step>& list, const Site& owner) {
    for (const Step& st : list) {
      Site s = owner;
      if (!st.by.empty()) s.by = st.by;
      s.name = step_name(owner.name, st);
      s.span = st.span;
      if (v_.step) v_.step(s, st);
      for (ExprId e : {st.cond, st.set, st.again, st.measure, st.ask}) expr(s, e);
      for (ExprId e : st.args) expr(s, e);
      for (const Stmt& x : st.stmts) stmt(s, x);
      if (st.kind == model::StepKind::Choose) choose(s, st.choose);
      Site inner = owner;
      if (!st.by.empty()) inner.by = st.by;
      if (!st.name.empty()) inner.name = s.name;
      for (const auto& arm : st.arms) {
        expr(s, arm.cond);
        steps(arm.steps, inner);
      }
    }
  }

  const Program& p_;
  const Visitor& v_;
};

}  // namespace

void visit(const Program& p, const Visitor& v) { Walk(p, v).all(); }

void each_expr(const Program& p, ExprId root, const std::function<void(ExprId, const Expr&)>& f) {
  if (root == kNone) return;
  const Expr& e = p[root];
  f(root, e);
  model::each_operand(e, [&](ExprId k) { each_expr(p, k, f); });
}

void each_expr_within(const Program& p, ExprId root,
                      const std::function<void(ExprId, const Expr&)>& f) {
  std::set<std::pair<bool, Id>> seen;
  std::vector<ExprId> todo = {root};
  while (!todo.empty()) {
    const ExprId next = todo.back();
    todo.pop_back();
    each_expr(p, next, [&](ExprId id, const Expr& e) {
      f(id, e);
      if (e.op == Op::Call && seen.insert({true, e.id}).second)
        todo.push_back(p.derived[e.derived()].is);
      if (e.op == Op::KindSet && seen.insert({false, e.id}).second)
        todo.push_back(p.kinds[e.kind()].is);
    });
  }
}

base::Table<ProcId, Site> owners(const Program& p) {
  base::Table<ProcId, Site> out;
  for (const ProcId i : p.procedures.ids())
    out.push_back({p.procedures[i].name, p.procedures[i].by, kNone, {}, i, p.procedures[i].span});
  const auto own = [&](ProcId proc, const std::string& name, const model::Source& source) {
    if (proc == kNone) return;
    Site& s = out[proc];
    if (s.by.empty()) s.by = source.by;
    s.card = source.card;
    s.spans = source.spans;
    if (!name.empty()) s.name = name;
  };
  for (const auto& a : p.acts) {
    own(a.declare, a.name, a.source);
    own(a.process, a.name, a.source);
  }
  for (const auto& e : p.effects) {
    own(e.proc, e.name, e.source);
    own(e.pay_proc, e.name, e.source);
  }
  for (const auto& t : p.triggers) own(t.proc, t.id, t.source);
  for (const auto& l : p.limits) own(l.repair, l.id, l.source);
  for (const auto& r : p.replaces) own(r.proc, r.id, r.source);
  return out;
}

std::vector<Ground> grounds(const Site& s) {
  std::vector<Ground> out;
  if (s.card == kNone)
    for (ClauseId c : s.by) add(out, {{c, kNone, ""}});
  else
    for (const std::string& span : s.spans) add(out, {{kNone, s.card, span}});
  return out;
}

void add(std::vector<Ground>& to, const std::vector<Ground>& more) {
  for (const Ground& g : more)
    if (std::ranges::none_of(to, [&](const Ground& o) {
          return o.clause == g.clause && o.card == g.card && o.span == g.span;
        }))
      to.push_back(g);
}

std::string shape(const Program& p, ExprId id) {
  if (id == kNone) return "-";
  const Expr& e = p[id];
  std::string out = fmt::format("({} {} {} {} {} {}", static_cast<int>(e.op), e.id, e.value,
                                shape(p, e.a), shape(p, e.b), shape(p, e.c));
  for (ExprId k : e.args) out += " " + shape(p, k);
  return out + ")";
}

std::string step_name(const std::string& proc, const Step& step) {
  return step.name.empty() ? proc : proc + "[" + step.name + "]";
}

Finding about(Code code, const Site& site, Span place, std::vector<std::string> args) {
  Finding f;
  f.code = code;
  f.place = place ? place : site.span;
  f.args = std::move(args);
  f.set = grounds(site);
  return f;
}

}  // namespace hanrei::audit::rules
