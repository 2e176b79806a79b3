#include "checker/explicit_state/liveness.h"

#include <algorithm>

namespace hanrei::checker::explicit_state {

using model::Code;
using model::CodeKind;
using model::Instr;
using model::OpCode;

namespace {

/// Does control come back to this very instruction after what it called has ended?
bool runs_again(OpCode code) { return code == OpCode::Process || code == OpCode::Settle || code == OpCode::Return || code == OpCode::Abort; }

}  // namespace

Liveness::Liveness(const World& world, const Machine<Concrete>& machine, const State<int64_t>& start) : w_(world), machine_(machine), start_(start) {
  const model::Program& p = *w_.program;
  if (w_.effects.size() > Effects().size()) return;
  for (size_t i = 0; i < p.exprs.size(); ++i) if (p.exprs[i].op == model::Op::Uses) return;
  for (const EffectInstance& e : w_.effects) any_ = any_ || p.effects[static_cast<size_t>(e.effect)].uses > 0;
  if (!any_) return;
  for (const rulings::PlayItem& item : w_.question->play) for (Id act : item.acts) if (std::find(acts_.begin(), acts_.end(), act) == acts_.end()) acts_.push_back(act);
  const std::vector<Code>& codes = w_.code->codes;
  after_.resize(codes.size());
  within_.resize(codes.size());
  // A window's exchange is asked below its signal; one that a procedure offers, below none.
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t c = 0; c < codes.size(); ++c) {
      Effects all = within_[c];
      for (const Instr& ins : codes[c].ins) {
        const Calls called = calls(codes[c], ins, kNone);
        all |= called.declared;
        for (int callee : called.codes) all |= within_[static_cast<size_t>(callee)];
      }
      if (all != within_[c]) { within_[c] = all; grows = true; }
    }
  }
}

/// What may be declared when the exchange asks, below the window of the signal.
Liveness::Effects Liveness::open(Id exchange, Id signal) const {
  Effects out;
  for (Id act : acts_) {
    for (int seat = 0; seat < 2; ++seat) {
      const auto& menu = machine_.menu(start_, act, seat, exchange, signal);
      if (menu.permits.empty()) continue;
      if (!menu.by_effect) return Effects().set();
      for (int e : menu.effects) out.set(static_cast<size_t>(e));
    }
  }
  return out;
}

Liveness::Calls Liveness::calls(const Code& code, const Instr& ins, Id below) const {
  const model::Program& p = *w_.program;
  Calls out;
  const auto triggers = [&](const std::vector<Instance>& list) { for (const Instance& i : list) out.codes.push_back(p.triggers[static_cast<size_t>(i.provision)].proc); };
  const auto acts = [&] { for (Id a : acts_) { out.codes.push_back(p.acts[static_cast<size_t>(a)].declare); out.codes.push_back(p.acts[static_cast<size_t>(a)].process); } };
  switch (ins.code) {
    case OpCode::Call: out.codes.push_back(ins.id); break;
    case OpCode::Effect:
      for (const EffectInstance& e : w_.effects) {
        const model::EffectDef& def = p.effects[static_cast<size_t>(e.effect)];
        for (Id proc : {def.proc, def.pay_proc}) if (proc != kNone) out.codes.push_back(proc);
      }
      break;
    case OpCode::Window: out.codes.push_back(w_.code->window(ins.id)); break;
    case OpCode::Offer:
      out.codes.push_back(w_.code->exchange(ins.id));
      out.declared = open(ins.id, code.kind == CodeKind::Window ? code.id : kNone);
      break;
    case OpCode::Ask:
      if (below != kNone) out.declared = open(code.id, below);
      acts();
      break;
    case OpCode::RunKept:
    case OpCode::Process: acts(); break;
    case OpCode::RunTrigger: triggers(w_.heard[static_cast<size_t>(code.id)]); break;
    case OpCode::RunEdge: triggers(w_.edges); break;
    case OpCode::LimitScan: for (const model::Limit& l : p.limits) if (l.repair != kNone) out.codes.push_back(l.repair); break;
    case OpCode::Settle: out.codes.push_back(w_.code->book); break;
    case OpCode::Return:
    case OpCode::Abort: triggers(w_.act_end); break;
    default: break;
  }
  return out;
}

/// What may be declared from here until the frame ends. `below` is what an exchange's frame stands on: the
/// signal of a window + 1, or 0.
Liveness::Effects Liveness::rest(const Frame& frame, bool top, Id below) {
  const Code& code = w_.code->codes[static_cast<size_t>(frame.code)];
  auto& by_signal = after_[static_cast<size_t>(frame.code)];
  if (by_signal.size() <= static_cast<size_t>(below)) by_signal.resize(static_cast<size_t>(below) + 1);
  std::vector<Effects>& after = by_signal[static_cast<size_t>(below)];
  const int n = static_cast<int>(code.ins.size());
  const auto successors = [&](int pc, const auto& use) {
    const Instr& ins = code.ins[static_cast<size_t>(pc)];
    const bool falls = ins.code != OpCode::Jump && ins.code != OpCode::Return && ins.code != OpCode::Abort && ins.code != OpCode::LoopBack;
    if (falls && pc + 1 < n) use(pc + 1);
    if (ins.target >= 0 && ins.target < n) use(ins.target);
    for (int t : ins.targets) if (t >= 0 && t < n) use(t);
  };
  if (after.empty()) {
    after.resize(static_cast<size_t>(n));
    for (int pc = 0; pc < n; ++pc) {
      const Calls called = calls(code, code.ins[static_cast<size_t>(pc)], below - 1);
      after[static_cast<size_t>(pc)] = called.declared;
      for (int callee : called.codes) after[static_cast<size_t>(pc)] |= within_[static_cast<size_t>(callee)];
      // an exchange offered by a procedure asks below no signal
      if (code.ins[static_cast<size_t>(pc)].code == OpCode::Ask && below == 0) after[static_cast<size_t>(pc)] |= open(code.id, kNone);
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (int pc = n; pc-- > 0;) {
        Effects all = after[static_cast<size_t>(pc)];
        successors(pc, [&](int to) { all |= after[static_cast<size_t>(to)]; });
        if (all != after[static_cast<size_t>(pc)]) { after[static_cast<size_t>(pc)] = all; grows = true; }
      }
    }
  }
  if (top || runs_again(code.ins[static_cast<size_t>(frame.pc)].code)) return after[static_cast<size_t>(frame.pc)];
  Effects out;
  successors(frame.pc, [&](int to) { out |= after[static_cast<size_t>(to)]; });
  return out;
}

void Liveness::forget(State<int64_t>& s) {
  if (!any_) return;
  Effects live;
  if (s.control.end == End::Running) {
    for (size_t i = 0; i < s.control.stack.size(); ++i) {
      Id below = 0;
      if (i > 0) {
        const Code& under = w_.code->codes[static_cast<size_t>(s.control.stack[i - 1].code)];
        if (under.kind == CodeKind::Window) below = under.id + 1;
      }
      live |= rest(s.control.stack[i], i + 1 == s.control.stack.size(), below);
    }
  }
  for (size_t e = 0; e < w_.effects.size(); ++e) if (!live.test(e)) s.cells[static_cast<size_t>(w_.uses_cell) + e] = 0;
}

}  // namespace hanrei::checker::explicit_state
