// Machine: declarations.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

template <class D>
bool Machine<D>::menu_fits(const model::Norm& n, ExchangeId exchange, SignalId signal) const {
  if (n.menus.empty()) return true;
  for (Id m : n.menus) {
    if (m == model::menu_of(exchange)) return true;
    if (m >= 0 && signal >= 0)
      for (SignalId raised : w_.code->raises[signal])
        if (raised == m) return true;
  }
  return false;
}

/// Can the value of the condition change while the situation is explored, the first three temps
/// being known?
template <class D>
bool Machine<D>::fixed(ExprId id) const {
  using model::Op;
  const model::Expr& e = p_[id];
  switch (e.op) {
    case Op::Const: return true;
    case Op::Temp: return e.id <= 2;
    case Op::Attr: {
      const AttrId attr = e.attr();
      const bool as_printed = e.value == static_cast<int64_t>(model::Reading::Printed) ||
                              (!w_.code->modified.test(attr) && p_.attrs[attr].base == kNone);
      return w_.attr_table[attr] >= 0 && as_printed && fixed(e.a);
    }
    case Op::Not: return fixed(e.a);
    case Op::And:
    case Op::Or:
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le: return fixed(e.a) && fixed(e.b);
    default: return false;
  }
}

/// May a permit with this condition ever apply? Only what is fixed is looked at.
template <class D>
bool Machine<D>::conceivable(const S& s, ExprId cond, C c) const {
  if (cond == kNone) return true;
  if (p_[cond].op == model::Op::And)
    return conceivable(s, p_[cond].a, c) && conceivable(s, p_[cond].b, c);
  return !fixed(cond) || !d_.is_false(eval_.eval(s, cond, c));
}

/// The first presented things of an act that a permit may ever let through.
template <class D>
uint64_t Machine<D>::conceivable_things(const S& s, const NormInstance& i, const model::ActDef& a,
                                        int seat) const {
  const model::Norm& n = p_.norms[i.provision];
  if (a.present.empty() || a.present[0].domain != model::DomainKind::One) return ~uint64_t{0};
  const int things = eval_.universe(p_[a.present[0].set].type);
  const model::Expr& set = p_[a.present[0].set];
  const bool cards = set.type.id == model::kCardSort;
  // where cards are is known once and for all if nothing ever moves one
  const bool zone = !w_.code->moves && set.op == model::Op::ZoneSet &&
                    (set.a == kNone || (p_[set.a].op == model::Op::Local && p_[set.a].id == 0));
  const std::array<Val, 1> me = {d_.num(seat)};
  // one that may be left out can be declared without any
  if (a.present[0].or_none && n.on_self != 0) return ~uint64_t{0};
  uint64_t out = 0;
  for (int k = 0; k < things && k < 64; ++k) {
    if (n.on_self == 0 && k != i.card) continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = d_.num(seat);
    t[2] = d_.num(k);
    if (n.act != kNone && !conceivable(s, n.cond, {-1, nullptr, t.data()})) continue;
    if (zone &&
        d_.is_false(eval_.member(s, a.present[0].set, d_.num(k), {-1, me.data(), t.data()})))
      continue;
    bool effect = a.effect_local == kNone || !cards || a.effect_of != a.present[0].var;
    for (const EffectInstance& e : w_.effects)
      effect = effect || (e.card == k && p_.effects[e.effect].name.empty() != a.effect_named);
    if (effect) out |= uint64_t{1} << k;
  }
  return out;
}

