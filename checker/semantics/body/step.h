// Machine: windows and the instruction loop.
#pragma once

#include "base/stop.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker {

/// What a signal may set going, as far as that does not depend on the state.
template <class D>
const typename Machine<D>::Moment& Machine<D>::moment(const S& s, SignalId signal) const {
  if (moments_.empty()) moments_.resize(p_.signals.size());
  std::optional<Moment>& known = moments_[signal];
  if (known) return *known;
  Moment m;
  m.live = !w_.heard[signal].empty();
  if (const ExchangeId exchange = p_.signals[signal].exchange; exchange != kNone) {
    std::vector<ActId> acts;
    for (const ActId act : p_.acts.ids())
      for (int seat = 0; seat < 2; ++seat)
        if (!w_.duties.empty() && !menu(s, act, seat, exchange, signal).duties.empty())
          acts.push_back(act);
    for (const rulings::PlayItem& item : w_.question->play)
      for (ActId act : item.acts)
        if (!base::contains(acts, act)) acts.push_back(act);
    for (ActId act : acts)
      for (int seat = 0; seat < 2; ++seat) {
        const Menu& here = menu(s, act, seat, exchange, signal);
        if (!here.permits.empty()) m.menus.push_back(&here);
      }
    const auto fits = [&](const NormInstance& n) {
      return menu_fits(p_.norms[n.provision], exchange, signal);
    };
    const auto some = [&](ActId act) {
      const auto& list = w_.permits[act];
      return std::any_of(list.begin(), list.end(), fits);
    };
    if (probe != nullptr)
      m.live = m.live || !probe->what.empty() ||
               std::any_of(probe->act.acts.begin(), probe->act.acts.end(), some);
  }
  known = std::move(m);
  return *known;
}

template <class D>
Status Machine<D>::window(S& s, const model::Instr& ins) const {
  for (size_t i = 0; i < w_.ghosts.signals.size(); ++i) {
    for (SignalId raised : w_.code->raises[SignalId(ins.id)]) {
      if (raised != w_.ghosts.signals[i]) continue;
      Val& v = s.cells[w_.ghost_cell + i];
      v = d_.ite(d_.lt(v, d_.num(15)), d_.add(v, d_.num(1)), v);
    }
  }
  if (p_.signals[SignalId(ins.id)].exchange != kNone)
    for (Begun& b : s.begun) b.asked = true;
  // A window in which nothing can work and nothing can be declared changes nothing.
  const Moment& moment = this->moment(s, SignalId(ins.id));
  bool live = moment.live;
  for (size_t i = 0; i < moment.menus.size() && !live; ++i) live = !exhausted(s, *moment.menus[i]);
  if (every_window && p_.signals[SignalId(ins.id)].exchange != kNone) live = true;
  if (!live || faults.skip_window) {
    next(s);
    return Status::Continue;
  }
  push_call(s, w_.code->window(SignalId(ins.id)), ins.args);
  return Status::Continue;
}

template <class D>
Status Machine<D>::step(S& s, std::vector<Alt<Val>>& alts) {
  alts.clear();
  if (s.control.end != End::Running) return Status::Done;
  ++work_done.steps;
  base::spend(1);
  base::heed_stop();
  if (s.control.settling == Settling::Due) {
    if (!w_.cyclic.empty())
      if (const Status status = equilibrium(s, false, alts); status != Status::Continue)
        return status;
    s.control.settling = Settling::Next;
  }
  const Frame& top = s.frame();
  const model::Code& code = code_of(top);
  const model::Instr& ins = code.ins[top.pc];
  if constexpr (!D::symbolic)
    if (observer != nullptr) observer->before(s, code, ins);
  if (!w_.ghosts.steps.empty()) ghost_steps(s, code, ins);
  if constexpr (!D::symbolic)
    if (trace_ != nullptr) trace_->ran[CodeId(top.code)][top.pc] = true;
  std::optional<Status> status;
  if constexpr (D::symbolic)
    if (eval_.held != nullptr) status = loose(s, code, ins, alts);
  if (!status) {
    // What lies on top, and which card it is, nobody decides.
    if (Status split = Status::Continue;
        ins.code == model::OpCode::Stmts &&
        (uncover(s, ins, alts, split) || exec_needs_concrete(s, ins, alts, split)))
      return split;
    status = run(s, code, ins, alts);
  }
  if constexpr (!D::symbolic)
    if (observer != nullptr && *status != Status::Choice) observer->after(s);
  if (*status == Status::Choice) s.begun.clear();  // somebody decides
  return s.control.end != End::Running ? Status::Done : *status;
}

