#include "checker/collisions/implies.h"

#include <fmt/format.h>

namespace hanrei::checker::collisions {

using model::Expr;
using model::Op;
using model::TypeKind;

namespace {
constexpr unsigned kUnits = 1'600'000;  // enough for the part that a shared context gets

bool counted(const model::Type& t) {
  return t.kind == TypeKind::Int || t.kind == TypeKind::Enum || t.kind == TypeKind::Ref;
}
}  // namespace

Term Formulas::thing(const std::string& name) {
  const auto [it, fresh] = named_.try_emplace("thing " + name, 0);
  if (fresh) it->second = t.int_var();
  return it->second;
}

Term Formulas::atom(const std::string& name) {
  const auto [it, fresh] = named_.try_emplace("atom " + name, 0);
  if (fresh) it->second = t.bool_var();
  return it->second;
}

Term Formulas::condition(ExprId e, const Binding& b) {
  return e == kNone ? t.truth(true) : term(e, b);
}

Term Formulas::member(const std::string& name, ExprId set, const Binding& b) {
  Binding inner = b;
  inner.temps[-1] = name;
  return atom("in " + name + " " + text(set, inner));
}

Term Formulas::printed(const std::string& name, const model::CardDef& card) {
  Term all = t.truth(true);
  for (const auto& [attr, v] : card.printed) {
    const model::AttrDef& a = p_.attrs[attr];
    if (a.nature != model::Nature::Printed || a.modifiable || a.base != kNone ||
        !(counted(a.type) || a.type.kind == TypeKind::Bool))
      continue;
    const std::string key = fmt::format("attr {} of {}", attr, name);
    const Term here = a.type.kind == TypeKind::Bool ? atom(key) : thing(key);
    all = t.and_(
        all, a.type.kind == TypeKind::Bool ? (v != 0 ? here : t.not_(here)) : t.eq(here, t.num(v)));
  }
  return all;
}

/// The expression as text, things by their names: equal texts are equal values in one state.
std::string Formulas::text(ExprId id, const Binding& b) {
  if (id == kNone) return "-";
  const Expr& e = p_[id];
  if (e.op == Op::Temp)
    if (const auto it = b.temps.find(e.id); it != b.temps.end()) return it->second;
  if (e.op == Op::Local)
    if (const auto it = b.locals.find(e.id); it != b.locals.end()) return it->second;
  Binding inner = b;
  if (e.op == Op::Quant) inner.temps.erase(e.id);
  const Binding& use = e.op == Op::Quant ? inner : b;
  std::string out = fmt::format("({} {} {} {} {} {}", static_cast<int>(e.op), e.id, e.value,
                                text(e.a, use), text(e.b, use), text(e.c, use));
  for (ExprId k : e.args) out += " " + text(k, use);
  return out + ")";
}

Term Formulas::opaque(ExprId id, const Binding& b) {
  const Expr& e = p_[id];
  std::string key = text(id, b);
  // what is printed and nothing changes has one value, however it is read
  if (e.op == Op::Attr) {
    const model::AttrDef& a = p_.attrs[e.attr()];
    if (a.nature == model::Nature::Printed && !a.modifiable && a.base == kNone &&
        a.sort == model::kCardSort)
      key = fmt::format("attr {} of {}", e.id, text(e.a, b));
  }
  return e.type.kind == TypeKind::Bool ? atom(key) : thing(key);
}

Term Formulas::term(ExprId id, const Binding& b) {
  const Expr& e = p_[id];
  const auto sub = [&](ExprId k) { return term(k, b); };
  const auto numbers = [&] { return counted(p_[e.a].type) && counted(p_[e.b].type); };
  switch (e.op) {
    case Op::Const:
      if (e.type.kind == TypeKind::Bool || counted(e.type)) return value(e.type, e.value);
      break;
    case Op::Temp:
      if (const auto it = b.temps.find(e.id); it != b.temps.end() && counted(e.type))
        return thing(it->second);
      break;
    case Op::Local:
      if (const auto it = b.locals.find(e.id); it != b.locals.end() && counted(e.type))
        return thing(it->second);
      break;
    case Op::Not: return t.not_(sub(e.a));
    case Op::And: return t.and_(sub(e.a), sub(e.b));
    case Op::Or: return t.or_(sub(e.a), sub(e.b));
    case Op::Implies: return t.or_(t.not_(sub(e.a)), sub(e.b));
    case Op::Add: return t.add(sub(e.a), sub(e.b));
    case Op::Sub: return t.sub(sub(e.a), sub(e.b));
    case Op::Neg: return t.neg(sub(e.a));
    case Op::Lt:
      if (numbers()) return t.lt(sub(e.a), sub(e.b));
      break;
    case Op::Le:
      if (numbers()) return t.le(sub(e.a), sub(e.b));
      break;
    case Op::Eq:
    case Op::Ne:
      if (numbers() || p_[e.a].type.kind == TypeKind::Bool) {
        const Term same = p_[e.a].type.kind == TypeKind::Bool
                              ? t.not_(t.or_(t.and_(sub(e.a), t.not_(sub(e.b))),
                                             t.and_(t.not_(sub(e.a)), sub(e.b))))
                              : t.eq(sub(e.a), sub(e.b));
        return e.op == Op::Eq ? same : t.not_(same);
      }
      break;
    case Op::In:
      if (p_[e.b].op == Op::SetOf && counted(p_[e.a].type)) {
        Term any = t.truth(false);
        for (ExprId k : p_[e.b].args) any = t.or_(any, t.eq(sub(e.a), sub(k)));
        return any;
      }
      return atom("in " + text(e.a, b) + " " + text(e.b, b));
    default: break;
  }
  return opaque(id, b);
}

symbolic::Sat Formulas::ask(const std::vector<Term>& all) {
  symbolic::Solver solver(t, kUnits);
  solver.share();  // nobody wants a model, and a context takes longer than most questions
  ++queries_;
  return solver.check(all, nullptr);
}

}  // namespace hanrei::checker::collisions
