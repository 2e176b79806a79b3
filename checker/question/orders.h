// Which order a choice belongs to, and which clauses say who makes it.
#pragma once

#include "checker/question/question.h"

namespace hanrei::checker {

/// The order whose player settles what comes next there; none: nobody in particular does.
inline OrderId order_of(const model::Program& p, const model::Instr& ins) {
  if (ins.code == model::OpCode::PickEdge) return OrderId(p.orders.empty() ? -1 : 0);
  return ins.code == model::OpCode::SimulPick || ins.code == model::OpCode::PickTrigger
             ? OrderId(ins.id)
             : kNone;
}

/// Who makes the choice is stated by something that can be left open: by a step, or by an order
/// that rests on clauses.
inline bool has_stated_chooser(const model::Program& p, const model::Lowered& lowered,
                               const Move& move) {
  if (move.kind == MoveKind::Pick || move.kind == MoveKind::YesNo) return true;
  if (move.kind != MoveKind::Order || move.what < 0) return false;
  const OrderId order = order_of(p, lowered.codes[CodeId(move.what)].ins[move.pc]);
  return order != kNone && !p.orders[order].by.empty();
}

}  // namespace hanrei::checker
