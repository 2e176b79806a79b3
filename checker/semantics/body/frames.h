// Machine: frames, bookkeeping, the start.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

template <class D>
Machine<D>::Machine(const World& world, D& domain)
    : w_(world), p_(*world.program), d_(domain), eval_(world, domain, *this) {}

template <class D>
typename D::Val Machine<D>::would(const S& s, Id would, ExprId body, C c) const {
  S copy = s;
  copy.control.end = End::Running;  // also asked about states where play has stopped
  exec(copy, p_.woulds[would], c);
  return eval_.eval(copy, body, c);
}

template <class D>
typename D::Val Machine<D>::blank(const model::Type& t) const {
  switch (t.kind) {
    case model::TypeKind::Bool: return d_.truth(false);
    case model::TypeKind::Ref:
    case model::TypeKind::Price: return d_.num(model::kNobody);
    case model::TypeKind::Set: return d_.empty(w_.universe(model::elem_type(t)));
    case model::TypeKind::Enum: return d_.num(w_.own(t, 0));
    case model::TypeKind::Int:
    case model::TypeKind::Zone:
    case model::TypeKind::Error: break;
  }
  return d_.num(0);
}

template <class D>
template <class Args>
void Machine<D>::push(S& s, int code, const Args& args, int slot) const {
  const size_t base = s.cells.size();
  s.cells.insert(s.cells.end(), args.begin(),
                 args.begin() + static_cast<std::ptrdiff_t>(std::min(
                                    args.size(), w_.code->codes[CodeId(code)].locals.size())));
  open_frame(s, code, base, slot);
}

template <class D>
template <class F>
void Machine<D>::each_reference(S& s, F&& use) const {
  const auto each = [&](const std::vector<model::Local>& locals, Val* base) {
    for (size_t i = 0; i < locals.size(); ++i) use(locals[i].type, base[i]);
  };
  for (const Frame& f : s.control.stack) each(code_of(f).locals, s.cells.data() + f.base);
  for (size_t i = 0; i < s.control.slots.size(); ++i) {
    const Slot& slot = s.control.slots[i];
    // the locals of an act that is carried out are those of its frame
    if (slot.act < 0 || std::ranges::any_of(s.control.stack, [&](const Frame& f) {
          return f.slot == static_cast<int>(i) && code_of(f).kind == model::CodeKind::Procedure;
        }))
      continue;
    each(p_.procedures[p_.acts[ActId(slot.act)].process].locals,
         s.acts.data() + i * static_cast<size_t>(w_.slot_size));
  }
  for (const AttrId a : p_.attrs.ids()) {
    const model::AttrDef& def = p_.attrs[a];
    if ((def.type.kind != model::TypeKind::Ref && def.type.elem != model::TypeKind::Ref) ||
        w_.attr_cell[a] < 0)
      continue;
    const int n = def.sort == kNone ? 1 : w_.universe(model::ref_type(def.sort));
    for (int i = 0; i < n; ++i) use(def.type, s.cells[w_.attr_cell[a] + i]);
  }
}

/// The act is no more: what it stood in is free, and what pointed to it is none.
template <class D>
void Machine<D>::clear_slot(S& s, int slot) const {
  each_reference(s, [&](const model::Type& t, Val& v) {
    if (t.id != model::kActSort) return;
    if (t.kind == model::TypeKind::Ref)
      v = d_.ite(d_.eq(v, d_.num(slot)), d_.num(model::kNobody), v);
    else if (t.elem == model::TypeKind::Ref)
      v = d_.without(v, d_.num(slot), w_.universe(model::elem_type(t)));
  });
  free_slot(s, slot);
}

