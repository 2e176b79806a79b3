// Eval: what each kind of expression is worth.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

template <class D>
typename D::Val Eval<D>::eval(const S& s, ExprId id, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[id];
  note(&Trace::exprs, id);
  const auto sub = [&](ExprId k) { return eval(s, k, c); };
  switch (e.op) {
    case Op::Const:
      return e.type.kind == model::TypeKind::Bool  ? d_.truth(e.value != 0)
             : e.type.kind == model::TypeKind::Set ? d_.mask(e.value, universe(e.type))
                                                   : d_.num(w_.own(e.type, e.value));
    case Op::Local: return c.locals[e.id];
    case Op::Temp: return c.temps[e.id];
    case Op::Unsupported: throw Unsupported{{ReasonCode::Plain, p_.strings[e.id]}};
    case Op::Let: return lets_[e.id];
    case Op::GameAttr: {
      const int cell = w_.attr_cell[e.attr()];
      return cell >= 0 ? s.cells[cell] : printed(e.attr(), 0);
    }
    case Op::Attr: return d_.over(sub(e.a), [&](int64_t k) -> Val { return attr_of(s, e, k, c); });
    case Op::ZoneSet:
    case Op::KindSet:
    case Op::AllOf: {
      const int n = universe(e.type);
      Val set = d_.empty(n);
      for (int k = 0; k < n; ++k) set = d_.with_if(set, k, member(s, id, d_.num(k), c));
      return set;
    }
    case Op::Call: return call(s, e, c);
    case Op::Table: return in_table(s, e, c);
    case Op::Not: return d_.not_(sub(e.a));
    case Op::Neg: return d_.neg(sub(e.a));
    case Op::And: {
      const Val a = sub(e.a);
      return d_.is_false(a) ? a : d_.and_(a, sub(e.b));
    }
    case Op::Or: {
      const Val a = sub(e.a);
      return d_.is_true(a) ? a : d_.or_(a, sub(e.b));
    }
    case Op::Implies: {
      const Val a = sub(e.a);
      return d_.is_false(a) ? d_.truth(true) : d_.or_(d_.not_(a), sub(e.b));
    }
    case Op::Add: return d_.add(sub(e.a), sub(e.b));
    case Op::Sub: return d_.sub(sub(e.a), sub(e.b));
    case Op::Mul: return d_.mul(sub(e.a), sub(e.b));
    case Op::Div: return d_.div(sub(e.a), sub(e.b));
    case Op::Mod: return d_.mod(sub(e.a), sub(e.b));
    case Op::Min2: {
      const Val a = sub(e.a), b = sub(e.b);
      return d_.ite(d_.le(a, b), a, b);
    }
    case Op::Max2: {
      const Val a = sub(e.a), b = sub(e.b);
      return d_.ite(d_.le(a, b), b, a);
    }
    case Op::Eq:
    case Op::Ne: {
      const Val a = sub(e.a), b = sub(e.b);
      const bool set = p_[e.a].type.kind == model::TypeKind::Set;
      const Val same = set ? d_.same_set(a, b, universe(p_[e.a].type)) : d_.eq(a, b);
      return e.op == Op::Eq ? same : d_.not_(same);
    }
    case Op::Lt: return d_.lt(sub(e.a), sub(e.b));
    case Op::Le: return d_.le(sub(e.a), sub(e.b));
    case Op::In: return member(s, e.b, sub(e.a), c);
    case Op::Subset: return d_.subset(sub(e.a), sub(e.b), universe(p_[e.a].type));
    case Op::Union: return d_.unite(sub(e.a), sub(e.b));
    case Op::Inter: return d_.meet(sub(e.a), sub(e.b));
    case Op::Diff: return d_.minus(sub(e.a), sub(e.b));
    case Op::If: {
      const Val cond = sub(e.a);
      if (d_.is_true(cond)) return sub(e.b);
      if (d_.is_false(cond)) return sub(e.c);
      return d_.ite(cond, sub(e.b), sub(e.c));
    }
    case Op::Quant: return quantifier(s, e, c);
    case Op::SetOf: {
      const int n = universe(e.type);
      Val set = d_.empty(n);
      for (ExprId k : e.args) set = d_.with(set, sub(k), n);
      return set;
    }
    case Op::Size: return d_.add(counted(s, e.a, c), d_.size(sub(e.a), universe(p_[e.a].type)));
    case Op::Present: return d_.le(d_.num(0), sub(e.a));
    case Op::CardOf: {
      const Val v = sub(e.a);
      return d_.ite(d_.lt(v, d_.num(-1)), d_.sub(d_.num(-2), v), v);
    }
    case Op::Pays: return pays(s, e, c);
    case Op::Fits: return fits(s, c, e.value == 1);
    case Op::Would: return m_.would(s, e.id, e.a, c);
    case Op::Source: return m_.source(s, e.value == 1);
    case Op::Result: return d_.num(s.control.result);
    case Op::EvArg:
    case Op::Running:
    case Op::Raised:
    case Op::Ran:
    case Op::Acted:
    case Op::Outer:
    case Op::ThisAct: return of_play(s, e, c);
    case Op::Breaks:
    case Op::Amended: return of_rules(s, e, c);
    case Op::Icons:
    case Op::TopOf:
    case Op::CountOf:
    case Op::Says:
    case Op::Declared:
    case Op::Negated:
    case Op::Answered:
    case Op::EffectOf:
    case Op::Uses: return d_.over(sub(e.a), [&](int64_t k) -> Val { return of_thing(s, e, k); });
  }
  return d_.num(0);
}

