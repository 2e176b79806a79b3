// Which prohibitions to affect something concern standing effects, too.
#include <optional>

#include "model/ir/program.h"

namespace hanrei::model {

namespace {

/// What a condition on `affect(e, x, z, s)` is worth where no effect is carried out and nothing
/// moves, as far as that is plain.
std::optional<int64_t> plainly(const Program& p, ExprId id) {
  constexpr Id kEffect = 2, kZone = 4;  // temps
  const Expr& e = p[id];
  switch (e.op) {
    case Op::Const: return e.type.kind == TypeKind::Set ? std::nullopt : std::optional(e.value);
    case Op::Temp:
      return e.id == kEffect ? std::optional(kNobody)
             : e.id == kZone ? std::optional(kNoZone)
                             : std::nullopt;
    case Op::Says: return plainly(p, e.a) == kNobody ? std::optional<int64_t>(0) : std::nullopt;
    case Op::Div: {  // the zone of something packed
      const auto a = plainly(p, e.a), b = plainly(p, e.b);
      return a == kNoZone && b == 2 ? std::optional<int64_t>(-1) : std::nullopt;
    }
    case Op::Eq: {
      const auto a = plainly(p, e.a), b = plainly(p, e.b);
      return a && b ? std::optional<int64_t>(*a == *b) : std::nullopt;
    }
    case Op::Not: {
      const auto a = plainly(p, e.a);
      return a ? std::optional<int64_t>(*a == 0) : std::nullopt;
    }
    case Op::And:
    case Op::Or: {
      const auto a = plainly(p, e.a), b = plainly(p, e.b);
      const int64_t decides = e.op == Op::Or ? 1 : 0;
      if ((a && (*a != 0) == (decides != 0)) || (b && (*b != 0) == (decides != 0))) return decides;
      return a && b ? std::optional<int64_t>(1 - decides) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace

bool forbids_statics(const Program& p, const Norm& n) {
  return n.mode == NormMode::Forbid && n.event == NormEvent::Affect &&
         (n.cond == kNone || plainly(p, n.cond) != 0);
}

}  // namespace hanrei::model
