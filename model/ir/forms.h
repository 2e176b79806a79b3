// What every form of the typed program is made of: which of its fields are expressions, and what is
// inside what. Those who walk a program ask here and do not know the fields themselves.
//
// A record is taken apart by all its members. A new member does not compile before somebody has
// said here whether it is an expression.
#pragma once

#include <initializer_list>
#include <string_view>

#include "model/ir/program.h"

namespace hanrei::model {

// ---------------------------------------------------------------- the table of operations

/// On what the value of an expression rests, beside its operands.
enum class On : uint8_t {
  Operands,    ///< on nothing else, however long the play is
  Attribute,   ///< what is stored, its base and what modifies it
  Places,      ///< where things are
  Members,     ///< which tokens there are
  Kind,        ///< what defines the kind
  Derived,     ///< what defines the value
  Limits,      ///< what the limit asks
  Stack,       ///< what is running
  Everything,  ///< a play that is tried
  Frame,       ///< the running frame
  Moment,      ///< what has happened so far, and what applies now
  Stops        ///< it has no value
};

struct OpDef {
  std::string_view name, operands;
  IdOf names;
  On on;
};
inline constexpr OpDef kOps[] = {
#define OP(name, operands, names, on) {#name, operands, IdOf::names, On::on},
#include "model/ir/ops.def"
};
constexpr const OpDef& def_of(Op op) { return kOps[static_cast<size_t>(op)]; }

// ---------------------------------------------------------------- what is inside

namespace detail {
template <class F>
void some(std::initializer_list<ExprId> all, const F& f) {
  for (ExprId e : all)
    if (e != kNone) f(e);
}
}  // namespace detail

/// The operands of an expression.
template <class F>
void each_operand(const Expr& x, const F& f) {
  const auto& [op, type, id, value, a, b, c, args, span] = x;
  detail::some({a, b, c}, f);
  for (ExprId k : args) f(k);
}
template <class F>
bool any_operand(const Expr& x, const F& f) {
  bool found = false;
  each_operand(x, [&](ExprId k) { found = found || f(k); });
  return found;
}
template <class F>
bool all_operands(const Expr& x, const F& f) {
  return !any_operand(x, [&](ExprId k) { return !f(k); });
}

/// The expressions of a choice.
template <class F>
void each_expr(const Choose& choose, const F& f) {
  const auto& [var, name, domain, who, elem, set, where, such, size, at_least_one, or_none,
               designates, wider, into, onto, fit, total, secret, by, span] = choose;
  detail::some({who, set, where, such, size, into, fit}, f);
}

/// The expressions of a statement but its target, which an assignment writes.
template <class F>
void each_given(const Stmt& stmt, const F& f) {
  const auto& [kind, assign, mod, target, value, id, from, owner, place, until, layer, win, site,
               attrs, span] = stmt;
  detail::some({value, owner}, f);
  for (const auto& [attr, e] : attrs) detail::some({e}, f);
}
template <class F>
void each_expr(const Stmt& stmt, const F& f) {
  detail::some({stmt.target}, f);
  each_given(stmt, f);
}

/// The expressions of a step, with those of its choice and of its statements; not those of the
/// steps inside.
template <class F>
void each_expr(const Step& step, const F& f) {
  const auto& [kind, name, ordinal, by, cond, stmts, together, callee, exchange, args, signals,
               result, choose, arms, var, set, again, measure, ask, bound, order, judge_end,
               edges_end, others, defer, effect, pays, say, span] = step;
  detail::some({cond, set, again, measure, ask}, f);
  for (ExprId e : args) detail::some({e}, f);
  each_expr(choose, f);
  for (const Stmt& s : stmts) each_expr(s, f);
  for (const Arm& arm : arms) detail::some({arm.cond}, f);
}

/// Each step of a list and of what is within it, the outer first.
template <class Steps, class F>
void each_step(Steps& steps, const F& f) {
  for (auto& s : steps) {
    f(s);
    for (auto& arm : s.arms) each_step(arm.steps, f);
  }
}

}  // namespace hanrei::model