/// An attribute of one thing. What is gone has the values that it had last, if it was a card whose
/// life ends there.
template <class D>
typename D::Val Eval<D>::attr_of(const S& s, const model::Expr& e, int64_t k, Ctx<Val> c) const {
  const model::AttrDef& a = p_.attrs[e.attr()];
  if (k < 0) {
    if (a.sort != model::kCardSort || k == model::kNobody || a.life == model::Life::Stay) {
      return a.type.kind == model::TypeKind::Ref    ? d_.num(model::kNobody)
             : a.type.kind == model::TypeKind::Bool ? d_.truth(false)
             : a.type.kind == model::TypeKind::Set  ? d_.empty(universe(a.type))
                                                    : d_.num(w_.own(a.type, 0));
    }
    k = model::card_of(k);
  }
  return attr(s, e.attr(), static_cast<int>(k), static_cast<model::Reading>(e.value), c);
}

template <class D>
typename D::Val Eval<D>::call(const S& s, const model::Expr& e, Ctx<Val> c) const {
  const DerivedId id = e.derived();
  const model::DerivedDef& def = p_.derived[id];
  if (openable(def.type) && open(def.by)) return any(def.type);
  if (!constants_.empty() && w_.code->constant[id]) {
    std::optional<Val>& known = constants_[id];
    if (!known) known = eval(s, def.is, {c.frame, nullptr, nullptr});
    return *known;
  }
  std::array<Val, kTemps> t;
  for (size_t i = 0; i < e.args.size(); ++i) t[i] = eval(s, e.args[i], c);
  return eval(s, def.is, {c.frame, nullptr, t.data()});
}

template <class D>
typename D::Val Eval<D>::in_table(const S& s, const model::Expr& e, Ctx<Val> c) const {
  Val any = d_.truth(false);
  std::vector<Val> args;
  for (ExprId k : e.args) args.push_back(eval(s, k, c));
  for (const auto& row : p_.tables[e.table()].rows) {
    Val all = d_.truth(true);
    for (size_t i = 0; i < row.size(); ++i)
      all = d_.and_(all, d_.eq(args[i], d_.num(w_.own(p_[e.args[i]].type, row[i]))));
    any = d_.or_(any, all);
  }
  return any;
}

/// An argument of the moment that is being announced.
template <class D>
typename D::Val Eval<D>::event_arg(const S& s, const model::Expr& e, Ctx<Val> c) const {
  for (int f = c.frame; f >= 0; --f) {
    const Frame& frame = s.control.stack[f];
    const model::Code& code = w_.code->codes[CodeId(frame.code)];
    if (code.kind != model::CodeKind::Window) continue;
    for (int i = 0; i < code.params; ++i)
      if (code.locals[i].name == p_.strings[e.id]) return s.cells[frame.base + i];
  }
  return e.type.kind == model::TypeKind::Bool
             ? d_.truth(false)
             : d_.num(e.type.kind == model::TypeKind::Ref ? model::kNobody : 0);
}