/// The first free place for a declared act.
template <class D>
int Machine<D>::take_slot(S& s) const {
  std::vector<Slot>& slots = s.control.slots;
  const auto free =
      std::find_if(slots.begin(), slots.end(), [](const Slot& x) { return x.act < 0; });
  const auto at = static_cast<size_t>(free - slots.begin());
  if (free == slots.end()) slots.emplace_back();
  s.acts.resize(slots.size() * static_cast<size_t>(w_.slot_size), d_.num(0));
  return static_cast<int>(at);
}

template <class D>
void Machine<D>::free_slot(S& s, int slot) const {
  Control& k = s.control;
  k.slots[slot] = Slot{};
  while (!k.slots.empty() && k.slots.back().act < 0) k.slots.pop_back();
  s.acts.resize(k.slots.size() * static_cast<size_t>(w_.slot_size));
  if (k.has(slot) || static_cast<size_t>(slot) < k.slots.size())
    std::fill_n(s.acts.begin() + slot * w_.slot_size, w_.slot_size, d_.num(0));
  for (Frame& g : k.stack)
    for (int16_t& kept : g.kept)
      if (kept == slot) kept = -1;
}

/// Who is asked next in an exchange that carries out at once; when nobody is, it closes.
template <class D>
void Machine<D>::next_seat(S& s, const model::Instr& ins) const {
  Frame& f = s.frame();
  const model::ExchangeDef& e = p_.exchanges[ExchangeId(code_of(f).id)];
  const size_t seats = e.seats.size();
  const bool declared = f.rounds.declared();
  const int then = f.rounds.asked_next();
  Rounds::Count& passes = f.rounds.passes();
  passes = declared ? 0 : static_cast<Rounds::Count>(passes + 1);
  f.rounds.ask_next(-1);
  f.rounds.set_declared(false);
  const bool closes = e.close == model::Close::OneRound
                          ? static_cast<size_t>(ins.id) + 1 == seats
                          : e.close == model::Close::Silent && passes >= seats;
  if (closes) {
    if (until_idle && s.control.stack.size() == until_depth + 1 && passes >= seats)
      over(s, model::kResultNone);
    else
      f.pc = static_cast<int16_t>(ins.target);
    return;
  }
  if (passes >= seats) passes = 0;  // how many passed in a row does not matter there
  size_t to = e.next == model::Next::Same && declared ? static_cast<size_t>(ins.id)
                                                      : (static_cast<size_t>(ins.id) + 1) % seats;
  for (size_t k = 0; k < seats && then >= 0; ++k) {
    int64_t player = -1;
    if (!d_.known(value(s, e.seats[k]), player)) throw Unsupported{ReasonCode::QuestionToUnknown};
    if (player == then) to = k;
  }
  if (comes_round(s, ins.targets[to])) return;
  if (++f.rounds.questions() >= e.bound) {
    break_off(s, Bound::Questions, code_of(f).id);
    return;
  }
  f.pc = static_cast<int16_t>(ins.targets[to]);
}

/// Carries out a declared act, unless it was negated.
template <class D>
void Machine<D>::push_slot(S& s, int slot) const {
  const ProcId proc = p_.acts[ActId(s.control.slots[slot].act)].process;
  const size_t base = s.cells.size(), n = p_.procedures[proc].locals.size();
  s.cells.resize(base + n);
  std::copy_n(s.acts.begin() + slot * w_.slot_size, n,
              s.cells.begin() + static_cast<std::ptrdiff_t>(base));
  open_frame(s, proc, base, slot);
  if (!s.control.slots[slot].negated) return;
  // one that was negated comes to its end at once
  const std::vector<model::Instr>& ins = w_.code->codes[proc].ins;
  for (size_t pc = ins.size(); pc-- > 0;)
    if (ins[pc].code == model::OpCode::Abort || ins[pc].code == model::OpCode::Return) {
      s.frame().pc = static_cast<int16_t>(pc);
      break;
    }
}