template <class D>
const typename Machine<D>::Menu& Machine<D>::menu(const S& s, ActId act, int seat,
                                                  ExchangeId exchange, SignalId signal) const {
  const uint64_t key = (static_cast<uint64_t>(act) << 42) |
                       (static_cast<uint64_t>(exchange + 1) << 22) |
                       (static_cast<uint64_t>(signal + 1) << 2) | static_cast<uint64_t>(seat);
  const auto it = menus_.find(key);
  if (it != menus_.end()) return it->second;
  Menu m;
  const model::ActDef& a = p_.acts[act];
  for (const NormInstance& i : w_.permits[act]) {
    if (!menu_fits(p_.norms[i.provision], exchange, signal)) continue;
    const uint64_t things = dropped == kNone && eval_.held == nullptr
                                ? conceivable_things(s, i, a, seat)
                                : ~uint64_t{0};
    if (things == 0) continue;
    m.permits.push_back(&i);
    m.things |= things;
  }
  const auto fitting = [&](const std::vector<NormInstance>& from,
                           std::vector<const NormInstance*>& to) {
    for (const NormInstance& i : from) {
      const model::Norm& n = p_.norms[i.provision];
      if ((n.act != kNone && n.act != act) || !menu_fits(n, exchange, signal)) continue;
      if (n.act == kNone && !n.tag.empty() && !base::contains(a.tags, n.tag)) continue;
      to.push_back(&i);
    }
  };
  fitting(w_.forbids, m.forbids);
  fitting(w_.duties, m.duties);
  m.by_effect = a.effect_local != kNone && !a.present.empty() && a.effect_of == a.present[0].var &&
                a.present[0].domain == model::DomainKind::One;
  if (m.by_effect) {
    for (size_t e = 0; e < w_.effects.size(); ++e) {
      if ((m.things >> w_.effects[e].card & 1) != 0 &&
          p_.effects[w_.effects[e].effect].name.empty() != a.effect_named)
        m.effects.push_back(static_cast<int>(e));
    }
  }
  return menus_.emplace(key, std::move(m)).first->second;
}

template <class D>
std::array<typename D::Val, kTemps> Machine<D>::norm_names(const NormInstance& inst, ActId act,
                                                           int seat, const std::vector<Val>& locals,
                                                           int effect) const {
  const model::ActDef& a = p_.acts[act];
  std::array<Val, kTemps> t{};
  t[0] = d_.num(inst.card);
  t[1] = d_.num(seat);
  if (p_.norms[inst.provision].act == kNone) return t;
  for (size_t i = 0; i < a.present.size(); ++i) t[2 + i] = locals[a.present[i].var];
  if (a.effect_local != kNone) t[2 + a.present.size()] = d_.num(effect);
  return t;
}

/// Does a norm of the present menu apply to this declaration?
template <class D>
typename D::Val Machine<D>::norm_applies(const S& s, const NormInstance& inst, ActId act, int seat,
                                         const std::vector<Val>& locals, int effect) const {
  const model::Norm& n = p_.norms[inst.provision];
  Val on = d_.truth(true);
  std::array<Val, kTemps> t = norm_names(inst, act, seat, locals, effect);
  if (n.on_self >= 0)
    on = d_.eq(t[2 + n.on_self], d_.num(inst.card));
  else if (inst.card >= 0)
    on = eval_.active(s, inst.card);
  if (!d_.is_false(on) && n.cond != kNone)
    on = d_.and_(on, eval_.eval(s, n.cond, {s.top(), locals.data(), t.data()}));
  if (!d_.is_false(on)) note(&Trace::norms, inst.provision);
  return on;
}