/// What conditions ask about the steps that ran.
template <class D>
void Machine<D>::ghost_steps(S& s, const model::Code& code, const model::Instr& ins) const {
  if (ins.begins && ins.code != model::OpCode::Branch) ghost_step(s, code, ins);
  // A call whose `if` is false is none: it has one instruction before the first of the procedure
  // itself.
  if (code.kind != model::CodeKind::Procedure ||
      s.frame().pc != (p_.procedures[ProcId(code.id)].cond != kNone ? 1 : 0))
    return;
  model::Instr whole;
  whole.ordinal = -2;
  ghost_step(s, code, whole);
}

/// Carries out the instruction.
template <class D>
Status Machine<D>::run(S& s, const model::Code& code, const model::Instr& ins,
                       std::vector<Alt<Val>>& alts) const {
  using model::OpCode;
  Frame& top = s.frame();  // gone once a frame is pushed
  const auto go_on = [&] {
    next(s);
    return Status::Continue;
  };
  switch (ins.code) {
    case OpCode::Stmts: {
      std::array<Val, kTemps> t;
      exec(s, ins.stmts, ctx(s, t.data()));
      if (s.control.end == End::Running) next(s);
      return Status::Continue;
    }
    case OpCode::Settle: return settle(s, ins, alts);
    case OpCode::Branch: {
      const Val cond = value(s, ins.cond);
      if (ins.begins && d_.is_true(cond)) ghost_step(s, code, ins);
      return branch(s, cond, ins.target, alts);
    }
    case OpCode::Jump: top.pc = static_cast<int16_t>(ins.target); return Status::Continue;
    case OpCode::LoopEnter:
    case OpCode::LoopExit: {
      const int level = loop_level(code, ins.code == OpCode::LoopEnter ? top.pc + 1 : top.pc);
      if (level >= 0) top.rounds.reset_loops(static_cast<size_t>(level));
      if (ins.code == OpCode::LoopEnter) comes_round(s, top.pc + 1);
      return go_on();
    }
    case OpCode::LoopBack: {
      const int level = loop_level(code, top.pc);
      if (ins.index > 0 && level >= 0 && top.rounds.loop(static_cast<size_t>(level)) >= ins.index) {
        break_off(s, Bound::Loop, top.code);
        return Status::Done;
      }
      go_back(s, ins.target);
      return Status::Continue;
    }
    case OpCode::Call: push_call(s, ins.id, ins.args); return Status::Continue;
    case OpCode::Effect: return effect(s, ins);
    case OpCode::Choose: return choose(s, ins, alts);
    case OpCode::Window: return window(s, ins);
    case OpCode::Offer: return offer(s, code, ins);
    case OpCode::Process: return process(s, ins);
    case OpCode::EachInit: local(s, ins.slot) = value(s, ins.cond); return go_on();
    case OpCode::EachNext: return each_next(s, code, ins, alts);
    case OpCode::SimulInit: {
      const int n = static_cast<int>(ins.args.size());
      Val rest = d_.empty(n);
      for (int i = 0; i < n; ++i)
        rest = d_.with_if(rest, i, ins.args[i] == kNone ? d_.truth(true) : value(s, ins.args[i]));
      local(s, ins.slot) = rest;
      return go_on();
    }
    case OpCode::SimulPick:
      return pick(s, ins, static_cast<int>(code.ins[top.pc + 1].targets.size()),
                  orderer(s, OrderId(ins.id)), MoveKind::Order, alts);
    case OpCode::SimulGo: {
      int64_t item = 0;
      if (!d_.known(local(s, ins.slot), item)) return concretise(s, top.base + ins.slot, alts);
      top.pc = static_cast<int16_t>(ins.targets[item]);
      return Status::Continue;
    }
    case OpCode::Again: return again(s, code, ins, alts);
    case OpCode::CourtBegin: local(s, ins.slot) = d_.truth(false); return go_on();
    case OpCode::CourtEnd: {
      const Val pending = local(s, ins.slot);
      if (d_.is_false(pending)) return go_on();
      if (d_.is_true(pending)) return endings(s, true, top.pc + 1, alts);
      alts.clear();
      return concretise_bool(s, top.base + ins.slot, alts);
    }
    case OpCode::Judge:
      return ins.flag && put_off(s) ? Status::Continue : endings(s, true, top.pc + 1, alts);
    case OpCode::Mark:
      if (ins.slot >= 0) local(s, ins.slot) = d_.truth(true);
      return go_on();
    case OpCode::Return:
    case OpCode::Abort: end_code(s, code, ins); return Status::Continue;
    case OpCode::Collect: collect(s, code, ins); return go_on();
    case OpCode::PickTrigger:
      return pick(s, ins, static_cast<int>(w_.heard[SignalId(code.id)].size()),
                  orderer(s, OrderId(ins.id)), MoveKind::Order, alts);
    case OpCode::RunTrigger: {
      int64_t item = 0;
      if (!d_.known(local(s, ins.slot), item)) return concretise(s, top.base + ins.slot, alts);
      return run_instance(s, static_cast<int>(item), alts);
    }
    case OpCode::Ask: return ask(s, ins, alts);
    case OpCode::RunKept: {
      const int kept = top.kept[ins.id];
      if (kept < 0) return go_on();
      push_slot(s, kept);
      return Status::Continue;
    }
    case OpCode::Answer: {
      const int kept = top.kept[ins.id];
      if (kept < 0) return go_on();
      push(s, w_.code->exchange(ExchangeId(ins.slot)),
           std::array{d_.num(s.control.slots[kept].seat)}, kept);
      return Status::Continue;
    }
    case OpCode::NextSeat: next_seat(s, ins); return Status::Continue;
    case OpCode::EndRound: return end_round(s, code, ins, alts);
    case OpCode::LimitScan: return limit_scan(s, ins, alts);
    case OpCode::EdgeCollect: edge_collect(s, ins); return go_on();
    case OpCode::PickEdge:
      return pick(s, ins, static_cast<int>(w_.edges.size()), orderer(s, order_of(ins)),
                  MoveKind::Order, alts);
    case OpCode::RunEdge: {
      int64_t item = 0;
      if (!d_.known(local(s, ins.slot), item)) return concretise(s, top.base + ins.slot, alts);
      const TriggerInstance& inst = w_.edges[item];
      Alt<Val> run;
      run.then = Then::Push;
      run.code = p_.triggers[inst.provision].proc;
      run.args = {d_.num(inst.card)};
      take(s, run);
      return Status::Continue;
    }
    case OpCode::EndingScan:
      if (std::any_of(p_.endings.begin(), p_.endings.end(),
                      [&](const model::Ending& e) { return e.at_once && open(e.source); }))
        top.rounds.pass_over();
      return endings(s, false, top.pc + 1, alts);
  }
  return Status::Done;
}

