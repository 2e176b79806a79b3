// Machine: choices, declarations, windows, and the instruction loop. Included by machine.h.
#pragma once

namespace hanrei::checker {

/// Does the play say what this choice is?
template <class D>
bool Machine<D>::scripted(const S& s, Id, int64_t) const {
  return s.control.script < w_.question->play.size() && w_.question->play[s.control.script].kind == rulings::PlayKind::Choose;
}

template <class D>
Status Machine<D>::choose(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const {
  const model::Choose& ch = w_.code->choices[static_cast<size_t>(ins.index)];
  const Frame& f = s.control.stack.back();
  const int cell = f.base + ch.var;
  std::array<Val, kTemps> t;
  const C c = ctx(s, t.data());
  Move move;
  move.what = f.code;
  move.pc = f.pc;
  if (ch.who != kNone) {
    int64_t who = 0;
    if (!d_.known(eval_.eval(s, ch.who, c), who)) throw Unsupported{"a choice by an unknown player"};
    move.who = static_cast<int8_t>(who);
  }
  const rulings::PlayItem* script = nullptr;
  if (scripted(s, 0, 0)) {
    const rulings::PlayItem& item = w_.question->play[s.control.script];
    if (item.choice == ch.name && item.by == move.who) script = &item;
  }
  Val any = d_.truth(false);
  const auto add = [&](Val guard, Val written, std::vector<int64_t> values) {
    if (d_.is_false(guard)) return;
    if (script != nullptr && script->values != values) return;
    Alt<Val> a;
    a.guard = guard;
    a.pc = f.pc + 1;
    a.writes.emplace_back(cell, written);
    a.move = move;
    a.move.values = std::move(values);
    if (script != nullptr) a.script = static_cast<uint8_t>(s.control.script + 1);
    any = d_.or_(any, guard);
    alts.push_back(std::move(a));
  };
  switch (ch.domain) {
    case model::DomainKind::YesNo:
      move.kind = MoveKind::YesNo;
      add(d_.truth(true), d_.truth(true), {1});
      add(d_.truth(true), d_.truth(false), {0});
      break;
    case model::DomainKind::Int: {
      int64_t lo = 0, hi = 0;
      if (!d_.known(eval_.eval(s, ch.set, c), lo) || !d_.known(eval_.eval(s, ch.where, c), hi) || hi - lo > 63) throw Unsupported{"a number chosen from an unknown range"};
      for (int64_t v = lo; v <= hi; ++v) add(d_.truth(true), d_.num(v), {v});
      break;
    }
    case model::DomainKind::One:
    case model::DomainKind::Some: {
      const int n = eval_.universe(p_[ch.set].type);
      std::vector<std::pair<int, Val>> candidates;
      for (int k = 0; k < n; ++k) {
        Val in = eval_.member(s, ch.set, d_.num(k), c);
        if (d_.is_false(in)) continue;
        t[static_cast<size_t>(ch.elem)] = d_.num(k);
        if (ch.where != kNone) in = d_.and_(in, eval_.eval(s, ch.where, c));
        if (!d_.is_false(in)) candidates.emplace_back(k, in);
      }
      if (ch.domain == model::DomainKind::One) {
        for (const auto& [k, in] : candidates) add(in, d_.num(k), {k});
        break;
      }
      if (candidates.size() > 10) { s.control.end = End::Bounded; return Status::Done; }
      int64_t size = -1;
      if (ch.size != kNone && !d_.known(eval_.eval(s, ch.size, c), size)) throw Unsupported{"a set of unknown size"};
      for (uint32_t bits = 0; bits < 1U << candidates.size(); ++bits) {
        const int count = __builtin_popcount(bits);
        if ((size >= 0 && count != size) || (ch.at_least_one && count == 0)) continue;
        Val guard = d_.truth(true), set = d_.empty(n);
        std::vector<int64_t> values;
        for (size_t i = 0; i < candidates.size(); ++i) {
          if ((bits >> i & 1) == 0) continue;
          guard = d_.and_(guard, candidates[i].second);
          set = d_.with(set, d_.num(candidates[i].first), n);
          values.push_back(candidates[i].first);
        }
        if (d_.is_false(guard)) continue;
        if (ch.such != kNone) {
          S trial = s;
          trial.cells[static_cast<size_t>(cell)] = set;
          std::array<Val, kTemps> t2;
          guard = d_.and_(guard, eval_.eval(trial, ch.such, ctx(trial, t2.data())));
        }
        add(guard, set, std::move(values));
      }
      break;
    }
  }
  if (!d_.is_true(any)) {
    // nothing to choose from
    Alt<Val> empty;
    empty.guard = d_.not_(any);
    empty.writes.emplace_back(cell, ch.domain == model::DomainKind::One ? d_.num(model::kNobody) : ch.domain == model::DomainKind::Some ? d_.empty(eval_.universe(p_[ch.set].type)) : d_.num(0));
    empty.pc = ch.or_none ? f.pc + 1 : ins.target;
    empty.move = move;
    empty.move.values = {model::kNobody};
    if (alts.empty()) { take(s, empty); return Status::Continue; }
    alts.push_back(std::move(empty));
  }
  if (alts.size() == 1 && d_.is_true(alts[0].guard)) { const Alt<Val> only = alts[0]; alts.clear(); take(s, only); return Status::Continue; }
  return Status::Choice;
}

/// Picks the next of pending items (a set in a local): the orderer chooses while more than one is left.
template <class D>
Status Machine<D>::pick(S& s, const model::Instr& ins, int n, Val who, MoveKind kind, std::vector<Alt<Val>>& alts) const {
  Frame& f = s.control.stack.back();
  if (!f.picking) {
    // What is pending becomes control: split a symbolic set on its members first.
    const Val rest = local(s, ins.slot);
    uint64_t mask = 0;
    for (int i = 0; i < n; ++i) {
      const Val in = d_.has(rest, d_.num(i), n);
      if (d_.is_false(in)) continue;
      if (d_.is_true(in)) { mask |= uint64_t{1} << i; continue; }
      Alt<Val> yes, no;
      yes.guard = in;
      yes.then = no.then = Then::Stay;
      yes.writes = {{f.base + ins.slot, d_.with(rest, d_.num(i), n)}};
      no.guard = d_.not_(in);
      no.writes = {{f.base + ins.slot, d_.without(rest, d_.num(i), n)}};
      alts = {std::move(yes), std::move(no)};
      return Status::Fork;
    }
    f.picking = true;
    f.pending = mask;
    local(s, ins.slot) = d_.num(0);
  }
  if (f.pending == 0) { f.picking = false; f.pc = static_cast<int16_t>(ins.target); return Status::Continue; }
  Move move;
  move.kind = kind;
  move.what = f.code;
  move.pc = f.pc;
  int64_t player = -1;
  if (!d_.known(who, player)) throw Unsupported{"an order fixed by an unknown player"};
  move.who = static_cast<int8_t>(player);
  for (int i = 0; i < n; ++i) {
    if ((f.pending >> i & 1) == 0) continue;
    Alt<Val> a;
    a.guard = d_.truth(true);
    a.pc = f.pc + 1;
    a.picks = true;
    a.pending = f.pending & ~(uint64_t{1} << i);
    a.writes = {{f.base + ins.slot2, d_.num(i)}};
    a.move = move;
    a.move.values = {i};
    alts.push_back(std::move(a));
    if (faults.drop_order && kind == MoveKind::Order) break;
  }
  if (alts.size() == 1) { const Alt<Val> only = alts[0]; alts.clear(); take(s, only); return Status::Continue; }
  return Status::Choice;
}

template <class D>
bool Machine<D>::menu_fits(const model::Norm& n, Id exchange, Id signal) const {
  if (n.menus.empty()) return true;
  for (Id m : n.menus) {
    if (m == -2 - exchange) return true;
    if (m >= 0 && signal >= 0) for (Id raised : w_.code->raises[static_cast<size_t>(signal)]) if (raised == m) return true;
  }
  return false;
}

template <class D>
typename D::Val Machine<D>::norm_applies(const S& s, const Instance& inst, Id act, int seat, Id exchange, Id signal, const std::vector<Val>& locals, int effect) const {
  const model::Norm& n = p_.norms[static_cast<size_t>(inst.provision)];
  if (n.act != kNone && n.act != act) return d_.truth(false);
  if (n.act == kNone && !n.tag.empty()) {
    const auto& tags = p_.acts[static_cast<size_t>(act)].tags;
    if (std::find(tags.begin(), tags.end(), n.tag) == tags.end()) return d_.truth(false);
  }
  if (!menu_fits(n, exchange, signal)) return d_.truth(false);
  const model::ActDef& a = p_.acts[static_cast<size_t>(act)];
  Val on = d_.truth(true);
  std::array<Val, kTemps> t;
  t[0] = d_.num(inst.card);
  t[1] = d_.num(seat);
  if (n.act != kNone) {
    for (size_t i = 0; i < a.present.size(); ++i) t[2 + i] = locals[static_cast<size_t>(a.present[i].var)];
    if (a.effect_local != kNone) t[2 + a.present.size()] = d_.num(effect);
  }
  if (n.on_self >= 0) on = d_.eq(t[static_cast<size_t>(2 + n.on_self)], d_.num(inst.card));
  else if (inst.card >= 0) on = eval_.active(s, inst.card);
  if (d_.is_false(on) || n.cond == kNone) return on;
  return d_.and_(on, eval_.eval(s, n.cond, {static_cast<int>(s.control.stack.size()) - 1, locals.data(), t.data()}));
}

/// Some permit applies; no prohibition applies but those a permit defeats that names their clause.
template <class D>
typename D::Val Machine<D>::permitted(const S& s, Id act, int seat, Id exchange, Id signal, const std::vector<Val>& locals, int effect) const {
  const model::ActDef& a = p_.acts[static_cast<size_t>(act)];
  int64_t first = -1;
  if (!a.present.empty()) d_.known(locals[static_cast<size_t>(a.present[0].var)], first);
  bool exclusive = false;
  const auto is_dropped = [&](const model::Norm& n) { return dropped != kNone && std::find(n.source.by.begin(), n.source.by.end(), dropped) != n.source.by.end(); };
  for (const Instance& i : w_.permits[static_cast<size_t>(act)]) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if (is_dropped(n)) return d_.truth(true);  // legality is free
    if (n.source.card != kNone && n.source.card == eval_.ignored) continue;
    exclusive = exclusive || (n.exclusive && n.on_self >= 0 && i.card == first);
  }
  std::vector<std::pair<const Instance*, Val>> applying;
  Val any = d_.truth(false);
  for (const Instance& i : w_.permits[static_cast<size_t>(act)]) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if (exclusive && !(n.on_self >= 0 && i.card == first)) continue;
    if (n.source.card != kNone && n.source.card == eval_.ignored) continue;
    const Val on = norm_applies(s, i, act, seat, exchange, signal, locals, effect);
    if (d_.is_false(on)) continue;
    applying.emplace_back(&i, on);
    any = d_.or_(any, on);
  }
  if (d_.is_false(any)) return any;
  for (const Instance& i : w_.forbids) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if (is_dropped(n)) continue;
    Val bars = norm_applies(s, i, act, seat, exchange, signal, locals, effect);
    if (d_.is_false(bars)) continue;
    for (const auto& [permit, on] : applying) {
      const model::Norm& m = p_.norms[static_cast<size_t>(permit->provision)];
      bool names = false;
      for (Id cl : m.over) names = names || std::find(n.source.by.begin(), n.source.by.end(), cl) != n.source.by.end();
      if (!names) continue;
      const std::string_view winner = m.source.card != kNone ? "card" : "clause", loser = n.source.card != kNone ? "card" : "clause";
      for (const model::Defeat& defeat : p_.defeats) if (defeat.winner == winner && defeat.loser == loser) bars = d_.and_(bars, d_.not_(on));
    }
    any = d_.and_(any, d_.not_(bars));
    if (d_.is_false(any)) return any;
  }
  return any;
}

