// Limits that decks are judged by: they may ask what a deck tells, and nothing else.
#include <functional>
#include <set>

#include "model/passes/compiler.h"

namespace hanrei::model {

void Compiler::check_construction() {
  if (log_.has_errors()) return;  // a circle has no end
  for (const Limit& limit : p_.limits) {
    if (!limit.construction) continue;
    std::set<ExprId> seen;
    // Only the first thing is told: where it is asked for, or, inside a derived value, where that
    // is used.
    const std::function<bool(ExprId, Span)> walk = [&](ExprId e, Span at) -> bool {
      if (e == kNone || !seen.insert(e).second) return true;
      const Expr& x = p_[e];
      const Span here = at ? at : x.span;
      const auto refuse = [&](const std::string& en, const std::string& ja) {
        log_.add(Code::NotInADeck, here, {limit.id, base::in_both(en, ja)});
        return false;
      };
      switch (x.op) {
        case Op::Attr:
        case Op::GameAttr: {
          const AttrDef& a = p_.attrs[static_cast<size_t>(x.id)];
          const bool owner = a.sort == kCardSort && (x.id == attr_of(kCardSort, "owner") ||
                                                     x.id == attr_of(kCardSort, "user") ||
                                                     x.id == attr_of(kCardSort, "at"));
          if (a.sort != kCardSort || (a.nature != Nature::Printed && !owner))
            return refuse("attribute `" + a.name + "`", "属性 `" + a.name + "` ");
          break;
        }
        case Op::ZoneSet: {
          const ZoneDef& z = p_.zones[static_cast<size_t>(x.id)];
          if (!z.built) return refuse("zone `" + z.name + "`", "領域 `" + z.name + "` ");
          break;
        }
        case Op::AllOf:
          if (x.type.elem == TypeKind::Ref && x.id != kPlayerSort && x.id != kCardSort)
            return refuse("tokens and acts", "トークンや行動");
          break;
        case Op::KindSet:
          if (!walk(p_.kinds[static_cast<size_t>(x.id)].is, here)) return false;
          break;
        case Op::Call:
          if (!walk(p_.derived[static_cast<size_t>(x.id)].is, here)) return false;
          break;
        case Op::Breaks: {
          const Limit& other = p_.limits[static_cast<size_t>(x.id)];
          if (!walk(other.domain, here) || !walk(other.holds, here)) return false;
          break;
        }
        case Op::Const:
        case Op::Temp:
        case Op::Table:
        case Op::Not:
        case Op::Neg:
        case Op::And:
        case Op::Or:
        case Op::Implies:
        case Op::Add:
        case Op::Sub:
        case Op::Mul:
        case Op::Div:
        case Op::Mod:
        case Op::Min2:
        case Op::Max2:
        case Op::Eq:
        case Op::Ne:
        case Op::Lt:
        case Op::Le:
        case Op::In:
        case Op::Subset:
        case Op::Union:
        case Op::Inter:
        case Op::Diff:
        case Op::If:
        case Op::Quant:
        case Op::SetOf:
        case Op::Size:
        case Op::Present:
        case Op::CardOf:
        case Op::Icons: break;
        default: return refuse("what happens in play", "プレイ中の事柄");
      }
      for (ExprId k : {x.a, x.b, x.c})
        if (!walk(k, at)) return false;
      for (ExprId k : x.args)
        if (!walk(k, at)) return false;
      return true;
    };
    if (walk(limit.domain, {})) walk(limit.holds, {});
  }
}

}  // namespace hanrei::model