/// Runs code whose first locals are the values of expressions of the top frame.
template <class D>
void Machine<D>::push_call(S& s, int code, const std::vector<ExprId>& args) const {
  const size_t base = s.cells.size();
  for (ExprId e : args) {
    const Val v = value(s, e);
    s.cells.push_back(v);
  }
  s.cells.resize(base + std::min(args.size(), w_.code->codes[CodeId(code)].locals.size()));
  open_frame(s, code, base, -1);
}

/// The frame whose first locals lie at the end of the cells, from `base` on; the others are blank.
template <class D>
void Machine<D>::open_frame(S& s, int code, size_t base, int slot) const {
  const model::Code& c = w_.code->codes[CodeId(code)];
  Frame f;
  f.code = static_cast<int16_t>(code);
  f.slot = static_cast<int16_t>(slot);
  f.base = static_cast<int32_t>(base);
  for (size_t i = s.cells.size() - base; i < c.locals.size(); ++i)
    s.cells.push_back(blank(c.locals[i].type));
  s.control.stack.push_back(f);
  if (static_cast<int>(s.control.stack.size()) > p_.depth) break_off(s, Bound::Frames, -1);
}

template <class D>
int Machine<D>::loop_level(const model::Code& code, int pc) const {
  int level = -1;
  for (const model::Region& r : code.loops)
    if (pc > r.begin && pc <= r.end) ++level;
  return level;
}

/// Jumps back and counts the round.
template <class D>
void Machine<D>::go_back(S& s, int target) const {
  if (comes_round(s, target)) return;
  Frame& f = s.frame();
  const int level = loop_level(code_of(f), f.pc);
  if (level >= 0 && level < static_cast<int>(Rounds::kLoops)) {
    Rounds::Count& round = f.rounds.loop(level);
    if (round == Rounds::kMost) {
      break_off(s, Bound::Repeated, f.code);
      return;
    }
    ++round;
    f.rounds.reset_loops(static_cast<size_t>(level) + 1);
  }
  f.pc = static_cast<int16_t>(target);
}

/// Is all as it was at the same place, and has nobody decided anything since? Then it would go on
/// for ever: a rule of the game cuts that off, or play is endless. The round is remembered.
template <class D>
bool Machine<D>::comes_round(S& s, int target) const {
  using model::OpCode;
  const Frame& top = s.control.stack.back();
  const model::Code& code = code_of(top);
  const OpCode head = code.ins[target].code, here = code.ins[top.pc].code;
  if ((here == OpCode::LoopBack || here == OpCode::LoopEnter) &&
      code.kind != model::CodeKind::Exchange && head != OpCode::Branch && head != OpCode::LimitScan)
    return false;  // a set of items, each of which comes once
  Digest all;
  mix_all(s, target, all);
  Begun now;
  now.frame = static_cast<int>(s.control.stack.size()) - 1;
  now.digest = all.value();
  now.round = true;
  now.asked = code.kind == model::CodeKind::Exchange;
  for (const Begun& earlier : s.begun) {
    if (here == OpCode::LoopEnter || !earlier.round || earlier.digest != now.digest) continue;
    if (goes_on_for_ever(s, earlier.asked)) return true;
    Frame& f = s.control.stack.back();
    if (head == OpCode::LimitScan) {  // it stays broken until the next commit
      for (Frame& g : s.control.stack)
        if (code_of(g).kind == model::CodeKind::Book) g.rounds.pass_over();
      f.pc = static_cast<int16_t>(code.ins[target].target);
    } else {
      f.pc = static_cast<int16_t>(here == OpCode::NextSeat ? code.ins[f.pc].target : f.pc + 1);
    }
    return true;
  }
  s.begun.push_back(now);
  return false;
}

