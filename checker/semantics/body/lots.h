// Machine: may a card that is only counted be chosen or declared?
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

/// One lot, and what may be true of a card of it. Where the card is, and so whose it is, is known;
/// anything else may be printed on it.
template <class D>
struct Machine<D>::Counted {
  const Machine& m;
  const S& s;
  ZoneId zone;
  int side;
  Id first, last;  ///< temps of which nothing is known; with `presented` the locals of an act but
                   ///< its player too
  bool presented = false;

  const model::Expr& at(ExprId e) const { return m.p_[e]; }

  /// May the card be in the set? `want` false: may it be outside?
  bool in(ExprId set, bool want, C c) const {
    using model::Op;
    const model::Expr& e = at(set);
    switch (e.op) {
      case Op::ZoneSet:
        if (e.id != zone || e.a == kNone) return want == (e.id == zone);
        return unknown(e.a) || may(m.d_.eq(m.eval_.eval(s, e.a, c), m.d_.num(side)), want);
      case Op::AllOf: return want;
      case Op::KindSet: {
        std::array<Val, kTemps> t;
        return Counted{m, s, zone, side, 0, 0}.holds(m.p_.kinds[KindId(e.id)].is, want, 0,
                                                     {c.frame, nullptr, t.data()});
      }
      case Op::Union:
        return want ? in(e.a, true, c) || in(e.b, true, c) : in(e.a, false, c) && in(e.b, false, c);
      case Op::Inter:
        return want ? in(e.a, true, c) && in(e.b, true, c) : in(e.a, false, c) || in(e.b, false, c);
      case Op::Diff:
        return want ? in(e.a, true, c) && in(e.b, false, c) : in(e.a, false, c) || in(e.b, true, c);
      case Op::If: return in(e.b, want, c) || in(e.c, want, c);
      case Op::Call: {
        if (std::any_of(e.args.begin(), e.args.end(), [&](ExprId k) { return unknown(k); }))
          return true;
        std::array<Val, kTemps> t;
        for (size_t i = 0; i < e.args.size(); ++i) t[i] = m.eval_.eval(s, e.args[i], c);
        return Counted{m, s, zone, side, kTemps, kTemps}.in(m.p_.derived[DerivedId(e.id)].is, want,
                                                            {c.frame, nullptr, t.data()});
      }
      default:
        return !want;  // what is held somewhere are single cards, and quantifiers range over these
                       // only
    }
  }

  /// May the condition be true of the card in temp `elem`? `want` false: may it be false?
  bool holds(ExprId condition, bool want, Id elem, C c) const {
    using model::Op;
    const model::Expr& e = at(condition);
    const auto is_it = [&](ExprId k) { return at(k).op == Op::Temp && at(k).id == elem; };
    switch (e.op) {
      case Op::And:
        return want ? holds(e.a, true, elem, c) && holds(e.b, true, elem, c)
                    : holds(e.a, false, elem, c) || holds(e.b, false, elem, c);
      case Op::Or:
        return want ? holds(e.a, true, elem, c) || holds(e.b, true, elem, c)
                    : holds(e.a, false, elem, c) && holds(e.b, false, elem, c);
      case Op::Not: return holds(e.a, !want, elem, c);
      case Op::In:
        if (is_it(e.a)) return in(e.b, want, c);
        break;
      case Op::Declared:
        if (is_it(e.a)) return !want;
        break;  // a declared card has a name
      case Op::Eq:
      case Op::Ne:
        for (const auto& [mine, other] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
          if (unknown(other)) continue;
          const bool equal = want == (e.op == Op::Eq);
          if (is_it(mine)) return !equal;  // whatever has a name is another card
          if (at(mine).op == Op::Attr && at(mine).attr() == model::kUserAttr && is_it(at(mine).a))
            return may(m.d_.eq(m.eval_.eval(s, other, c), m.d_.num(side)), equal);
        }
        break;
      default: break;
    }
    return unknown(condition) || may(m.eval_.eval(s, condition, c), want);
  }

  /// May it be chosen there? Its name in the condition is temp `first`.
  bool candidate(const model::Choose& ch, C c) const {
    return in(ch.set, true, c) && (ch.where == kNone || holds(ch.where, true, ch.elem, c));
  }

 private:
  bool may(Val v, bool want) const { return want ? !m.d_.is_false(v) : !m.d_.is_true(v); }
  /// Does it speak of something that is not known?
  bool unknown(ExprId id) const {
    if (id == kNone) return false;
    const model::Expr& e = at(id);
    if (e.op == model::Op::Temp) return first <= e.id && e.id <= last;
    if (e.op == model::Op::Local) return presented && e.id != 0;
    return unknown(e.a) || unknown(e.b) || unknown(e.c) ||
           std::any_of(e.args.begin(), e.args.end(), [&](ExprId k) { return unknown(k); });
  }
};

/// Every lot that is not surely empty, until `use` says yes.
template <class D>
template <class F>
bool Machine<D>::any_lot(const S& s, const model::Choose& ch, F&& use) const {
  const bool picks = ch.domain == model::DomainKind::One || ch.domain == model::DomainKind::Some;
  if (!picks || p_[ch.set].type.id != model::kCardSort ||
      model::elem_type(p_[ch.set].type).kind != model::TypeKind::Ref)
    return false;
  for (const ZoneId zone : p_.zones.ids()) {
    for (int side = 0; side < 2 && w_.lot_cell[zone] >= 0; ++side) {
      if (d_.is_false(d_.lt(d_.num(0), s.cells[w_.lot_cell[zone] + side]))) continue;
      if (use(zone, side)) return true;
    }
  }
  return false;
}

