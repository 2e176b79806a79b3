// Machine: choices and declarations. Included by machine.h.
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
const typename Machine<D>::Menu& Machine<D>::menu(Id act, Id exchange, Id signal) const {
  const uint64_t key = (static_cast<uint64_t>(act) << 40) | (static_cast<uint64_t>(exchange + 1) << 20) | static_cast<uint64_t>(signal + 1);
  const auto it = menus_.find(key);
  if (it != menus_.end()) return it->second;
  Menu m;
  for (const Instance& i : w_.permits[static_cast<size_t>(act)]) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if (!menu_fits(n, exchange, signal)) continue;
    m.permits.push_back(&i);
    if (n.on_self == 0 && i.card >= 0) m.cards |= uint64_t{1} << i.card;
    else m.general = true;
  }
  const auto& tags = p_.acts[static_cast<size_t>(act)].tags;
  for (const Instance& i : w_.forbids) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if ((n.act != kNone && n.act != act) || !menu_fits(n, exchange, signal)) continue;
    if (n.act == kNone && !n.tag.empty() && std::find(tags.begin(), tags.end(), n.tag) == tags.end()) continue;
    m.forbids.push_back(&i);
  }
  return menus_.emplace(key, std::move(m)).first->second;
}

/// Does a norm of the present menu apply to this declaration?
template <class D>
typename D::Val Machine<D>::norm_applies(const S& s, const Instance& inst, Id act, int seat, const std::vector<Val>& locals, int effect) const {
  const model::Norm& n = p_.norms[static_cast<size_t>(inst.provision)];
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
  const Menu& here = menu(act, exchange, signal);
  for (const Instance* at : here.permits) {
    const Instance& i = *at;
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if (n.on_self == 0 && i.card != first && first >= 0) continue;
    if (exclusive && !(n.on_self >= 0 && i.card == first)) continue;
    if (n.source.card != kNone && n.source.card == eval_.ignored) continue;
    const Val on = norm_applies(s, i, act, seat, locals, effect);
    if (d_.is_false(on)) continue;
    applying.emplace_back(&i, on);
    any = d_.or_(any, on);
  }
  if (d_.is_false(any)) return any;
  for (const Instance* at : here.forbids) {
    const Instance& i = *at;
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if (is_dropped(n)) continue;
    Val bars = norm_applies(s, i, act, seat, locals, effect);
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
  const Menu& here = menu(act, exchange, signal);
  if (here.permits.empty() && dropped == kNone) return;
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
  const auto candidates = [&](const model::Choose& ch, const Val* loc, uint64_t only = ~uint64_t{0}) {
    std::vector<std::pair<int, Val>> list;
    std::array<Val, kTemps> t;
    const C c{frame, loc, t.data()};
    const int n = eval_.universe(p_[ch.set].type);
    for (int k = 0; k < n; ++k) {
      if ((only >> k & 1) == 0) continue;
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
    const bool narrow = i == 0 && !here.general && dropped == kNone && ch.domain == model::DomainKind::One;
    const auto list = candidates(ch, locals.data(), narrow ? here.cards : ~uint64_t{0});
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

/// Would anybody asked in the top exchange have something to declare?
template <class D>
bool Machine<D>::could_declare(const S& s) const {
  const Frame& f = s.control.stack.back();
  const model::Code& code = code_of(f);
  Id signal = kNone;
  if (s.control.stack.size() >= 2) {
    const model::Code& below = code_of(s.control.stack[s.control.stack.size() - 2]);
    if (below.kind == model::CodeKind::Window) signal = below.id;
  }
  std::vector<Alt<Val>> alts;
  for (ExprId e : p_.exchanges[static_cast<size_t>(code.id)].seats) {
    int64_t seat = 0;
    if (!d_.known(value(s, e), seat)) return true;
    const auto& play = w_.question->play;
    for (size_t i = 0; i < play.size() && i <= s.control.script; ++i) {
      if (play[i].by != seat || (play[i].kind != rulings::PlayKind::Free && (play[i].kind != rulings::PlayKind::Do || i != s.control.script))) continue;
      for (Id act : play[i].acts) declare_act(s, act, static_cast<int>(seat), code.id, signal, &play[i], play[i].kind == rulings::PlayKind::Free, d_.truth(true), alts);
    }
  }
  return !alts.empty();
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

}  // namespace hanrei::checker
