// Machine: the ways to declare an act.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

/// All ways to declare one act: its presented things one after another, then its effect's.
template <class D>
struct Machine<D>::Declaring {
  const Machine& m;
  const S& s;
  ActId act;
  int seat;
  ExchangeId exchange;
  SignalId signal;
  const rulings::PlayItem* filter;
  bool free;  ///< the filter lets anything through but cards it does not name
  std::vector<Alt<Val>>& out;
  const Consider* consider =
      nullptr;  ///< instead of the legal ones, all that some permission lets through

  const model::ActDef& a = m.p_.acts[act];
  const Menu& here = m.menu(s, act, seat, exchange, signal);
  int frame = s.top();
  std::vector<Val> locals = {};
  std::vector<int64_t> values = {};
  std::array<Val, 2 + model::kEffectArgs> inner = {};
  bool doubt = false;  ///< nothing is presented where there may be something that is only counted

  void all(Val available) {
    if ((here.permits.empty() || m.exhausted(s, here)) && m.dropped == kNone &&
        m.eval_.held == nullptr)
      return;
    for (const model::Local& l : m.p_.procedures[a.process].locals)
      locals.push_back(m.blank(l.type));
    locals[0] = m.d_.num(seat);
    things(0, available);
  }

 private:
  bool wanted(const std::string& name, int64_t one, bool first) const {
    return wanted(name, &one, 1, first);
  }
  bool wanted(const std::string& name, const int64_t* picked, size_t n, bool first) const {
    if (filter == nullptr) return true;
    if (free)
      return !first || filter->cards.empty() || (n == 1 && base::contains(filter->cards, *picked));
    for (const auto& [arg, want] : filter->args)
      if (arg == name) return std::equal(want.begin(), want.end(), picked, picked + n);
    return true;
  }

  void judge(int effect, Val guard) const {
    if (!m.d_.is_true(guard)) return;
    Considered c{act, effect, values, {}, {}, {}, false, {}};
    for (const auto& [permit, on] : m.permits_of(s, act, seat, here, locals, effect))
      if (m.d_.is_true(on)) c.permits.push_back(permit);
    if (c.permits.empty()) return;
    for (const NormInstance* i : here.forbids)
      if (m.d_.is_true(m.norm_applies(s, *i, act, seat, locals, effect))) c.forbids.push_back(i);
    for (const NormInstance* i : here.duties)
      if (m.d_.is_true(m.norm_applies(s, *i, act, seat, locals, effect))) c.duties.push_back(i);
    c.legal = m.d_.is_true(m.permitted(s, act, seat, exchange, signal, locals, effect));
    c.made = declared(effect, guard);
    c.made.keep = m.p_.exchanges[exchange].resolve != model::Resolve::Later;
    (*consider)(c);
  }

  Alt<Val> declared(int effect, Val guard) const {
    Alt<Val> alt;
    alt.guard = guard;
    alt.then = Then::Declare;
    alt.act = act;
    alt.effect = effect;
    alt.seat = seat;
    alt.args.append(locals.begin(), locals.end());
    alt.move.kind = MoveKind::Declare;
    alt.move.who = static_cast<int8_t>(seat);
    alt.move.what = static_cast<int16_t>(act);
    alt.move.effect = static_cast<int16_t>(effect);
    alt.move.values = base::SmallVector<int64_t, 4>(values);
    return alt;
  }

  void finish(int effect, Val guard) {
    if (consider != nullptr) {
      judge(effect, guard);
      return;
    }
    guard = m.d_.and_(guard, m.permitted(s, act, seat, exchange, signal, locals, effect));
    if (m.d_.is_false(guard)) return;
    if (doubt) throw Unsupported{ReasonCode::CountedPresented};
    out.push_back(declared(effect, guard));
  }

  /// use(k, guard) for every k that may be chosen; are there any? `loose`: what is asked of them is
  /// left open.
  template <class F>
  bool each_candidate(const model::Choose& ch, const Val* loc, uint64_t only, bool loose, F&& use) {
    std::array<Val, kTemps> t;
    const C c{frame, loc, t.data()};
    const int n = m.eval_.universe(m.p_[ch.set].type);
    if (m.w_.renumbers(m.p_[ch.set].type)) throw Unsupported{{ReasonCode::ChoiceAmongNames, 62}};
    bool any = false;
    for (int k = 0; k < n; ++k) {
      if ((only >> k & 1) == 0) continue;
      Val in = m.eval_.member(s, ch.set, m.d_.num(k), c);
      if (m.d_.is_false(in)) continue;
      t[ch.elem] = m.d_.num(k);
      if (ch.where != kNone)
        in = m.d_.and_(in, loose ? m.eval_.unasked() : m.eval_.eval(s, ch.where, c));
      if (m.d_.is_false(in)) continue;
      any = true;
      use(k, in);
    }
    return any;
  }