/// May the effect choose this card as its object?
template <class D>
typename D::Val Machine<D>::designated(const S& s, int effect, int seat, int64_t target) const {
  Val free = d_.truth(true);
  for (const Instance& i : w_.designate_forbids) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = d_.num(seat);
    t[2] = d_.num(effect);
    t[3] = d_.num(target);
    Val on = i.card >= 0 ? eval_.active(s, i.card) : d_.truth(true);
    if (n.on_self == 1) on = d_.and_(on, d_.truth(target == i.card));
    if (d_.is_false(on)) continue;
    if (n.cond != kNone) on = d_.and_(on, eval_.eval(s, n.cond, {static_cast<int>(s.control.stack.size()) - 1, nullptr, t.data()}));
    free = d_.and_(free, d_.not_(on));
  }
  return free;
}

/// All ways to declare one act: its presented things one after another, then its effect's.
template <class D>
void Machine<D>::declare_act(const S& s, Id act, int seat, Id exchange, Id signal, const rulings::PlayItem* filter, bool free, Val available, std::vector<Alt<Val>>& out) const {
  const model::ActDef& a = p_.acts[static_cast<size_t>(act)];
  if (w_.permits[static_cast<size_t>(act)].empty()) return;
  bool fits = false;
  for (const Instance& i : w_.permits[static_cast<size_t>(act)]) fits = fits || menu_fits(p_.norms[static_cast<size_t>(i.provision)], exchange, signal);
  if (!fits) return;
  const model::Procedure& proc = p_.procedures[static_cast<size_t>(a.process)];
  std::vector<Val> locals;
  for (const model::Local& l : proc.locals) locals.push_back(blank(l.type));
  locals[0] = d_.num(seat);
  const int frame = static_cast<int>(s.control.stack.size()) - 1;
  const auto wanted = [&](const std::string& name, const std::vector<int64_t>& values, bool first) {
    if (filter == nullptr) return true;
    if (free) return !first || filter->cards.empty() || (values.size() == 1 && std::find(filter->cards.begin(), filter->cards.end(), values[0]) != filter->cards.end());
    for (const auto& [arg, want] : filter->args) if (arg == name) return want == values;
    return true;
  };
  std::vector<int64_t> values;
  const auto finish = [&](int effect, Val guard) {
    guard = d_.and_(guard, permitted(s, act, seat, exchange, signal, locals, effect));
    if (d_.is_false(guard)) return;
    Alt<Val> alt;
    alt.guard = guard;
    alt.then = Then::Declare;
    alt.act = act;
    alt.effect = effect;
    alt.seat = seat;
    alt.args = locals;
    alt.move.kind = MoveKind::Declare;
    alt.move.who = static_cast<int8_t>(seat);
    alt.move.what = static_cast<int16_t>(act);
    alt.move.effect = static_cast<int16_t>(effect);
    alt.move.values = values;
    out.push_back(std::move(alt));
  };
  const auto candidates = [&](const model::Choose& ch, const Val* loc) {
    std::vector<std::pair<int, Val>> list;
    std::array<Val, kTemps> t;
    const C c{frame, loc, t.data()};
    const int n = eval_.universe(p_[ch.set].type);
    for (int k = 0; k < n; ++k) {
      Val in = eval_.member(s, ch.set, d_.num(k), c);
      if (d_.is_false(in)) continue;
      t[static_cast<size_t>(ch.elem)] = d_.num(k);
      if (ch.where != kNone) in = d_.and_(in, eval_.eval(s, ch.where, c));
      if (!d_.is_false(in)) list.emplace_back(k, in);
    }
    return list;
  };
  // the effect's own presented things
  std::array<Val, 2 + model::kEffectArgs> inner{};
  const std::function<void(int, size_t, Val)> effect_things = [&](int effect, size_t i, Val guard) {
    const model::EffectDef& def = p_.effects[static_cast<size_t>(w_.effects[static_cast<size_t>(effect)].effect)];
    if (i == def.present.size()) { finish(effect, guard); return; }
    const model::Choose& ch = def.present[i];
    const auto list = candidates(ch, inner.data());
    for (const auto& [k, in] : list) {
      Val ok = d_.and_(guard, in);
      if (ch.designates) ok = d_.and_(ok, designated(s, effect, seat, k));
      if (d_.is_false(ok) || !wanted(ch.name, {k}, false)) continue;
      inner[2 + i] = d_.num(k);
      locals[static_cast<size_t>(a.effect_local) + 1 + i] = d_.num(k);
      values.push_back(k);
      effect_things(effect, i + 1, ok);
      values.pop_back();
    }
    if (list.empty() && ch.or_none) {
      inner[2 + i] = d_.num(model::kNobody);
      values.push_back(model::kNobody);
      effect_things(effect, i + 1, guard);
      values.pop_back();
    }
  };
  const std::function<void(size_t, Val)> things = [&](size_t i, Val guard) {
    if (i == a.present.size()) {
      if (a.effect_local == kNone) { finish(-1, guard); return; }
      int64_t card = 0;
      if (!d_.known(locals[static_cast<size_t>(a.effect_of)], card)) return;
      for (size_t k = 0; k < w_.effects.size(); ++k) {
        const EffectInstance& inst = w_.effects[k];
        const model::EffectDef& def = p_.effects[static_cast<size_t>(inst.effect)];
        if (inst.card != card || def.name.empty() == a.effect_named) continue;
        if (filter != nullptr && filter->effect != kNone && filter->effect != inst.effect) continue;
        Val ok = guard;
        if (def.uses > 0) ok = d_.and_(ok, d_.lt(s.cells[static_cast<size_t>(w_.uses_cell) + k], d_.num(def.uses)));
        if (d_.is_false(ok)) continue;
        locals[static_cast<size_t>(a.effect_local)] = d_.num(static_cast<int64_t>(k));
        inner.fill(d_.num(model::kNobody));
        inner[0] = d_.num(inst.card);
        inner[1] = d_.num(seat);
        effect_things(static_cast<int>(k), 0, ok);
      }
      return;
    }
    const model::Choose& ch = a.present[i];
    const size_t at = static_cast<size_t>(ch.var);
    if (ch.domain == model::DomainKind::YesNo || ch.domain == model::DomainKind::Int) {
      int64_t lo = 0, hi = 1;
      if (ch.domain == model::DomainKind::Int) { std::array<Val, kTemps> t; const C c{frame, locals.data(), t.data()}; d_.known(eval_.eval(s, ch.set, c), lo); d_.known(eval_.eval(s, ch.where, c), hi); }
      for (int64_t v = lo; v <= hi; ++v) {
        if (!wanted(ch.name, {v}, i == 0)) continue;
        locals[at] = ch.domain == model::DomainKind::YesNo ? d_.truth(v != 0) : d_.num(v);
        values.push_back(v);
        things(i + 1, guard);
        values.pop_back();
      }
      return;
    }
    const auto list = candidates(ch, locals.data());
    const int n = eval_.universe(p_[ch.set].type);
    if (ch.domain == model::DomainKind::One) {
      for (const auto& [k, in] : list) {
        if (!wanted(ch.name, {k}, i == 0)) continue;
        locals[at] = d_.num(k);
        values.push_back(k);
        things(i + 1, d_.and_(guard, in));
        values.pop_back();
      }
      if (list.empty() && ch.or_none) { locals[at] = d_.num(model::kNobody); values.push_back(model::kNobody); things(i + 1, guard); values.pop_back(); }
      return;
    }
    if (list.size() > 10) return;
    for (uint32_t bits = 1; bits < 1U << list.size(); ++bits) {
      std::vector<int64_t> picked;
      Val ok = guard, set = d_.empty(n);
      for (size_t k = 0; k < list.size(); ++k) if (bits >> k & 1) { picked.push_back(list[k].first); ok = d_.and_(ok, list[k].second); set = d_.with(set, d_.num(list[k].first), n); }
      if (d_.is_false(ok) || !wanted(ch.name, picked, false)) continue;
      locals[at] = set;
      if (ch.such != kNone) { std::array<Val, kTemps> t; ok = d_.and_(ok, eval_.eval(s, ch.such, {frame, locals.data(), t.data()})); if (d_.is_false(ok)) continue; }
      const size_t before = values.size();
      values.push_back(static_cast<int64_t>(picked.size()));
      values.insert(values.end(), picked.begin(), picked.end());
      things(i + 1, ok);
      values.resize(before);
    }
  };
  things(0, available);
}

