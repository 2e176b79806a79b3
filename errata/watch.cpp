#include "errata/watch.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "errata/compare.h"

namespace hanrei::errata {
namespace {

using model::Expr;
using model::Op;
using model::Program;

std::optional<int64_t> number(const Program& p, ExprId e) {
  const Expr& x = p[e];
  if (x.op == Op::Const && x.type.kind == model::TypeKind::Int) return x.value;
  if (x.op == Op::Neg)
    if (const auto n = number(p, x.a); n && *n != INT64_MIN) return -*n;
  return std::nullopt;
}

/// Between which numbers it always lies, as far as its form says so.
std::pair<int64_t, int64_t> range(const Program& p, ExprId e) {
  const Expr& x = p[e];
  if (x.op == Op::Attr || x.op == Op::GameAttr) {
    const model::AttrDef& a = p.attrs[x.attr()];
    return {std::max(a.scope_lo, a.range_lo), std::min(a.scope_hi, a.range_hi)};
  }
  const bool counts =
      x.op == Op::Size || x.op == Op::CountOf || x.op == Op::Uses || x.op == Op::Icons ||
      (x.op == Op::Quant && static_cast<model::QuantKind>(x.value) == model::QuantKind::Count);
  return {counts ? 0 : INT64_MIN, INT64_MAX};
}

/// Is it a comparison with a number that may come out both ways?
bool is_threshold(const Program& p, const Expr& x) {
  if (x.op != Op::Lt && x.op != Op::Le && x.op != Op::Eq && x.op != Op::Ne) return false;
  if (p[x.a].type.kind != model::TypeKind::Int) return false;
  const auto a = number(p, x.a), b = number(p, x.b);
  if (a.has_value() == b.has_value()) return false;
  const int64_t n = a ? *a : *b;
  const auto [lo, hi] = range(p, a ? x.b : x.a);
  if (x.op == Op::Eq || x.op == Op::Ne) return lo <= n && n <= hi && lo < hi;
  const bool strict = x.op == Op::Lt;
  if (a) return (strict ? lo <= n && hi > n : lo < n && hi >= n);  // n < x, n <= x
  return (strict ? lo < n && hi >= n : lo <= n && hi > n);         // x < n, x <= n
}

}  // namespace

Watched::Watched(const checker::Session::Compiled& compiled,
                 const std::vector<base::Span>& places) {
  auto own = std::make_shared<Program>(*compiled.program);
  for (const ExprId e : compiled.program->exprs.ids()) {
    const Expr x = own->exprs[e];
    if (!within(x.span, places) || !is_threshold(*own, x)) continue;
    // `x` becomes `if x then true else false`.
    const auto add = [&](Expr made) { return own->exprs.push_back(std::move(made)); };
    const ExprId was = add(x);
    const auto constant = [&](int64_t value) {
      Expr c;
      c.type = model::bool_type();
      c.value = value;
      return add(std::move(c));
    };
    Expr now;
    now.op = Op::If;
    now.type = x.type;
    now.a = was;
    now.b = constant(1);
    now.c = constant(0);
    now.span = x.span;
    first_.push_back(now.b);
    places_.push_back(x.span);
    own->exprs.replace(e, std::move(now));
  }
  program_ = std::move(own);
}

void Watched::note(const checker::Trace& trace, Seen& seen) const {
  seen.resize(first_.size());
  for (size_t i = 0; i < first_.size(); ++i)
    for (const size_t k : {size_t{0}, size_t{1}})
      if (trace.exprs[first_[i] + k]) seen[i] = static_cast<uint8_t>(seen[i] | (k == 0 ? 1 : 2));
}

}  // namespace hanrei::errata