  void effect_things(int effect, size_t i, Val guard) {
    const model::EffectDef& def = m.p_.effects[m.w_.effects[effect].effect];
    if (i == def.present.size()) {
      finish(effect, guard);
      return;
    }
    const model::Choose& ch = def.present[i];
    const auto with = [&](int64_t k, Val ok) {
      inner[2 + i] = m.d_.num(k);
      values.push_back(k);
      effect_things(effect, i + 1, ok);
      values.pop_back();
    };
    const bool any =
        each_candidate(ch, inner.data(), ~uint64_t{0}, m.open(def.source), [&](int k, Val in) {
          Val ok = m.d_.and_(guard, in);
          if (ch.designates) ok = m.d_.and_(ok, m.designated(s, effect, m.d_.num(seat), k));
          if (m.d_.is_false(ok) || !wanted(ch.name, k, false)) return;
          locals[a.effect_local + 1 + i] = m.d_.num(k);
          with(k, ok);
        });
    if (!any && ch.or_none) nothing(ch, inner.data(), [&] { with(model::kNobody, guard); });
  }

  /// Goes on without the thing.
  template <class F>
  void nothing(const model::Choose& ch, const Val* loc, F&& go) {
    std::array<Val, kTemps> t;
    const bool before = doubt;
    doubt = doubt || m.counted(s, ch, {frame, loc, t.data()});
    go();
    doubt = before;
  }

  void effects(Val guard) {
    if (a.effect_local == kNone) {
      finish(-1, guard);
      return;
    }
    int64_t card = 0;
    if (!m.d_.known(locals[a.effect_of], card)) return;
    for (size_t k = 0; k < m.w_.effects.size(); ++k) {
      const EffectInstance& inst = m.w_.effects[k];
      const model::EffectDef& def = m.p_.effects[inst.effect];
      if (inst.card != card || def.name.empty() == a.effect_named) continue;
      if (filter != nullptr && filter->effect != kNone &&
          m.p_.effects[filter->effect].name != def.name)
        continue;
      Val ok = guard;
      const bool limited =
          def.uses > 0 && !m.does_not_count(def.source.by) && !m.does_not_count(a.source.by);
      if (limited)
        ok = m.d_.and_(ok, m.open(def.source)
                               ? m.eval_.either()
                               : m.d_.lt(s.cells[m.w_.uses_cell + k], m.d_.num(def.uses)));
      if (m.d_.is_false(ok)) continue;
      locals[a.effect_local] = m.d_.num(static_cast<int64_t>(k));
      inner.fill(m.d_.num(model::kNobody));
      inner[0] = m.d_.num(inst.card);
      inner[1] = m.d_.num(seat);
      effect_things(static_cast<int>(k), 0, ok);
    }
  }

  void things(size_t i, Val guard) {
    if (i == a.present.size()) {
      effects(guard);
      return;
    }
    const model::Choose& ch = a.present[i];
    Val& mine = locals[ch.var];
    const auto with = [&](int64_t value, Val v, Val ok) {
      mine = v;
      values.push_back(value);
      things(i + 1, ok);
      values.pop_back();
    };
    const auto numbers = [&](int64_t lo, int64_t hi, bool truth) {
      for (int64_t v = lo; v <= hi; ++v)
        if (wanted(ch.name, v, i == 0)) with(v, truth ? m.d_.truth(v != 0) : m.d_.num(v), guard);
    };
    const uint64_t only =
        i == 0 && m.dropped == kNone && m.eval_.held == nullptr ? here.things : ~uint64_t{0};
    switch (ch.domain) {
      case model::DomainKind::YesNo: return numbers(0, 1, true);
      case model::DomainKind::Int: {
        std::array<Val, kTemps> t;
        const C c{frame, locals.data(), t.data()};
        int64_t lo = 0, hi = 1;
        if (!m.d_.known(m.eval_.eval(s, ch.set, c), lo) ||
            !m.d_.known(m.eval_.eval(s, ch.where, c), hi))
          throw Unsupported{ReasonCode::NumberBetweenUnknown};
        return numbers(lo, hi, false);
      }
      case model::DomainKind::One: {
        const bool any =
            each_candidate(ch, locals.data(), only, m.open(a.source), [&](int k, Val in) {
              if (wanted(ch.name, k, i == 0)) with(k, m.d_.num(k), m.d_.and_(guard, in));
            });
        if (!any && ch.or_none)
          nothing(ch, locals.data(),
                  [&] { with(model::kNobody, m.d_.num(model::kNobody), guard); });
        return;
      }
      case model::DomainKind::Some: return sets(i, ch, only, guard);
    }
  }