/// Are there cards that are only counted, and of which one may be a candidate?
template <class D>
bool Machine<D>::counted(const S& s, const model::Choose& ch, C c) const {
  return any_lot(s, ch, [&](ZoneId zone, int side) {
    return Counted{*this, s, zone, side, ch.elem, ch.elem}.candidate(ch, c);
  });
}

/// Could the player declare the act there with a card that is only counted? What else would be
/// presented is taken to be there. `item`: what it names is no such card.
template <class D>
bool Machine<D>::counted(const S& s, ActId act, int seat, ExchangeId exchange, SignalId signal,
                         const rulings::PlayItem* item) const {
  const model::ActDef& a = p_.acts[act];
  const int frame = s.top();
  const auto named = [&](const model::Choose& ch) {
    return item != nullptr && std::any_of(item->args.begin(), item->args.end(),
                                          [&](const auto& arg) { return arg.first == ch.name; });
  };
  std::vector<Val> locals;
  for (const model::Local& l : p_.procedures[a.process].locals) locals.push_back(blank(l.type));
  locals[0] = d_.num(seat);
  // `at`: what is presented as the i-th; the temps of it and of what comes after it are not known
  const auto lets = [&](Counted at, const NormInstance& i, size_t place, bool surely,
                        int64_t card) {
    const model::Norm& n = p_.norms[i.provision];
    if (!menu_fits(n, exchange, signal) || does_not_count(n.source.by) ||
        (surely && n.on_self >= 0))
      return false;
    if (n.on_self == 0 && (place == 0 || card != i.card)) return false;
    const Val on = i.card >= 0 && n.on_self < 0 ? eval_.active(s, i.card) : d_.truth(true);
    if (surely ? !d_.is_true(on) : d_.is_false(on)) return false;
    if (n.cond == kNone) return true;
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = d_.num(seat);
    t[2] = d_.num(card);
    at.last = n.act == kNone ? 1 : static_cast<Id>(2 + a.present.size());
    const Id elem = n.act == kNone ? Id{kTemps} : static_cast<Id>(2 + place);
    const C c{frame, locals.data(), t.data()};
    return surely ? !at.holds(n.cond, false, elem, c) : at.holds(n.cond, true, elem, c);
  };
  const auto allowed = [&](const Counted& at, size_t place, int64_t card) {
    bool any = false, strong = false;
    for (const NormInstance& i : w_.permits[act]) {
      if (!lets(at, i, place, false, card)) continue;
      any = true;
      strong = strong || !p_.norms[i.provision].over.empty();
    }
    if (!any || strong) return any;
    return std::none_of(w_.forbids.begin(), w_.forbids.end(), [&](const NormInstance& i) {
      const model::Norm& n = p_.norms[i.provision];
      const bool about =
          n.act != kNone ? n.act == act : n.tag.empty() || base::contains(a.tags, n.tag);
      return about && lets(at, i, place, true, card);
    });
  };
  for (size_t i = 0; i < a.present.size(); ++i) {
    if (named(a.present[i])) continue;
    const bool found = any_lot(s, a.present[i], [&](ZoneId zone, int side) {
      std::array<Val, kTemps> t;
      const Id elem = a.present[i].elem;
      if (!Counted{*this, s, zone, side, elem, elem, true}.candidate(
              a.present[i], {frame, locals.data(), t.data()}))
        return false;
      return allowed(Counted{*this, s, zone, side, 2, kTemps, true}, i, model::kNobody);
    });
    if (found) return true;
  }
  if (a.effect_local == kNone || a.present.empty() || a.effect_of != a.present[0].var ||
      a.present[0].domain != model::DomainKind::One)
    return false;
  for (const EffectInstance& e : w_.effects) {
    const model::EffectDef& def = p_.effects[e.effect];
    if (def.name.empty() == a.effect_named) continue;
    std::array<Val, kTemps> t;
    t[a.present[0].elem] = d_.num(e.card);
    const C c{frame, locals.data(), t.data()};
    if (d_.is_false(eval_.member(s, a.present[0].set, d_.num(e.card), c)) ||
        (a.present[0].where != kNone && d_.is_false(eval_.eval(s, a.present[0].where, c))))
      continue;
    std::array<Val, 2 + model::kEffectArgs> inner;
    inner.fill(d_.num(model::kNobody));
    inner[0] = d_.num(e.card);
    inner[1] = d_.num(seat);
    for (const model::Choose& ch : def.present) {
      const bool found = !named(ch) && any_lot(s, ch, [&](ZoneId zone, int side) {
        Counted lot{*this, s, zone, side, ch.elem, ch.elem, false};
        return lot.candidate(ch, {frame, inner.data(), t.data()}) &&
               allowed(Counted{*this, s, zone, side, 3, kTemps, true}, 1, e.card);
      });
      if (found) return true;
    }
  }
  return false;
}

}  // namespace hanrei::checker