/// The permits of the present menu that apply to this declaration. Where a card permits an act on
/// itself and nothing else shall count, nothing else does.
template <class D>
std::vector<std::pair<const NormInstance*, typename D::Val>> Machine<D>::permits_of(
    const S& s, ActId act, int seat, const Menu& here, const std::vector<Val>& locals,
    int effect) const {
  const model::ActDef& a = p_.acts[act];
  int64_t first = -1;
  if (!a.present.empty()) d_.known(locals[a.present[0].var], first);
  bool exclusive = false;
  for (const NormInstance& i : w_.permits[act]) {
    const model::Norm& n = p_.norms[i.provision];
    exclusive = exclusive || (n.exclusive && n.on_self >= 0 && i.card == first);
  }
  std::vector<std::pair<const NormInstance*, Val>> out;
  for (const NormInstance& i : w_.permits[act]) {  // what is left open may permit it anywhere
    const model::Norm& n = p_.norms[i.provision];
    if ((n.on_self == 0 && i.card != first && first >= 0) || !open(n.source)) continue;
    out.emplace_back(&i, eval_.either());
  }
  for (const NormInstance* at : here.permits) {
    const NormInstance& i = *at;
    const model::Norm& n = p_.norms[i.provision];
    if (open(n.source)) continue;
    if (n.on_self == 0 && i.card != first && first >= 0) continue;
    if (exclusive && !(n.on_self >= 0 && i.card == first)) continue;
    const Val on = norm_applies(s, i, act, seat, locals, effect);
    if (!d_.is_false(on)) out.emplace_back(&i, on);
  }
  return out;
}

/// Some permit applies; no prohibition applies but those a permit or a duty defeats that names
/// their clause.
template <class D>
typename D::Val Machine<D>::permitted(const S& s, ActId act, int seat, ExchangeId exchange,
                                      SignalId signal, const std::vector<Val>& locals,
                                      int effect) const {
  for (const NormInstance& i : w_.permits[act])
    if (does_not_count(p_.norms[i.provision].source.by)) return d_.truth(true);  // legality is free
  Val any = d_.truth(false);
  const Menu& here = menu(s, act, seat, exchange, signal);
  std::vector<std::pair<const NormInstance*, Val>> applying =
      permits_of(s, act, seat, here, locals, effect);
  for (const auto& [permit, on] : applying) any = d_.or_(any, on);
  if (d_.is_false(any)) return any;
  for (const NormInstance* i : here.duties)
    if (const model::Norm& n = p_.norms[i->provision];
        !n.over.empty() && !does_not_count(n.source.by))
      applying.emplace_back(
          i, open(n.source) ? eval_.either() : norm_applies(s, *i, act, seat, locals, effect));
  for (const NormInstance* at : here.forbids) {
    const NormInstance& i = *at;
    const model::Norm& n = p_.norms[i.provision];
    if (does_not_count(n.source.by)) continue;
    Val bars = open(n.source) ? eval_.either() : norm_applies(s, i, act, seat, locals, effect);
    if (d_.is_false(bars)) continue;
    for (const auto& [permit, on] : applying) {
      const model::Norm& m = p_.norms[permit->provision];
      const std::string_view winner = m.source.card != kNone ? "card" : "clause",
                             loser = n.source.card != kNone ? "card" : "clause";
      const auto decides = [&](const model::Defeat& d) {
        return std::any_of(m.over.begin(), m.over.end(), [&](ClauseId cl) {
          return base::contains(n.source.by, cl) && model::decides(p_, d, winner, loser, cl);
        });
      };
      for (const model::Defeat& defeat : p_.defeats)
        if (decides(defeat)) {
          note(&Trace::defeats, static_cast<Id>(&defeat - p_.defeats.data()));
          bars = d_.and_(bars, d_.not_(open(defeat.source) ? d_.and_(on, eval_.either()) : on));
        }
    }
    any = d_.and_(any, d_.not_(bars));
    if (d_.is_false(any)) return any;
  }
  return any;
}

/// May the effect choose this card as its object?
template <class D>
typename D::Val Machine<D>::designated(const S& s, int effect, Val seat, int64_t target) const {
  Val free = d_.truth(true);
  for (const NormInstance& i : w_.designate_forbids) {
    const model::Norm& n = p_.norms[i.provision];
    if (does_not_count(n.source.by)) continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = seat;
    t[2] = d_.num(effect);
    t[3] = d_.num(target);
    Val on = i.card >= 0 ? eval_.active(s, i.card) : d_.truth(true);
    if (n.on_self == 1) on = d_.and_(on, d_.truth(target == i.card));
    if (d_.is_false(on)) continue;
    if (open(n.source))
      on = d_.and_(on, eval_.either());
    else if (n.cond != kNone)
      on = d_.and_(on, eval_.eval(s, n.cond, {s.top(), nullptr, t.data()}));
    if (!d_.is_false(on)) note(&Trace::norms, i.provision);
    free = d_.and_(free, d_.not_(on));
  }
  return free;
}