template <class D>
void Machine<D>::declarations(const S& s, int seat, Id exchange, Id signal, const rulings::PlayItem& item, std::vector<Alt<Val>>& out) const {
  for (Id act : item.acts) declare_act(s, act, seat, exchange, signal, &item, false, d_.truth(true), out);
}

template <class D>
Status Machine<D>::ask(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const {
  Frame& f = s.control.stack.back();
  const model::Code& code = code_of(f);
  const model::ExchangeDef& e = p_.exchanges[static_cast<size_t>(code.id)];
  int64_t seat = 0;
  if (!d_.known(value(s, ins.cond), seat)) throw Unsupported{"a question to an unknown player"};
  if (e.resolve != model::Resolve::Later && f.kept[static_cast<size_t>(ins.id)] >= 0) { next(s); return Status::Continue; }
  Val available = d_.truth(true);
  if (ins.flag) {  // a second question only to those who passed before somebody declared
    Val others = d_.truth(false);
    for (size_t k = static_cast<size_t>(ins.id) + 1; k < e.seats.size(); ++k) others = d_.or_(others, local(s, static_cast<Id>(1 + k)));
    available = d_.and_(others, d_.not_(local(s, ins.slot)));
    if (d_.is_false(available)) { next(s); return Status::Continue; }
  }
  Id signal = kNone;
  if (s.control.stack.size() >= 2) {
    const model::Code& below = code_of(s.control.stack[s.control.stack.size() - 2]);
    if (below.kind == model::CodeKind::Window) signal = below.id;
  }
  const std::vector<rulings::PlayItem>& play = w_.question->play;
  if (probe != nullptr && probe->act.by == seat) {
    uint8_t at = s.control.script;
    while (at < play.size() && play[at].kind == rulings::PlayKind::Free) ++at;
    bool here = at >= play.size();
    if (here && !probe->what.empty()) {
      here = e.name == probe->what;
      if (signal >= 0) for (Id raised : w_.code->raises[static_cast<size_t>(signal)]) {
        const model::SignalDef& sd = p_.signals[static_cast<size_t>(raised)];
        here = here || sd.name == probe->what || std::find(sd.aka.begin(), sd.aka.end(), probe->what) != sd.aka.end();
      }
    }
    if (here) { s.control.script = at; s.control.end = End::Asked; return Status::Done; }
  }
  uint8_t script = s.control.script;
  while (script < play.size() && play[script].kind == rulings::PlayKind::Free) ++script;
  s.control.script = script;
  const rulings::PlayItem* item = script < play.size() ? &play[script] : nullptr;
  if (item != nullptr && item->kind == rulings::PlayKind::Pass && item->by == seat) { s.control.script = static_cast<uint8_t>(script + 1); next(s); return Status::Continue; }
  bool forced = false;
  if (item != nullptr && item->kind == rulings::PlayKind::Do && item->by == seat) {
    for (Id act : item->acts) declare_act(s, act, static_cast<int>(seat), code.id, signal, item, false, available, alts);
    for (Alt<Val>& a : alts) a.script = static_cast<uint8_t>(script + 1);
    forced = !alts.empty();
  }
  if (!forced) {
    for (size_t i = 0; i < script; ++i) {
      if (play[i].kind != rulings::PlayKind::Free || play[i].by != seat) continue;
      for (Id act : play[i].acts) declare_act(s, act, static_cast<int>(seat), code.id, signal, &play[i], true, available, alts);
    }
  }
  int quota = 0;
  for (const auto& [act, most] : e.quota) {
    const Id counter = static_cast<Id>(1 + e.seats.size()) + quota * static_cast<Id>(e.seats.size()) + ins.id;
    ++quota;
    for (Alt<Val>& a : alts) {
      if (a.act != act) continue;
      a.guard = d_.and_(a.guard, d_.lt(local(s, counter), d_.num(most)));
      a.writes.emplace_back(f.base + counter, d_.add(local(s, counter), d_.num(1)));
    }
  }
  std::erase_if(alts, [&](const Alt<Val>& a) { return d_.is_false(a.guard); });
  for (Alt<Val>& a : alts) {
    a.writes.emplace_back(f.base + ins.slot, d_.truth(true));
    a.keep = e.resolve != model::Resolve::Later;
  }
  // The same declaration reached by two free items counts once.
  for (size_t i = 0; i < alts.size(); ++i) for (size_t k = alts.size(); k-- > i + 1;) if (alts[k].move == alts[i].move) alts.erase(alts.begin() + static_cast<std::ptrdiff_t>(k));
  if (alts.empty()) { next(s); return Status::Continue; }
  Val certain = d_.truth(false);
  if (forced) for (const Alt<Val>& a : alts) certain = d_.or_(certain, a.guard);
  if (!d_.is_true(certain)) {
    Alt<Val> pass;
    pass.guard = d_.not_(certain);
    pass.pc = f.pc + 1;
    pass.move.kind = MoveKind::Pass;
    pass.move.who = static_cast<int8_t>(seat);
    pass.move.what = f.code;
    pass.move.pc = f.pc;
    if (!faults.drop_pass) alts.insert(alts.begin(), std::move(pass));
  }
  if (alts.size() == 1 && d_.is_true(alts[0].guard)) { const Alt<Val> only = alts[0]; alts.clear(); take(s, only); return Status::Continue; }
  return Status::Choice;
}

template <class D>
Status Machine<D>::window(S& s, const model::Instr& ins) const {
  for (size_t i = 0; i < w_.ghosts.signals.size(); ++i) {
    for (Id raised : w_.code->raises[static_cast<size_t>(ins.id)]) {
      if (raised != w_.ghosts.signals[i]) continue;
      Val& v = s.cells[static_cast<size_t>(w_.ghost_cell) + i];
      v = d_.ite(d_.lt(v, d_.num(15)), d_.add(v, d_.num(1)), v);
    }
  }
  // A window in which nothing can work and nothing can be declared changes nothing.
  const model::SignalDef& sig = p_.signals[static_cast<size_t>(ins.id)];
  bool live = false;
  for (Id raised : w_.code->raises[static_cast<size_t>(ins.id)]) live = live || !w_.triggers[static_cast<size_t>(raised)].empty();
  if (sig.exchange != kNone && !live) {
    for (const rulings::PlayItem& item : w_.question->play) {
      for (Id act : item.acts) for (const Instance& n : w_.permits[static_cast<size_t>(act)]) live = live || menu_fits(p_.norms[static_cast<size_t>(n.provision)], sig.exchange, ins.id);
    }
  }
  if (sig.exchange != kNone && !live && probe != nullptr) {
    live = !probe->what.empty();
    for (Id act : probe->act.acts) for (const Instance& n : w_.permits[static_cast<size_t>(act)]) live = live || menu_fits(p_.norms[static_cast<size_t>(n.provision)], sig.exchange, ins.id);
  }
  if (!live || faults.skip_window) { next(s); return Status::Continue; }
  std::vector<Val> args;
  for (ExprId e : ins.args) args.push_back(value(s, e));
  push(s, w_.code->window(ins.id), args, -1);
  return Status::Continue;
}

template <class D>
Status Machine<D>::step(S& s, std::vector<Alt<Val>>& alts) {
  using model::OpCode;
  alts.clear();
  if (s.control.end != End::Running) return Status::Done;
  const Frame top = s.control.stack.back();
  const model::Code& code = code_of(top);
  const model::Instr& ins = code.ins[static_cast<size_t>(top.pc)];
  if constexpr (!D::symbolic) if (observer != nullptr) observer->before(s, code, ins);
  if (!w_.ghosts.steps.empty() && ins.begins && ins.code != OpCode::Branch) ghost_step(s, code, ins);
  if (!w_.ghosts.steps.empty() && top.pc == 0 && code.kind == model::CodeKind::Procedure) { model::Instr whole; whole.ordinal = -2; ghost_step(s, code, whole); }
  const auto done = [&](Status status) {
    if constexpr (!D::symbolic) if (observer != nullptr && status != Status::Choice) observer->after(s);
    return s.control.end != End::Running ? Status::Done : status;
  };
  switch (ins.code) {
    case OpCode::Stmts: {
      Status status = Status::Continue;
      if (exec_needs_concrete(s, ins, alts, status)) return status;
      std::array<Val, kTemps> t;
      exec(s, ins.stmts, ctx(s, t.data()));
      if (s.control.end == End::Running) next(s);
      return done(Status::Continue);
    }
    case OpCode::Settle: return done(settle(s, ins, alts));
    case OpCode::Branch: {
      const Val cond = value(s, ins.cond);
      if (ins.begins && d_.is_true(cond)) ghost_step(s, code, ins);
      return done(branch(s, cond, ins.target, alts));
    }
    case OpCode::Jump: s.control.stack.back().pc = static_cast<int16_t>(ins.target); return done(Status::Continue);
    case OpCode::LoopEnter:
    case OpCode::LoopExit: {
      Frame& f = s.control.stack.back();
      const int level = loop_level(code, ins.code == OpCode::LoopEnter ? top.pc + 1 : top.pc);
      if (level >= 0) for (size_t i = static_cast<size_t>(level); i < 3; ++i) f.rounds[i] = 0;
      next(s);
      return done(Status::Continue);
    }
    case OpCode::LoopBack: {
      const int level = loop_level(code, top.pc);
      if (ins.index > 0 && level >= 0 && s.control.stack.back().rounds[static_cast<size_t>(level)] >= ins.index) { s.control.end = End::Bounded; return done(Status::Done); }
      bounded_back(s, ins.target);
      return done(Status::Continue);
    }
    case OpCode::Call: {
      std::vector<Val> args;
      for (ExprId e : ins.args) args.push_back(value(s, e));
      push(s, ins.id, args, -1);
      return done(Status::Continue);
    }
    case OpCode::Effect: {
      const int slot = top.slot;
      const int effect = slot >= 0 ? s.control.slots[static_cast<size_t>(slot)].effect : -1;
      if (effect < 0) { next(s); return done(Status::Continue); }
      const EffectInstance& inst = w_.effects[static_cast<size_t>(effect)];
      const model::EffectDef& def = p_.effects[static_cast<size_t>(inst.effect)];
      const Id at = p_.acts[static_cast<size_t>(s.control.slots[static_cast<size_t>(slot)].act)].effect_local;
      const Id of = p_.acts[static_cast<size_t>(s.control.slots[static_cast<size_t>(slot)].act)].effect_of;
      std::vector<Val> args = {local(s, of), local(s, 0)};
      if (ins.id == 1) {
        if (def.pay_proc == kNone) { if (ins.slot >= 0) local(s, ins.slot) = d_.truth(true); next(s); return done(Status::Continue); }
        push(s, def.pay_proc, args, -1);
        return done(Status::Continue);
      }
      for (size_t i = 0; i < def.present.size(); ++i) args.push_back(local(s, at + 1 + static_cast<Id>(i)));
      push(s, def.proc, args, -1);
      return done(Status::Continue);
    }
    case OpCode::Choose: return done(choose(s, ins, alts));
    case OpCode::Window: return done(window(s, ins));
    case OpCode::Offer: {
      Val me = d_.num(model::kNobody);
      if (code.kind == model::CodeKind::Procedure) for (size_t i = 0; i < code.locals.size(); ++i) if (code.locals[i].name == "me") { me = local(s, static_cast<Id>(i)); break; }
      push(s, w_.code->exchange(ins.id), {me}, -1);
      return done(Status::Continue);
    }
    case OpCode::Process: {
      int found = -1;
      if (ins.id == 0) {
        for (int i = kSlots - 1; i >= 0; --i) if (s.control.slots[static_cast<size_t>(i)].act >= 0 && s.control.slots[static_cast<size_t>(i)].parent == top.slot && top.slot >= 0) found = i;
      } else {
        for (size_t k = s.control.stack.size() - 1; k-- > 0;) {
          const Frame& f = s.control.stack[k];
          if (code_of(f).kind != model::CodeKind::Exchange) continue;
          for (int8_t kept : f.kept) if (kept >= 0 && kept != top.slot && found < 0) found = kept;
          break;
        }
      }
      if (found < 0) { next(s); return done(Status::Continue); }
      const Slot& slot = s.control.slots[static_cast<size_t>(found)];
      const Id proc = p_.acts[static_cast<size_t>(slot.act)].process;
      const size_t n = p_.procedures[static_cast<size_t>(proc)].locals.size();
      const auto from = s.cells.begin() + w_.slot_cell + found * w_.slot_size;
      const std::vector<Val> args(from, from + static_cast<std::ptrdiff_t>(n));
      push(s, proc, args, found);
      return done(Status::Continue);
    }
    case OpCode::EachInit: local(s, ins.slot) = value(s, ins.cond); next(s); return done(Status::Continue);
    case OpCode::EachNext: {
      const model::Type& t = code.locals[static_cast<size_t>(ins.slot)].type;
      const int n = w_.universe(model::elem_type(t));
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
        if (d_.is_true(a.guard)) { take(s, a); alts.clear(); return done(Status::Continue); }
        alts.push_back(std::move(a));
      }
      Alt<Val> none;
      none.guard = d_.not_(before);
      none.pc = ins.target;
      if (alts.empty()) { take(s, none); return done(Status::Continue); }
      if (!d_.is_false(none.guard)) alts.push_back(std::move(none));
      return done(Status::Fork);
    }
    case OpCode::SimulInit: {
      const int n = static_cast<int>(ins.args.size());
      Val rest = d_.empty(n);
      for (int i = 0; i < n; ++i) rest = d_.with_if(rest, i, ins.args[static_cast<size_t>(i)] == kNone ? d_.truth(true) : value(s, ins.args[static_cast<size_t>(i)]));
      local(s, ins.slot) = rest;
      next(s);
      return done(Status::Continue);
    }
    case OpCode::SimulPick: {
      const Val who = ins.id == kNone || p_.orders[static_cast<size_t>(ins.id)].orderer == kNone ? d_.num(-1) : value(s, p_.orders[static_cast<size_t>(ins.id)].orderer);
      const int n = static_cast<int>(code.ins[static_cast<size_t>(top.pc + 1)].targets.size());
      return done(pick(s, ins, n, who, MoveKind::Order, alts));
    }
    case OpCode::SimulGo: {
      int64_t item = 0;
      if (!d_.known(local(s, ins.slot), item)) return done(concretise(s, top.base + ins.slot, alts));
      s.control.stack.back().pc = static_cast<int16_t>(ins.targets[static_cast<size_t>(item)]);
      return done(Status::Continue);
    }
    case OpCode::Again: {
      const int level = loop_level(code, top.pc);
      const int rounds = level >= 0 ? top.rounds[static_cast<size_t>(level)] : 0;
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
      if (ins.index > 0 && rounds + 1 >= ins.index) { take(s, no); return done(Status::Continue); }
      alts = {std::move(no), std::move(yes)};
      return done(Status::Choice);
    }
    case OpCode::CourtBegin: local(s, ins.slot) = d_.truth(false); next(s); return done(Status::Continue);
    case OpCode::CourtEnd: {
      const Val pending = local(s, ins.slot);
      if (d_.is_false(pending)) { next(s); return done(Status::Continue); }
      if (d_.is_true(pending)) return done(endings(s, true, top.pc + 1, alts));
      alts.clear();
      return done(concretise_bool(s, top.base + ins.slot, alts));
    }
    case OpCode::Judge: {
      if (ins.flag) {
        for (size_t k = s.control.stack.size(); k-- > 0;) {
          const Frame& f = s.control.stack[k];
          const model::Code& fc = code_of(f);
          const model::Region* court = nullptr;
          for (const model::Region& r : fc.courts) if (f.pc >= r.begin && f.pc < r.end) court = &r;
          if (court != nullptr) { s.cells[static_cast<size_t>(f.base + court->slot)] = d_.truth(true); next(s); return done(Status::Continue); }
          if (fc.act) break;
        }
      }
      return done(endings(s, true, top.pc + 1, alts));
    }
    case OpCode::Mark: if (ins.slot >= 0) local(s, ins.slot) = d_.truth(true); next(s); return done(Status::Continue);
    case OpCode::Return:
    case OpCode::Abort: {
      if (code.act && top.slot >= 0 && static_cast<size_t>(top.rounds[3]) < w_.act_end.size()) {
        const Instance& hook = w_.act_end[top.rounds[3]];
        ++s.control.stack.back().rounds[3];
        push(s, p_.triggers[static_cast<size_t>(hook.provision)].proc, {d_.num(top.slot)}, -1);
        return done(Status::Continue);
      }
      finish_frame(s, ins.code == OpCode::Return);
      return done(Status::Continue);
    }
    case OpCode::Collect: {
      std::vector<Instance> list;
      for (Id raised : w_.code->raises[static_cast<size_t>(code.id)]) for (const Instance& i : w_.triggers[static_cast<size_t>(raised)]) list.push_back(i);
      const int n = static_cast<int>(list.size());
      Val rest = d_.empty(n);
      for (int i = 0; i < n; ++i) rest = d_.with_if(rest, i, trigger_on(s, list[static_cast<size_t>(i)]));
      local(s, ins.slot) = rest;
      next(s);
      return done(Status::Continue);
    }
    case OpCode::PickTrigger: {
      int n = 0;
      for (Id raised : w_.code->raises[static_cast<size_t>(code.id)]) n += static_cast<int>(w_.triggers[static_cast<size_t>(raised)].size());
      const Val who = ins.id == kNone || p_.orders[static_cast<size_t>(ins.id)].orderer == kNone ? d_.num(-1) : value(s, p_.orders[static_cast<size_t>(ins.id)].orderer);
      return done(pick(s, ins, n, who, MoveKind::Order, alts));
    }
    case OpCode::RunTrigger: {
      int64_t item = 0;
      if (!d_.known(local(s, ins.slot), item)) return done(concretise(s, top.base + ins.slot, alts));
      std::vector<Instance> list;
      for (Id raised : w_.code->raises[static_cast<size_t>(code.id)]) for (const Instance& i : w_.triggers[static_cast<size_t>(raised)]) list.push_back(i);
      return done(run_instance(s, list[static_cast<size_t>(item)], alts));
    }
    case OpCode::Ask: return done(ask(s, ins, alts));
    case OpCode::RunKept: {
      const int kept = top.kept[static_cast<size_t>(ins.id)];
      if (kept < 0) { next(s); return done(Status::Continue); }
      const Id proc = p_.acts[static_cast<size_t>(s.control.slots[static_cast<size_t>(kept)].act)].process;
      const size_t n = p_.procedures[static_cast<size_t>(proc)].locals.size();
      const auto from = s.cells.begin() + w_.slot_cell + kept * w_.slot_size;
      const std::vector<Val> args(from, from + static_cast<std::ptrdiff_t>(n));
      push(s, proc, args, kept);
      return done(Status::Continue);
    }
    case OpCode::EndRound: {
      const model::ExchangeDef& e = p_.exchanges[static_cast<size_t>(code.id)];
      Val declared = d_.truth(false);
      std::vector<std::pair<int, Val>> reset;
      for (size_t k = 0; k < e.seats.size(); ++k) { declared = d_.or_(declared, local(s, static_cast<Id>(1 + k))); reset.emplace_back(top.base + 1 + static_cast<int>(k), d_.truth(false)); }
      Alt<Val> more, end;
      const bool here = until_idle && s.control.stack.size() == until_depth + 1;
      const int round = s.control.stack.back().rounds[0];
      more.guard = declared;
      more.pc = ins.flag ? ins.target : top.pc + 1;
      more.back = ins.flag;
      more.writes = reset;
      if (ins.flag && round + 1 >= ins.index) { more.back = false; more.pc = top.pc + 1; if (e.resolve != model::Resolve::Later) { more.then = Then::Over; more.result = -1; } }
      end.guard = d_.not_(declared);
      end.pc = top.pc + 1;
      if (here) { end.then = Then::Over; end.result = model::kResultNone; }
      const auto follow = [&](const Alt<Val>& a) {
        if (a.then == Then::Over && a.result < 0) s.control.end = End::Bounded;
        else take(s, a);
      };
      if (d_.is_true(declared)) { follow(more); return done(Status::Continue); }
      if (d_.is_false(declared)) { follow(end); return done(Status::Continue); }
      return done(concretise_bools(s, reset, alts));
    }
    case OpCode::LimitScan: {
      Val before = d_.truth(false);
      for (size_t l = 0; l < p_.limits.size(); ++l) {
        const model::Limit& limit = p_.limits[l];
        if (!limit.always || limit.repair == kNone) continue;
        const int n = limit.domain == kNone ? 1 : eval_.universe(p_[limit.domain].type);
        for (int k = 0; k < n; ++k) {
          const Val broken = eval_.breaks(s, static_cast<Id>(l), limit.domain == kNone ? -1 : k, {static_cast<int>(s.control.stack.size()) - 1, nullptr, nullptr});
          Alt<Val> a;
          a.guard = d_.and_(broken, d_.not_(before));
          before = d_.or_(before, broken);
          if (d_.is_false(a.guard)) continue;
          a.then = Then::Push;
          a.code = limit.repair;
          a.args = {d_.num(k)};
          if (d_.is_true(a.guard)) { alts.clear(); take(s, a); return done(Status::Continue); }
          alts.push_back(std::move(a));
        }
      }
      Alt<Val> none;
      none.guard = d_.not_(before);
      none.pc = ins.target;
      if (alts.empty()) { take(s, none); return done(Status::Continue); }
      if (!d_.is_false(none.guard)) alts.push_back(std::move(none));
      return done(Status::Fork);
    }
    case OpCode::EdgeCollect: {
      const int n = static_cast<int>(w_.edges.size());
      Val& memory = s.cells[static_cast<size_t>(w_.edge_cell)];
      Val rest = d_.empty(n);
      if (!quiet(s)) for (int i = 0; i < n; ++i) {
        const Val now = edge_now(s, static_cast<size_t>(i));
        rest = d_.with_if(rest, i, d_.and_(now, d_.not_(d_.has(memory, d_.num(i), n))));
        memory = d_.ite(now, d_.with(memory, d_.num(i), n), d_.without(memory, d_.num(i), n));
      }
      local(s, ins.slot) = rest;
      next(s);
      return done(Status::Continue);
    }
    case OpCode::PickEdge: {
      const Val who = p_.orders.empty() || p_.orders[0].orderer == kNone ? d_.num(-1) : value(s, p_.orders[0].orderer);
      return done(pick(s, ins, static_cast<int>(w_.edges.size()), who, MoveKind::Order, alts));
    }
    case OpCode::RunEdge: {
      int64_t item = 0;
      if (!d_.known(local(s, ins.slot), item)) return done(concretise(s, top.base + ins.slot, alts));
      const Instance& inst = w_.edges[static_cast<size_t>(item)];
      push(s, p_.triggers[static_cast<size_t>(inst.provision)].proc, {d_.num(inst.card)}, -1);
      return done(Status::Continue);
    }
    case OpCode::EndingScan: return done(endings(s, false, top.pc + 1, alts));
  }
  return Status::Done;
}

