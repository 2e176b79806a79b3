#include "checker/question/ends.h"

namespace hanrei::checker {

std::optional<MetBound> bound_met(const Question& q, const Control& control) {
  MetBound out;
  out.bound = control.end == End::Bounded ? control.bound : control.cut;
  if (out.bound.bound == Bound::None) return std::nullopt;
  if (control.end == End::Bounded && !control.stack.empty()) {
    const Frame& f = control.stack.back();
    out.code = f.code;
    out.ordinal = q.code->codes[CodeId(f.code)].ins[f.pc].ordinal;
  }
  return out;
}

namespace {

/// `NAME[step]`, or `NAME`.
std::string step_name(const Question& q, int code, int ordinal) {
  const model::Code& c = q.code->codes[CodeId(code)];
  if (c.kind != model::CodeKind::Procedure) return c.name;
  const auto& names = q.program->procedures[ProcId(c.id)].step_names;
  return ordinal >= 0 && static_cast<size_t>(ordinal) < names.size()
             ? c.name + "[" + names[ordinal] + "]"
             : c.name;
}

int bound_of_loop(const model::Code& code) {
  int most = 0;
  for (const model::Instr& ins : code.ins)
    if (ins.code == model::OpCode::LoopBack || ins.code == model::OpCode::Again)
      most = std::max(most, ins.index);
  return most;
}

}  // namespace

Reason bound_text(const Question& q, const MetBound& met, const Limits& limits) {
  const model::Program& p = *q.program;
  const Id of = met.bound.of;
  const Reason where = met.code < 0
                           ? Reason(ReasonCode::Plain, "")
                           : Reason(ReasonCode::AtStep, step_name(q, met.code, met.ordinal));
  const auto here = [&] {
    return met.code < 0 ? step_name(q, of, -1) : step_name(q, met.code, met.ordinal);
  };
  switch (met.bound.bound) {
    case Bound::None: break;
    case Bound::Frames: return {ReasonCode::BoundFrames, p.depth, where};
    case Bound::Scope: {
      const model::AttrDef& a = p.attrs[AttrId(of)];
      return {ReasonCode::BoundScope, a.name,
              std::to_string(a.scope_lo) + ".." + std::to_string(a.scope_hi), where};
    }
    case Bound::Pool:
      return {ReasonCode::BoundPool, p.sorts[SortId(of)].name, p.sorts[SortId(of)].pool, where};
    case Bound::Questions:
      return {ReasonCode::BoundQuestions, p.exchanges[ExchangeId(of)].name,
              p.exchanges[ExchangeId(of)].bound};
    case Bound::Rounds:
      return {ReasonCode::BoundRounds, p.exchanges[ExchangeId(of)].name,
              p.exchanges[ExchangeId(of)].bound};
    case Bound::Loop:
      return {ReasonCode::BoundLoop, here(), bound_of_loop(q.code->codes[CodeId(of)])};
    case Bound::Repeated: return {ReasonCode::BoundRepeated, here(), int{Rounds::kMost}};
    case Bound::Ways: return {ReasonCode::BoundWays, here(), limits.ways};
    case Bound::Said: return {ReasonCode::BoundSaid, p.exchanges[ExchangeId(of)].name};
  }
  return ReasonCode::Bounded;
}

}  // namespace hanrei::checker