/// Has every effect that could be declared here been used as often as it may?
template <class D>
bool Machine<D>::exhausted(const S& s, const Menu& here) const {
  if (!here.by_effect) return false;
  for (int e : here.effects) {
    const int uses = p_.effects[w_.effects[e].effect].uses;
    if (uses == 0 || !d_.is_false(d_.lt(s.cells[w_.uses_cell + e], d_.num(uses)))) return false;
  }
  return true;
}

template <class D>
void Machine<D>::declarations(const S& s, int seat, const rulings::PlayItem& item,
                              std::vector<Alt<Val>>& out) const {
  const Frame& f = s.frame();
  const SignalId signal = window_below(s);
  int64_t asked = 0;
  if (d_.known(value(s, code_of(f).ins[f.pc].cond), asked) && asked != seat)
    return;  // it is not this player's turn to be asked
  if (item.kind == rulings::PlayKind::Pass) {
    Alt<Val> pass;
    std::vector<Alt<Val>> none;
    pass.guard = d_.not_(
        p_.exchanges[ExchangeId(code_of(f).id)].pass == model::Pass::Free
            ? bind(s, seat, ExchangeId(code_of(f).id), signal, d_.truth(true), none, Bind::Drop)
            : able(s, seat, ExchangeId(code_of(f).id), signal));
    if (!d_.is_false(pass.guard)) out.push_back(std::move(pass));
    return;
  }
  for (ActId act : item.acts)
    declare_act(s, act, seat, ExchangeId(code_of(f).id), signal, &item, false, d_.truth(true), out);
  within_quota(s, code_of(f).ins[f.pc], out);
  if (std::none_of(out.begin(), out.end(), [&](const Alt<Val>& a) { return d_.is_true(a.guard); }))
    unless_counted(s, seat, ExchangeId(code_of(f).id), signal, &item);
  bind(s, seat, ExchangeId(code_of(f).id), signal, d_.truth(true), out, Bind::Drop);
}

/// Could the player declare something there, as the rules stand? What the play leaves open does not
/// matter.
template <class D>
typename D::Val Machine<D>::able(const S& s, int seat, ExchangeId exchange, SignalId signal,
                                 Doubt doubt) const {
  std::vector<Alt<Val>> alts;
  const bool limited = !p_.exchanges[exchange].quota.empty();
  for (const ActId act : p_.acts.ids()) {
    declare_act(s, act, seat, exchange, signal, nullptr, false, d_.truth(true), alts);
    if (!limited && std::any_of(alts.begin(), alts.end(),
                                [&](const Alt<Val>& a) { return d_.is_true(a.guard); }))
      return d_.truth(true);
  }
  within_quota(s, code_of(s.frame()).ins[s.frame().pc], alts);
  Val any = d_.truth(false);
  for (const Alt<Val>& a : alts) any = d_.or_(any, a.guard);
  if (d_.is_true(any)) return any;
  if (doubt == Doubt::Stop) {
    unless_counted(s, seat, exchange, signal, nullptr);
    return any;
  }
  return counts_may(s, seat, exchange, signal, nullptr) ? d_.truth(true) : any;
}

/// Where the player could declare something with a card that is only counted, nothing can be said
/// of what cannot be declared.
template <class D>
void Machine<D>::unless_counted(const S& s, int seat, ExchangeId exchange, SignalId signal,
                                const rulings::PlayItem* item) const {
  if (counts_may(s, seat, exchange, signal, item)) throw Unsupported{ReasonCode::CountedDeclared};
}

