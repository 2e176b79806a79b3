// Machine: what is settled after a change: continuous effects, what comes due, endings.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

template <class D>
bool Machine<D>::quiet(const S& s) const {
  for (const Frame& f : s.control.stack)
    for (const model::Region& r : code_of(f).quiet)
      if (f.pc >= r.begin && f.pc <= r.end) return true;
  return false;
}

template <class D>
typename D::Val Machine<D>::edge_now(const S& s, size_t i) const {
  const TriggerInstance& inst = w_.edges[i];
  const model::Trigger& t = p_.triggers[inst.provision];
  std::array<Val, kTemps> temps;
  temps[0] = d_.num(inst.card);
  const C c{s.top(), nullptr, temps.data()};
  Val on = t.source.card != kNone ? eval_.active(s, inst.card)
           : t.domain == kNone    ? d_.truth(true)
                                  : eval_.member(s, t.domain, d_.num(inst.card), c);
  if (d_.is_false(on)) return on;
  on = d_.and_(on, eval_.eval(s, t.becomes, c));
  if (t.cond != kNone && !d_.is_false(on)) on = d_.and_(on, eval_.eval(s, t.cond, c));
  return on;
}

/// Does what applies apply for good reason: each of the statics that hang on each other just when
/// its condition holds?
template <class D>
typename D::Val Machine<D>::consistent(const S& s, uint16_t applied) const {
  S trial = s;
  trial.control.applied = applied;
  Val all = d_.truth(true);
  for (size_t i = 0; i < w_.cyclic.size() && !d_.is_false(all); ++i) {
    const StaticInstance& inst = w_.statics[w_.cyclic[i]];
    const bool listed = std::any_of(s.control.effects.begin(), s.control.effects.end(),
                                    [&](const Effect& f) { return f.statik == w_.cyclic[i]; });
    std::array<Val, kTemps> t;
    t[0] = d_.num(inst.card);
    const C c{s.top(), nullptr, t.data()};
    const model::Static& st = p_.statics[inst.provision];
    Val on = d_.truth(listed);
    if (listed && st.cond != kNone) on = eval_.eval(trial, st.cond, c);
    if (!d_.is_false(on) && inst.card >= 0 && !w_.static_forbids.empty()) {
      on = d_.and_(on, d_.over(eval_.eval(trial, st.target, c), [&](int64_t k) -> Val {
        return k < 0 ? d_.truth(true)
                     : eval_.reaches(trial, inst.card, static_cast<int>(k), c.frame);
      }));
    }
    all = d_.and_(all, (applied >> i & 1) != 0 ? on : d_.not_(on));
  }
  return all;
}

template <class D>
typename D::Val Machine<D>::settlings(const S& s) const {
  Val n = d_.num(0);
  for (uint32_t applied = 0; applied < 1U << w_.cyclic.size(); ++applied)
    n = d_.add(n, d_.ite(consistent(s, static_cast<uint16_t>(applied)), d_.num(1), d_.num(0)));
  return n;
}

/// Finds the consistent states of the statics that hang on each other. What applies stays where it
/// may (`keep`); else one of several is chosen, and without any play is stuck.
template <class D>
Status Machine<D>::equilibrium(S& s, bool keep, std::vector<Alt<Val>>& alts) const {
  const auto apply = [&](uint16_t applied, Val guard) {
    Alt<Val> a;
    a.then = Then::Apply;
    a.guard = guard;
    a.applied = applied;
    a.move.kind = MoveKind::Settle;
    a.move.what = s.frame().code;
    a.move.pc = s.frame().pc;
    a.move.values = {applied};
    int64_t who = -1;
    if (p_.settle.several != kNone) d_.known(value(s, p_.settle.several), who);
    a.move.who = static_cast<int8_t>(who);
    if (!d_.is_false(guard)) alts.push_back(std::move(a));
  };
  alts.clear();
  const Val stays = keep ? consistent(s, s.control.applied) : d_.truth(false);
  if (d_.is_true(stays)) return Status::Continue;
  Val some = stays;
  if (keep) apply(s.control.applied, stays);
  for (uint32_t applied = 0; applied < 1U << w_.cyclic.size(); ++applied) {
    if (keep && applied == s.control.applied) continue;
    const Val fits = consistent(s, static_cast<uint16_t>(applied));
    some = d_.or_(some, fits);
    apply(static_cast<uint16_t>(applied), d_.and_(fits, d_.not_(stays)));
  }
  if (!d_.is_true(some)) {
    Alt<Val> stuck;
    stuck.then = Then::Stuck;
    stuck.guard = d_.not_(some);
    if (!alts.empty()) stuck.move = alts.back().move;
    stuck.move.values = {model::kNobody};
    alts.push_back(std::move(stuck));
  }
  if (take_only(s, alts)) return s.control.end == End::Stuck ? Status::Done : Status::Continue;
  return Status::Choice;
}