/// What runs, and what has run.
template <class D>
typename D::Val Eval<D>::of_play(const S& s, const model::Expr& e, Ctx<Val> c) const {
  using model::Op;
  const auto ghost = [&](size_t i) { return s.cells[w_.ghost_cell + i]; };
  const GhostUse& ghosts = w_.ghosts;
  switch (e.op) {
    case Op::EvArg: return event_arg(s, e, c);
    case Op::Running: {
      const auto& [proc, range] = p_.ranges[e.id];
      for (const Frame& f : s.control.stack) {
        if (f.code != proc) continue;
        const int ordinal = w_.code->codes[CodeId(f.code)].ins[f.pc].ordinal;
        if (range.first < 0 || (ordinal >= range.first && ordinal <= range.second))
          return d_.truth(true);
      }
      return d_.truth(false);
    }
    case Op::Raised: {
      for (size_t i = 0; i < ghosts.signals.size(); ++i)
        if (ghosts.signals[i] == e.signal()) return ghost(i);
      return d_.num(0);
    }
    case Op::Ran: {
      for (size_t i = 0; i < ghosts.steps.size(); ++i)
        if (ghosts.steps[i] == std::pair(e.proc(), static_cast<int>(e.value)))
          return ghost(ghosts.signals.size() + i);
      return d_.truth(false);
    }
    case Op::Acted: {
      for (size_t i = 0; i < ghosts.exchanges.size(); ++i)
        if (ghosts.exchanges[i] == e.exchange())
          return ghost(ghosts.signals.size() + ghosts.steps.size() + i);
      return d_.num(0);
    }
    case Op::Outer: {
      const int slot = slot_of(s, c.frame);
      // what is about to be declared has no place yet
      if (w_.code->codes[CodeId(s.control.stack[c.frame].code)].kind == model::CodeKind::Exchange)
        return d_.num(slot);
      return d_.num(slot < 0 ? model::kNobody : s.control.slots[slot].parent);
    }
    default: return d_.num(slot_of(s, c.frame));  // ThisAct
  }
}

/// Is the limit broken, does the amendment apply?
template <class D>
typename D::Val Eval<D>::of_rules(const S& s, const model::Expr& e, Ctx<Val> c) const {
  Val any = d_.truth(false);
  if (e.op == model::Op::Breaks) {
    const model::Limit& l = p_.limits[e.limit()];
    if (open(l.source)) return either();
    if (l.domain == kNone) return breaks(s, e.limit(), -1, c);
    for (int k = 0; k < universe(p_[l.domain].type); ++k)
      any = d_.or_(any, breaks(s, e.limit(), k, c));
    return any;
  }
  const model::Amend& a = p_.amends[e.amend()];
  if (base::contains(w_.card_defs, a.source.card) && open(a.source)) return either();
  for (int k = 0; k < w_.cards; ++k) {
    if (w_.card_defs[k] != a.source.card) continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(k);
    const Val on = a.cond == kNone ? active(s, k) : eval(s, a.cond, {c.frame, c.locals, t.data()});
    if (!d_.is_false(on)) note(&Trace::amends, e.id);
    any = d_.or_(any, on);
  }
  return any;
}

/// What is asked of one price, player, effect, card or act.
template <class D>
typename D::Val Eval<D>::of_thing(const S& s, const model::Expr& e, int64_t k) const {
  using model::Op;
  const auto effect = [&]() -> const model::EffectDef& { return p_.effects[w_.effects[k].effect]; };
  switch (e.op) {
    case Op::Icons:
      return d_.num(k < 0 ? 0 : static_cast<int64_t>(p_.prices[PriceId(k)].icons.size()));
    case Op::TopOf: return k < 0 ? d_.num(model::kNobody) : top(s, e.zone(), k);
    case Op::CountOf: {
      const int first = w_.lot_cell[e.zone()];
      return first >= 0 && (k == 0 || k == 1) ? s.cells[first + k] : d_.num(0);
    }
    case Op::Says:
      return d_.truth(k >= 0 && effect().words.find(p_.strings[e.value]) != std::string::npos);
    case Op::Declared: return declared(s, static_cast<int>(model::card_of(k)));
    case Op::EffectOf: return d_.num(k < 0 ? model::kNobody : effect().price);
    case Op::Uses: return k < 0 ? d_.num(0) : s.cells[w_.uses_cell + k];
    default: {  // Negated, Answered
      if (!s.control.has(static_cast<int>(k))) return d_.truth(false);
      const Slot& slot = s.control.slots[k];
      return d_.truth(e.op == Op::Negated ? slot.negated : slot.answered);
    }
  }
}

