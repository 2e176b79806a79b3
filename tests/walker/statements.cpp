// Commits: what statements write, and the bookkeeping that follows.

#include <algorithm>

#include "tests/walker/play.h"

namespace hanrei::walker {

using model::StmtKind;

namespace {
size_t at(int64_t i) { return static_cast<size_t>(i); }
Frame bookkeeping_frame() {
  Frame f;
  f.level = Level::Bookkeeping;
  return f;
}
constexpr Id kOwner = 1, kUser = 2, kHost = 3;
}  // namespace

/// One commit, then what has to follow every commit. Writing locals is none.
void Play::commit(const std::vector<model::Stmt>& stmts) {
  Env env = here();
  bool commits = false;
  for (const model::Stmt& s : stmts) {
    const bool own = s.kind == StmtKind::Assign && p_[s.target].op != model::Op::Attr &&
                     p_[s.target].op != model::Op::GameAttr;
    commits = commits || (s.kind != StmtKind::Nothing && !own);
  }
  carry_out(stmts, env);
  observe();
  if (commits) bookkeeping();
}

/// All reads see the state before, all writes land at once; increments add up. A place named after
/// something that is moved here means its new stay.
void Play::carry_out(const std::vector<model::Stmt>& stmts, Env& env) {
  struct Read {
    Value value, target, owner;
    std::vector<Value> attrs;
  };
  std::vector<Read> reads;
  for (const model::Stmt& s : stmts) {
    Read r;
    if (s.value != kNone) r.value = eval(s.value, env);
    if (s.target != kNone)
      r.target = s.kind != StmtKind::Assign           ? eval(s.target, env)
                 : p_[s.target].op == model::Op::Attr ? eval(p_[s.target].a, env)
                                                      : Value{};
    if (s.owner != kNone) r.owner = eval(s.owner, env);
    for (const auto& [attr, e] : s.attrs) r.attrs.push_back(eval(e, env));
    reads.push_back(std::move(r));
  }
  std::set<int64_t> losers;
  for (size_t i = 0; i < stmts.size(); ++i) {
    const model::Stmt& s = stmts[i];
    const Read& r = reads[i];
    switch (s.kind) {
      case StmtKind::Nothing: break;
      case StmtKind::Finish: {
        losers.insert(s.win ? 1 - r.value.n : r.value.n);
        break;
      }
      case StmtKind::Assign: {
        env.temps[-1] = r.target;
        assign(s, r.value, env);
        break;
      }
      case StmtKind::Move: {
        int64_t card = r.target.n;
        if (!p_[s.target].type.stay) card = model::card_of(card);
        if (p_.zones[ZoneId(s.id)].of == model::ZoneOwner::Player && r.owner.n < 0) break;
        if (card >= 0 &&
            reached(card,
                    s.id * 2 + (p_.zones[ZoneId(s.id)].of == model::ZoneOwner::Player ? r.owner.n
                                : p_.zones[ZoneId(s.id)].of == model::ZoneOwner::Game ? 0
                                : r.owner.n < 0                                       ? 0
                                                : s_.stored[{2, r.owner.n}].n)))
          move(card, s, r.owner.n, r.attrs);
        break;
      }
      case StmtKind::Shuffle:
        s_.shuffled.insert({s.id, r.target.n});
        s_.above.erase({s.id, r.target.n});
        s_.below.erase({s.id, r.target.n});
        s_.lot_put.erase({s.id, r.target.n});
        std::erase_if(s_.put, [&](int64_t card) {
          return s_.place.at(card) == std::pair{s.id, r.target.n};
        });
        break;
      case StmtKind::MoveTop: {
        if (p_.zones[ZoneId(s.id)].of == model::ZoneOwner::Player && r.owner.n < 0) break;
        const std::vector<int64_t> tops = tops_of(s.from, r.target.n);
        const int64_t card = tops[pick(tops.size(), "top", -1, [&](size_t k) { return tops[k]; })];
        if (!reached(card, s.id * 2 + r.owner.n)) break;
        if (card >= 0) {
          move(card, s, r.owner.n, {});
          break;
        }
        if (!p_.zones[ZoneId(s.from)].lot || s_.lots[{s.from, r.target.n}] == 0) break;
        if (p_.zones[ZoneId(s.id)].order == model::ZoneOrder::Pile)
          s_.lot_put.insert({s.id, r.owner.n});
        --s_.lots[{s.from, r.target.n}];
        if (p_.zones[ZoneId(s.id)].lot) ++s_.lots[{s.id, r.owner.n}];
        break;
      }
      case StmtKind::Negate:
        if (const auto act = s_.acts.find(static_cast<int>(r.target.n)); act != s_.acts.end())
          act->second.negated = true;
        break;
      case StmtKind::Modify: {
        if (r.target.n < 0 || !reached(r.target.n, -2)) break;
        Modifier m;
        m.layer = s.layer;
        m.attr = s.id;
        m.target = r.target.n;
        m.op = s.mod;
        m.until = s.until;
        m.amount = r.value;
        s_.modifiers.push_back(m);
        break;
      }
      case StmtKind::Expire:
        std::erase_if(s_.modifiers,
                      [&](const Modifier& m) { return m.statik < 0 && m.until == s.id; });
        if (s.id == 0) s_.uses.clear();  // the first duration of a game is its turn
        break;
      case StmtKind::Spawn: {
        std::set<int64_t>& alive = s_.tokens[s.id];
        int64_t k = 0;
        while (alive.contains(k)) ++k;
        if (k >= p_.sorts[SortId(s.id)].pool) throw Over{"bounded"};
        alive.insert(k);
        for (size_t a = 0; a < s.attrs.size(); ++a) s_.stored[{s.attrs[a].first, k}] = r.attrs[a];
        break;
      }
      case StmtKind::Vanish: {
        const Id sort = p_[s.target].type.id;
        for (int64_t k : r.target.s) {
          if (!s_.tokens[sort].erase(k)) continue;
          each_reference([&](const model::Type& t, Value& v) {
            if (t.id != sort) return;
            if (t.kind == model::TypeKind::Ref && v.n == k) v.n = model::kNobody;
            if (t.kind == model::TypeKind::Set) v.s.erase(k);
          });
          for (size_t a = 0; a < p_.attrs.size(); ++a) {
            if (p_.attrs[AttrId(a)].sort == sort)
              s_.stored[{static_cast<Id>(a), k}] = blank(p_.attrs[AttrId(a)].type);
          }
        }
        break;
      }
    }
  }
  if (losers.size() == 2) throw Over{"draw"};
  if (losers.size() == 1) throw Over{"win(" + p_.players[at(1 - *losers.begin())] + ")"};
}

void Play::assign(const model::Stmt& s, const Value& value, Env& env) {
  const model::Expr& target = p_[s.target];
  const auto write = [&](Value& place) {
    switch (s.assign) {
      case model::AssignOp::Set: place = value; break;
      case model::AssignOp::Add:
        if (__builtin_add_overflow(place.n, value.n, &place.n))
          throw Unknown{"a number beyond 64 bits"};
        break;
      case model::AssignOp::Sub:
        if (__builtin_sub_overflow(place.n, value.n, &place.n))
          throw Unknown{"a number beyond 64 bits"};
        break;
      case model::AssignOp::With: place.s.insert(value.s.begin(), value.s.end()); break;
      case model::AssignOp::Without:
        for (int64_t k : value.s) place.s.erase(k);
        break;
    }
  };
  const auto write_attribute = [&](int64_t entity) {
    const model::AttrDef& a = p_.attrs[AttrId(target.id)];
    Value& place = s_.stored.at({target.id, entity});
    write(place);
    if (a.type.kind == model::TypeKind::Int && (place.n < a.scope_lo || place.n > a.scope_hi))
      throw Over{"bounded"};
  };
  if (target.op == model::Op::Local) {
    write(top().locals.at(at(target.id)));
  } else if (target.op == model::Op::EvArg) {
    if (Value* place = window_argument(env.frame, p_.strings[at(target.id)])) write(*place);
  } else if (target.op == model::Op::GameAttr) {
    write_attribute(0);
  } else {
    const int64_t entity = env.temps.at(-1).n;
    const bool card = p_.attrs[AttrId(target.id)].sort == model::kCardSort;
    if (entity >= 0 && (!card || reached(entity, -2))) write_attribute(entity);
  }
}

Play::Text Play::running_text() {
  Text text;
  for (int f = depth(); f >= 0; --f) {
    const int act = s_.stack[at(f)].act;
    if (act < 0 || s_.stack[at(f)].level == Level::Exchange) {
      for (const model::Trigger& t : p_.triggers) {
        if (t.source.card == kNone || s_.stack[at(f)].level != Level::Procedure ||
            s_.stack[at(f)].id != t.proc)
          continue;
        text.runs = true;
        text.card = s_.stack[at(f)].locals[0].n;
        if (s_.stack[at(f)].locals.size() > 1 && p_.procedures[ProcId(t.proc)].params > 1)
          text.seat = s_.stack[at(f)].locals[1].n;  // as it was when that arose
        else
          text.seat = text.card < 0 ? -1 : s_.stored[{2, text.card}].n;
      }
      if (text.runs) return text;
      continue;
    }
    const Act& a = s_.acts.at(act);
    if (a.effect < 0) return text;
    const Id its_text = p_.effects[EffectId(effects_[at(a.effect)].provision)].proc;
    for (int k = f + 1; k <= depth(); ++k) {
      if (s_.stack[at(k)].level == Level::Procedure && s_.stack[at(k)].id == its_text)
        text.effect = a.effect;
    }
    if (text.effect < 0) return text;  // steps of the act, not its text
    text.runs = true;
    text.card = effects_[at(text.effect)].of;
    text.seat = a.seat;
    return text;
  }
  return text;
}

/// Does the effect that is being carried out, if any, do anything to this card?
bool Play::reached(int64_t card, int64_t to) {
  const Text text = running_text();
  if (!text.runs) return true;
  for (const Instance& i : norms(model::NormMode::Forbid, model::NormEvent::Affect)) {
    const model::Norm& n = p_.norms[NormId(i.provision)];
    if ((n.on_self == 1 && card != i.of) || (n.on_self == 3 && text.card != i.of)) continue;
    if (i.of >= 0 && !active(i.of)) continue;
    Env env = apart({{0, {i.of, {}}},
                     {1, {text.seat, {}}},
                     {2, {text.effect, {}}},
                     {3, {card, {}}},
                     {4, {to, {}}},
                     {5, {text.card, {}}}});
    if (n.cond == kNone || truth(n.cond, env)) return false;
  }
  return true;
}

/// Crossing from one realm to another ends the stay and begins another; so does every attachment.
/// What may lie on top of a pile; -1 stands for its lot, and for nothing. What was put there at no
/// known place, beside others, lies nobody knows where.
std::vector<int64_t> Play::tops_of(Id pile, int64_t player) {
  const std::pair here{pile, player};
  const std::vector<int64_t> above = s_.above[here], below = s_.below[here];
  const bool lot = p_.zones[ZoneId(pile)].lot && s_.lots[here] > 0;
  std::vector<int64_t> between;
  size_t there = lot ? 1 : 0;
  bool put = false;
  for (const auto& [card, where] : s_.place) {
    if (where != here) continue;
    ++there;
    put = put || s_.put.contains(card);
    if (std::find(above.begin(), above.end(), card) == above.end() &&
        std::find(below.begin(), below.end(), card) == below.end())
      between.push_back(card);
  }
  if ((put && there > 1) || (lot && there > 1 && s_.lot_put.contains(here)))
    throw Unknown{"the place of a card that was put onto a pile"};
  if (!above.empty()) return {above.back()};
  if (between.empty() && !lot) return {below.empty() ? model::kNobody : below.front()};
  if (!s_.shuffled.contains(here) && !between.empty()) return {between.front()};
  if (lot) between.push_back(model::kNobody);
  return between;
}

void Play::move(int64_t card, const model::Stmt& s, int64_t owner,
                const std::vector<Value>& attrs) {
  const model::ZoneDef& zone = p_.zones[ZoneId(s.id)];
  const auto old = s_.place.find(card);
  const bool attached_anew = zone.of == model::ZoneOwner::Card && !zone.stay_by_realm;
  const bool fresh = p_.zones[ZoneId(old->second.first)].realm != zone.realm || attached_anew;
  if (fresh) leave(card);
  int64_t side = 0;
  if (zone.of == model::ZoneOwner::Player) side = owner;
  if (zone.of == model::ZoneOwner::Card) side = owner < 0 ? 0 : s_.stored.at({kUser, owner}).n;
  if (const auto there = s_.above.find(old->second); there != s_.above.end())
    std::erase(there->second, card);
  if (const auto there = s_.below.find(old->second); there != s_.below.end())
    std::erase(there->second, card);
  s_.put.erase(card);
  s_.place[card] = {s.id, side};
  if (zone.of == model::ZoneOwner::Player && zone.order == model::ZoneOrder::Pile) {
    if (s.place == model::PilePlace::Unsaid)
      s_.put.insert(card);
    else
      (s.place == model::PilePlace::Top ? s_.above : s_.below)[{s.id, side}].push_back(card);
  }
  s_.stored[{kHost, card}] = {zone.of == model::ZoneOwner::Card ? owner : model::kNobody, {}};
  if (zone.of == model::ZoneOwner::Player) s_.stored[{kUser, card}] = {side, {}};
  if (zone.of == model::ZoneOwner::Card) s_.stored[{kUser, card}] = s_.stored.at({kOwner, card});
  if (fresh) arrive(card);
  for (size_t i = 0; i < s.attrs.size(); ++i) s_.stored[{s.attrs[i].first, card}] = attrs[i];
}

/// What points to a thing: use(type, value) for each local and stored attribute.
void Play::each_reference(const std::function<void(const model::Type&, Value&)>& use) {
  const auto pass = [&](const model::Type& t, Value& v) {
    if (t.kind == model::TypeKind::Ref || t.elem == model::TypeKind::Ref) use(t, v);
  };
  for (Frame& f : s_.stack) {
    for (size_t i = 0; i < f.locals.size(); ++i) pass((*f.names)[i].type, f.locals[i]);
  }
  for (auto& [id, act] : s_.acts) {
    const auto& names = p_.procedures[p_.acts[ActId(act.act)].process].locals;
    for (size_t i = 0; i < act.locals.size(); ++i) pass(names[i].type, act.locals[i]);
    if (act.effect < 0) continue;
    const model::EffectDef& def = p_.effects[EffectId(effects_[at(act.effect)].provision)];
    for (size_t i = 0; i < act.things.size(); ++i)
      pass(p_.procedures[def.proc].locals[2 + i].type, act.things[i]);
  }
  for (auto& [key, v] : s_.stored) pass(p_.attrs[AttrId(key.first)].type, v);
  for (auto& [type, v] : rests_) pass(type, v);
}

/// References to the stay are cut, modifiers on it end, attached things follow.
void Play::leave(int64_t card) {
  ++s_.stays[card];
  each_reference([&](const model::Type& t, Value& v) {
    if (t.id != model::kCardSort || !t.stay) return;
    if (t.kind == model::TypeKind::Ref && v.n == card) v.n = model::gone(card);
    if (t.kind == model::TypeKind::Set) v.s.erase(card);
  });
  for (std::vector<Instance>& list : s_.pending) {
    for (Instance& i : list) {
      if (about_cards(i.provision) && i.of == card) i.of = model::gone(card);
    }
  }
  std::erase_if(s_.modifiers, [&](const Modifier& m) { return m.statik < 0 && m.target == card; });
  for (size_t k = 0; k < q_.situation.cards.size(); ++k) {
    const auto other = static_cast<int64_t>(k);
    if (other == card || s_.stored.at({kHost, other}).n != card) continue;
    const model::ZoneDef& zone = p_.zones[ZoneId(s_.place.at(other).first)];
    if (zone.of != model::ZoneOwner::Card || zone.host_leaves.empty()) continue;
    Env env = apart({{0, {other, {}}}});
    carry_out(zone.host_leaves, env);
  }
}

void Play::arrive(int64_t card) {
  for (size_t a = 0; a < p_.attrs.size(); ++a) {
    const model::AttrDef& def = p_.attrs[AttrId(a)];
    if (def.sort != model::kCardSort || def.life != model::Life::Stay ||
        def.nature != model::Nature::Stored)
      continue;
    Env env = apart({{0, {card, {}}}});
    s_.stored[{static_cast<Id>(a), card}] =
        def.fallback == kNone ? blank(def.type) : eval(def.fallback, env);
  }
  for (size_t k = 0; k < effects_.size(); ++k)
    if (effects_[k].of == card) s_.uses.erase(static_cast<int64_t>(k));
  // what is true of something that has just arrived was not true before
  std::erase_if(s_.risen,
                [&](const Instance& i) { return about_cards(i.provision) && i.of == card; });
}

/// Is the subject of the trigger a card?
bool Play::about_cards(Id trigger) const {
  const model::Trigger& t = p_.triggers[TriggerId(trigger)];
  return t.source.card != kNone ||
         (t.domain != kNone && model::elem_type(p_[t.domain].type).id == model::kCardSort);
}

bool Play::edge(const Instance& i) {
  const model::Trigger& t = p_.triggers[TriggerId(i.provision)];
  Env env = apart({{0, {i.of, {}}}});
  if (t.source.card != kNone ? !active(i.of) : t.domain != kNone && !member(t.domain, i.of, env))
    return false;
  return truth(t.becomes, env) && (t.cond == kNone || truth(t.cond, env));
}

/// Statics that hang on each other: is it so that just those apply whose condition holds?
bool Play::consistent(const std::set<int>& applied) {
  const std::set<int> before = s_.applied;
  s_.applied = applied;
  bool fits = true;
  for (int i : cyclic_) {
    const Instance& inst = statics_[at(i)];
    const bool listed = std::any_of(s_.modifiers.begin(), s_.modifiers.end(),
                                    [&](const Modifier& m) { return m.statik == i; });
    Env env = apart({{0, {inst.of, {}}}});
    const model::Static& st = p_.statics[StaticId(inst.provision)];
    bool on = listed && (st.cond == kNone || truth(st.cond, env));
    if (const int64_t target = on ? eval(st.target, env).n : -1; target >= 0)
      on = within_reach(inst.of, target);
    fits = fits && applied.contains(i) == on;
  }
  s_.applied = before;
  return fits;
}

/// What applies stays while it is consistent (`keep`); else one of the consistent states is chosen.
void Play::equilibrium(bool keep) {
  if (keep && consistent(s_.applied)) return;
  const std::vector<int> all(cyclic_.begin(), cyclic_.end());
  std::vector<std::set<int>> states;
  for (uint32_t bits = 0; bits < 1U << all.size(); ++bits) {
    std::set<int> applied;
    for (size_t i = 0; i < all.size(); ++i) {
      if (bits >> i & 1) applied.insert(all[i]);
    }
    if (consistent(applied)) states.push_back(std::move(applied));
  }
  if (!keep) settled = static_cast<int>(states.size());
  if (states.empty()) throw Over{"stuck"};
  s_.applied =
      states[pick(states.size(), p_.settle.several == kNone ? -1 : eval_top(p_.settle.several).n)];
}

/// Statics settle; broken limits are repaired, one at a time; edges run; endings are judged. Again,
/// as long as anything happens.
void Play::bookkeeping() {
  if (joint_ > 0) return;
  bool given_up = false;
  given_up_.push_back(&given_up);
  std::vector<Round> rounds;
  for (bool again = true; again;) {
    again = false;
    if (++steps_ > 2'000'000) throw Unknown{"a play without end"};
    for (size_t i = 0; i < statics_.size(); ++i) {
      const auto listed =
          std::find_if(s_.modifiers.begin(), s_.modifiers.end(),
                       [&](const Modifier& m) { return m.statik == static_cast<int>(i); });
      const bool on = active(statics_[i].of);
      if (on && listed == s_.modifiers.end()) {
        Modifier m;
        m.statik = static_cast<int>(i);
        s_.modifiers.push_back(m);
      } else if (!on && listed != s_.modifiers.end()) {
        s_.modifiers.erase(listed);
      }
    }
    if (!cyclic_.empty()) equilibrium(true);
    for (size_t l = 0; l < p_.limits.size() && !again && !given_up; ++l) {
      const model::Limit& limit = p_.limits[LimitId(l)];
      if (!limit.always || limit.repair == kNone) continue;
      for (int64_t k : subjects(limit.domain)) {
        if (!breaks(static_cast<Id>(l), k, depth())) continue;
        if (comes_round(rounds, {static_cast<int64_t>(l), k}, false)) {
          for (bool* book : given_up_) *book = true;
        } else {
          push(bookkeeping_frame());
          if (!automatic(limit.repair, k, nullptr))
            for (bool* book : given_up_) *book = true;
          s_.stack.pop_back();
        }
        again = true;
        break;
      }
    }
    if (again) continue;
    if (quiet_ == 0) {
      std::vector<Instance> rising;
      for (const Instance& i : edges_) {
        if (!edge(i))
          s_.risen.erase(i);
        else if (s_.risen.insert(i).second)
          rising.push_back(i);
      }
      if (!rising.empty()) {
        push(bookkeeping_frame());
        under_order(p_.edge_order, rising, [&](const Instance& i) {
          automatic(p_.triggers[TriggerId(i.provision)].proc, i.of,
                    &p_.triggers[TriggerId(i.provision)]);
        });
        s_.stack.pop_back();
        again = true;
      }
    }
    judge(false);
  }
  given_up_.pop_back();
}

/// All endings judged at one moment are judged on one state; both players at once is a draw.
void Play::judge(bool all) {
  std::set<int64_t> losers;
  for (const model::Ending& e : p_.endings) {
    if (!e.at_once && !all) continue;
    for (int64_t k : subjects(e.domain)) {
      Env env = apart({{0, {k, {}}}});
      if (!truth(e.when, env)) continue;
      if (!all && e.hold != kNone && truth(e.hold, env)) continue;
      losers.insert(e.wins ? 1 - k : k);
    }
  }
  if (losers.size() == 2) throw Over{"draw"};
  if (losers.size() == 1) throw Over{"win(" + p_.players[at(1 - *losers.begin())] + ")"};
}

}  // namespace hanrei::walker