/// Who fixes the order; nobody where the rules do not say.
template <class D>
typename D::Val Machine<D>::orderer(const S& s, OrderId order) const {
  return order == kNone || p_.orders[order].orderer == kNone ? d_.num(-1)
                                                             : value(s, p_.orders[order].orderer);
}

/// The text of the declared effect, or what it costs.
template <class D>
Status Machine<D>::effect(S& s, const model::Instr& ins) const {
  const int slot = s.frame().slot;
  const int effect = slot >= 0 ? s.control.slots[slot].effect : -1;
  if (effect < 0) {
    next(s);
    return Status::Continue;
  }
  const model::EffectDef& def = p_.effects[w_.effects[effect].effect];
  const model::ActDef& act = p_.acts[ActId(s.control.slots[slot].act)];
  std::vector<Val> args = {local(s, act.effect_of), local(s, 0)};
  for (Id place : def.places) args.push_back(local(s, act.things + place));
  if (ins.id == 1) {
    if (def.pay_proc != kNone) {
      push(s, def.pay_proc, args, -1);
      return Status::Continue;
    }
    if (ins.slot >= 0) local(s, ins.slot) = d_.truth(true);
    next(s);
    return Status::Continue;
  }
  push(s, def.proc, args, -1);
  return Status::Continue;
}