  void sets(size_t i, const model::Choose& ch, uint64_t only, Val guard) {
    std::vector<std::pair<int, Val>> list;
    const bool loose = (ch.where != kNone || ch.such != kNone) && m.open(a.source);
    each_candidate(ch, locals.data(), only, loose,
                   [&](int k, Val in) { list.emplace_back(k, in); });
    if (list.size() > 10) throw Unsupported{ReasonCode::SetOfManyPresented};
    if (list.empty() && ch.or_none) {
      locals[ch.var] = m.d_.empty(m.eval_.universe(m.p_[ch.set].type));
      values.push_back(0);
      nothing(ch, locals.data(), [&] { things(i + 1, guard); });
      values.pop_back();
      return;
    }
    const int n = m.eval_.universe(m.p_[ch.set].type);
    for (uint32_t bits = 1; bits < 1U << list.size(); ++bits) {
      std::vector<int64_t> picked;
      Val ok = guard, set = m.d_.empty(n);
      for (size_t k = 0; k < list.size(); ++k)
        if (bits >> k & 1) {
          picked.push_back(list[k].first);
          ok = m.d_.and_(ok, list[k].second);
          set = m.d_.with(set, m.d_.num(list[k].first), n);
        }
      if (m.d_.is_false(ok) || !wanted(ch.name, picked.data(), picked.size(), false)) continue;
      locals[ch.var] = set;
      if (ch.such != kNone) {
        std::array<Val, kTemps> t;
        ok = m.d_.and_(ok, loose ? m.eval_.unasked()
                                 : m.eval_.eval(s, ch.such, {frame, locals.data(), t.data()}));
        if (m.d_.is_false(ok)) continue;
      }
      const size_t before = values.size();
      values.push_back(static_cast<int64_t>(picked.size()));
      values.insert(values.end(), picked.begin(), picked.end());
      things(i + 1, ok);
      values.resize(before);
    }
  }
};

template <class D>
void Machine<D>::declare_act(const S& s, ActId act, int seat, ExchangeId exchange, SignalId signal,
                             const rulings::PlayItem* filter, bool free, Val available,
                             std::vector<Alt<Val>>& out) const {
  Declaring{*this, s, act, seat, exchange, signal, filter, free, out}.all(available);
}

template <class D>
void Machine<D>::consider(const S& s, int seat, const Consider& use) const {
  const ExchangeId exchange(code_of(s.frame()).id);
  const SignalId signal = window_below(s);
  std::vector<Alt<Val>> none, owed;
  for (const ActId act : p_.acts.ids())
    if (!w_.duties.empty() && !menu(s, act, seat, exchange, signal).duties.empty())
      declare_act(s, act, seat, exchange, signal, nullptr, false, d_.truth(true), owed);
  const bool only = std::any_of(owed.begin(), owed.end(), [&](const Alt<Val>& a) {
    return d_.is_true(d_.and_(a.guard, duty(s, a, seat, exchange, signal, true)));
  });
  const Consider within = [&](const Considered& c) {
    const auto strict = [&](const NormInstance* i) { return p_.norms[i->provision].exclusive; };
    if (!only || std::any_of(c.duties.begin(), c.duties.end(), strict)) {
      use(c);
      return;
    }
    Considered later = c;  // what is his duty comes first
    later.legal = false;
    use(later);
  };
  for (const ActId act : p_.acts.ids()) {
    Declaring d{*this, s, act, seat, exchange, signal, nullptr, false, none, &within};
    d.all(d_.truth(true));
  }
}

}  // namespace hanrei::checker