template <class D>
typename D::Val Eval<D>::member(const S& s, ExprId set, Val element, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[set];
  note(&Trace::exprs, set);
  switch (e.op) {
    case Op::ZoneSet: {
      const bool attached = p_.zones[e.zone()].of == model::ZoneOwner::Card;
      const Val owner = e.a == kNone ? d_.num(model::kNobody) : eval(s, e.a, c);
      return d_.over(element, [&](int64_t k) -> Val {
        if (k < 0 || k >= w_.cards) return d_.truth(false);
        const int card = static_cast<int>(k);
        if (e.a == kNone) return zone_is(s, card, e.zone());
        if (!attached) return in_zone(s, card, e.zone(), owner);
        return d_.and_(zone_is(s, card, e.zone()),
                       d_.eq(s.cells[w_.attr_cell[model::kHostAttr] + card], owner));
      });
    }
    case Op::KindSet:
      return d_.over(element, [&](int64_t k) -> Val {
        if (k < 0 || k >= w_.cards) return d_.truth(false);
        std::array<Val, kTemps> t;
        t[0] = d_.num(k);
        return eval(s, p_.kinds[e.kind()].is, {c.frame, nullptr, t.data()});
      });
    case Op::AllOf: {
      const TokenSort* tokens = w_.token_sort(SortId(e.id));
      return d_.over(element, [&](int64_t k) -> Val {
        if (k < 0 || k >= universe(e.type)) return d_.truth(false);
        return tokens == nullptr ? d_.truth(true) : s.cells[tokens->alive + k];
      });
    }
    case Op::SetOf: {
      Val any = d_.truth(false);
      for (ExprId k : e.args) any = d_.or_(any, d_.eq(element, eval(s, k, c)));
      return any;
    }
    case Op::Union: return d_.or_(member(s, e.a, element, c), member(s, e.b, element, c));
    case Op::Inter: return d_.and_(member(s, e.a, element, c), member(s, e.b, element, c));
    case Op::Diff: return d_.and_(member(s, e.a, element, c), d_.not_(member(s, e.b, element, c)));
    default: return d_.has(eval(s, set, c), element, universe(e.type));
  }
}

/// How many cards of lots are in the set. What is held somewhere are single cards, and quantifiers
/// range over these only.
template <class D>
typename D::Val Eval<D>::counted(const S& s, ExprId set, Ctx<Val> c) const {
  Val total = d_.num(0);
  const model::Type& t = p_[set].type;
  if (t.id != model::kCardSort || t.elem != model::TypeKind::Ref) return total;
  for (const ZoneId zone : p_.zones.ids())
    for (int side = 0; side < 2 && w_.lot_cell[zone] >= 0; ++side) {
      const Val n = s.cells[w_.lot_cell[zone] + side];
      if (d_.is_true(d_.eq(n, d_.num(0)))) continue;
      total = d_.add(total, d_.ite(lot_in(s, set, zone, side, c), n, d_.num(0)));
    }
  return total;
}

/// Are the cards of this lot in the set?
template <class D>
typename D::Val Eval<D>::lot_in(const S& s, ExprId set, ZoneId zone, int side, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[set];
  const auto in = [&](ExprId k) { return lot_in(s, k, zone, side, c); };
  switch (e.op) {
    case Op::ZoneSet:
      if (e.id != zone || e.a == kNone) return d_.truth(e.id == zone);
      return d_.eq(eval(s, e.a, c), d_.num(side));
    case Op::AllOf: return d_.truth(true);
    case Op::KindSet: {
      const Bounds b = lot_is(s, p_.kinds[e.kind()].is, zone, side, {c.frame, nullptr, nullptr});
      if (!d_.is_true(d_.or_(b.surely, d_.not_(b.perhaps))))
        throw Unsupported{ReasonCode::CountOfKind};
      return b.surely;
    }
    case Op::Union: return d_.or_(in(e.a), in(e.b));
    case Op::Inter: return d_.and_(in(e.a), in(e.b));
    case Op::Diff: return d_.and_(in(e.a), d_.not_(in(e.b)));
    case Op::If: return d_.ite(eval(s, e.a, c), in(e.b), in(e.c));
    case Op::Call: {
      std::array<Val, kTemps> t;
      for (size_t i = 0; i < e.args.size(); ++i) t[i] = eval(s, e.args[i], c);
      return lot_in(s, p_.derived[DerivedId(e.id)].is, zone, side, {c.frame, nullptr, t.data()});
    }
    default: return d_.truth(false);
  }
}