/// What the game's rule makes of a repetition in which nobody decides anything. False: what is
/// under way comes to its end.
template <class D>
bool Machine<D>::goes_on_for_ever(S& s, bool asked) const {
  const model::LoopRule* rule = p_.loop_rules.empty() || does_not_count(p_.loop_rules.front().by)
                                    ? nullptr
                                    : &p_.loop_rules.front();
  if (rule != nullptr) note(&Trace::loops, 0);
  if (rule == nullptr || (rule->unasked && asked)) {
    s.control.end = End::Endless;
    return true;
  }
  if constexpr (!D::symbolic)
    if (observer != nullptr) observer->cut(s, *rule);
  if (rule->draw) over(s, model::kResultDraw);
  return rule->draw;
}

/// Everything that tells states apart, where the top frame stood at `pc`.
template <class D>
void Machine<D>::mix_all(const S& s, int pc, Digest& to) const {
  const Control& k = s.control;
  for (size_t i = 0; i < k.stack.size(); ++i) {
    const Frame& f = k.stack[i];
    to.add(f.code);
    to.add(i + 1 == k.stack.size() ? pc : f.pc);
    to.add(telling(w_, f));
    for (int v : {int{f.slot}, int{f.kept[0]}, int{f.kept[1]}, int{f.picking}}) to.add(v);
    to.add(f.pending);
  }
  mix_texts(s, to);
  for (const Arisen& a : k.arisen)
    for (int v : {int{a.frame}, int{a.item}, int{a.of}, int{a.user}, int{a.host}}) to.add(v);
  to.add(static_cast<int>(k.settling));
  to.add(static_cast<int>(k.cut.bound));
  to.add(k.decided);
  for (const Val& v : s.cells) to.add(v);
  for (const Val& v : s.acts) to.add(v);
  for (const Val& v : s.amounts) to.add(v);
}

/// What modifies values, what is declared, and how far the play has come.
template <class D>
void Machine<D>::mix_texts(const S& s, Digest& to) const {
  for (const Effect& e : s.control.effects)
    for (int v : {int{e.statik}, int{e.attr}, int{e.target}, int{e.op}, int{e.layer}, int{e.until}})
      to.add(v);
  for (const Slot& slot : s.control.slots)
    for (int v : {int{slot.act}, int{slot.effect}, int{slot.seat}, int{slot.parent},
                  int{slot.answered}, int{slot.negated}})
      to.add(v);
  to.add(s.control.script);
  to.add(s.control.applied);
}

