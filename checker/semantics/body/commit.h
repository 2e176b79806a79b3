// Machine: what statements do to a state.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

template <class D>
void Machine<D>::sweep(S& s, int card) const {
  const Val was = d_.num(card), now = d_.num(model::gone(card));
  each_reference(s, [&](const model::Type& t, Val& v) {
    if (t.id != model::kCardSort || !t.stay) return;
    if (t.kind == model::TypeKind::Ref)
      v = d_.ite(d_.eq(v, was), now, v);
    else if (t.elem == model::TypeKind::Ref)
      v = d_.without(v, was, w_.cards);
  });
  for (Arisen& a : s.control.arisen) {
    if (a.user < 0) continue;  // it is about no card
    if (a.of == card) a.of = static_cast<int16_t>(model::gone(card));
    if (a.host == card) a.host = static_cast<int16_t>(model::gone(card));
  }
  end_items(s, card);
}

/// The items of a card that wait in a window where things lapse wait for a stay that is over: they
/// are not carried out, even if the card is in force again when their turn comes. The item that is
/// being carried out is no longer one of them.
template <class D>
void Machine<D>::end_items(S& s, int card) const {
  for (size_t i = 0; i < s.control.stack.size(); ++i) {
    const Frame& f = s.control.stack[i];
    const model::Code& window = code_of(f);
    if (window.kind != model::CodeKind::Window || !f.picking || keeps(window)) continue;
    const auto pick = std::find_if(
        window.ins.begin(), window.ins.end(),
        [](const model::Instr& ins) { return ins.code == model::OpCode::PickTrigger; });
    const std::vector<TriggerInstance>& heard = w_.heard[SignalId(window.id)];
    for (size_t item = 0; item < heard.size(); ++item) {
      if (heard[item].card != card || !of_card(p_.triggers[heard[item].provision])) continue;
      if (d_.is_true(d_.eq(s.cells[f.base + pick->slot2], d_.num(static_cast<int64_t>(item)))))
        continue;
      const auto same = [&](const Arisen& a) {
        return a.frame == static_cast<int16_t>(i) && a.item == static_cast<int16_t>(item);
      };
      if (std::any_of(s.control.arisen.begin(), s.control.arisen.end(), same)) continue;
      Arisen over;
      over.frame = static_cast<int16_t>(i);
      over.item = static_cast<int16_t>(item);
      s.control.arisen.push_back(over);
    }
  }
}