/// Does the condition of a kind hold of the cards of this lot? Only where they are is known of
/// them.
template <class D>
typename Eval<D>::Bounds Eval<D>::lot_is(const S& s, ExprId condition, ZoneId zone, int side,
                                         Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[condition];
  const auto of = [&](ExprId k) { return lot_is(s, k, zone, side, c); };
  switch (e.op) {
    case Op::And: {
      const Bounds a = of(e.a), b = of(e.b);
      return {d_.and_(a.surely, b.surely), d_.and_(a.perhaps, b.perhaps)};
    }
    case Op::Or: {
      const Bounds a = of(e.a), b = of(e.b);
      return {d_.or_(a.surely, b.surely), d_.or_(a.perhaps, b.perhaps)};
    }
    case Op::Not: {
      const Bounds a = of(e.a);
      return {d_.not_(a.perhaps), d_.not_(a.surely)};
    }
    case Op::In: {
      if (p_[e.a].op != Op::Temp || p_[e.a].id != 0) break;
      const std::function<Bounds(ExprId)> within = [&](ExprId k) -> Bounds {
        const model::Expr& set = p_[k];
        switch (set.op) {
          case Op::ZoneSet:
            return {d_.truth(set.id == zone && set.a == kNone),
                    d_.truth(set.id == zone)};  // whose zone may hang on the card
          case Op::KindSet: return of(p_.kinds[KindId(set.id)].is);
          case Op::Union: {
            const Bounds a = within(set.a), b = within(set.b);
            return {d_.or_(a.surely, b.surely), d_.or_(a.perhaps, b.perhaps)};
          }
          case Op::Inter: {
            const Bounds a = within(set.a), b = within(set.b);
            return {d_.and_(a.surely, b.surely), d_.and_(a.perhaps, b.perhaps)};
          }
          case Op::Diff: {
            const Bounds a = within(set.a), b = within(set.b);
            return {d_.and_(a.surely, d_.not_(b.perhaps)), d_.and_(a.perhaps, d_.not_(b.surely))};
          }
          case Op::Call:
          case Op::If: return {d_.truth(false), d_.truth(true)};
          default: return {d_.truth(set.op == Op::AllOf), d_.truth(set.op == Op::AllOf)};
        }
      };
      return within(e.b);
    }
    default: break;
  }
  return {d_.truth(false), d_.truth(true)};
}

template <class D>
typename D::Val Eval<D>::quantifier(const S& s, const model::Expr& e, Ctx<Val> c) const {
  using model::QuantKind;
  const QuantKind kind = static_cast<QuantKind>(e.value);
  const int n = universe(p_[e.a].type);
  const model::Op op = p_[e.a].op;
  const bool direct = op == model::Op::ZoneSet || op == model::Op::KindSet ||
                      op == model::Op::AllOf || op == model::Op::Union || op == model::Op::Inter ||
                      op == model::Op::Diff;
  const Val set = direct ? Val{} : eval(s, e.a, c);
  Val acc = kind == QuantKind::All      ? d_.truth(true)
            : kind == QuantKind::Any    ? d_.truth(false)
            : kind == QuantKind::SetQ   ? d_.empty(n)
            : kind == QuantKind::The    ? d_.num(model::kNobody)
            : kind == QuantKind::UnionQ ? d_.empty(universe(p_[e.c].type))
                                        : d_.num(0);
  Val first = d_.truth(true);
  const Val saved = c.temps != nullptr ? c.temps[e.id] : Val{};
  std::array<Val, kTemps> own;
  if (c.temps == nullptr) c.temps = own.data();
  for (int k = kind == QuantKind::The ? n - 1 : 0; kind == QuantKind::The ? k >= 0 : k < n;
       k += kind == QuantKind::The ? -1 : 1) {
    const Val element = d_.num(k);
    Val in = direct ? member(s, e.a, element, c) : d_.has(set, element, n);
    if (d_.is_false(in)) continue;
    c.temps[e.id] = element;
    if (e.b != kNone) {
      in = d_.and_(in, eval(s, e.b, c));
      if (d_.is_false(in)) continue;
    }
    switch (kind) {
      case QuantKind::All:
        acc = d_.and_(acc, e.c == kNone ? d_.truth(true) : d_.or_(d_.not_(in), eval(s, e.c, c)));
        break;
      case QuantKind::Any:
        acc = d_.or_(acc, e.c == kNone ? in : d_.and_(in, eval(s, e.c, c)));
        break;
      case QuantKind::Count: acc = d_.add(acc, d_.ite(in, d_.num(1), d_.num(0))); break;
      case QuantKind::Sum: acc = d_.add(acc, d_.ite(in, eval(s, e.c, c), d_.num(0))); break;
      case QuantKind::Min:
      case QuantKind::Max: {
        const Val v = eval(s, e.c, c);
        const Val better = kind == QuantKind::Min ? d_.lt(v, acc) : d_.lt(acc, v);
        acc = d_.ite(d_.and_(in, d_.or_(first, better)), v, acc);
        first = d_.and_(first, d_.not_(in));
        break;
      }
      case QuantKind::SetQ: acc = d_.with_if(acc, k, in); break;
      case QuantKind::The: acc = d_.ite(in, element, acc); break;
      case QuantKind::UnionQ: acc = d_.ite(in, d_.unite(acc, eval(s, e.c, c)), acc); break;
    }
    if (kind == QuantKind::All && d_.is_false(acc)) break;
    if (kind == QuantKind::Any && d_.is_true(acc)) break;
  }
  c.temps[e.id] = saved;
  return acc;
}