template <class D>
Status Machine<D>::offer(S& s, const model::Code& code, const model::Instr& ins) const {
  for (Begun& b : s.begun) b.asked = true;
  Val me = d_.num(model::kNobody);
  if (code.kind == model::CodeKind::Procedure)
    for (size_t i = 0; i < code.locals.size(); ++i)
      if (code.locals[i].name == "me") {
        me = local(s, static_cast<Id>(i));
        break;
      }
  push(s, w_.code->exchange(ExchangeId(ins.id)), std::array{me}, -1);
  return Status::Continue;
}

/// Carries out an act that was declared in this one, or, in an answer, what it answers.
template <class D>
Status Machine<D>::process(S& s, const model::Instr& ins) const {
  const int mine = s.frame().slot;
  int found = -1;
  if (ins.id == 0) {
    for (int i = static_cast<int>(s.control.slots.size()) - 1; i >= 0; --i)
      if (s.control.slots[i].act >= 0 && s.control.slots[i].parent == mine && mine >= 0) found = i;
  } else {
    for (size_t k = s.control.stack.size() - 1; k-- > 0;) {
      const Frame& f = s.control.stack[k];
      if (code_of(f).kind != model::CodeKind::Exchange) continue;
      for (int8_t kept : f.kept)
        if (kept >= 0 && kept != mine && found < 0) found = kept;
      break;
    }
  }
  if (found < 0)
    next(s);
  else
    push_slot(s, found);
  return Status::Continue;
}

/// The next member of the set that is gone through, the first one first.
template <class D>
Status Machine<D>::each_next(S& s, const model::Code& code, const model::Instr& ins,
                             std::vector<Alt<Val>>& alts) const {
  const Frame& top = s.frame();
  const int n = w_.universe(model::elem_type(code.locals[ins.slot].type));
  const Val rest = local(s, ins.slot);
  Val before = d_.truth(false);
  for (int k = 0; k < n; ++k) {
    const Val in = d_.has(rest, d_.num(k), n);
    Alt<Val> a;
    a.guard = d_.and_(in, d_.not_(before));
    before = d_.or_(before, in);
    if (d_.is_false(a.guard)) continue;
    a.pc = top.pc + 1;
    Val left = rest;
    for (int j = 0; j <= k; ++j) left = d_.without(left, d_.num(j), n);
    a.writes = {{top.base + ins.slot2, d_.num(k)}, {top.base + ins.slot, left}};
    if (d_.is_true(a.guard)) {
      take(s, a);
      alts.clear();
      return Status::Continue;
    }
    alts.push_back(std::move(a));
  }
  Alt<Val> none;
  none.guard = d_.not_(before);
  none.pc = ins.target;
  if (alts.empty()) {
    take(s, none);
    return Status::Continue;
  }
  if (!d_.is_false(none.guard)) alts.push_back(std::move(none));
  return Status::Fork;
}