/// Does the trigger work at the moment that is being announced?
template <class D>
typename D::Val Machine<D>::trigger_on(const S& s, const Instance& inst) const {
  const model::Trigger& t = p_.triggers[static_cast<size_t>(inst.provision)];
  std::array<Val, kTemps> temps;
  temps[0] = d_.num(inst.card);
  const C c{static_cast<int>(s.control.stack.size()) - 1, nullptr, temps.data()};
  Val on = d_.truth(true);
  if (t.source.card != kNone) on = eval_.active(s, inst.card);
  else if (t.domain != kNone) on = eval_.member(s, t.domain, d_.num(inst.card), c);
  if (t.cond != kNone && !d_.is_false(on)) on = d_.and_(on, eval_.eval(s, t.cond, c));
  return on;
}

/// Runs a trigger when its turn comes: one whose source or condition is gone lapses.
template <class D>
Status Machine<D>::run_instance(S& s, const Instance& inst, std::vector<Alt<Val>>& alts) const {
  const model::Trigger& t = p_.triggers[static_cast<size_t>(inst.provision)];
  const int pc = s.control.stack.back().pc;
  const Val on = trigger_on(s, inst);
  Alt<Val> run, lapse;
  run.guard = on;
  run.then = Then::Push;
  run.code = t.proc;
  run.args = {d_.num(inst.card)};
  lapse.guard = d_.not_(on);
  lapse.pc = pc + 1;
  if (d_.is_false(on)) { take(s, lapse); return Status::Continue; }
  if (t.may != kNone) {
    std::array<Val, kTemps> temps;
    temps[0] = d_.num(inst.card);
    int64_t who = -1;
    d_.known(eval_.eval(s, t.may, {static_cast<int>(s.control.stack.size()) - 1, nullptr, temps.data()}), who);
    run.move.kind = MoveKind::May;
    run.move.who = static_cast<int8_t>(who);
    run.move.what = s.control.stack.back().code;
    run.move.pc = static_cast<int16_t>(pc);
    run.move.values = {1, inst.provision};
    lapse.guard = d_.truth(true);
    lapse.move = run.move;
    lapse.move.values[0] = 0;
    alts = {std::move(run), std::move(lapse)};
    return Status::Choice;
  }
  if (d_.is_true(on)) { take(s, run); return Status::Continue; }
  alts = {std::move(run), std::move(lapse)};
  return Status::Fork;
}

/// Splits on a truth value in a cell; the same instruction runs again.
template <class D>
Status Machine<D>::concretise_bool(S& s, int cell, std::vector<Alt<Val>>& alts) const {
  const Val v = s.cells[static_cast<size_t>(cell)];
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
Status Machine<D>::concretise_bools(S& s, const std::vector<std::pair<int, Val>>& cells, std::vector<Alt<Val>>& alts) const {
  for (const auto& [cell, unused] : cells) {
    const Val v = s.cells[static_cast<size_t>(cell)];
    if (!d_.is_true(v) && !d_.is_false(v)) return concretise_bool(s, cell, alts);
  }
  return Status::Continue;
}

}  // namespace hanrei::checker