template <class D>
typename D::Val Eval<D>::attr(const S& s, AttrId id, int entity, model::Reading reading,
                              Ctx<Val> c) const {
  const model::AttrDef& a = p_.attrs[id];
  const int cell = w_.attr_cell[id];
  if (cell >= 0) return s.cells[cell + entity];
  Val v = printed(id, entity);
  if (reading == model::Reading::Printed) return v;
  if (a.base != kNone) {
    std::array<Val, kTemps> t;
    t[0] = d_.num(entity);
    v = eval(s, a.base, {c.frame, nullptr, t.data()});
  }
  if (reading == model::Reading::Base || !a.modifiable || a.sort != model::kCardSort) return v;
  return modified(s, id, entity, v, c);
}

/// The fold of the modifiers in force, older first.
template <class D>
typename D::Val Eval<D>::modified(const S& s, AttrId id, int entity, Val v, Ctx<Val> c) const {
  using model::ModOp;
  const auto apply = [&](ModOp op, Val amount) -> Val {
    switch (op) {
      case ModOp::Add: return d_.add(v, amount);
      case ModOp::Mul: return d_.mul(v, amount);
      case ModOp::Set: return amount;
      case ModOp::Floor: return d_.ite(d_.lt(v, amount), amount, v);
      case ModOp::Cap: return d_.ite(d_.lt(amount, v), amount, v);
      case ModOp::With: return d_.unite(v, amount);
      case ModOp::Without: return d_.minus(v, amount);
    }
    return v;
  };
  struct Deeper {
    int& depth;
    explicit Deeper(int& d) : depth(d) { ++d; }
    ~Deeper() { --depth; }
  } const deeper(depth_);
  if (depth_ > 100) throw Unsupported{ReasonCode::ValueOnItself};
  const int layers = std::max<int>(1, static_cast<int>(p_.attrs[id].layers.size()));
  for (int layer = 0; layer < layers; ++layer)
    for (size_t i = 0; i < s.control.effects.size(); ++i) {
      const Effect& f = s.control.effects[i];
      if (f.statik < 0) {
        if (f.attr == id && f.target == entity && f.layer == layer)
          v = apply(static_cast<ModOp>(f.op), s.amounts[i]);
        continue;
      }
      const StaticInstance& inst = w_.statics[f.statik];
      const model::Static& st = p_.statics[inst.provision];
      if (st.attr != id || st.layer != layer) continue;
      std::array<Val, kTemps> t;
      t[0] = d_.num(inst.card);
      t[1] = d_.num(entity);
      const Ctx<Val> inner{c.frame, nullptr, t.data()};
      Val on = st.for_all ? member(s, st.domain, d_.num(entity), inner)
                          : d_.eq(eval(s, st.target, inner), d_.num(entity));
      if (d_.is_false(on)) continue;
      if (const model::AttrDef& def = p_.attrs[id];
          openable(def.type) && open(st.source)) {  // what it is about stays what it is
        if (held->ways != Held::Ways::Never)
          v = d_.ite(on, any(def.type, def.scope_lo, def.scope_hi), v);
        continue;
      }
      const auto bit = std::find(w_.cyclic.begin(), w_.cyclic.end(), static_cast<int>(f.statik));
      if (bit != w_.cyclic.end())
        on = d_.and_(on, d_.truth((s.control.applied >> (bit - w_.cyclic.begin()) & 1) != 0));
      else {
        if (st.cond != kNone) on = d_.and_(on, eval(s, st.cond, inner));
        if (inst.card >= 0 && !w_.static_forbids.empty() && !d_.is_false(on))
          on = d_.and_(on, reaches(s, inst.card, entity, c.frame));
      }
      if (d_.is_false(on)) continue;
      note(&Trace::statics, inst.provision);
      v = d_.ite(on, apply(st.op, eval(s, st.amount, inner)), v);
    }
  return v;
}

