// Who is asked, what may be declared, and when it is carried out.

#include <algorithm>

#include "tests/walker/play.h"

namespace hanrei::walker {

using model::NormEvent;
using model::NormMode;
using rulings::PlayItem;
using rulings::PlayKind;

namespace {
size_t at(int64_t i) { return static_cast<size_t>(i); }
template <class T>
bool has(const std::vector<T>& list, const T& x) {
  return std::find(list.begin(), list.end(), x) != list.end();
}
}  // namespace

std::vector<Instance> Play::norms(NormMode mode, NormEvent event) const {
  std::vector<Instance> out;
  for (size_t i = 0; i < p_.norms.size(); ++i) {
    const model::Norm& n = p_.norms[NormId(i)];
    if (n.mode != mode || n.event != event) continue;
    if (n.source.card == kNone) out.push_back({static_cast<Id>(i), -1});
    for (size_t k = 0; n.source.card != kNone && k < q_.situation.cards.size(); ++k) {
      if (q_.situation.cards[k].def == n.source.card)
        out.push_back({static_cast<Id>(i), static_cast<int64_t>(k)});
    }
  }
  return out;
}

/// A running exchange.
struct Play::Asking {
  Id id;
  const model::ExchangeDef& e;
  Id signal;
  size_t frame;
  std::map<std::pair<Id, size_t>, int> used;  ///< of what has a quota: by act and seat
  int64_t then = -1;                          ///< who the act just declared says is asked next

