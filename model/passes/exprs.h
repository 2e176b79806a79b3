// Expressions: names resolved, types checked. What is wrong is told, and becomes an expression of
// the broken type, which nobody tells of again.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

ExprId expression(Translation& tr, const Json& text, Scope& scope, const Type& expect = {});
ExprId compile(Translation& tr, const Node& node, Scope& scope, const Type& expect = {});

// Made directly.
ExprId add(Translation& tr, Expr e);
inline ExprId bad(Translation& tr, Span span) {
  return add(tr, {Op::Const, Type{}, kNone, 0, kNone, kNone, kNone, {}, span});
}
inline ExprId constant(Translation& tr, int64_t value, Type t, Span span) {
  return add(tr, {Op::Const, t, kNone, value, kNone, kNone, kNone, {}, span});
}
inline ExprId op(Translation& tr, Op o, Type t, Span span, ExprId a = kNone, ExprId b = kNone,
                 ExprId c = kNone, Id id = kNone, int64_t value = 0) {
  return add(tr, {o, t, id, value, a, b, c, {}, span});
}
/// a and b; either may be none.
ExprId both(Translation& tr, ExprId a, ExprId b);
ExprId every_member(Translation& tr, EnumId enumeration, Span span);
/// The value of what a declaration presents, where `e` is it.
ExprId present_value(const Translation& tr, ExprId e);

// What is expected.
ExprId want(Translation& tr, ExprId e, const Type& t, std::string_view what);
ExprId as_set(Translation& tr, ExprId e, std::string_view what);
void mismatch(Translation& tr, ExprId e, std::string_view what, const std::string& expected);
/// An argument of a call, from 0 on, which is to be of the type.
ExprId argument(Translation& tr, const Node& call, size_t i, const Type& type, Scope& scope);
/// " (`NAME`?)" of the likest name, or nothing.
std::string nearby(const Translation& tr, const std::string& name);

Id step_ordinal(Translation& tr, const Node& node, const Procedure& proc,
                const std::map<std::string, int>& labels);
Id string_id(Translation& tr, const std::string& text);

}  // namespace hanrei::model
