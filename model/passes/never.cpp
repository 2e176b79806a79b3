// Provisions of cards that can never work, as far as that is plain from where cards lie and from
// what acts present.
#include <algorithm>
#include <optional>
#include <set>

#include "model/passes/passes.h"

namespace hanrei::model {

namespace {

using base::Code;
using Zones = std::optional<std::set<ZoneId>>;  ///< none: there may be others

/// The zones in one of which Temp 0 has to be where a condition holds.
Zones zones_where(const Program& p, ExprId id) {
  if (id == kNone) return std::nullopt;
  const Expr& e = p[id];
  const auto is_self = [&](ExprId x) { return p[x].op == Op::Temp && p[x].id == 0; };
  switch (e.op) {
    case Op::Const:
      return e.type.kind == TypeKind::Bool && e.value == 0 ? Zones(std::in_place) : std::nullopt;
    case Op::In: {
      const Expr& set = p[e.b];
      if (!is_self(e.a) || set.op != Op::ZoneSet) return std::nullopt;
      return std::set<ZoneId>{set.zone()};
    }
    case Op::Call: {
      const DerivedDef& d = p.derived[e.derived()];
      const bool of_self = e.args.size() == 1 && d.args.size() == 1 && is_self(e.args[0]);
      return of_self ? zones_where(p, d.is) : std::nullopt;
    }
    case Op::And:
    case Op::Or: {
      Zones a = zones_where(p, e.a), b = zones_where(p, e.b);
      if (e.op == Op::Or) {
        if (!a || !b) return std::nullopt;
        a->merge(*b);
        return a;
      }
      if (!a || !b) return a ? a : b;
      std::erase_if(*a, [&](ZoneId z) { return !b->contains(z); });
      return a;
    }
    default: return std::nullopt;
  }
}

std::string listed(const Program& p, const std::set<ZoneId>& zones) {
  std::string out;
  for (const ZoneId z : zones) out += (out.empty() ? "`" : ", `") + p.zones[z].name + "`";
  return out;
}

/// A card that has to lie where cards are not in force.
void out_of_force(const Program& p, const Source& source, base::Span span, ExprId cond,
                  base::DiagnosticLog& log) {
  if (source.card == kNone) return;
  const Zones wanted = zones_where(p, cond), active = zones_where(p, p.active);
  if (!wanted || !active || wanted->empty() || active->empty()) return;
  if (std::ranges::any_of(*wanted, [&](ZoneId z) { return active->contains(z); })) return;
  const std::string here = listed(p, *wanted), there = listed(p, *active);
  log.add(Code::NeverWorks, span,
          {base::in_both("it asks for the card to be in " + here + ", and cards count only in " +
                             there + " (`active`)",
                         "カードが " + here + " にあることを求めますが、カードが効力をもつのは " +
                             there + " だけです（`active`）")});
}

}  // namespace

void check_never(const Program& p, base::DiagnosticLog& log) {
  for (const Static& s : p.statics) out_of_force(p, s.source, s.span, s.cond, log);
  for (const Norm& n : p.norms)
    if (n.on_self < 0) out_of_force(p, n.source, n.span, n.cond, log);
  for (const EffectDef& e : p.effects) {
    const bool named = !e.name.empty();
    const bool presented = std::ranges::any_of(p.acts, [&](const ActDef& a) {
      return a.effect_local != kNone && a.effect_named == named;
    });
    if (e.card == kNone || presented) continue;
    log.add(Code::NeverWorks, e.span,
            {named ? base::in_both("no act presents a named effect (`named`)",
                                   "名のある効果を提示する宣言（`named`）がありません")
                   : base::in_both("no act presents the effect of a card",
                                   "カードの効果を提示する宣言がありません")});
  }
}

}  // namespace hanrei::model
