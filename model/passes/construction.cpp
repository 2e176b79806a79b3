// Limits that decks are judged by: they may ask what a deck tells, and nothing else.
#include <functional>
#include <set>

#include "model/ir/forms.h"
#include "model/passes/passes.h"

namespace hanrei::model {

using base::Code;

void check_construction(const Program& p, base::DiagnosticLog& log) {
  if (log.has_errors()) return;  // a circle has no end
  for (const Limit& limit : p.limits) {
    if (!limit.construction) continue;
    std::set<ExprId> seen;
    // Only the first thing is told: where it is asked for, or, inside a derived value, where that
    // is used.
    const std::function<bool(ExprId, Span)> walk = [&](ExprId e, Span at) -> bool {
      if (e == kNone || !seen.insert(e).second) return true;
      const Expr& x = p[e];
      const Span here = at ? at : x.span;
      const auto refuse = [&](const std::string& en, const std::string& ja) {
        log.add(Code::NotInADeck, here, {limit.id, base::in_both(en, ja)});
        return false;
      };
      switch (x.op) {
        case Op::Attr:
        case Op::GameAttr: {
          const AttrDef& a = p.attrs[x.attr()];
          const bool owner = a.name == "owner" || a.name == "user" || a.name == "at";
          if (a.sort != kCardSort || (a.nature != Nature::Printed && !owner))
            return refuse("attribute `" + a.name + "`", "属性 `" + a.name + "` ");
          break;
        }
        case Op::ZoneSet: {
          const ZoneDef& z = p.zones[x.zone()];
          if (!z.built) return refuse("zone `" + z.name + "`", "領域 `" + z.name + "` ");
          break;
        }
        case Op::AllOf:
          if (x.type.elem == TypeKind::Ref && x.id != kPlayerSort && x.id != kCardSort)
            return refuse("tokens and acts", "トークンや行動");
          break;
        case Op::KindSet:
          if (!walk(p.kinds[x.kind()].is, here)) return false;
          break;
        case Op::Call:
          if (!walk(p.derived[x.derived()].is, here)) return false;
          break;
        case Op::Breaks: {
          const Limit& other = p.limits[x.limit()];
          if (!walk(other.domain, here) || !walk(other.holds, here)) return false;
          break;
        }
#define OPERATOR(name, operands) case Op::name:
#include "model/ir/ops.def"
        case Op::Const:
        case Op::Temp:
        case Op::Table:
        case Op::Quant:
        case Op::Size:
        case Op::Present:
        case Op::CardOf:
        case Op::Icons: break;
        case Op::Local:
        case Op::EvArg:
        case Op::Running:
        case Op::Pays:
        case Op::TopOf:
        case Op::CountOf:
        case Op::Would:
        case Op::Raised:
        case Op::Ran:
        case Op::Result:
        case Op::Says:
        case Op::Negated:
        case Op::Answered:
        case Op::Acted:
        case Op::Declared:
        case Op::Source:
        case Op::Outer:
        case Op::ThisAct:
        case Op::Fits:
        case Op::EffectOf:
        case Op::Amended:
        case Op::Uses:
        case Op::Let:
        case Op::Unsupported: return refuse("what happens in play", "プレイ中の事柄");
      }
      return all_operands(x, [&](ExprId k) { return walk(k, at); });
    };
    if (walk(limit.domain, {})) walk(limit.holds, {});
  }
}

}  // namespace hanrei::model