/// The stay of a card ends: what pointed to it is cut, modifiers on it end, attached things follow.
template <class D>
void Machine<D>::leave(S& s, int card) const {
  sweep(s, card);
  for (size_t i = 0; i < s.control.effects.size();) {
    if (s.control.effects[i].statik < 0 && s.control.effects[i].target == card) {
      s.control.effects.erase(s.control.effects.begin() + static_cast<std::ptrdiff_t>(i));
      s.amounts.erase(s.amounts.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  for (int k = 0; k < w_.cards; ++k) {
    if (k == card) continue;
    const Val host = s.cells[w_.attr_cell[model::kHostAttr] + k];
    const Val is = d_.eq(host, d_.num(card));
    if (d_.is_false(is)) continue;
    if (!d_.is_true(is)) throw Unsupported{ReasonCode::UnknownHost};
    for (const ZoneId z : p_.zones.ids()) {
      if (p_.zones[z].of != model::ZoneOwner::Card || p_.zones[z].host_leaves.empty()) continue;
      if (!d_.is_true(eval_.zone_is(s, k, z))) continue;
      std::array<Val, kTemps> t;
      t[0] = d_.num(k);
      exec(s, p_.zones[z].host_leaves, {s.top(), nullptr, t.data()});
      break;
    }
  }
}

template <class D>
void Machine<D>::arrive(S& s, int card) const {
  for (const AttrId a : p_.attrs.ids()) {
    const model::AttrDef& def = p_.attrs[a];
    if (def.sort != model::kCardSort || def.life != model::Life::Stay || w_.attr_cell[a] < 0)
      continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(card);
    s.cells[w_.attr_cell[a] + card] =
        def.fallback == kNone ? blank(def.type)
                              : eval_.eval(s, def.fallback, {s.top(), nullptr, t.data()});
  }
  // what a card does is used anew
  for (size_t k = 0; k < w_.effects.size(); ++k)
    if (w_.effects[k].card == card) s.cells[w_.uses_cell + k] = d_.num(0);
  // an edge about something that has just arrived counts as false before
  const auto about = [&](const TriggerInstance& edge) {
    const model::Trigger& t = p_.triggers[edge.provision];
    return edge.card == card && (t.source.card != kNone ||
                                 (t.domain != kNone && p_[t.domain].type.id == model::kCardSort));
  };
  for (size_t i = 0; i < w_.edges.size(); ++i)
    if (about(w_.edges[i])) {
      Val& m = s.cells[w_.edge_cell];
      m = d_.without(m, d_.num(static_cast<int64_t>(i)), static_cast<int>(w_.edges.size()));
    }
}

/// The player whose side of a zone a card gets to.
template <class D>
typename D::Val Machine<D>::side_of(const S& s, const model::Stmt& st, Val owner) const {
  const model::ZoneOwner of = p_.zones[ZoneId(st.id)].of;
  if (of == model::ZoneOwner::Player) return owner;
  if (of == model::ZoneOwner::Game) return d_.num(0);
  return d_.over(owner, [&](int64_t host) -> Val {
    return host < 0 ? d_.num(0) : s.cells[w_.attr_cell[model::kUserAttr] + host];
  });
}

/// A card that leaves a pile is no longer what was put there.
template <class D>
void Machine<D>::unpile(S& s, int card, ZoneId pile, int player) const {
  using Layer = typename Eval<D>::Layer;
  const int cell = w_.pile_cell[pile];
  if (cell < 0) return;
  for (const Layer which : {Layer::Above, Layer::Below}) {
    std::vector<int64_t> cards = eval_.layer(s, pile, player, which);
    if (std::erase(cards, card) > 0) eval_.set_layer(s, pile, player, which, cards);
  }
  Val& lies = s.cells[eval_.layer_at(cell, Layer::Anywhere, player)];
  lies = d_.without(lies, d_.num(card), eval_.anywhere_size());
}

/// A card that comes onto a pile lies where the statement says, and if it says nothing, nobody
/// knows where.
template <class D>
void Machine<D>::pile_up(S& s, int card, const model::Stmt& st, Val side) const {
  using Layer = typename Eval<D>::Layer;
  const int cell = w_.pile_cell[ZoneId(st.id)];
  if (cell < 0) return;
  if (st.place == model::PilePlace::Unsaid) {
    for (int pl : {0, 1}) {
      Val& lies = s.cells[eval_.layer_at(cell, Layer::Anywhere, pl)];
      lies = d_.with_if(lies, card, d_.eq(side, d_.num(pl)));
    }
    return;
  }
  int64_t player = 0;
  if (!d_.known(side, player)) throw Unsupported{ReasonCode::PileOfUnknown};
  const Layer which = st.place == model::PilePlace::Top ? Layer::Above : Layer::Below;
  std::vector<int64_t> cards = eval_.layer(s, ZoneId(st.id), player, which);
  cards.push_back(card);
  eval_.set_layer(s, ZoneId(st.id), player, which, cards);
}

template <class D>
void Machine<D>::move_card(S& s, int card, const model::Stmt& st, Val owner,
                           const std::vector<Val>& attrs) const {
  const model::ZoneDef& zone = p_.zones[ZoneId(st.id)];
  const Val side = side_of(s, st, owner);
  if (int64_t whose = 0; d_.known(side, whose) && whose < 0) return;  // nobody has no zones
  int64_t old = 0;
  const Val here = s.cells[w_.zone_cell + card];
  if (!d_.known(here, old)) throw Unsupported{ReasonCode::MoveFromUnknown};
  // the top of a pile has been taken: nobody knows what lies there now
  if (old >= 0)
    if (const int order = w_.order_cell[ZoneId(old / 2)]; order >= 0) {
      Val& top = s.cells[order + old % 2];
      top = d_.ite(d_.eq(top, d_.num(kOnTop + card)), d_.num(kUnknownOrder), top);
    }
  if (old >= 0) unpile(s, card, ZoneId(old / 2), static_cast<int>(old % 2));
  const bool new_stay = old < 0 || p_.zones[ZoneId(old / 2)].realm != zone.realm ||
                        (zone.of == model::ZoneOwner::Card && !zone.stay_by_realm);
  if (new_stay && old >= 0) leave(s, card);
  s.cells[w_.zone_cell + card] = d_.add(d_.num(st.id * 2), side);
  pile_up(s, card, st, side);
  s.cells[w_.attr_cell[model::kHostAttr] + card] =
      zone.of == model::ZoneOwner::Card ? owner : d_.num(model::kNobody);
  if (zone.of != model::ZoneOwner::Game)
    s.cells[w_.attr_cell[model::kUserAttr] + card] =
        zone.of == model::ZoneOwner::Card ? s.cells[w_.attr_cell[model::kOwnerAttr] + card] : side;
  if (new_stay) arrive(s, card);
  for (size_t i = 0; i < st.attrs.size(); ++i)
    s.cells[w_.attr_cell[st.attrs[i].first] + card] = attrs[i];
}

template <class D>
void Machine<D>::assign(S& s, const model::Stmt& st, Val v, C c) const {
  const model::Expr& target = p_[st.target];
  const auto combine = [&](Val old) -> Val {
    switch (st.assign) {
      case model::AssignOp::Set: return v;
      case model::AssignOp::Add: return d_.add(old, v);
      case model::AssignOp::Sub: return d_.sub(old, v);
      case model::AssignOp::With: return d_.unite(old, v);
      case model::AssignOp::Without: return d_.minus(old, v);
    }
    return v;
  };
  const auto in_scope = [&](AttrId attr, Val x) {
    const model::AttrDef& a = p_.attrs[attr];
    int64_t k = 0;
    if (a.type.kind == model::TypeKind::Int && d_.known(x, k) && (k < a.scope_lo || k > a.scope_hi))
      break_off(s, Bound::Scope, attr);
  };
  switch (target.op) {
    case model::Op::Local: {
      Val& cell = local(s, target.id);
      cell = combine(cell);
      break;
    }
    case model::Op::GameAttr: {
      Val& cell = s.cells[w_.attr_cell[target.attr()]];
      cell = combine(cell);
      in_scope(target.attr(), cell);
      break;
    }
    case model::Op::Attr: {
      const Val who = eval_.eval(s, target.a, c);
      d_.over(who, [&](int64_t k) -> Val {
        if (k < 0 || (p_.attrs[target.attr()].sort == model::kCardSort &&
                      !affects(s, static_cast<int>(k), d_.num(model::kNoZone))))
          return d_.num(0);
        Val& cell = s.cells[w_.attr_cell[target.attr()] + k];
        cell = d_.ite(d_.eq(who, d_.num(k)), combine(cell), cell);
        in_scope(target.attr(), cell);
        return d_.num(0);
      });
      break;
    }
    case model::Op::EvArg: {
      for (int f = c.frame; f >= 0; --f) {
        const Frame& frame = s.control.stack[f];
        const model::Code& code = code_of(frame);
        if (code.kind != model::CodeKind::Window) continue;
        for (int i = 0; i < code.params; ++i)
          if (code.locals[i].name == p_.strings[target.id]) {
            Val& cell = s.cells[frame.base + i];
            cell = combine(cell);
            return;
          }
      }
      break;
    }
    default: break;
  }
}

/// The text of a card that is being carried out: an effect's or a trigger's, not the steps of the
/// act around it.
template <class D>
typename Machine<D>::Text Machine<D>::running_text(const S& s) const {
  for (size_t i = s.control.stack.size(); i-- > 0;) {
    const Frame& f = s.control.stack[i];
    if (code_of(f).kind == model::CodeKind::Exchange && f.slot >= 0)
      continue;  // the act that it answers is not running
    if (f.slot < 0) {
      for (const model::Trigger& t : p_.triggers)
        if (t.proc == f.code && t.source.card != kNone) {
          const Val card = s.cells[f.base];
          const bool kept = p_.procedures[t.proc].params == model::kKeptArgs;
          const Val seat = kept ? s.cells[f.base + 1] : d_.over(card, [&](int64_t k) -> Val {
            return k < 0 ? d_.num(model::kNobody) : s.cells[w_.attr_cell[model::kUserAttr] + k];
          });
          return {true, -1, card, seat};
        }
      continue;
    }
    const int inst = s.control.slots[f.slot].effect;
    if (inst < 0) return {};
    const EffectInstance& e = w_.effects[inst];
    const ProcId proc = p_.effects[e.effect].proc;
    for (size_t k = i + 1; k < s.control.stack.size(); ++k)
      if (s.control.stack[k].code == proc)
        return {true, inst, d_.num(e.card), d_.num(s.control.slots[f.slot].seat)};
    return {};
  }
  return {};
}

template <class D>
typename D::Val Machine<D>::source(const S& s, bool player) const {
  const Text text = running_text(s);
  return !text.runs ? d_.num(model::kNobody) : player ? text.seat : text.card;
}

/// May the running text do something to this card (-1: to none in particular)? `to`: the zone where
/// it would go, packed, or no zone.
template <class D>
bool Machine<D>::affects(const S& s, int card, Val to) const {
  if (w_.affect_forbids.empty()) return true;
  const Text text = running_text(s);
  if (!text.runs) return true;
  const int frame = s.top();
  for (const NormInstance& i : w_.affect_forbids) {
    const model::Norm& n = p_.norms[i.provision];
    if (n.on_self == 1 && card != i.card) continue;
    Val on = i.card >= 0 ? eval_.active(s, i.card) : d_.truth(true);
    if (n.on_self == 3) on = d_.and_(on, d_.eq(text.card, d_.num(i.card)));
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = text.seat;
    t[2] = d_.num(text.effect);
    t[3] = d_.num(card);
    t[4] = to;
    t[5] = text.card;
    if (n.cond != kNone && !d_.is_false(on))
      on = d_.and_(on, eval_.eval(s, n.cond, {frame, nullptr, t.data()}));
    if (d_.is_true(on)) {
      note(&Trace::norms, i.provision);
      return false;
    }
    if (!d_.is_false(on)) throw Unsupported{ReasonCode::MaybeReachesObject};
  }
  return true;
}

/// Which card lies where in the pile nobody knows any more.
template <class D>
void Machine<D>::shuffle(S& s, const model::Stmt& st, Val whose) const {
  const int cell = w_.order_cell[ZoneId(st.id)];
  each(whose, [&](int64_t pl) {
    if (pl < 0) return;
    Val& v = s.cells[cell + pl];
    v = d_.ite(d_.eq(whose, d_.num(pl)), d_.num(kUnknownOrder), v);
  });
  int64_t pl = 0;
  const int layers = w_.pile_cell[ZoneId(st.id)];
  if (layers < 0) return;
  if (!d_.known(whose, pl)) throw Unsupported{ReasonCode::PileOfUnknown};
  if (pl < 0) return;
  using Layer = typename Eval<D>::Layer;
  for (const Layer which : {Layer::Above, Layer::Below})
    eval_.set_layer(s, ZoneId(st.id), pl, which, {});
  s.cells[eval_.layer_at(layers, Layer::Anywhere, pl)] = d_.empty(eval_.anywhere_size());
}

template <class D>
void Machine<D>::move_top(S& s, const model::Stmt& st, Val whose, Val owner) const {
  if (int64_t to = 0; d_.known(side_of(s, st, owner), to) && to < 0) return;  // nobody has no zones
  const Val top = d_.over(whose, [&](int64_t pl) -> Val {
    return pl < 0 ? d_.num(model::kNobody) : eval_.top(s, st.from, pl);
  });
  int64_t card = 0;
  if (!d_.known(top, card)) throw Unsupported{ReasonCode::PileOfUnknownTop};
  if (const int cell = w_.order_cell[st.from];
      cell >= 0 && card < 0) {  // of the lot: what lies there now nobody knows
    each(whose, [&](int64_t pl) {
      if (pl < 0) return;
      Val& v = s.cells[cell + pl];
      v = d_.ite(d_.and_(d_.eq(whose, d_.num(pl)), d_.lt(d_.num(kUnknownOrder), v)),
                 d_.num(kUnknownOrder), v);
    });
  }
  if (!affects(s, static_cast<int>(card), d_.add(d_.num(st.id * 2), owner))) return;
  if (card >= 0)
    move_card(s, static_cast<int>(card), st, owner, {});
  else
    move_counted(s, st, whose, owner);
}

/// One card of the lot; from an empty pile nothing moves.
template <class D>
void Machine<D>::move_counted(S& s, const model::Stmt& st, Val whose, Val owner) const {
  const int from = w_.lot_cell[st.from], to = w_.lot_cell[ZoneId(st.id)];
  const Val any = d_.over(whose, [&](int64_t pl) -> Val {
    return from >= 0 && pl >= 0 ? d_.lt(d_.num(0), s.cells[from + pl]) : d_.truth(false);
  });
  each(whose, [&](int64_t pl) {
    if (from < 0 || pl < 0) return;
    Val& v = s.cells[from + pl];
    v = d_.ite(d_.and_(any, d_.eq(whose, d_.num(pl))), d_.sub(v, d_.num(1)), v);
  });
  if (const int pile = w_.pile_cell[ZoneId(st.id)]; pile >= 0)
    for (int pl : {0, 1}) {
      Val& lies = s.cells[eval_.layer_at(pile, Eval<D>::Layer::Anywhere, pl)];
      lies = d_.with_if(lies, w_.cards, d_.and_(any, d_.eq(owner, d_.num(pl))));
    }
  each(owner, [&](int64_t pl) {
    if (to < 0 || pl < 0) return;
    Val& v = s.cells[to + pl];
    v = d_.ite(d_.and_(any, d_.eq(owner, d_.num(pl))), d_.add(v, d_.num(1)), v);
  });
}

template <class D>
void Machine<D>::modify(S& s, const model::Stmt& st, Val target, Val amount) const {
  int64_t card = 0;
  if (!d_.known(target, card)) throw Unsupported{ReasonCode::ModifierOfUnknown};
  if (card < 0 || !affects(s, static_cast<int>(card), d_.num(model::kNoZone))) return;
  Effect f;
  f.attr = static_cast<int16_t>(st.id);
  f.target = static_cast<int16_t>(card);
  f.op = static_cast<uint8_t>(st.mod);
  f.layer = static_cast<uint8_t>(st.layer);
  f.until = static_cast<int16_t>(st.until);
  s.control.effects.push_back(f);
  s.amounts.push_back(amount);
}

/// Modifiers that last until now are gone.
template <class D>
void Machine<D>::expire(S& s, const model::Stmt& st) const {
  size_t to = 0;
  std::vector<Effect>& list = s.control.effects;
  for (size_t k = 0; k < list.size(); ++k) {
    if (list[k].statik < 0 && list[k].until == st.id) continue;
    list[to] = list[k];
    s.amounts[to] = s.amounts[k];
    ++to;
  }
  list.resize(to);
  s.amounts.resize(to);
  if (st.id == 0)
    for (size_t k = 0; k < w_.effects.size(); ++k) s.cells[w_.uses_cell + k] = d_.num(0);
}

template <class D>
void Machine<D>::spawn(S& s, const model::Stmt& st, const std::vector<Val>& attrs) const {
  const TokenSort* t = w_.token_sort(SortId(st.id));
  Val placed = d_.truth(false);
  for (int k = 0; t != nullptr && k < t->pool; ++k) {
    Val& alive = s.cells[t->alive + k];
    const Val here = d_.and_(d_.not_(placed), d_.not_(alive));
    for (size_t a = 0; a < st.attrs.size(); ++a) {
      Val& v = s.cells[w_.attr_cell[st.attrs[a].first] + k];
      v = d_.ite(here, attrs[a], v);
    }
    alive = d_.or_(alive, here);
    placed = d_.or_(placed, here);
  }
  if (d_.is_false(placed))
    break_off(s, Bound::Pool, st.id);
  else if (!d_.is_true(placed))
    throw Unsupported{ReasonCode::PoolExhausted};
}

/// A token that is no more leaves nothing behind: what pointed to it is none.
template <class D>
void Machine<D>::vanish(S& s, const model::Stmt& st, Val which) const {
  const TokenSort* t = w_.token_sort(SortId(p_[st.target].type.id));
  if (t == nullptr) return;
  each_reference(s, [&](const model::Type& type, Val& v) {
    if (type.id != t->sort) return;
    if (type.kind == model::TypeKind::Ref)
      v = d_.ite(d_.has(which, v, t->pool), d_.num(model::kNobody), v);
    else if (type.elem == model::TypeKind::Ref)
      v = d_.minus(v, which);
  });
  for (int k = 0; k < t->pool; ++k) {
    const Val goes = d_.has(which, d_.num(k), t->pool);
    Val& alive = s.cells[t->alive + k];
    alive = d_.and_(alive, d_.not_(goes));
    for (const AttrId a : p_.attrs.ids())
      if (p_.attrs[a].sort == t->sort) {
        Val& v = s.cells[w_.attr_cell[a] + k];
        v = d_.ite(goes, blank(p_.attrs[a].type), v);
      }
  }
}

/// Runs statements as one commit: everything is read before anything is written.
template <class D>
void Machine<D>::exec(S& s, const std::vector<model::Stmt>& stmts, C c) const {
  using model::StmtKind;
  if (stmts.size() == 1 && stmts[0].kind == StmtKind::Assign) {
    assign(s, stmts[0], eval_.eval(s, stmts[0].value, c), c);
    return;
  }
  struct Ready {
    Val value{}, target{}, owner{};
    std::vector<Val> attrs;
  };
  std::vector<Ready> ready(stmts.size());
  for (size_t i = 0; i < stmts.size(); ++i) {
    const model::Stmt& st = stmts[i];
    Ready& r = ready[i];
    if (st.value != kNone) r.value = eval_.eval(s, st.value, c);
    if (st.target != kNone && st.kind != StmtKind::Assign) r.target = eval_.eval(s, st.target, c);
    if (st.owner != kNone) r.owner = eval_.eval(s, st.owner, c);
    for (const auto& [a, e] : st.attrs) r.attrs.push_back(eval_.eval(s, e, c));
  }
  bool loses[2] = {false, false};
  for (size_t i = 0; i < stmts.size(); ++i) {
    const model::Stmt& st = stmts[i];
    const Ready& r = ready[i];
    switch (st.kind) {
      case StmtKind::Assign: assign(s, st, r.value, c); break;
      case StmtKind::Move: {
        int64_t card = 0;
        if (!d_.known(r.target, card)) throw Unsupported{ReasonCode::MoveOfUnknown};
        if (st.target != kNone && !p_[st.target].type.stay) card = model::card_of(card);
        if (card >= 0 &&
            affects(s, static_cast<int>(card), d_.add(d_.num(st.id * 2), side_of(s, st, r.owner))))
          move_card(s, static_cast<int>(card), st, r.owner, r.attrs);
        break;
      }
      case StmtKind::Shuffle: shuffle(s, st, r.target); break;
      case StmtKind::MoveTop: move_top(s, st, r.target, r.owner); break;
      case StmtKind::Modify: modify(s, st, r.target, r.value); break;
      case StmtKind::Expire: expire(s, st); break;
      case StmtKind::Spawn: spawn(s, st, r.attrs); break;
      case StmtKind::Vanish: vanish(s, st, r.target); break;
      case StmtKind::Finish: {
        int64_t player = 0;
        if (!d_.known(r.value, player)) throw Unsupported{ReasonCode::EndingForUnknown};
        loses[st.win ? 1 - player : player] = true;
        break;
      }
      case StmtKind::Negate: {
        int64_t slot = 0;
        if (!d_.known(r.target, slot)) throw Unsupported{ReasonCode::UnknownNegated};
        if (s.control.has(static_cast<int>(slot))) s.control.slots[slot].negated = true;
        break;
      }
      case StmtKind::Nothing: break;
    }
    if (s.control.end != End::Running) return;
  }
  if (loses[0] || loses[1])
    over(s, static_cast<int>(loses[0] && loses[1] ? model::kResultDraw
                                                  : model::kResultWinFirst + (loses[0] ? 1 : 0)));
}

/// Moves and modifiers act on known cards only: split first. The operand must then be a local or a
/// temp.
template <class D>
bool Machine<D>::exec_needs_concrete(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts,
                                     Status& status) const {
  if constexpr (!D::symbolic) {
    (void)s;
    (void)ins;
    (void)alts;
    (void)status;
    return false;
  }
  for (const model::Stmt& st : ins.stmts) {
    ExprId operand;
    if (st.kind == model::StmtKind::Spawn || st.kind == model::StmtKind::Vanish) {
      // which tokens exist stays concrete
      const TokenSort* t =
          w_.token_sort(SortId(st.kind == model::StmtKind::Spawn ? st.id : p_[st.target].type.id));
      for (int k = 0; t != nullptr && k < t->pool; ++k) {
        const Val alive = s.cells[t->alive + k];
        if (d_.is_true(alive) || d_.is_false(alive)) continue;
        alts.clear();
        status = concretise_bool(s, t->alive + k, alts);
        return true;
      }
    }
    if (st.kind == model::StmtKind::Move || st.kind == model::StmtKind::Modify) operand = st.target;
    if (st.kind == model::StmtKind::Finish) operand = st.value;
    if (operand == kNone) continue;
    int64_t k = 0;
    const Val v = value(s, operand);
    if (d_.known(v, k)) {
      if (st.kind != model::StmtKind::Move || k < 0) continue;
      const int cell = w_.zone_cell + static_cast<int>(k);
      int64_t z = 0;
      if (!d_.known(s.cells[cell], z)) {
        status = concretise(s, cell, alts);
        return true;
      }
      continue;
    }
    if (p_[operand].op == model::Op::Local) {
      status = concretise(s, s.frame().base + p_[operand].id, alts);
      return true;
    }
    throw Unsupported{ReasonCode::MoveOfComputed};
  }
  return false;
}

/// Before a card is taken from the top of a shuffled pile: which one it is, is nobody's choice.
/// Where it is not known whether the pile was shuffled, the state is split first.
template <class D>
ExprId Machine<D>::top_in(ExprId id) const {
  if (id == kNone) return kNone;
  const model::Expr& e = p_[id];
  if (e.op == model::Op::TopOf && w_.order_cell[ZoneId(e.id)] >= 0) return id;
  for (ExprId k : {e.a, e.b, e.c})
    if (const ExprId top = top_in(k); top != kNone) return top;
  return kNone;
}

template <class D>
bool Machine<D>::uncover(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts,
                         Status& status) const {
  status = Status::Choice;
  for (const model::Stmt& st : ins.stmts) {
    // the pile whose top is taken, or looked at
    ZoneId pile = st.from;
    ExprId owner = st.target;
    if (st.kind != model::StmtKind::MoveTop) {
      const ExprId top = top_in(st.kind == model::StmtKind::Assign ? st.value : st.target);
      if (top == kNone) continue;
      pile = ZoneId(p_[top].id);
      owner = p_[top].a;
    }
    if (w_.order_cell[pile] < 0) continue;
    int64_t player = 0, order = 0;
    const int first = w_.order_cell[pile];
    const auto as_given = [&](int pl) {
      return d_.is_true(d_.eq(s.cells[first + pl], d_.num(kAsGiven)));
    };
    if (as_given(0) && as_given(1)) continue;
    if (!d_.known(value(s, owner), player) || player < 0)
      throw Unsupported{ReasonCode::PileOfUnknown};
    const int cell = first + static_cast<int>(player);
    if (!d_.known(s.cells[cell], order)) {
      status = concretise(s, cell, alts);
      return true;
    }
    if (order != kUnknownOrder) continue;
    eval_.ordered(s, pile, player);
    const std::vector<int64_t> tops = eval_.tops(s, pile, player);
    if (tops.size() < 2) continue;
    const Frame& f = s.frame();
    for (int64_t k : tops) {
      Alt<Val> a;
      a.guard = d_.truth(true);
      a.then = Then::Stay;
      a.writes = {{cell, d_.num(kOnTop + k)}};
      a.move.kind = MoveKind::Top;
      a.move.what = f.code;
      a.move.pc = f.pc;
      a.move.values = {k, pile * 2 + player};
      alts.push_back(std::move(a));
    }
    follow_script(s, "top", alts, [](const Alt<Val>& a) { return a.move.values[0]; });
    if (alts.size() == 1) {
      const Alt<Val> only = alts[0];
      alts.clear();
      take(s, only);
      continue;
    }
    return true;
  }
  return false;
}

}  // namespace hanrei::checker