template <class D>
typename D::Val Eval<D>::reaches(const S& s, int by, int card, int frame) const {
  Val free = d_.truth(true);
  for (const NormInstance& i : w_.static_forbids) {
    const model::Norm& n = p_.norms[i.provision];
    if ((n.on_self == 1 && card != i.card) || (n.on_self == 3 && by != i.card)) continue;
    Val on = i.card >= 0 ? active(s, i.card) : d_.truth(true);
    if (d_.is_false(on)) continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = s.cells[w_.attr_cell[model::kUserAttr] + by];
    t[2] = d_.num(model::kNobody);
    t[3] = d_.num(card);
    t[4] = d_.num(model::kNoZone);
    t[5] = d_.num(by);
    if (n.cond != kNone) on = d_.and_(on, eval(s, n.cond, {frame, nullptr, t.data()}));
    if (!d_.is_false(on)) note(&Trace::norms, i.provision);
    free = d_.and_(free, d_.not_(on));
  }
  return free;
}

template <class D>
typename D::Val Eval<D>::breaks(const S& s, LimitId limit, int subject, Ctx<Val> c) const {
  const model::Limit& l = p_.limits[limit];
  std::array<Val, kTemps> t;
  t[0] = d_.num(subject);
  const Ctx<Val> inner{c.frame, nullptr, t.data()};
  Val in = d_.truth(true);
  if (l.domain != kNone) {
    in = member(s, l.domain, d_.num(subject), inner);
    if (d_.is_false(in)) return in;
  }
  const Val broken = d_.and_(in, d_.not_(eval(s, l.holds, inner)));
  if (!d_.is_false(broken)) note(&Trace::limits, limit);
  if (!d_.is_false(broken) && open(l.source)) return d_.and_(broken, either());
  return broken;
}

/// Price matching with compulsory pairing: every label icon is paired with a cost icon of its own
/// as far as possible; every cost icon takes one token, of its kind, bearing the paired label;
/// labels left over need a witness. All tokens are used.
template <class D>
typename D::Val Eval<D>::pays(const S& s, const model::Expr& e, Ctx<Val> c) const {
  const Val tokens = eval(s, e.a, c), price = eval(s, e.b, c), witnessed = eval(s, e.c, c);
  const SortId sort = p_.attrs[e.attr()].sort;
  const int pool = w_.universe(model::ref_type(sort));
  const int kinds_n = universe(p_.attrs[e.attr()].type),
            labels_n = universe(p_.attrs[AttrId(e.value)].type);
  int64_t chosen = 0;
  std::vector<int> items;
  for (int i = 0; i < pool; ++i) {
    const Val has = d_.has(tokens, d_.num(i), pool);
    int64_t known = 0;
    if (!d_.known(has, known)) throw Unsupported{ReasonCode::PriceOfUnknownSet};
    if (known != 0) {
      items.push_back(i);
      chosen |= int64_t{1} << i;
    }
  }
  return d_.over(price, [&](int64_t which) -> Val {
    if (which < 0) return d_.truth(items.empty());
    const model::Price& pr = p_.prices[PriceId(which)];
    const size_t icons = pr.icons.size(), labels = pr.labels.size();
    if (items.size() != icons) return d_.truth(false);
    const auto attr_of = [&](AttrId a, int item) { return s.cells[w_.attr_cell[a] + item]; };
    Val any = d_.truth(false);
    std::vector<int> order = items;
    std::sort(order.begin(), order.end());
    do {  // token order[i] pays icon i
      Val kinds = d_.truth(true);
      for (size_t i = 0; i < icons; ++i)
        kinds = d_.and_(kinds, d_.has(attr_of(e.attr(), order[i]), d_.num(pr.icons[i]), kinds_n));
      if (d_.is_false(kinds)) continue;
      // pairing: an injective map of min(icons, labels) labels to icons
      std::vector<int> to(labels, -1);
      const size_t pairs = std::min(icons, labels);
      const std::function<void(size_t, size_t, uint64_t)> pair = [&](size_t label, size_t done,
                                                                     uint64_t used) {
        if (labels - label < pairs - done) return;
        if (label == labels) {
          if (done != pairs) return;
          Val all = kinds;
          for (size_t l = 0; l < labels; ++l) {
            const Val ok = to[l] >= 0 ? d_.has(attr_of(AttrId(e.value), order[to[l]]),
                                               d_.num(pr.labels[l]), labels_n)
                                      : d_.has(witnessed, d_.num(pr.labels[l]), labels_n);
            all = d_.and_(all, ok);
          }
          any = d_.or_(any, all);
          return;
        }
        for (size_t i = 0; i < icons; ++i)
          if ((used >> i & 1) == 0) {
            to[label] = static_cast<int>(i);
            pair(label + 1, done + 1, used | uint64_t{1} << i);
          }
        to[label] = -1;
        pair(label + 1, done, used);
      };
      pair(0, 0, 0);
    } while (!d_.is_true(any) && std::next_permutation(order.begin(), order.end()));
    return any;
  });
}