/// Could the player declare something there with a card that is only counted?
template <class D>
bool Machine<D>::counts_may(const S& s, int seat, ExchangeId exchange, SignalId signal,
                            const rulings::PlayItem* item) const {
  std::vector<Alt<Val>> alts;
  for (const ActId act : p_.acts.ids()) {
    if (item != nullptr && !base::contains(item->acts, act)) continue;
    if (!counted(s, act, seat, exchange, signal, item)) continue;
    alts.assign(1, Alt<Val>{});
    alts[0].guard = d_.truth(true);
    alts[0].act = act;
    within_quota(s, code_of(s.frame()).ins[s.frame().pc], alts);
    if (!alts.empty()) return true;
  }
  return false;
}

/// Is it the player's duty to declare this, if it is legal; `only`: and nothing else?
template <class D>
typename D::Val Machine<D>::duty(const S& s, const Alt<Val>& a, int seat, ExchangeId exchange,
                                 SignalId signal, bool only) const {
  Val any = d_.truth(false);
  const std::vector<Val> locals(a.args.begin(), a.args.end());
  for (const NormInstance* i : menu(s, ActId(a.act), seat, exchange, signal).duties) {
    const model::Norm& n = p_.norms[i->provision];
    if (does_not_count(n.source.by) || (only && !n.exclusive)) continue;
    any = d_.or_(any, open(n.source) ? eval_.either()
                                     : norm_applies(s, *i, ActId(a.act), seat, locals, a.effect));
  }
  return any;
}

/// Tells when the player has a duty that he can fulfil, so that he may not pass, and takes away the
/// alternatives that it leaves no room for. Insist: what the play leaves to choose from has to hold
/// some that it leaves.
template <class D>
typename D::Val Machine<D>::bind(const S& s, int seat, ExchangeId exchange, SignalId signal,
                                 Val available, std::vector<Alt<Val>>& alts, Bind how) const {
  Val bound = d_.truth(false);
  if (w_.duties.empty()) return bound;
  std::vector<Alt<Val>> all;
  for (const ActId act : p_.acts.ids()) {
    if (!menu(s, act, seat, exchange, signal).duties.empty())
      declare_act(s, act, seat, exchange, signal, nullptr, false, available, all);
  }
  within_quota(s, code_of(s.frame()).ins[s.frame().pc], all);
  Val only = bound;
  for (const Alt<Val>& a : all) {
    bound = d_.or_(bound, d_.and_(a.guard, duty(s, a, seat, exchange, signal, false)));
    only = d_.or_(only, d_.and_(a.guard, duty(s, a, seat, exchange, signal, true)));
  }
  if (d_.is_false(bound)) return bound;
  bool some = false;
  for (Alt<Val>& a : alts) {
    const Val mine = d_.is_false(only) ? d_.truth(true) : duty(s, a, seat, exchange, signal, true);
    some = some || !d_.is_false(d_.and_(a.guard, mine));
    a.guard = d_.and_(a.guard, d_.or_(mine, d_.not_(only)));
  }
  if (how == Bind::Insist && !some && eval_.held == nullptr)
    throw Unsupported{ReasonCode::NothingToFulfil};
  std::erase_if(alts, [&](const Alt<Val>& a) { return d_.is_false(a.guard); });
  return bound;
}

/// Takes away what the seat has already declared as often as it may in the running exchange.
template <class D>
void Machine<D>::within_quota(const S& s, const model::Instr& ask,
                              std::vector<Alt<Val>>& alts) const {
  const Frame& f = s.frame();
  const model::ExchangeDef& e = p_.exchanges[ExchangeId(code_of(f).id)];
  if (ask.code != model::OpCode::Ask || does_not_count(e.by)) return;
  const Id seats = static_cast<Id>(e.seats.size());
  Id counter = 1 + seats + ask.id;
  for (const auto& [act, most] : e.quota) {
    const Val used = s.cells[f.base + counter];
    for (Alt<Val>& a : alts) {
      if (a.act != act) continue;
      a.guard = d_.and_(a.guard, d_.lt(used, d_.num(most)));
      a.writes.emplace_back(f.base + counter, d_.add(used, d_.num(1)));
    }
    counter += seats;
  }
  std::erase_if(alts, [&](const Alt<Val>& a) { return d_.is_false(a.guard); });
}