/// Once more, or not?
template <class D>
Status Machine<D>::again(S& s, const model::Code& code, const model::Instr& ins,
                         std::vector<Alt<Val>>& alts) const {
  const Frame& top = s.frame();
  const int level = loop_level(code, top.pc);
  const int rounds = level >= 0 ? top.rounds.loop(static_cast<size_t>(level)) : 0;
  Alt<Val> yes, no;
  yes.guard = no.guard = d_.truth(true);
  yes.pc = ins.target;
  yes.back = true;
  no.pc = top.pc + 1;
  int64_t who = -1;
  if (ins.cond != kNone) d_.known(value(s, ins.cond), who);
  yes.move.kind = no.move.kind = MoveKind::Again;
  yes.move.who = no.move.who = static_cast<int8_t>(who);
  yes.move.what = no.move.what = top.code;
  yes.move.pc = no.move.pc = top.pc;
  yes.move.values = {1};
  no.move.values = {0};
  if (ins.index > 0 && rounds + 1 >= ins.index) {
    no.cut = {Bound::Loop, top.code};
    take(s, no);
    return Status::Continue;
  }
  alts = {std::move(no), std::move(yes)};
  follow_script(s, "again", alts, [](const Alt<Val>& a) { return a.move.values[0]; });
  return take_only(s, alts) ? Status::Continue : Status::Choice;
}

/// Is the judgement put off to the end of the court around it?
template <class D>
bool Machine<D>::put_off(S& s) const {
  for (size_t k = s.control.stack.size(); k-- > 0;) {
    const Frame& f = s.control.stack[k];
    const model::Code& code = code_of(f);
    const model::Region* court = nullptr;
    for (const model::Region& r : code.courts)
      if (f.pc >= r.begin && f.pc < r.end) court = &r;
    if (court != nullptr) {
      s.cells[f.base + court->slot] = d_.truth(true);
      next(s);
      return true;
    }
    if (code.act) return false;
  }
  return false;
}

/// First the hooks of the end of an act.
template <class D>
void Machine<D>::end_code(S& s, const model::Code& code, const model::Instr& ins) const {
  Frame& top = s.frame();
  const bool act = code.act && top.slot >= 0;
  if (act && top.rounds.hooks() < w_.act_end.size()) {
    const TriggerInstance& hook = w_.act_end[top.rounds.hooks()++];
    push(s, p_.triggers[hook.provision].proc, std::array{d_.num(top.slot)}, -1);
    return;
  }
  finish_frame(s, ins.code == model::OpCode::Return && !(act && s.control.slots[top.slot].negated));
}

/// What arises at this moment.
template <class D>
void Machine<D>::collect(S& s, const model::Code& code, const model::Instr& ins) const {
  const std::vector<TriggerInstance>& list = w_.heard[SignalId(code.id)];
  const int n = static_cast<int>(list.size());
  Val rest = d_.empty(n);
  for (int i = 0; i < n; ++i) {
    const Val on = trigger_on(s, list[i]);
    rest = d_.with_if(rest, i, on);
    if (keeps(code) && !d_.is_false(on)) arise(s, list[i], i);
  }
  local(s, ins.slot) = rest;
}

/// Another round, when somebody has declared something in this one.
template <class D>
Status Machine<D>::end_round(S& s, const model::Code& code, const model::Instr& ins,
                             std::vector<Alt<Val>>& alts) const {
  const Frame& top = s.frame();
  const model::ExchangeDef& e = p_.exchanges[ExchangeId(code.id)];
  Val declared = d_.truth(false);
  std::vector<std::pair<int, Val>> reset;
  for (size_t k = 0; k < e.seats.size(); ++k) {
    declared = d_.or_(declared, local(s, static_cast<Id>(1 + k)));
    reset.emplace_back(top.base + 1 + static_cast<int>(k), d_.truth(false));
  }
  Alt<Val> more, end;
  more.guard = declared;
  more.pc = ins.flag ? ins.target : top.pc + 1;
  more.back = ins.flag;
  more.writes.append(reset.begin(), reset.end());
  if (ins.flag && top.rounds.loop(0) + 1 >= ins.index) {
    more.back = false;
    more.pc = top.pc + 1;
    if (could_declare(s)) more.cut = {Bound::Rounds, static_cast<int16_t>(code.id)};
  }
  end.guard = d_.not_(declared);
  end.pc = top.pc + 1;
  if (until_idle && s.control.stack.size() == until_depth + 1) {
    end.then = Then::Over;
    end.result = model::kResultNone;
  }
  if (d_.is_true(declared)) {
    take(s, more);
    return Status::Continue;
  }
  if (d_.is_false(declared)) {
    take(s, end);
    return Status::Continue;
  }
  return concretise_bools(s, reset, alts);
}