/// Bookkeeping: statics follow their sources; then, if a limit is broken, an edge rises or an
/// ending is met, the bookkeeping code runs.
template <class D>
Status Machine<D>::settle(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const {
  const model::Footprint& wrote = w_.code->settle[ins.index];
  for (size_t i = 0; i < w_.statics.size(); ++i) {
    if ((w_.code->static_reads[w_.statics[i].provision] & wrote).none()) continue;
    const Val on = w_.statics[i].card < 0 ? d_.truth(true) : eval_.active(s, w_.statics[i].card);
    bool listed = false;
    for (const Effect& f : s.control.effects) listed = listed || f.statik == static_cast<int>(i);
    if (listed ? d_.is_true(on) : d_.is_false(on)) continue;
    Alt<Val> toggle, stay;
    toggle.then = Then::Toggle;
    toggle.slot = static_cast<int>(i);
    toggle.guard = listed ? d_.not_(on) : on;
    if (d_.is_true(toggle.guard)) {
      take(s, toggle);
      return Status::Continue;
    }
    throw Unsupported{ReasonCode::SourceMaybeInPlace};
  }
  if (!w_.cyclic.empty()) {
    if (s.control.settling != Settling::Done)
      if (const Status status = equilibrium(s, true, alts); status != Status::Continue)
        return status;
    s.control.settling = Settling::Next;
  }
  Val any = d_.truth(false);
  for (const LimitId l : p_.limits.ids()) {
    const model::Limit& limit = p_.limits[l];
    if (!limit.always || limit.repair == kNone || (w_.code->limit_reads[l] & wrote).none())
      continue;
    const int n = limit.domain == kNone ? 1 : eval_.universe(p_[limit.domain].type);
    for (int k = 0; k < n && !d_.is_true(any); ++k)
      any = d_.or_(any,
                   eval_.breaks(s, l, limit.domain == kNone ? -1 : k, {s.top(), nullptr, nullptr}));
  }
  Val memory = s.cells[w_.edge_cell];
  Val seen = memory;
  const int edges = static_cast<int>(w_.edges.size());
  if (edges > 0 && !quiet(s)) {
    for (size_t i = 0; i < w_.edges.size(); ++i) {
      if ((w_.code->edge_reads[w_.edges[i].provision] & wrote).none()) continue;
      if (open(p_.triggers[w_.edges[i].provision].source)) {
        any = d_.or_(any, d_.and_(d_.not_(d_.has(memory, d_.num(static_cast<int64_t>(i)), edges)),
                                  eval_.either()));
        continue;
      }
      const Val now = edge_now(s, i);
      const Val before = d_.has(memory, d_.num(static_cast<int64_t>(i)), edges);
      any = d_.or_(any, d_.and_(now, d_.not_(before)));
      seen = d_.ite(now, d_.with(seen, d_.num(static_cast<int64_t>(i)), edges),
                    d_.without(seen, d_.num(static_cast<int64_t>(i)), edges));
    }
  }
  for (const EndingId i : p_.endings.ids()) {
    const model::Ending& e = p_.endings[i];
    if (!e.at_once || ((w_.code->ending_reads[i] & wrote).none() &&
                       !w_.code->ending_reads[i].test(model::kStackBit)))
      continue;
    const int n = e.domain == kNone ? 1 : eval_.universe(p_[e.domain].type);
    for (int k = 0; k < n; ++k) {
      std::array<Val, kTemps> t;
      t[0] = d_.num(k);
      const C c{s.top(), nullptr, t.data()};
      Val met = eval_.eval(s, e.when, c);
      if (e.hold != kNone && !d_.is_false(met))
        met = d_.and_(met, d_.not_(eval_.eval(s, e.hold, c)));
      any = d_.or_(any, open_ending(e, met));
    }
  }
  if (d_.is_false(any)) {
    if (edges > 0) s.cells[w_.edge_cell] = seen;
    next(s);
    return Status::Continue;
  }
  Alt<Val> quiet_alt, book;
  quiet_alt.guard = d_.not_(any);
  quiet_alt.pc = s.frame().pc + 1;
  if (edges > 0) quiet_alt.writes.emplace_back(w_.edge_cell, seen);
  book.guard = any;
  book.then = Then::Push;
  book.code = w_.code->book;
  if (d_.is_true(any)) {
    take(s, book);
    return Status::Continue;
  }
  alts = {std::move(quiet_alt), std::move(book)};
  return Status::Fork;
}

/// All endings judged at one moment are evaluated on one state; both players at once is a draw.
template <class D>
Status Machine<D>::endings(S& s, bool at_judge, int go, std::vector<Alt<Val>>& alts) const {
  Val loses[2] = {d_.truth(false), d_.truth(false)};
  for (const EndingId i : p_.endings.ids()) {
    const model::Ending& e = p_.endings[i];
    if (!e.at_once && !at_judge) continue;
    for (int k = 0; k < 2; ++k) {
      std::array<Val, kTemps> t;
      t[0] = d_.num(k);
      const C c{s.top(), nullptr, t.data()};
      Val met = eval_.eval(s, e.when, c);
      if (!at_judge && e.hold != kNone && !d_.is_false(met))
        met = d_.and_(met, d_.not_(eval_.eval(s, e.hold, c)));
      met = open_ending(e, met);
      if (!d_.is_false(met)) note(&Trace::endings, i);
      Val& loser = loses[e.wins ? 1 - k : k];
      loser = d_.or_(loser, met);
    }
  }
  const Val both = d_.and_(loses[0], loses[1]);
  if constexpr (!D::symbolic)
    if (trace_ != nullptr && d_.is_true(both)) trace_->draw = true;
  const Val guards[4] = {d_.not_(d_.or_(loses[0], loses[1])), d_.and_(loses[1], d_.not_(loses[0])),
                         d_.and_(loses[0], d_.not_(loses[1])), both};
  for (int r = 0; r < 4; ++r) {
    if (d_.is_false(guards[r])) continue;
    Alt<Val> a;
    a.guard = guards[r];
    if (r == 0)
      a.pc = go;
    else {
      a.then = Then::Over;
      a.result = r;
    }
    if (d_.is_true(guards[r])) {
      take(s, a);
      return Status::Continue;
    }
    alts.push_back(std::move(a));
  }
  return Status::Fork;
}

}  // namespace hanrei::checker