/// Ends the top frame. `ok` is what the caller's `let` receives.
template <class D>
void Machine<D>::finish_frame(S& s, bool ok) const {
  Control& k = s.control;
  const Frame f = k.stack.back();
  const model::Code& c = code_of(f);
  const auto finished = [&](size_t i) {
    return s.cells[f.base + i];
  };  // its locals are there till the end
  const ExprId after =
      c.act && f.slot >= 0 ? p_.acts[ActId(k.slots[f.slot].act)].then_after : kNone;
  int64_t asked_next = -1;
  if (after != kNone && !d_.known(value(s, after), asked_next))
    throw Unsupported{ReasonCode::QuestionToUnknown};
  k.stack.pop_back();
  while (!s.begun.empty() && s.begun.back().frame >= static_cast<int>(k.stack.size()))
    s.begun.pop_back();
  if (!k.arisen.empty())
    std::erase_if(k.arisen,
                  [&](const Arisen& a) { return a.frame >= static_cast<int>(k.stack.size()); });
  if (k.stack.size() < until_depth) {
    s.cells.resize(f.base);
    over(s, model::kResultNone);
    return;
  }
  Frame& caller = k.stack.back();
  const model::Instr& ins = code_of(caller).ins[caller.pc];
  if (after != kNone && code_of(caller).kind == model::CodeKind::Exchange &&
      p_.exchanges[ExchangeId(code_of(caller).id)].resolve == model::Resolve::AtOnce)
    caller.rounds.ask_next(asked_next);
  if (c.kind == model::CodeKind::Procedure && f.slot >= 0) {
    if (c.act) {
      clear_slot(s, f.slot);  // carried out
    } else {
      for (size_t i = 0; i < c.locals.size(); ++i) s.acts[f.slot * w_.slot_size + i] = finished(i);
      if (!ok) clear_slot(s, f.slot);  // broken off while it was declared
    }
  }
  using model::OpCode;
  switch (ins.code) {
    case OpCode::Call:
    case OpCode::Effect:
      if (ins.slot >= 0) local(s, ins.slot) = d_.truth(ok);
      next(s);
      break;
    case OpCode::Process:
      if (ins.slot >= 0) local(s, ins.slot) = d_.and_(local(s, ins.slot), d_.truth(ok));
      break;  // the same instruction looks for the next one
    case OpCode::Window: {
      // open arguments come back as the triggers left them
      const model::Code& wc = c;
      for (int i = 0; i < wc.params && static_cast<size_t>(i) < ins.args.size(); ++i) {
        const model::Expr& arg = p_[ins.args[i]];
        if (arg.op == model::Op::Local && code_of(caller).locals[arg.id].open)
          local(s, arg.id) = finished(static_cast<size_t>(i));
      }
      next(s);
      break;
    }
    case OpCode::Return:
    case OpCode::Abort:
    case OpCode::Settle:  // runs again, unless a limit has been given up
      if (f.rounds.passes_over() && c.kind == model::CodeKind::Book) next(s);
      break;
    case OpCode::Stmts:
    case OpCode::Branch:
    case OpCode::Jump:
    case OpCode::LoopEnter:
    case OpCode::LoopBack:
    case OpCode::LoopExit:
    case OpCode::Choose:
    case OpCode::Offer:
    case OpCode::EachInit:
    case OpCode::EachNext:
    case OpCode::SimulInit:
    case OpCode::SimulPick:
    case OpCode::SimulGo:
    case OpCode::Again:
    case OpCode::CourtBegin:
    case OpCode::CourtEnd:
    case OpCode::Judge:
    case OpCode::Mark:
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
    case OpCode::EndingScan: next(s); break;
  }
  s.cells.resize(f.base);
}

template <class D>
Status Machine<D>::branch(S& s, Val cond, int target, std::vector<Alt<Val>>& alts) const {
  if (d_.is_true(cond)) {
    next(s);
    return Status::Continue;
  }
  if (d_.is_false(cond)) {
    s.frame().pc = static_cast<int16_t>(target);
    return Status::Continue;
  }
  Alt<Val> yes, no;
  yes.guard = cond;
  yes.pc = s.frame().pc + 1;
  no.guard = d_.not_(cond);
  no.pc = target;
  alts = {std::move(yes), std::move(no)};
  return Status::Fork;
}

/// Splits a state on the values of one cell.
template <class D>
Status Machine<D>::concretise(S& s, int cell, std::vector<Alt<Val>>& alts) const {
  alts.clear();
  const Val v = s.cells[cell];
  d_.over(v, [&](int64_t k) -> Val {
    Alt<Val> a;
    a.guard = d_.eq(v, d_.num(k));
    a.then = Then::Stay;
    a.writes.emplace_back(cell, d_.num(k));
    if (!d_.is_false(a.guard)) alts.push_back(std::move(a));
    return d_.num(0);
  });
  return Status::Fork;
}

/// Where one alternative is left and is sure, it is taken.
template <class D>
bool Machine<D>::take_only(S& s, std::vector<Alt<Val>>& alts) const {
  if (alts.size() != 1 || !d_.is_true(alts[0].guard)) return false;
  const Alt<Val> only = std::move(alts[0]);
  alts.clear();
  take(s, only);
  return true;
}

