// Machine: what is left open.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

/// What these would write may be anything of its type, within its scope.
template <class D>
void Machine<D>::write_anything(S& s, const std::vector<model::Stmt>& stmts) const {
  std::array<Val, kTemps> t;
  const C c = ctx(s, t.data());
  for (const model::Stmt& st : stmts) {
    const model::Expr& target = p_[st.target];
    const bool of_game = target.op == model::Op::GameAttr;
    switch (target.op) {
      case model::Op::Local: local(s, target.id) = eval_.any(target.type); break;
      case model::Op::GameAttr:
      case model::Op::Attr: {
        const model::AttrDef& a = p_.attrs[AttrId(target.id)];
        const size_t cell = w_.attr_cell[AttrId(target.id)];
        if (of_game) {
          s.cells[cell] = eval_.any(a.type, a.scope_lo, a.scope_hi);
          break;
        }
        const Val who = eval_.eval(s, target.a, c);
        d_.over(who, [&](int64_t k) -> Val {
          if (k < 0) return d_.num(0);
          Val& v = s.cells[cell + k];
          v = d_.ite(d_.eq(who, d_.num(k)), eval_.any(a.type, a.scope_lo, a.scope_hi), v);
          return d_.num(0);
        });
        break;
      }
      default: break;
    }
  }
}

/// An instruction that is left open: nothing, when it counts or is to be carried out as it stands.
template <class D>
std::optional<Status> Machine<D>::loose(S& s, const model::Code& code, const model::Instr& ins,
                                        std::vector<Alt<Val>>& alts) const {
  using model::OpCode;
  switch (ins.code) {
    case OpCode::Stmts:
    case OpCode::Call:
    case OpCode::Window:
    case OpCode::Judge:
    case OpCode::Branch:
    case OpCode::Mark: break;
    case OpCode::Settle:
    case OpCode::Jump:
    case OpCode::LoopEnter:
    case OpCode::LoopBack:
    case OpCode::LoopExit:
    case OpCode::Effect:
    case OpCode::Choose:
    case OpCode::Offer:
    case OpCode::Process:
    case OpCode::EachInit:
    case OpCode::EachNext:
    case OpCode::SimulInit:
    case OpCode::SimulPick:
    case OpCode::SimulGo:
    case OpCode::Again:
    case OpCode::CourtBegin:
    case OpCode::CourtEnd:
    case OpCode::Return:
    case OpCode::Abort:
    case OpCode::Collect:
    case OpCode::PickTrigger:
    case OpCode::RunTrigger:
    case OpCode::Ask:
    case OpCode::RunKept:
    case OpCode::EndRound:
    case OpCode::Answer:
    case OpCode::NextSeat:
    case OpCode::LimitScan:
    case OpCode::EdgeCollect:
    case OpCode::PickEdge:
    case OpCode::RunEdge:
    case OpCode::EndingScan: return std::nullopt;
  }
  if (s.control.decided) {
    s.control.decided = false;
    return std::nullopt;
  }
  if (!open_at(s, ins)) return std::nullopt;
  Frame& f = s.frame();
  if (ins.code == OpCode::Mark) {
    if (ins.slot >= 0) local(s, ins.slot) = eval_.either();
    next(s);
    return Status::Continue;
  }
  const auto writes = [&](const model::Stmt& st) {
    if (st.kind != model::StmtKind::Assign) return false;
    const model::Op op = p_[st.target].op;
    return (op == model::Op::Local || op == model::Op::GameAttr || op == model::Op::Attr) &&
           eval_.openable(p_[st.target].type);
  };
  if (ins.code == OpCode::Stmts && std::all_of(ins.stmts.begin(), ins.stmts.end(), writes)) {
    if (eval_.held->ways != Held::Ways::Never) write_anything(s, ins.stmts);
    next(s);
    return Status::Continue;
  }
  // how long something is repeated is the measure of the loop, not of what it repeats
  if (ins.code == OpCode::Branch && code.ins[ins.target].code == OpCode::LoopExit)
    return std::nullopt;
  Alt<Val> as_written, otherwise;
  as_written.guard = otherwise.guard = d_.truth(true);
  as_written.move.kind = otherwise.move.kind = MoveKind::Open;
  as_written.move.what = otherwise.move.what = f.code;
  as_written.move.pc = otherwise.move.pc = f.pc;
  as_written.move.values = {1};
  otherwise.move.values = {0};
  otherwise.pc = ins.code == OpCode::Branch ? ins.target : f.pc + 1;
  if (ins.code == OpCode::Branch) {
    as_written.pc = f.pc + 1;
  } else {
    as_written.then = Then::Stay;
    as_written.decides = true;
  }
  if (eval_.held->ways == Held::Ways::Always) {
    take(s, as_written);
    return Status::Continue;
  }
  if (eval_.held->ways == Held::Ways::Never) {
    const bool ends = ins.code == OpCode::Branch &&
                      code.ins[ins.target].code == OpCode::Abort;  // then nothing breaks off
    take(s, ends ? as_written : otherwise);
    return Status::Continue;
  }
  alts = {std::move(as_written), std::move(otherwise)};
  return Status::Choice;
}

}  // namespace hanrei::checker