/// The presented things of the running act's effect are still candidates, or at least still there.
template <class D>
typename D::Val Eval<D>::fits(const S& s, Ctx<Val> c, bool present_only) const {
  int f = c.frame;
  while (f >= 0 && s.control.stack[f].slot < 0) --f;
  if (f < 0) return d_.truth(true);
  const Frame& frame = s.control.stack[f];
  const Slot& slot = s.control.slots[frame.slot];
  if (slot.effect < 0) return d_.truth(true);
  const EffectInstance& inst = w_.effects[slot.effect];
  const model::EffectDef& def = p_.effects[inst.effect];
  const Id at = p_.acts[ActId(slot.act)].things;
  std::vector<Val> locals(p_.procedures[def.proc].params, d_.num(model::kNobody));
  locals[0] = d_.num(inst.card);
  locals[1] = s.cells[frame.base];
  for (size_t i = 0; i < def.present.size(); ++i)
    locals[def.present[i].var] = s.cells[frame.base + at + def.places[i]];
  Val all = d_.truth(true);
  for (size_t i = 0; i < def.present.size(); ++i) {
    const model::Choose& ch = def.present[i];
    std::array<Val, kTemps> t;
    const Val v = locals[ch.var];
    if (ch.elem >= 0) t[ch.elem] = v;
    const Ctx<Val> inner{f, locals.data(), t.data()};
    Val ok = d_.truth(true);
    switch (ch.domain) {
      case model::DomainKind::YesNo: continue;
      case model::DomainKind::Int:
        if (!present_only)
          ok = d_.and_(d_.le(eval(s, ch.set, inner), v), d_.le(v, eval(s, ch.where, inner)));
        break;
      case model::DomainKind::Some: throw Unsupported{ReasonCode::SetOfEffect};
      case model::DomainKind::One: {
        const model::Type elem = model::elem_type(p_[ch.set].type);
        const bool thing = elem.kind == model::TypeKind::Ref;
        if (thing) ok = d_.le(d_.num(0), v);
        if (const TokenSort* tokens = thing ? w_.token_sort(SortId(elem.id)) : nullptr;
            tokens != nullptr)
          ok = d_.and_(ok, d_.over(v, [&](int64_t k) -> Val {
            return k < 0 ? d_.truth(false) : s.cells[tokens->alive + k];
          }));
        if (present_only) break;
        ok = d_.and_(ok, member(s, ch.set, v, inner));
        if (ch.where != kNone && !d_.is_false(ok)) ok = d_.and_(ok, eval(s, ch.where, inner));
        if (ch.designates && thing && elem.id == model::kCardSort && !d_.is_false(ok))
          ok = d_.and_(ok, d_.over(v, [&](int64_t k) -> Val {
            return k < 0 ? d_.truth(false) : m_.designated(s, slot.effect, d_.num(slot.seat), k);
          }));
        if (ch.or_none) ok = d_.or_(ok, d_.eq(v, d_.num(model::kNobody)));
        break;
      }
    }
    all = d_.and_(all, ok);
  }
  return all;
}

}  // namespace hanrei::checker