/// Repairs the first limit that is broken.
template <class D>
Status Machine<D>::limit_scan(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const {
  Frame& top = s.frame();
  if (top.rounds.passes_over()) {
    top.pc = static_cast<int16_t>(ins.target);
    return Status::Continue;
  }
  const bool passed_over = std::any_of(
      p_.limits.begin(), p_.limits.end(),
      [&](const model::Limit& l) { return l.always && l.repair != kNone && open(l.source); });
  Val before = d_.truth(false);
  for (const LimitId l : p_.limits.ids()) {
    const model::Limit& limit = p_.limits[l];
    if (!limit.always || limit.repair == kNone) continue;
    const int n = limit.domain == kNone ? 1 : eval_.universe(p_[limit.domain].type);
    for (int k = 0; k < n; ++k) {
      const Val broken =
          eval_.breaks(s, l, limit.domain == kNone ? -1 : k, {s.top(), nullptr, nullptr});
      Alt<Val> a;
      a.guard = d_.and_(broken, d_.not_(before));
      before = d_.or_(before, broken);
      if (d_.is_false(a.guard)) continue;
      a.then = Then::Push;
      a.code = limit.repair;
      a.args = {d_.num(k)};
      if (d_.is_true(a.guard)) {
        alts.clear();
        take(s, a);
        return Status::Continue;
      }
      alts.push_back(std::move(a));
    }
  }
  Alt<Val> none;
  none.guard = d_.not_(before);
  none.pc = ins.target;
  if (alts.empty()) {
    if (passed_over) top.rounds.pass_over();
    take(s, none);
    return Status::Continue;
  }
  none.once = passed_over;
  if (!d_.is_false(none.guard)) alts.push_back(std::move(none));
  return Status::Fork;
}

/// What has become true, and remembers what is.
template <class D>
void Machine<D>::edge_collect(S& s, const model::Instr& ins) const {
  const int n = static_cast<int>(w_.edges.size());
  Val& memory = s.cells[w_.edge_cell];
  Val rest = d_.empty(n);
  if (!quiet(s))
    for (int i = 0; i < n; ++i) {
      if (open(p_.triggers[w_.edges[i].provision].source)) {  // at most once
        const Val fires = d_.and_(d_.not_(d_.has(memory, d_.num(i), n)), eval_.either());
        rest = d_.with_if(rest, i, fires);
        memory = d_.with_if(memory, i, fires);
        continue;
      }
      const Val now = edge_now(s, static_cast<size_t>(i));
      rest = d_.with_if(rest, i, d_.and_(now, d_.not_(d_.has(memory, d_.num(i), n))));
      memory = d_.ite(now, d_.with(memory, d_.num(i), n), d_.without(memory, d_.num(i), n));
    }
  local(s, ins.slot) = rest;
}

/// Does what a trigger or a repair is about to do run already, begun with all things as they are
/// now? Then it would go on for ever: a rule of the game cuts it off, or play is endless. What is
/// begun is remembered.
template <class D>
bool Machine<D>::repeats(S& s, int code, const base::SmallVector<Val, 8>& args) const {
  using model::OpCode;
  const Frame& top = s.frame();
  const model::Code& here = code_of(top);
  const model::Instr& ins = here.ins[top.pc];
  const model::Trigger* trigger = nullptr;
  if (ins.code == OpCode::RunTrigger || ins.code == OpCode::RunEdge) {
    int64_t item = 0;
    d_.known(local(s, ins.slot), item);
    const auto& list = ins.code == OpCode::RunEdge ? w_.edges : w_.heard[SignalId(here.id)];
    trigger = &p_.triggers[list[item].provision];
  } else if (ins.code != OpCode::LimitScan) {
    return false;
  }
  Begun now;
  now.frame = static_cast<int>(s.control.stack.size());
  Digest all;
  const auto cells = [&](int from, int to) {
    for (int i = from; i < to; ++i) all.add(s.cells[i]);
  };
  all.add(code);
  for (const Val& v : args) all.add(v);
  cells(0, w_.ghost_cell);
  for (const Val& v : s.acts) all.add(v);
  for (const Val& v : s.amounts) all.add(v);
  mix_texts(s, all);
  // the procedures that somebody asks for by `in`, and the moment, where it may be asked for
  for (const auto& [proc, steps] : p_.ranges)
    all.add(std::any_of(s.control.stack.begin(), s.control.stack.end(),
                        [&](const Frame& f) { return f.code == proc; }));
  if (trigger != nullptr && trigger->says_event) {
    for (size_t f = s.control.stack.size(); f-- > 0;) {
      const model::Code& c = code_of(s.control.stack[f]);
      if (c.kind != model::CodeKind::Window) continue;
      all.add(c.id);
      cells(s.control.stack[f].base, s.control.stack[f].base + c.params);
      break;
    }
  }
  now.digest = all.value();
  for (const Begun& earlier : s.begun) {
    if (earlier.round || earlier.digest != now.digest) continue;
    if (!goes_on_for_ever(s, earlier.asked)) cut_off(s);
    return true;
  }
  s.begun.push_back(now);
  return false;
}

/// The second round of what repeats is not begun; what is under way comes to its end.
template <class D>
void Machine<D>::cut_off(S& s) const {
  const model::Instr& ins = code_of(s.frame()).ins[s.frame().pc];
  if (ins.code != model::OpCode::LimitScan) {
    next(s);
    return;
  }
  // A limit that one repair breaks for the next stays broken until the next commit.
  for (Frame& f : s.control.stack)
    if (code_of(f).kind == model::CodeKind::Book) f.rounds.pass_over();
  s.frame().pc = static_cast<int16_t>(ins.target);
}

/// Does the trigger work at the moment that is being announced?
template <class D>
typename D::Val Machine<D>::trigger_on(const S& s, const TriggerInstance& inst) const {
  const model::Trigger& t = p_.triggers[inst.provision];
  std::array<Val, kTemps> temps;
  temps[0] = d_.num(inst.card);
  const C c{s.top(), nullptr, temps.data()};
  Val on = d_.truth(true);
  if (t.source.card != kNone)
    on = eval_.active(s, inst.card);
  else if (t.domain != kNone)
    on = eval_.member(s, t.domain, d_.num(inst.card), c);
  if (!d_.is_false(on) && open(t.source)) return d_.and_(on, eval_.either());
  if (t.cond != kNone && !d_.is_false(on)) on = d_.and_(on, eval_.eval(s, t.cond, c));
  return on;
}

/// Whose it is and what it is attached to is as of now.
template <class D>
void Machine<D>::arise(S& s, const TriggerInstance& inst, int item) const {
  Arisen a;
  a.frame = static_cast<int16_t>(s.control.stack.size() - 1);
  a.item = static_cast<int16_t>(item);
  a.of = static_cast<int16_t>(inst.card);
  if (of_card(p_.triggers[inst.provision])) {
    int64_t user = 0, host = 0;
    if (!d_.known(s.cells[w_.attr_cell[model::kUserAttr] + inst.card], user) ||
        !d_.known(s.cells[w_.attr_cell[model::kHostAttr] + inst.card], host))
      throw Unsupported{ReasonCode::CardOfUnknown};
    a.user = static_cast<int16_t>(user);
    a.host = static_cast<int16_t>(host);
  }
  s.control.arisen.push_back(a);
}

/// What has been carried out, and what did not arise, is no longer of interest.
template <class D>
void Machine<D>::forget_arisen(S& s, const model::Instr& ins) const {
  const Frame& f = s.frame();
  uint64_t left = f.pending;
  int64_t sequence = 0;
  if (orders_whole(ins) && !d_.known(local(s, ins.slot), sequence)) return;  // it is split first
  if (orders_whole(ins))
    for (; sequence != 0; sequence /= 64) left |= uint64_t{1} << (sequence % 64 - 1);
  std::erase_if(s.control.arisen, [&](const Arisen& a) {
    return a.frame + 1 == static_cast<int>(s.control.stack.size()) && (left >> a.item & 1) == 0;
  });
}

/// Runs a trigger when its turn comes: one whose card or condition is gone lapses, unless what has
/// arisen is kept.
template <class D>
Status Machine<D>::run_instance(S& s, int item, std::vector<Alt<Val>>& alts) const {
  const model::Code& window = code_of(s.frame());
  const TriggerInstance& inst = w_.heard[SignalId(window.id)][item];
  const model::Trigger& t = p_.triggers[inst.provision];
  const int pc = s.frame().pc;
  const Val on = open(t.source) || keeps(window) ? d_.truth(true) : trigger_on(s, inst);
  Alt<Val> run, lapse;
  run.guard = on;
  run.then = Then::Push;
  run.code = t.proc;
  run.args = {d_.num(inst.card)};
  if (p_.procedures[t.proc].params == model::kKeptArgs)
    for (const AttrId a : {model::kUserAttr, model::kHostAttr})
      run.args.push_back(s.cells[w_.attr_cell[a] + inst.card]);
  for (const Arisen& a : s.control.arisen) {
    if (a.frame + 1 != static_cast<int>(s.control.stack.size()) || a.item != item) continue;
    if (!keeps(window)) {
      next(s);
      return Status::Continue;
    }  // the stay it waited in is over
    run.args[0] = d_.num(a.of);
    if (run.args.size() > 1) {
      run.args[1] = d_.num(a.user);
      run.args[2] = d_.num(a.host);
    }
  }
  lapse.guard = d_.not_(on);
  lapse.pc = pc + 1;
  if (d_.is_false(on)) {
    take(s, lapse);
    return Status::Continue;
  }
  if (t.may != kNone) {
    std::array<Val, kTemps> temps;
    std::copy(run.args.begin(), run.args.end(), temps.begin());
    int64_t who = -1;
    d_.known(eval_.eval(s, t.may, {s.top(), nullptr, temps.data()}), who);
    run.move.kind = MoveKind::May;
    run.move.who = static_cast<int8_t>(who);
    run.move.what = s.frame().code;
    run.move.pc = static_cast<int16_t>(pc);
    run.move.values = {1, inst.provision};
    lapse.guard = d_.truth(true);
    lapse.move = run.move;
    lapse.move.values[0] = 0;
    alts = {std::move(run), std::move(lapse)};
    const Alt<Val> declined = alts[1];
    follow_script(s, "may", alts, [](const Alt<Val>& a) { return a.move.values[0]; });
    if (alts.size() == 1 && alts[0].then == Then::Push &&
        !d_.is_true(on)) {  // where it does not work it lapses
      alts.push_back(declined);
      alts[1].guard = d_.not_(on);
    }
    if (take_only(s, alts)) return Status::Continue;
    return Status::Choice;
  }
  if (d_.is_true(on)) {
    take(s, run);
    return Status::Continue;
  }
  alts = {std::move(run), std::move(lapse)};
  return Status::Fork;
}

/// Splits on a truth value in a cell; the same instruction runs again.
template <class D>
Status Machine<D>::concretise_bool(S& s, int cell, std::vector<Alt<Val>>& alts) const {
  const Val v = s.cells[cell];
  for (bool b : {true, false}) {
    Alt<Val> a;
    a.guard = b ? v : d_.not_(v);
    a.then = Then::Stay;
    a.writes.emplace_back(cell, d_.truth(b));
    alts.push_back(std::move(a));
  }
  return Status::Fork;
}

template <class D>
Status Machine<D>::concretise_bools(S& s, const std::vector<std::pair<int, Val>>& cells,
                                    std::vector<Alt<Val>>& alts) const {
  for (const auto& [cell, unused] : cells) {
    const Val v = s.cells[cell];
    if (!d_.is_true(v) && !d_.is_false(v)) return concretise_bool(s, cell, alts);
  }
  return Status::Continue;
}

}  // namespace hanrei::checker