/// Would anybody asked in the top exchange have something to declare?
template <class D>
bool Machine<D>::could_declare(const S& s) const {
  const Frame& f = s.frame();
  const model::Code& code = code_of(f);
  const SignalId signal = window_below(s);
  std::vector<Alt<Val>> alts;
  for (ExprId e : p_.exchanges[ExchangeId(code.id)].seats) {
    int64_t seat = 0;
    if (!d_.known(value(s, e), seat)) return true;
    const auto& play = w_.question->play;
    for (size_t i = 0; i < play.size() && i <= s.control.script; ++i) {
      if (play[i].by != seat || (play[i].kind != rulings::PlayKind::Free &&
                                 (play[i].kind != rulings::PlayKind::Do || i != s.control.script)))
        continue;
      for (ActId act : play[i].acts)
        declare_act(s, act, static_cast<int>(seat), ExchangeId(code.id), signal, &play[i],
                    play[i].kind == rulings::PlayKind::Free, d_.truth(true), alts);
    }
  }
  return !alts.empty();
}

template <class D>
Status Machine<D>::ask(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const {
  Frame& f = s.frame();
  const model::Code& code = code_of(f);
  const model::ExchangeDef& e = p_.exchanges[ExchangeId(code.id)];
  int64_t seat = 0;
  if (!d_.known(value(s, ins.cond), seat)) throw Unsupported{ReasonCode::QuestionToUnknown};
  if (e.resolve != model::Resolve::Later && f.kept[ins.id] >= 0) {
    next(s);
    return Status::Continue;
  }
  Val available = d_.truth(true);
  if (ins.flag) {  // a second question only to those who passed before somebody declared
    Val others = d_.truth(false);
    for (size_t k = static_cast<size_t>(ins.id) + 1; k < e.seats.size(); ++k)
      others = d_.or_(others, local(s, static_cast<Id>(1 + k)));
    available = d_.and_(others, d_.not_(local(s, ins.slot)));
    if (d_.is_false(available)) {
      next(s);
      return Status::Continue;
    }
  }
  const SignalId signal = window_below(s);
  const std::vector<rulings::PlayItem>& play = w_.question->play;
  if (probe != nullptr && (probe->now || probe->act.by == seat)) {
    uint8_t at = s.control.script;
    while (at < play.size() && play[at].kind == rulings::PlayKind::Free) ++at;
    bool here = at >= play.size();
    if (here && !probe->what.empty()) {
      here = e.name == probe->what;
      if (signal >= 0)
        for (SignalId raised : w_.code->raises[signal]) {
          const model::SignalDef& sd = p_.signals[raised];
          here = here || sd.name == probe->what || base::contains(sd.aka, probe->what);
        }
    }
    if (here) {  // who could do nothing is passed over
      const Val asked =
          (anywhere && probe->act.by == seat) || eval_.held != nullptr
              ? d_.truth(true)
              : able(s, static_cast<int>(seat), ExchangeId(code.id), signal, Doubt::Able);
      Alt<Val> judged, unasked;
      judged.guard = asked;
      judged.then = Then::Asked;
      judged.script = at;
      unasked.guard = d_.not_(asked);
      unasked.pc = f.pc + 1;
      unasked.script = at;
      alts = {std::move(judged), std::move(unasked)};
      std::erase_if(alts, [&](const Alt<Val>& a) { return d_.is_false(a.guard); });
      return take_only(s, alts) ? Status::Continue : Status::Fork;
    }
  }
  uint8_t script = s.control.script;
  while (script < play.size() && play[script].kind == rulings::PlayKind::Free) ++script;
  s.control.script = script;
  const rulings::PlayItem* item = script < play.size() ? &play[script] : nullptr;
  if (item != nullptr && item->kind == rulings::PlayKind::Pass && item->by == seat &&
      (item->choice.empty() || item->choice == e.name)) {
    // Where one act is carried out after the other, a player who could do nothing is not asked, and
    // the pass is still to come.
    const Val asked = e.resolve == model::Resolve::AtOnce
                          ? able(s, static_cast<int>(seat), ExchangeId(code.id), signal)
                          : d_.truth(true);
    std::vector<Alt<Val>> none;
    if (!d_.is_false(bind(s, static_cast<int>(seat), ExchangeId(code.id), signal, available, none,
                          Bind::Drop)))
      throw Unsupported{ReasonCode::PassUnderDuty};
    Alt<Val> pass, unable;
    pass.guard = asked;
    unable.guard = d_.not_(asked);
    pass.pc = unable.pc = f.pc + 1;
    pass.script = static_cast<uint8_t>(script + 1);
    if (d_.is_true(asked)) {
      take(s, pass);
      return Status::Continue;
    }
    if (d_.is_false(asked)) {
      take(s, unable);
      return Status::Continue;
    }
    alts = {std::move(pass), std::move(unable)};
    return Status::Fork;
  }
  bool forced = false;
  if (item != nullptr && item->kind == rulings::PlayKind::Do && item->by == seat) {
    for (ActId act : item->acts)
      declare_act(s, act, static_cast<int>(seat), ExchangeId(code.id), signal, item, false,
                  available, alts);
    for (Alt<Val>& a : alts) a.script = static_cast<uint8_t>(script + 1);
    forced = !alts.empty();
  }
  if (!forced) {
    for (size_t i = 0; i < script; ++i) {
      if (play[i].kind != rulings::PlayKind::Free || play[i].by != seat) continue;
      for (ActId act : play[i].acts)
        declare_act(s, act, static_cast<int>(seat), ExchangeId(code.id), signal, &play[i], true,
                    available, alts);
    }
  }
  within_quota(s, ins, alts);
  const Val bound =
      bind(s, static_cast<int>(seat), ExchangeId(code.id), signal, available, alts, Bind::Insist);
  for (Alt<Val>& a : alts) {
    if (e.resolve != model::Resolve::AtOnce)
      a.writes.emplace_back(f.base + ins.slot, d_.truth(true));
    else if (const ExprId then = p_.acts[ActId(a.act)].then; then != kNone) {
      std::array<Val, kTemps> t;
      const std::vector<Val> locals(a.args.begin(), a.args.end());
      int64_t player = -1;
      if (!d_.known(eval_.eval(s, then, {s.top(), locals.data(), t.data()}), player))
        throw Unsupported{ReasonCode::QuestionToUnknown};
      a.next_seat = static_cast<int>(player);
    }
    a.keep = e.resolve != model::Resolve::Later;
  }
  // The same declaration reached by two free items counts once.
  for (size_t i = 0; i < alts.size(); ++i)
    for (size_t k = alts.size(); k-- > i + 1;)
      if (alts[k].move == alts[i].move) alts.erase(alts.begin() + static_cast<std::ptrdiff_t>(k));
  if (alts.empty()) {
    if (e.pass == model::Pass::IfUnable && eval_.held == nullptr &&
        !d_.is_false(able(s, static_cast<int>(seat), ExchangeId(code.id), signal)))
      throw Unsupported{ReasonCode::NothingToDeclare};
    next(s);
    return Status::Continue;
  }
  Val certain = bound;
  if (forced || e.pass == model::Pass::IfUnable)
    for (const Alt<Val>& a : alts) certain = d_.or_(certain, a.guard);
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
  if (take_only(s, alts)) return Status::Continue;
  for (Alt<Val>& a : alts) a.recurs = e.resolve == model::Resolve::AtOnce;
  return Status::Choice;
}

}  // namespace hanrei::checker
