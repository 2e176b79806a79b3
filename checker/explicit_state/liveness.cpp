#include "checker/explicit_state/liveness.h"

#include <algorithm>
#include <set>

namespace hanrei::checker::explicit_state {

using model::Code;
using model::CodeKind;
using model::Instr;
using model::OpCode;

namespace {

/// Does control come back to this very instruction after what it called has ended?
bool runs_again(OpCode code) {
  return code == OpCode::Process || code == OpCode::Settle || code == OpCode::Return ||
         code == OpCode::Abort;
}

}  // namespace

Liveness::Liveness(const World& world, const Machine<Concrete>& machine,
                   const State<int64_t>& start)
    : w_(world), machine_(machine), start_(start) {
  const model::Program& p = *w_.program;
  if (w_.effects.size() > Effects().size()) return;
  for (const ExprId i : p.exprs.ids())
    if (p.exprs[i].op == model::Op::Uses) return;
  for (const EffectInstance& e : w_.effects) any_ = any_ || p.effects[e.effect].uses > 0;
  if (!any_) return;
  for (const rulings::PlayItem& item : w_.question->play)
    there_.acts.insert(item.acts.begin(), item.acts.end());
  there_.cards.insert(w_.card_defs.begin(), w_.card_defs.end());
  const auto& codes = w_.code->codes;
  after_.resize(codes.size());
  within_.resize(codes.size());
  // A window's exchange is asked below its signal; one that a procedure offers, below none.
  base::Table<CodeId, std::set<CodeId>> callees(codes.size());
  for (const CodeId c : codes.ids())
    for (const Instr& ins : codes[c].ins) {
      within_[c] |= declared(codes[c], ins, kNone);
      for (CodeId callee : model::runs(p, *w_.code, there_, codes[c], ins))
        callees[c].insert(callee);
    }
  for (bool grows = true; grows;) {
    grows = false;
    for (const CodeId c : codes.ids()) {
      Effects all = within_[c];
      for (CodeId callee : callees[c]) all |= within_[callee];
      if (all != within_[c]) {
        within_[c] = all;
        grows = true;
      }
    }
  }
}

/// What may be declared when the exchange asks, below the window of the signal.
Liveness::Effects Liveness::open(ExchangeId exchange, SignalId signal) const {
  Effects out;
  for (ActId act : there_.acts) {
    for (int seat = 0; seat < 2; ++seat) {
      const auto& menu = machine_.menu(start_, act, seat, exchange, signal);
      if (menu.permits.empty()) continue;
      if (!menu.by_effect) return Effects().set();
      for (int e : menu.effects) out.set(e);
    }
  }
  return out;
}

Liveness::Effects Liveness::declared(const Code& code, const Instr& ins, SignalId below) const {
  if (ins.code == OpCode::Offer)
    return open(ExchangeId(ins.id), code.kind == CodeKind::Window ? SignalId(code.id) : kNone);
  return ins.code == OpCode::Ask && below != kNone ? open(ExchangeId(code.id), below) : Effects();
}

/// What may be declared from here until the frame ends. `below` is what an exchange's frame stands
/// on: the signal of a window + 1, or 0.
Liveness::Effects Liveness::rest(const Frame& frame, bool top, Id below) {
  const Code& code = w_.code->codes[CodeId(frame.code)];
  auto& by_signal = after_[CodeId(frame.code)];
  if (!by_signal.has(below)) by_signal.resize(static_cast<size_t>(below) + 1);
  std::vector<Effects>& after = by_signal[below];
  const int n = static_cast<int>(code.ins.size());
  if (after.empty()) {
    after.resize(n);
    for (int pc = 0; pc < n; ++pc) {
      const Instr& ins = code.ins[pc];
      after[pc] = declared(code, ins, SignalId(below - 1));
      for (CodeId callee : model::runs(*w_.program, *w_.code, there_, code, ins))
        after[pc] |= within_[callee];
      // an exchange offered by a procedure asks below no signal
      if (ins.code == OpCode::Ask && below == 0) after[pc] |= open(ExchangeId(code.id), kNone);
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (int pc = n; pc-- > 0;) {
        Effects all = after[pc];
        for (int to : model::successors(code, pc)) all |= after[to];
        if (all != after[pc]) {
          after[pc] = all;
          grows = true;
        }
      }
    }
  }
  if (top || runs_again(code.ins[frame.pc].code)) return after[frame.pc];
  Effects out;
  for (int to : model::successors(code, frame.pc)) out |= after[to];
  return out;
}

void Liveness::forget(State<int64_t>& s) {
  if (!any_) return;
  Effects live;
  if (s.control.end == End::Running) {
    for (size_t i = 0; i < s.control.stack.size(); ++i) {
      Id below = 0;
      if (i > 0) {
        const Code& under = w_.code->codes[CodeId(s.control.stack[i - 1].code)];
        if (under.kind == CodeKind::Window) below = under.id + 1;
      }
      live |= rest(s.control.stack[i], i + 1 == s.control.stack.size(), below);
    }
  }
  for (size_t e = 0; e < w_.effects.size(); ++e)
    if (!live.test(e)) s.cells[w_.uses_cell + e] = 0;
}

}  // namespace hanrei::checker::explicit_state