template <class D>
void Machine<D>::take(S& s, const Alt<Val>& alt) const {
  for (const auto& [cell, v] : alt.writes) s.cells[cell] = v;
  if (alt.cut.bound != Bound::None && s.control.cut.bound == Bound::None) s.control.cut = alt.cut;
  if (alt.script > s.control.script) s.control.script = alt.script;
  if (alt.decides) s.control.decided = true;
  if (alt.once) s.frame().rounds.pass_over();
  Control& k = s.control;
  if (alt.picks) {
    k.stack.back().pending = alt.pending;
    k.stack.back().picking = true;
  }
  switch (alt.then) {
    case Then::Go:
      if (alt.back)
        go_back(s, alt.pc);
      else
        k.stack.back().pc = static_cast<int16_t>(alt.pc);
      break;
    case Then::Stay: break;
    case Then::Apply:
      k.applied = alt.applied;
      k.settling = k.settling == Settling::Due ? Settling::Next : Settling::Done;
      break;
    case Then::Stuck: k.end = End::Stuck; break;
    case Then::Asked: k.end = End::Asked; break;
    case Then::Push:
      if (!repeats(s, alt.code, alt.args)) push(s, alt.code, alt.args, alt.slot);
      break;
    case Then::Over: over(s, alt.result); break;
    case Then::Toggle: {
      const auto it = std::find_if(k.effects.begin(), k.effects.end(),
                                   [&](const Effect& f) { return f.statik == alt.slot; });
      if (it == k.effects.end()) {
        Effect f;
        f.statik = static_cast<int16_t>(alt.slot);
        k.effects.push_back(f);
        s.amounts.push_back(d_.num(0));
        break;
      }
      s.amounts.erase(s.amounts.begin() + (it - k.effects.begin()));
      k.effects.erase(it);
      break;
    }
    case Then::Declare: {
      const int slot = take_slot(s);
      Slot& entry = k.slots[slot];
      entry.act = static_cast<int16_t>(alt.act);
      entry.effect = static_cast<int16_t>(alt.effect);
      entry.seat = static_cast<int8_t>(alt.seat);
      entry.parent = static_cast<int16_t>(eval_.slot_of(s, static_cast<int>(k.stack.size()) - 1));
      for (size_t i = 0; i < alt.args.size(); ++i) s.acts[slot * w_.slot_size + i] = alt.args[i];
      if (alt.effect >= 0) {
        Val& uses = s.cells[w_.uses_cell + alt.effect];
        if (p_.effects[w_.effects[alt.effect].effect].uses > 0) uses = d_.add(uses, d_.num(1));
      }
      Frame& f = k.stack.back();
      const model::Instr& ins = code_of(f).ins[f.pc];
      if (f.slot >= 0) k.slots[f.slot].answered = true;
      if (p_.exchanges[ExchangeId(code_of(f).id)].resolve == model::Resolve::AtOnce) {
        f.rounds.ask_next(alt.next_seat);
        f.rounds.set_declared(true);
      }
      for (size_t i = 0; i < w_.ghosts.exchanges.size(); ++i) {
        if (w_.ghosts.exchanges[i] != code_of(f).id) continue;
        Val& v = s.cells[w_.ghost_cell + w_.ghosts.signals.size() + w_.ghosts.steps.size() + i];
        int64_t digits = 0;
        if (d_.known(v, digits) && digits >= 100'000'000'000'000'000) {
          break_off(s, Bound::Said, code_of(f).id);
          return;
        }
        v = d_.add(d_.mul(v, d_.num(10)), d_.num(alt.seat + 1));
      }
      if (alt.keep) f.kept[ins.id] = static_cast<int16_t>(slot);
      const model::ActDef& act = p_.acts[ActId(alt.act)];
      // A declaration without steps of its own is made at once.
      if (w_.code->codes[act.declare].ins[0].code == model::OpCode::Return) {
        next(s);
        break;
      }
      push(s, act.declare, alt.args, slot);
      break;
    }
  }
}

