// What is too large for the engines: their states are packed, and evaluation recurses over
// expressions.
#include <algorithm>
#include <functional>

#include "model/ir/forms.h"
#include "model/passes/passes.h"

namespace hanrei::model {

using base::Code;

namespace {

constexpr size_t kMaxCodes = 30'000;  // numbers of codes and instructions have 16 bits
constexpr size_t kMaxMembers = 62;    // sets are masks
constexpr size_t kMaxCardEffects = 500;
constexpr int kMaxLevels = 400;  // evaluations within each other

/// At least as many instructions as the steps become.
size_t weight(const std::vector<Step>& steps) {
  size_t sum = 0;
  for (const Step& s : steps) {
    sum += 8 + 2 * s.stmts.size();
    for (const Arm& arm : s.arms) sum += 4 + weight(arm.steps);
  }
  return sum;
}

}  // namespace

void check_room(const Program& p, base::DiagnosticLog& log) {
  constexpr AttrId attrs{250};     // as many as a footprint tells apart
  constexpr Id temps = kMaxTemps;  // names one evaluation holds at a time
  if (p.attrs.has(attrs))
    log.add(Code::WrongShape, p.attrs[attrs].span,
            {"attributes", std::to_string(p.attrs.size()), "at most " + std::to_string(attrs)});
  for (const ExprId i : p.exprs.ids()) {
    const Expr& e = p.exprs[i];
    if ((e.op == Op::Temp || e.op == Op::Quant) && e.id >= temps) {
      log.add(Code::ExprTooDeep, e.span, {std::to_string(temps)});
      break;
    }
  }
}

void check_bounds(const Program& p, size_t first_expr, base::DiagnosticLog& log) {
  const auto too_many = [&](Span span, const char* en, const char* ja, size_t most) {
    log.add(Code::TooMany, span, {base::in_both(en, ja), std::to_string(most)});
  };
  if (first_expr == 0) {
    if (p.procedures.size() + p.signals.size() + p.exchanges.size() > kMaxCodes)
      too_many(p.procedures.empty() ? Span{} : p.procedures.back().span,
               "procedures, signals and exchanges", "手順・タイミング・機会", kMaxCodes);
    for (const Procedure& proc : p.procedures)
      if (weight(proc.steps) > kMaxCodes)
        too_many(proc.span, "instructions of one procedure", "一つの手順の命令", kMaxCodes);
    for (const DerivedDef& d : p.derived)
      if (d.args.size() > kMaxTemps) too_many(d.span, "arguments", "引数", kMaxTemps);
    for (const ActDef& a : p.acts)
      if (a.present.size() + 3 > kMaxTemps)
        too_many(a.span, "presented things", "提示するもの", kMaxTemps - 3);
    for (const CardDef& c : p.cards)
      if (c.effects.size() > kMaxCardEffects)
        too_many(c.span, "effects of one card", "一枚のカードの効果", kMaxCardEffects);
  }

  // A set of members of a large enumeration has no mask; `x in {a, b}` builds none.
  const auto large = [&](const Type& t) {
    return t.kind == TypeKind::Set && t.elem == TypeKind::Enum &&
           p.enums[EnumId(t.id)].members.size() > kMaxMembers;
  };
  std::vector<bool> tested(p.exprs.size(), false);
  for (size_t i = p.exprs.size(); i-- > 0;) {
    const Expr& x = p.exprs[ExprId(i)];
    if (x.op == Op::In && x.b != kNone) tested[x.b] = true;
    if (tested[i] && (x.op == Op::Union || x.op == Op::Inter || x.op == Op::Diff))
      tested[x.a] = tested[x.b] = true;
  }

  // Levels of evaluation, by way of derived values, kinds and bases.
  std::vector<int> levels(p.exprs.size(), 0);
  bool deep = false;
  const std::function<int(ExprId, int)> below = [&](ExprId e, int above) -> int {
    if (e == kNone || deep) return 0;
    int& known = levels[e];
    if (above + std::max(known, 1) > kMaxLevels) {
      deep = true;
      log.add(Code::ExprTooDeep, p[e].span, {std::to_string(kMaxLevels)});
      return 0;
    }
    if (known > 0) return known;
    const Expr& x = p[e];
    int most = 0;
    each_operand(x, [&](ExprId k) { most = std::max(most, below(k, above + 1)); });
    if (x.op == Op::Call) most = std::max(most, below(p.derived[x.derived()].is, above + 1));
    if (x.op == Op::KindSet) most = std::max(most, below(p.kinds[x.kind()].is, above + 1));
    if (x.op == Op::Breaks)
      for (const ExprId k : {p.limits[x.limit()].domain, p.limits[x.limit()].holds})
        most = std::max(most, below(k, above + 1));
    if (x.op == Op::Attr && static_cast<Reading>(x.value) != Reading::Printed)
      most = std::max(most, below(p.attrs[x.attr()].base, above + 1));
    return known = most + 1;
  };
  for (const ExprId i : p.exprs.ids(first_expr)) {
    const Expr& x = p.exprs[i];
    if (first_expr > 0 && (x.op == Op::Temp || x.op == Op::Quant) && x.id >= kMaxTemps)
      too_many(x.span, "names bound within one expression", "一つの式で束縛する名前", kMaxTemps);
    // Names of cards get numbers of their own in each situation; only what ranges over all of them
    // is too large.
    const bool names =
        x.type.id == kCardNames && x.op != Op::AllOf && (x.op != Op::Const || x.value == 0);
    if (large(x.type) && !names && (!tested[i] || x.type.id == kCardNames))
      too_many(x.span, "members of the elements of a set", "集合の要素の種類", kMaxMembers);
    below(i, 0);
  }
}

}  // namespace hanrei::model