  /// Has the seat declared the act as often as it may?
  bool spent(Id act, size_t seat) const {
    const auto most = e.quota.find(ActId(act));
    const auto so_far = used.find({act, seat});
    return most != e.quota.end() && (so_far == used.end() ? 0 : so_far->second) >= most->second;
  }
};

void Play::exchange(Id id, int64_t me, Id signal, int answered) {
  everybody_asked();
  const model::ExchangeDef& e = p_.exchanges[ExchangeId(id)];
  if (e.hold == model::Hold::All || e.resolve == model::Resolve::FirstDeclared ||
      e.resolve == model::Resolve::LastDeclared)
    throw Unknown{"an exchange of this kind"};
  static const std::vector<model::Local> names = {
      {"me", model::ref_type(model::kPlayerSort), false}};
  Frame f;
  f.level = Level::Exchange;
  f.id = id;
  f.names = &names;
  f.locals = {{me, {}}};
  f.act = answered;
  push(std::move(f));
  Asking asking{id, e, signal, s_.stack.size() - 1, {}};
  if (e.resolve == model::Resolve::AtOnce)
    one_by_one(asking);
  else
    in_rounds(asking);
  s_.stack.pop_back();
}

/// Seats are asked in order; where acts are held for a round and somebody declared, those who had
/// passed before are asked once more; then acts are carried out by seat.
void Play::in_rounds(Asking& a) {
  const model::ExchangeDef& e = a.e;
  if (e.pass == model::Pass::IfUnable || e.close == model::Close::Until || e.answer != kNone)
    throw Unknown{"an exchange of this kind"};
  const size_t seats = e.seats.size();
  std::vector<Round> rounds;
  for (int round = 1;; ++round) {
    if (e.resolve != model::Resolve::Later && comes_round(rounds, {}, true)) return;
    std::vector<bool> declared(seats, false);
    for (size_t seat = 0; seat < seats; ++seat) declared[seat] = ask(a, seat);
    if (e.hold == model::Hold::Round && e.resolve != model::Resolve::Later) {
      for (size_t seat = 0; seat + 1 < seats; ++seat) {
        const bool later = std::find(declared.begin() + static_cast<std::ptrdiff_t>(seat) + 1,
                                     declared.end(), true) != declared.end();
        if (!declared[seat] && later) declared[seat] = ask(a, seat);
      }
    }
    if (e.resolve != model::Resolve::Later) {
      for (size_t seat = 0; seat < seats; ++seat) {
        const auto kept = s_.stack[a.frame].kept.find(seat);
        if (kept != s_.stack[a.frame].kept.end()) process_act(kept->second);
      }
    }
    const bool silent = std::find(declared.begin(), declared.end(), true) == declared.end();
    if (silent && idle_ && s_.stack.size() == horizon_ + 1) throw Over{"none"};
    if (silent || e.close != model::Close::Silent || round >= e.bound) break;
  }
}

/// One act after the other: what is declared is answered, then carried out, then the next seat is
/// asked.
void Play::one_by_one(Asking& a) {
  const model::ExchangeDef& e = a.e;
  const size_t seats = e.seats.size();
  std::set<size_t> asked;
  size_t passes = 0, seat = 0;
  bool anybody = false;
  std::vector<Round> rounds;
  for (int questions = 0;;) {
    std::vector<int64_t> beside = {static_cast<int64_t>(seat), static_cast<int64_t>(passes)};
    for (const auto& [of, n] : a.used)
      beside.insert(beside.end(), {of.first, static_cast<int64_t>(of.second), n});
    if (comes_round(rounds, std::move(beside), true)) return;
    if (e.close == model::Close::Until && eval_top(e.until).n == 0) return;
    a.then = -1;
    const bool declared = ask(a, seat);
    const auto kept = s_.stack[a.frame].kept.find(seat);
    if (kept != s_.stack[a.frame].kept.end()) {
      const int act = kept->second;
      if (e.answer != kNone) exchange(e.answer, s_.acts.at(act).seat, kNone, act);
      const bool at_its_end = p_.acts[ActId(s_.acts.at(act).act)].then_after != kNone;
      process_act(act);
      if (at_its_end) a.then = asked_next_;
    }
    asked.insert(seat);
    anybody = anybody || declared;
    passes = declared ? 0 : passes + 1;
    const bool over = e.close == model::Close::OneRound
                          ? asked.size() == seats
                          : e.close == model::Close::Silent && passes >= seats;
    // in a round nobody declared anything
    if (over && (e.close == model::Close::Silent || !anybody) && idle_ &&
        s_.stack.size() == horizon_ + 1)
      throw Over{"none"};
    if (over) return;
    if (!declared || e.next == model::Next::Other) seat = (seat + 1) % seats;
    for (size_t k = 0; k < seats && a.then >= 0; ++k) {
      if (eval_top(e.seats[k]).n == a.then) seat = k;
    }
    if (++questions >= e.bound) throw Over{"bounded"};
  }
}

/// Could the player declare something there, whatever the play says? `doubt`: the answer where that
/// hangs on a card that is only counted; without one there is no answer.
bool Play::able(const Asking& a, size_t seat, int64_t player, std::optional<bool> doubt) {
  PlayItem anything;
  anything.kind = PlayKind::Do;
  anything.by = static_cast<int>(player);
  for (size_t act = 0; act < p_.acts.size(); ++act) {
    if (a.spent(static_cast<Id>(act), seat)) continue;
    if (!options(static_cast<Id>(act), player, a.id, a.signal, anything).empty()) return true;
  }
  for (size_t act = 0; act < p_.acts.size(); ++act) {
    if (!a.spent(static_cast<Id>(act), seat) &&
        perhaps_declared(static_cast<Id>(act), player, a.id, a.signal, anything)) {
      if (doubt) return *doubt;
      throw Unknown{"whether a card that is only counted could be declared"};
    }
  }
  return false;
}

/// What the player can and therefore has to declare there, whatever the play says; `strict`: at
/// once.
std::vector<Declaration> Play::duties(const Asking& a, size_t seat, int64_t player, bool strict) {
  std::vector<Declaration> out;
  if (norms(NormMode::Oblige, NormEvent::Act).empty()) return out;
  PlayItem anything;
  anything.kind = PlayKind::Do;
  anything.by = static_cast<int>(player);
  for (size_t act = 0; act < p_.acts.size(); ++act) {
    if (a.spent(static_cast<Id>(act), seat)) continue;
    for (Declaration& d : options(static_cast<Id>(act), player, a.id, a.signal, anything)) {
      for (const Instance& i : norms(NormMode::Oblige, NormEvent::Act)) {
        if ((strict && !p_.norms[NormId(i.provision)].exclusive) ||
            !applies(i, d, player, a.id, a.signal))
          continue;
        out.push_back(std::move(d));
        break;
      }
    }
  }
  return out;
}

/// Is this the place that a claim about a declaration is about? Then the play is over.
void Play::probe_here(const Asking& a, size_t seat, int64_t player) {
  if (probe == nullptr || s_.script < q_.play.size() || (!probe->now && probe->act.by != player))
    return;
  bool here = probe->what.empty() || probe->what == a.e.name;
  if (a.signal != kNone) {
    for (Id r : raises_.at(a.signal)) {
      const model::SignalDef& def = p_.signals[SignalId(r)];
      here = here || def.name == probe->what || has(def.aka, probe->what);
    }
  }
  if (!here || !able(a, seat, player, true)) return;  // who can declare nothing is passed over
  bool legal = probe->act.by == player;  // else it is another player's turn to be asked
  const std::vector<Declaration> must = duties(a, seat, player, true);
  if (legal && probe->act.kind == PlayKind::Pass) {
    legal = duties(a, seat, player, false).empty() &&
            (a.e.pass == model::Pass::Free || !able(a, seat, player));
  } else if (legal) {
    legal = false;
    bool any = false;
    for (Id act : probe->act.acts) {
      if (a.spent(act, seat)) continue;
      for (const Declaration& d : options(act, player, a.id, a.signal, probe->act)) {
        any = true;
        legal = legal || must.empty() || has(must, d);
      }
    }
    for (Id act : probe->act.acts) {
      if (!any && !a.spent(act, seat) && perhaps_declared(act, player, a.id, a.signal, probe->act))
        throw Unknown{"whether a card that is only counted could be declared"};
    }
  }
  throw Over{legal ? "legal" : "illegal"};
}

/// Asks one seat; true when it declared something.
bool Play::ask(Asking& a, size_t seat) {
  const model::ExchangeDef& e = a.e;
  const int64_t player = eval_top(e.seats[seat]).n;
  while (s_.script < q_.play.size() && q_.play[s_.script].kind == PlayKind::Free) ++s_.script;
  probe_here(a, seat, player);
  const PlayItem* next = s_.script < q_.play.size() ? &q_.play[s_.script] : nullptr;
  const std::vector<Declaration> owed = duties(a, seat, player, false),
                                 first = duties(a, seat, player, true);
  if (next != nullptr && next->kind == PlayKind::Pass && next->by == player &&
      (next->choice.empty() || next->choice == e.name)) {
    if (!owed.empty()) throw Unknown{"a pass against a duty"};
    // Where acts are carried out one by one, a pass is made by somebody who could have declared
    // something.
    if (e.resolve != model::Resolve::AtOnce || able(a, seat, player)) ++s_.script;
    return false;
  }
  const auto within_quota = [&](std::vector<Declaration> list) {
    std::erase_if(list, [&](const Declaration& d) { return a.spent(d.act, seat); });
    return list;
  };
  // What the play says, wherever it can be declared; it may be left undeclared only where it
  // cannot.
  std::vector<Declaration> list;
  bool fixed = false;
  if (next != nullptr && next->kind == PlayKind::Do && next->by == player) {
    for (Id act : next->acts) {
      for (Declaration& d : options(act, player, a.id, a.signal, *next))
        list.push_back(std::move(d));
    }
    fixed = !list.empty();
  }
  for (size_t i = 0; i < s_.script && !fixed; ++i) {
    if (q_.play[i].kind != PlayKind::Free || q_.play[i].by != player) continue;
    for (Id act : q_.play[i].acts) {
      for (Declaration& d : options(act, player, a.id, a.signal, q_.play[i])) {
        if (!has(list, d)) list.push_back(std::move(d));
      }
    }
  }
  list = within_quota(std::move(list));
  if (!owed.empty()) {
    if (!first.empty()) std::erase_if(list, [&](const Declaration& d) { return !has(first, d); });
    if (list.empty()) throw Unknown{"a duty that the play does not name"};
  }
  const bool must = e.pass == model::Pass::IfUnable || !owed.empty();
  if (list.empty()) {
    if (must && able(a, seat, player))
      throw Unknown{"a player who must declare something that the play does not name"};
    return false;
  }
  const size_t k = pick(list.size() + (fixed || must ? 0 : 1), player);
  if (k == list.size()) {
    notice(std::to_string(player) + " passes");
    return false;
  }
  if (observer >= 0) {
    std::string what = std::to_string(player) + " declares " + std::to_string(list[k].act) + "/" +
                       std::to_string(list[k].effect);
    for (int64_t v : list[k].shown) what += " " + std::to_string(v);
    notice(what);
  }
  if (fixed) ++s_.script;
  if (e.quota.contains(ActId(list[k].act))) ++a.used[{list[k].act, seat}];
  if (counted_.contains(model::Op::Acted)) {  // who declared something there, in this order
    int64_t& digits = s_.acted[a.id];
    if (digits >= 100'000'000'000'000'000) throw Over{"bounded"};
    digits = digits * 10 + player + 1;
  }
  if (const ExprId then = p_.acts[ActId(list[k].act)].then; then != kNone) {
    Env env{depth(), &list[k].locals, {}};
    a.then = eval(then, env).n;
  }
  if (s_.stack[a.frame].act >= 0) s_.acts.at(s_.stack[a.frame].act).answered = true;
  declare(seat, player, e, list[k]);
  return true;
}

void Play::declare(size_t seat_number, int64_t seat, const model::ExchangeDef& e,
                   const Declaration& d) {
  const int id = s_.next_act++;
  Act act;
  act.act = d.act;
  act.effect = d.effect;
  act.seat = static_cast<int>(seat);
  act.parent = act_of(depth());
  act.locals = d.locals;
  act.things = d.things;
  s_.acts[id] = act;
  if (d.effect >= 0 && p_.effects[EffectId(effects_[at(d.effect)].provision)].uses > 0)
    ++s_.uses[d.effect];
  if (e.resolve != model::Resolve::Later) top().kept[seat_number] = id;
  call(p_.acts[ActId(d.act)].declare, d.locals, id, false);
}

/// Carries out what was declared; false when it was broken off.
bool Play::process_act(int id) {
  const Act act = s_.acts.at(id);
  return call(p_.acts[ActId(act.act)].process, act.locals, id, true);
}

/// The act is no more: what refers to it refers to nothing.
void Play::forget(int act) {
  each_reference([&](const model::Type& t, Value& v) {
    if (t.id != model::kActSort) return;
    if (t.kind == model::TypeKind::Ref && v.n == act) v.n = model::kNobody;
    if (t.kind == model::TypeKind::Set) v.s.erase(act);
  });
  for (Frame& f : s_.stack) std::erase_if(f.kept, [&](const auto& k) { return k.second == act; });
  s_.acts.erase(act);
}

/// Is it a card that is chosen, and not a player, a member or a token?
bool Play::about_a_card(const model::Choose& c) const {
  const model::Type elem = model::elem_type(p_[c.set].type);
  return elem.kind == model::TypeKind::Ref && elem.id == model::kCardSort;
}

std::vector<int64_t> Play::candidates(const model::Choose& c, Env& env) {
  std::vector<int64_t> out;
  for (int64_t k : universe(model::elem_type(p_[c.set].type))) {
    if (!member(c.set, k, env)) continue;
    env.temps[c.elem] = {k, {}};
    if (c.where == kNone || truth(c.where, env)) out.push_back(k);
  }
  return out;
}

/// All ways to declare an act now that the item of the play leaves open.
std::vector<Declaration> Play::options(Id act, int64_t seat, Id exchange, Id signal,
                                       const PlayItem& item) {
  const model::ActDef& a = p_.acts[ActId(act)];
  const auto& names = p_.procedures[ProcId(a.process)].locals;
  const bool free = item.kind == PlayKind::Free;
  const auto wanted = [&](const model::Choose& c, ProcId proc, const std::vector<int64_t>& values,
                          bool first_card) {
    if (free) return !first_card || item.cards.empty() || has(item.cards, values.at(0));
    for (const rulings::Named& arg : item.args) {
      if (arg.name != c.name) continue;
      const std::vector<int64_t>* want = arg.of(p_.procedures[proc].locals[at(c.var)].type);
      return want != nullptr && *want == values;
    }
    return true;
  };
  Declaration d;
  d.act = act;
  for (const model::Local& l : names) d.locals.push_back(blank(l.type));
  d.locals.at(0) = {seat, {}};
  std::vector<Declaration> out;
  bool doubt = false;  // nothing is presented, where there may be something that is only counted
  const auto legal = [&] {
    if (!permitted(d, seat, exchange, signal)) return;
    if (doubt) throw Unknown{"a declaration that may present a card that is only counted"};
    out.push_back(d);
  };
  const auto nothing = [&](const model::Choose& c, Env& env, const std::function<void()>& go) {
    const bool before = doubt;
    doubt = doubt || !uncounted(c, env).empty();
    go();
    doubt = before;
  };
  // The effect's own presented things, after those of the act.
  const std::function<void(size_t)> of_effect = [&](size_t i) {
    const model::EffectDef& def = p_.effects[EffectId(effects_[at(d.effect)].provision)];
    if (i == def.present.size()) {
      legal();
      return;
    }
    const model::Choose& c = def.present[i];
    std::vector<Value> own = {{effects_[at(d.effect)].of, {}}, {seat, {}}};
    own.insert(own.end(), d.things.begin(), d.things.end());
    own.resize(p_.procedures[def.proc].locals.size(), Value{model::kNobody, {}});
    Env env{depth(), &own, {}};
    const auto with = [&](int64_t k) {
      const Declaration before = d;
      d.things.push_back({k, {}});
      d.shown.push_back(k);
      of_effect(i + 1);
      d = before;
    };
    if (c.domain == model::DomainKind::Some) throw Unknown{"a set that an effect presents"};
    if (c.domain != model::DomainKind::One) {
      const bool yesno = c.domain == model::DomainKind::YesNo;
      const int64_t low = yesno ? 0 : eval(c.set, env).n, high = yesno ? 1 : eval(c.where, env).n;
      for (int64_t k = low; k <= high; ++k) {
        if (wanted(c, def.proc, {k}, false)) with(k);
      }
      return;
    }
    std::vector<int64_t> from = candidates(c, env);
    const bool none = from.empty() && c.or_none;
    if (c.designates && about_a_card(c))
      std::erase_if(from, [&](int64_t k) { return !may_designate(d.effect, seat, k); });
    std::erase_if(from, [&](int64_t k) { return !wanted(c, def.proc, {k}, false); });
    for (int64_t k : from) with(k);
    if (none) nothing(c, env, [&] { with(model::kNobody); });
  };
  const std::function<void(size_t)> of_act = [&](size_t i) {
    if (i == a.present.size()) {
      if (a.effect_local == kNone) {
        legal();
        return;
      }
      const int64_t card = d.locals[at(a.effect_of)].n;
      for (size_t k = 0; k < effects_.size(); ++k) {
        const model::EffectDef& def = p_.effects[EffectId(effects_[k].provision)];
        if (effects_[k].of != card || def.name.empty() == a.effect_named) continue;
        if (item.effect != kNone && p_.effects[EffectId(item.effect)].name != def.name) continue;
        if (def.uses > 0 && s_.uses[static_cast<int64_t>(k)] >= def.uses) continue;
        const Declaration before = d;
        d.effect = static_cast<int>(k);
        d.things.clear();
        d.locals[at(a.effect_local)] = {static_cast<int64_t>(k), {}};
        of_effect(0);
        d = before;
      }
      return;
    }
    const model::Choose& c = a.present[i];
    Env env{depth(), &d.locals, {}};
    const auto take = [&](Value v, const std::vector<int64_t>& shown, bool is_set) {
      const Declaration before = d;
      d.locals[at(c.var)] = std::move(v);
      if (is_set) d.shown.push_back(static_cast<int64_t>(shown.size()));
      d.shown.insert(d.shown.end(), shown.begin(), shown.end());
      if (!is_set || c.such == kNone || truth(c.such, env)) of_act(i + 1);
      d = before;
    };
    switch (c.domain) {
      case model::DomainKind::YesNo:
        for (int64_t v : {0, 1}) {
          if (wanted(c, a.process, {v}, i == 0)) take({v, {}}, {v}, false);
        }
        break;
      case model::DomainKind::Int: {
        const int64_t high = eval(c.where, env).n;
        for (int64_t v = eval(c.set, env).n; v <= high; ++v) {
          if (wanted(c, a.process, {v}, i == 0)) take({v, {}}, {v}, false);
        }
        break;
      }
      case model::DomainKind::One: {
        const std::vector<int64_t> from = candidates(c, env);
        if (from.empty() && c.or_none)
          nothing(c, env, [&] { take({model::kNobody, {}}, {model::kNobody}, false); });
        for (int64_t k : from) {
          if (wanted(c, a.process, {k}, i == 0)) take({k, {}}, {k}, false);
        }
        break;
      }
      case model::DomainKind::Some: {
        const std::vector<int64_t> from = candidates(c, env);
        if (from.size() > kMostInSet) throw Unknown{"a set of many"};
        if (from.empty() && c.or_none) nothing(c, env, [&] { take({}, {}, true); });
        for (uint32_t bits = 1; bits < (uint32_t{1} << from.size()); ++bits) {
          std::vector<int64_t> shown;
          for (size_t k = 0; k < from.size(); ++k) {
            if (bits >> k & 1) shown.push_back(from[k]);
          }
          if (wanted(c, a.process, shown, false))
            take({0, {shown.begin(), shown.end()}}, shown, true);
        }
        break;
      }
    }
  };
  of_act(0);
  return out;
}

bool Play::applies(const Instance& i, const Declaration& d, int64_t seat, Id exchange, Id signal) {
  const model::Norm& n = p_.norms[NormId(i.provision)];
  const model::ActDef& a = p_.acts[ActId(d.act)];
  if (n.act != kNone ? n.act != d.act : !n.tag.empty() && !has(a.tags, n.tag)) return false;
  if (!n.menus.empty()) {
    bool there = has(n.menus, -2 - exchange);
    if (signal != kNone) {
      for (Id r : raises_.at(signal)) there = there || has(n.menus, r);
    }
    if (!there) return false;
  }
  std::map<Id, Value> temps = {{0, {i.of, {}}}, {1, {seat, {}}}};
  if (n.act != kNone) {
    for (size_t k = 0; k < a.present.size(); ++k)
      temps[static_cast<Id>(2 + k)] = d.locals[at(a.present[k].var)];
    if (a.effect_local != kNone) temps[static_cast<Id>(2 + a.present.size())] = {d.effect, {}};
  }
  // A norm about the card itself counts wherever that is presented; others while their card is in
  // place.
  if (n.on_self >= 0 ? temps.at(2 + n.on_self).n != i.of : i.of >= 0 && !active(i.of)) return false;
  Env env{depth(), &d.locals, std::move(temps)};
  return n.cond == kNone || truth(n.cond, env);
}

/// Something permits it, and nothing forbids it that is not defeated by a permission which names
/// it.
bool Play::permitted(const Declaration& d, int64_t seat, Id exchange, Id signal) {
  const model::ActDef& a = p_.acts[ActId(d.act)];
  const int64_t first = a.present.empty() ? model::kNobody : d.locals[at(a.present[0].var)].n;
  const auto concerns = [&](const Instance& i) {
    const model::Norm& n = p_.norms[NormId(i.provision)];
    return n.act == d.act || (n.act == kNone && (n.tag.empty() || has(a.tags, n.tag)));
  };
  const auto own = [&](const Instance& i) {
    return p_.norms[NormId(i.provision)].on_self >= 0 && i.of == first;
  };
  std::vector<Instance> permits = norms(NormMode::Permit, NormEvent::Act);
  std::erase_if(permits, [&](const Instance& i) { return !concerns(i); });
  // Text that says when the card may be used leaves no other time.
  const bool only_own = std::any_of(permits.begin(), permits.end(), [&](const Instance& i) {
    return p_.norms[NormId(i.provision)].exclusive && own(i);
  });
  std::erase_if(permits, [&](const Instance& i) {
    return (only_own && !own(i)) || !applies(i, d, seat, exchange, signal);
  });
  if (permits.empty()) return false;
  // What has to be done may be done, as far as clauses stand against it that the duty names.
  for (const Instance& i : norms(NormMode::Oblige, NormEvent::Act)) {
    if (applies(i, d, seat, exchange, signal)) permits.push_back(i);
  }
  for (const Instance& i : norms(NormMode::Forbid, NormEvent::Act)) {
    if (!applies(i, d, seat, exchange, signal)) continue;
    const model::Norm& barring = p_.norms[NormId(i.provision)];
    bool defeated = false;
    for (const Instance& k : permits) {
      const model::Norm& permit = p_.norms[NormId(k.provision)];
      const std::string winner = permit.source.card != kNone ? "card" : "clause",
                        loser = barring.source.card != kNone ? "card" : "clause";
      for (Id clause : permit.over) {
        if (!has(barring.source.by, ClauseId(clause))) continue;
        for (const model::Defeat& rule : p_.defeats) {
          const model::Clause& about = p_.clauses[ClauseId(clause)];
          const bool hedged = !rule.weaker.hedged || about.hedged;
          const std::string& named =
              winner == "clause" ? rule.stronger.id : rule.weaker.id;  // one clause only
          defeated = defeated || (hedged && (named.empty() || named == about.id) &&
                                  rule.winner == winner && rule.loser == loser);
        }
      }
    }
    if (!defeated) return false;
  }
  return true;
}

bool Play::may_designate(int effect, int64_t seat, int64_t card) {
  for (const Instance& i : norms(NormMode::Forbid, NormEvent::Designate)) {
    const model::Norm& n = p_.norms[NormId(i.provision)];
    if (i.of >= 0 && !active(i.of)) continue;
    if (n.on_self == 1 && card != i.of) continue;
    Env env = apart({{0, {i.of, {}}}, {1, {seat, {}}}, {2, {effect, {}}}, {3, {card, {}}}});
    if (n.cond == kNone || truth(n.cond, env)) return false;
  }
  return true;
}

}  // namespace hanrei::walker