template <class D>
void Machine<D>::ghost_step(S& s, const model::Code& code, const model::Instr& ins) const {
  for (size_t i = 0; i < w_.ghosts.steps.size(); ++i) {
    const auto& [proc, ordinal] = w_.ghosts.steps[i];
    if (code.kind == model::CodeKind::Procedure && code.id == proc &&
        (ordinal < 0 || ins.ordinal == ordinal))
      s.cells[w_.ghost_cell + w_.ghosts.signals.size() + i] = d_.truth(true);
  }
}

template <class D>
typename Machine<D>::S Machine<D>::initial(const std::vector<Val>& lets) {
  eval_.lets() = lets;
  eval_.settled(false);
  const rulings::Situation& q = w_.question->situation;
  S s;
  s.cells.assign(w_.frames_cell, d_.num(0));
  std::vector<Val>& table = eval_.printed_table();
  table.assign(w_.printed_size, d_.num(0));
  const auto count = [&](const model::AttrDef& a) {
    return a.sort == kNone ? 1 : w_.universe(model::ref_type(a.sort));
  };
  for (const AttrId a : p_.attrs.ids()) {
    const Val v = blank(p_.attrs[a].type);
    for (int i = 0; i < count(p_.attrs[a]); ++i)
      (w_.attr_table[a] >= 0 ? table[w_.attr_table[a] + i] : s.cells[w_.attr_cell[a] + i]) = v;
  }
  s.cells[w_.edge_cell] = d_.empty(static_cast<int>(w_.edges.size()));
  for (const int cell : w_.pile_cell)
    for (int pl = 0; cell >= 0 && pl < 2; ++pl)
      s.cells[eval_.layer_at(cell, Eval<D>::Layer::Anywhere, pl)] = d_.empty(eval_.anywhere_size());
  for (const TokenSort& t : w_.tokens)
    for (int i = 0; i < t.pool; ++i) s.cells[t.alive + i] = d_.truth(false);
  for (size_t i = 0; i < w_.ghosts.steps.size(); ++i)
    s.cells[w_.ghost_cell + w_.ghosts.signals.size() + i] = d_.truth(false);
  const auto value_of = [&](const model::AttrDef& a, int64_t v) -> Val {
    if (a.type.kind == model::TypeKind::Bool) return d_.truth(v != 0);
    if (a.type.kind == model::TypeKind::Set) {
      int64_t mask = 0;
      for (const int64_t m : p_.members(a.type, v))
        mask |= int64_t{1} << w_.own(model::elem_type(a.type), m);
      return d_.mask(mask, eval_.universe(a.type));
    }
    return d_.num(w_.own(a.type, v));
  };
  // What is printed on the cards, then where they are, then what the situation says.
  std::array<Val, kTemps> t;
  const C top{-1, nullptr, t.data()};
  for (int k = 0; k < w_.cards; ++k) {
    const rulings::SituationCard& card = q.cards[k];
    for (const auto& [a, v] : p_.cards[card.def].printed) {
      if (w_.attr_table[a] >= 0) table[w_.attr_table[a] + k] = value_of(p_.attrs[a], v);
    }
    s.cells[w_.attr_cell[model::kOwnerAttr] + k] = d_.num(card.owner);
    s.cells[w_.attr_cell[model::kUserAttr] + k] = d_.num(card.owner);
    s.cells[w_.attr_cell[model::kHostAttr] + k] = d_.num(card.host);
    s.cells[w_.zone_cell + k] = d_.num(card.zone * 2 + card.owner);
  }
  std::vector<std::pair<size_t, int>> given;
  for (int k = 0; k < w_.cards; ++k)
    for (const auto& [a, e] : q.cards[k].values) {
      const Val v = eval_.eval(s, e, top);
      if (w_.attr_table[a] >= 0)
        table[w_.attr_table[a] + k] = v;
      else {
        s.cells[w_.attr_cell[a] + k] = v;
        given.emplace_back(a, k);
      }
    }
  for (const auto& [a, e] : q.game) {
    s.cells[w_.attr_cell[a]] = eval_.eval(s, e, top);
    given.emplace_back(a, 0);
  }
  for (int pl = 0; pl < 2; ++pl)
    for (const auto& [a, e] : q.players[pl]) {
      s.cells[w_.attr_cell[a] + pl] = eval_.eval(s, e, top);
      given.emplace_back(a, pl);
    }
  for (const rulings::Lot& lot : q.lots)
    s.cells[w_.lot_cell[lot.zone] + lot.owner] = eval_.eval(s, lot.count, top);
  std::vector<int> next_token(p_.sorts.size(), 0);
  for (const rulings::TokenIn& token : q.tokens) {
    const TokenSort* sort = w_.token_sort(token.sort);
    const int k = next_token[token.sort]++;
    if (sort == nullptr || k >= sort->pool) {
      break_off(s, Bound::Pool, token.sort);
      continue;
    }
    s.cells[sort->alive + k] = d_.truth(true);
    for (const auto& [a, e] : token.values) s.cells[w_.attr_cell[a] + k] = eval_.eval(s, e, top);
  }
  if (w_.cyclic.empty()) s.control.settling = Settling::Next;
  for (size_t i = 0; i < w_.statics.size(); ++i) {
    if (w_.statics[i].card >= 0 && !d_.is_true(eval_.active(s, w_.statics[i].card))) continue;
    Effect f;
    f.statik = static_cast<int16_t>(i);
    s.control.effects.push_back(f);
    s.amounts.push_back(d_.num(0));
  }
  for (const AttrId a : p_.attrs.ids()) {
    const model::AttrDef& def = p_.attrs[a];
    if (def.fallback == kNone) continue;
    for (int i = 0; i < count(def); ++i) {
      if (std::find(given.begin(), given.end(), std::pair<size_t, int>{a, i}) != given.end())
        continue;
      t[0] = d_.num(i);
      const Val v = eval_.eval(s, def.fallback, top);
      (w_.attr_cell[a] >= 0 ? s.cells[w_.attr_cell[a] + i] : table[w_.attr_table[a] + i]) = v;
    }
  }
  for (const rulings::FrameIn& in : q.frames) {
    const model::Code& code = w_.code->codes[in.proc];
    int slot = -1;
    if (code.act) {
      slot = take_slot(s);
      for (const ActId a : p_.acts.ids())
        if (p_.acts[a].process == in.proc) s.control.slots[slot].act = static_cast<int16_t>(a);
    }
    push(s, in.proc, std::array<Val, 0>{}, slot);
    for (const auto& [local_slot, e] : in.locals) local(s, local_slot) = eval_.eval(s, e, top);
    if (slot >= 0) {
      Slot& running = s.control.slots[slot];
      int64_t me = 0;
      if (d_.known(local(s, 0), me) && me >= 0) running.seat = static_cast<int8_t>(me);
      for (size_t k = 0; k < w_.effects.size() && in.effect != kNone; ++k) {
        if (w_.effects[k].effect != in.effect || w_.effects[k].card != in.card) continue;
        running.effect = static_cast<int16_t>(k);
        local(s, p_.acts[ActId(running.act)].effect_local) = d_.num(static_cast<int64_t>(k));
      }
    }
    Frame& f = s.frame();
    // a situation at a step inside loops is in their first round
    f.pc = static_cast<int16_t>(std::max(0, w_.stands[s.control.stack.size() - 1]));
  }
  if (s.control.stack.empty()) s.control.end = End::Over;
  eval_.settled(true);
  Val memory = s.cells[w_.edge_cell];
  for (size_t i = 0; i < w_.edges.size(); ++i) {
    const Val now = edge_now(s, i);
    memory = d_.ite(
        now, d_.with(memory, d_.num(static_cast<int64_t>(i)), static_cast<int>(w_.edges.size())),
        memory);
  }
  s.cells[w_.edge_cell] = memory;
  return s;
}

}  // namespace hanrei::checker
