// What an expression is worth in the present state.

#include <algorithm>

#include "tests/walker/play.h"

namespace hanrei::walker {

using model::Op;
using model::TypeKind;

namespace {

size_t at(int64_t i) { return static_cast<size_t>(i); }

int64_t checked(bool overflow, int64_t value) {
  if (overflow) throw Unknown{"a number beyond 64 bits"};
  return value;
}
int64_t plus(int64_t a, int64_t b) {
  int64_t r = 0;
  const bool over = __builtin_add_overflow(a, b, &r);
  return checked(over, r);
}
int64_t minus(int64_t a, int64_t b) {
  int64_t r = 0;
  const bool over = __builtin_sub_overflow(a, b, &r);
  return checked(over, r);
}
int64_t times(int64_t a, int64_t b) {
  int64_t r = 0;
  const bool over = __builtin_mul_overflow(a, b, &r);
  return checked(over, r);
}
/// Rounds down; by 0 it is 0.
int64_t divided(int64_t a, int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return minus(0, a);
  int64_t q = a / b;
  if (q * b != a && (a < 0) != (b < 0)) --q;
  return q;
}

std::set<int64_t> both(const std::set<int64_t>& a, const std::set<int64_t>& b) {
  std::set<int64_t> out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

}  // namespace

Value Play::blank(const model::Type& type) const {
  if (type.kind == TypeKind::Ref || type.kind == TypeKind::Price) return {model::kNobody, {}};
  return {};
}

Env Play::here() { return {depth(), nullptr, {}}; }
/// Sees nothing of a frame but what is announced.
Env Play::apart(std::map<Id, Value> temps) {
  static const std::vector<Value> none;
  return {depth(), &none, std::move(temps)};
}
Value Play::eval_top(ExprId e) {
  Env env = here();
  return eval(e, env);
}

/// All that a value of the type may stand for.
std::vector<int64_t> Play::universe(const model::Type& t) const {
  size_t n = 0;
  if (t.kind == TypeKind::Enum)
    n = p_.enums[EnumId(t.id)].members.size();
  else if (t.id == model::kPlayerSort)
    n = p_.players.size();
  else if (t.id == model::kCardSort)
    n = q_.situation.cards.size();
  else if (t.id == model::kEffectSort)
    n = effects_.size();
  else if (t.id == model::kActSort) {
    std::vector<int64_t> out;
    for (const auto& [id, act] : s_.acts) out.push_back(id);
    return out;
  } else if (const auto it = s_.tokens.find(t.id); it != s_.tokens.end()) {
    return {it->second.begin(), it->second.end()};
  }
  std::vector<int64_t> out;
  for (size_t i = 0; i < n; ++i) out.push_back(static_cast<int64_t>(i));
  return out;
}

std::vector<int64_t> Play::subjects(ExprId domain) const {
  if (domain == kNone) return {-1};
  return universe(model::elem_type(p_[domain].type));
}

int Play::act_of(int frame) const {
  for (int f = frame; f >= 0; --f) {
    if (s_.stack[at(f)].act >= 0) return s_.stack[at(f)].act;
  }
  return -1;
}

/// An argument of the nearest moment that is being announced.
Value* Play::window_argument(int frame, const std::string& name) {
  for (int f = frame; f >= 0; --f) {
    Frame& w = s_.stack[at(f)];
    if (w.level != Level::Window) continue;
    const auto& args = p_.signals[SignalId(w.id)].args;
    for (size_t i = 0; i < args.size(); ++i) {
      if (args[i].name == name) return &w.locals[i];
    }
  }
  return nullptr;
}

bool Play::active(int64_t card) {
  if (card == -1 || p_.active == kNone) return true;  // of the rulebook
  if (card < -1) return false;
  Env env = apart({{0, {card, {}}}});
  return truth(p_.active, env);
}

Value Play::eval(ExprId id, Env& env) {
  const model::Expr& e = p_[id];
  const auto num = [&](ExprId k) { return eval(k, env).n; };
  const auto set = [&](ExprId k) { return eval(k, env).s; };
  const auto is = [](bool b) { return Value{b ? 1 : 0, {}}; };
  const auto count = [&](Id zone, int64_t player) {
    const auto it = s_.lots.find({zone, player});
    return it == s_.lots.end() ? int64_t{0} : it->second;
  };
  switch (e.op) {
    case Op::Const:
      if (e.type.kind == TypeKind::Set) {
        Value v;
        for (int i = 0; i < 63; ++i) {
          if (e.value >> i & 1) v.s.insert(i);
        }
        return v;
      }
      return {e.value, {}};
    case Op::Local:
      return env.locals != nullptr ? env.locals->at(at(e.id))
                                   : s_.stack[at(env.frame)].locals.at(at(e.id));
    case Op::Temp: return env.temps.at(e.id);
    case Op::Let: throw Unknown{"a symbolic quantity"};
    case Op::Unsupported:
      throw Unknown{
          std::string(base::in_lang(p_.strings[static_cast<size_t>(e.id)], base::Lang::En))};
    case Op::GameAttr: return attribute(e.id, 0, model::Reading::Now, env);
    case Op::Attr: return attribute(e.id, num(e.a), static_cast<model::Reading>(e.value), env);
    case Op::EvArg: {
      const Value* v = window_argument(env.frame, p_.strings[at(e.id)]);
      return v != nullptr ? *v : blank(e.type);
    }
    case Op::ZoneSet:
    case Op::KindSet:
    case Op::AllOf: {
      Value v;
      for (int64_t k : universe(model::elem_type(e.type))) {
        if (member(id, k, env)) v.s.insert(k);
      }
      return v;
    }
    case Op::Call: {
      std::map<Id, Value> args;
      for (size_t i = 0; i < e.args.size(); ++i) args[static_cast<Id>(i)] = eval(e.args[i], env);
      static const std::vector<Value> none;
      Env inner{env.frame, &none, std::move(args)};
      return eval(p_.derived[DerivedId(e.id)].is, inner);
    }
    case Op::Table: {
      std::vector<int64_t> args;
      for (ExprId k : e.args) args.push_back(num(k));
      const auto& rows = p_.tables[TableId(e.id)].rows;
      return is(std::find(rows.begin(), rows.end(), args) != rows.end());
    }
    case Op::Not: return is(num(e.a) == 0);
    case Op::Neg: return {minus(0, num(e.a)), {}};
    case Op::And: return is(num(e.a) != 0 && num(e.b) != 0);
    case Op::Or: return is(num(e.a) != 0 || num(e.b) != 0);
    case Op::Implies: return is(num(e.a) == 0 || num(e.b) != 0);
    case Op::Add: return {plus(num(e.a), num(e.b)), {}};
    case Op::Sub: return {minus(num(e.a), num(e.b)), {}};
    case Op::Mul: return {times(num(e.a), num(e.b)), {}};
    case Op::Div: return {divided(num(e.a), num(e.b)), {}};
    case Op::Mod: {
      const int64_t a = num(e.a), b = num(e.b);
      return {b == 0 ? 0 : minus(a, times(b, divided(a, b))), {}};
    }
    case Op::Min2: return {std::min(num(e.a), num(e.b)), {}};
    case Op::Max2: return {std::max(num(e.a), num(e.b)), {}};
    case Op::Eq: return is(eval(e.a, env) == eval(e.b, env));
    case Op::Ne: return is(!(eval(e.a, env) == eval(e.b, env)));
    case Op::Lt: return is(num(e.a) < num(e.b));
    case Op::Le: return is(num(e.a) <= num(e.b));
    case Op::In: return is(member(e.b, num(e.a), env));
    case Op::Subset: {
      const auto a = set(e.a), b = set(e.b);
      return is(std::includes(b.begin(), b.end(), a.begin(), a.end()));
    }
    case Op::Union: {
      Value v = eval(e.a, env);
      v.s.merge(set(e.b));
      return v;
    }
    case Op::Inter: return {0, both(set(e.a), set(e.b))};
    case Op::Diff: {
      Value v = eval(e.a, env);
      for (int64_t k : set(e.b)) v.s.erase(k);
      return v;
    }
    case Op::If: return num(e.a) != 0 ? eval(e.b, env) : eval(e.c, env);
    case Op::Quant: return quantifier(e, env);
    case Op::SetOf: {
      Value v;
      for (ExprId k : e.args) {
        const int64_t x = num(k);
        if (x >= 0) v.s.insert(x);
      }
      return v;
    }
    case Op::Size: {
      int64_t n = static_cast<int64_t>(set(e.a).size());
      const model::Type& type = p_[e.a].type;
      if (type.id != model::kCardSort || type.elem != TypeKind::Ref) return {n, {}};
      for (const auto& [where, cards] : s_.lots) {
        if (cards == 0) continue;
        const Perhaps in =
            perhaps_in(e.a, {where.first, where.second, model::kNobody, {}, false}, env);
        if (in.yes && in.no)
          throw Unknown{
              "how many cards there are of a kind to which some may belong that are only counted"};
        if (in.yes) n += cards;
      }
      return {n, {}};
    }
    case Op::Source: {
      const Text text = running_text();
      return {!text.runs ? model::kNobody : e.value == 1 ? text.seat : text.card, {}};
    }
    case Op::Present: return is(num(e.a) >= 0);
    case Op::CardOf: return {model::card_of(num(e.a)), {}};
    case Op::Running: {
      const auto& [proc, range] = p_.ranges[at(e.id)];
      for (const Frame& f : s_.stack) {
        if (f.level != Level::Procedure || f.id != proc) continue;
        if (range.first < 0 || (range.first <= f.ordinal && f.ordinal <= range.second))
          return is(true);
      }
      return is(false);
    }
    case Op::Breaks:
      for (int64_t k : subjects(p_.limits[LimitId(e.id)].domain)) {
        if (breaks(e.id, k, env.frame)) return is(true);
      }
      return is(false);
    case Op::Pays: return is(pays(e, env));
    case Op::Icons: {
      const int64_t price = num(e.a);
      return {price < 0 ? 0 : static_cast<int64_t>(p_.prices[PriceId(price)].icons.size()), {}};
    }
    case Op::TopOf: {
      const std::vector<int64_t> tops = tops_of(e.id, num(e.a));
      if (tops.size() > 1) throw Unknown{"what lies on top of a shuffled pile"};
      return {tops.front(), {}};
    }
    case Op::CountOf: return {count(e.id, num(e.a)), {}};
    case Op::Would: {
      const State before = s_;
      Env inner = env;
      carry_out(p_.woulds[at(e.id)], inner);
      const Value v = eval(e.a, inner);
      s_ = before;
      return v;
    }
    case Op::Raised: {
      const auto it = s_.raised.find(e.id);
      return {it == s_.raised.end() ? 0 : it->second, {}};
    }
    case Op::Ran: return is(s_.ran.contains({e.id, static_cast<int>(e.value)}));
    case Op::Result: {
      const auto& names = p_.enums[model::kResults].members;
      return {std::find(names.begin(), names.end(), result_) - names.begin(), {}};
    }
    case Op::Says: {
      const int64_t k = num(e.a);
      if (k < 0) return is(false);
      const std::string& words = p_.effects[EffectId(effects_[at(k)].provision)].words;
      return is(words.find(p_.strings[at(e.value)]) != std::string::npos);
    }
    case Op::Declared: return is(declared(model::card_of(num(e.a))));
    case Op::Negated:
    case Op::Answered: {
      const auto act = s_.acts.find(static_cast<int>(num(e.a)));
      return is(act != s_.acts.end() &&
                (e.op == Op::Negated ? act->second.negated : act->second.answered));
    }
    case Op::Acted: {
      const auto it = s_.acted.find(e.id);
      return {it == s_.acted.end() ? 0 : it->second, {}};
    }
    case Op::Outer: {
      const int act = act_of(env.frame);
      if (s_.stack[at(env.frame)].level == Level::Exchange)
        return {act, {}};  // of what may be declared there
      return {act < 0 ? model::kNobody : s_.acts.at(act).parent, {}};
    }
    case Op::ThisAct: return {act_of(env.frame), {}};
    case Op::Fits: return is(fits(env, e.value == 1));
    case Op::EffectOf: {
      const int64_t k = num(e.a);
      return {k < 0 ? model::kNobody : p_.effects[EffectId(effects_[at(k)].provision)].price, {}};
    }
    case Op::Amended: {
      const model::Amend& a = p_.amends[AmendId(e.id)];
      for (size_t k = 0; k < q_.situation.cards.size(); ++k) {
        if (q_.situation.cards[k].def != a.source.card) continue;
        const auto card = static_cast<int64_t>(k);
        Env inner{env.frame, env.locals, {{0, {card, {}}}}};
        if (a.cond == kNone ? active(card) : truth(a.cond, inner)) return is(true);
      }
      return is(false);
    }
    case Op::Uses: {
      const auto it = s_.uses.find(num(e.a));
      return {it == s_.uses.end() ? 0 : it->second, {}};
    }
  }
  throw Unknown{"an expression"};
}

/// Is the card presented by an act that is declared and not yet carried out?
bool Play::declared(int64_t card) const {
  for (const auto& [slot, a] : s_.acts) {
    const std::vector<Value>* locals = &a.locals;
    for (const Frame& f : s_.stack)
      if (f.act == slot && f.level == Level::Procedure) locals = &f.locals;
    for (const model::Choose& c : p_.acts[ActId(a.act)].present) {
      const model::Type& t =
          p_.procedures[ProcId(at(p_.acts[ActId(a.act)].process))].locals[at(c.var)].type;
      const bool cards = t.id == model::kCardSort &&
                         (t.kind == model::TypeKind::Ref ||
                          (t.kind == model::TypeKind::Set && t.elem == model::TypeKind::Ref));
      const Value& v = locals->at(at(c.var));
      if (cards && card >= 0 && (t.kind == model::TypeKind::Ref ? v.n == card : v.s.contains(card)))
        return true;
    }
  }
  return false;
}

bool Play::member(ExprId id, int64_t element, Env& env) {
  const model::Expr& e = p_[id];
  switch (e.op) {
    case Op::ZoneSet: {
      const auto it = s_.place.find(element);
      if (it == s_.place.end() || it->second.first != e.id) return false;
      if (e.a == kNone) return true;
      const int64_t owner = eval(e.a, env).n;
      if (p_.zones[ZoneId(e.id)].of == model::ZoneOwner::Card)
        return s_.stored[{3, element}].n == owner;
      return it->second.second == owner;
    }
    case Op::KindSet: {
      if (!s_.place.contains(element)) return false;
      static const std::vector<Value> none;
      Env inner{env.frame, &none, {{0, {element, {}}}}};
      return truth(p_.kinds[KindId(e.id)].is, inner);
    }
    case Op::AllOf: {
      const auto all = universe(model::elem_type(e.type));
      return std::find(all.begin(), all.end(), element) != all.end();
    }
    case Op::SetOf:
      for (ExprId k : e.args) {
        if (eval(k, env).n == element) return true;
      }
      return false;
    default: return eval(id, env).s.contains(element);
  }
}

Value Play::quantifier(const model::Expr& e, Env& env) {
  using model::QuantKind;
  const auto kind = static_cast<QuantKind>(e.value);
  std::vector<int64_t> members;
  Env inner = env;
  for (int64_t k : eval(e.a, env).s) {
    inner.temps[e.id] = {k, {}};
    if (e.b == kNone || truth(e.b, inner)) members.push_back(k);
  }
  Value out;
  bool first = true;
  switch (kind) {
    case QuantKind::All: out.n = 1; break;
    case QuantKind::Any: out.n = e.c == kNone && !members.empty(); break;
    case QuantKind::Count: out.n = static_cast<int64_t>(members.size()); break;
    case QuantKind::SetQ: out.s.insert(members.begin(), members.end()); break;
    case QuantKind::The: out.n = members.empty() ? model::kNobody : members.front(); break;
    case QuantKind::Sum:
    case QuantKind::Min:
    case QuantKind::Max:
    case QuantKind::UnionQ: break;
  }
  if (e.c == kNone) return out;
  for (int64_t k : members) {
    inner.temps[e.id] = {k, {}};
    const Value v = eval(e.c, inner);
    if (kind == QuantKind::All && v.n == 0) out.n = 0;
    if (kind == QuantKind::Any && v.n != 0) out.n = 1;
    if (kind == QuantKind::Sum) out.n = plus(out.n, v.n);
    if (kind == QuantKind::Min) out.n = first ? v.n : std::min(out.n, v.n);
    if (kind == QuantKind::Max) out.n = first ? v.n : std::max(out.n, v.n);
    if (kind == QuantKind::UnionQ) out.s.insert(v.s.begin(), v.s.end());
    first = false;
  }
  return out;
}

/// An attribute of something that is gone is nothing, unless it belongs to the physical card.
Value Play::attribute(Id id, int64_t entity, model::Reading reading, const Env& env) {
  const model::AttrDef& a = p_.attrs[AttrId(id)];
  if (entity < 0) {
    const bool card =
        a.sort == model::kCardSort && entity != model::kNobody && a.life == model::Life::Card;
    if (!card) return blank(a.type);
    entity = model::card_of(entity);
  }
  if (a.nature == model::Nature::Stored) return s_.stored.at({id, entity});
  Value v = s_.printed.at({id, entity});
  if (reading == model::Reading::Printed) return v;
  static const std::vector<Value> none;
  if (a.base != kNone) {
    Env inner{env.frame, &none, {{0, {entity, {}}}}};
    v = eval(a.base, inner);
  }
  if (reading == model::Reading::Base || !a.modifiable || a.sort != model::kCardSort) return v;
  const auto fold = [&](model::ModOp op, const Value& amount) {
    switch (op) {
      case model::ModOp::Add: v.n = plus(v.n, amount.n); break;
      case model::ModOp::Mul: v.n = times(v.n, amount.n); break;
      case model::ModOp::Set: v = amount; break;
      case model::ModOp::Floor: v.n = std::max(v.n, amount.n); break;
      case model::ModOp::Cap: v.n = std::min(v.n, amount.n); break;
      case model::ModOp::With: v.s.insert(amount.s.begin(), amount.s.end()); break;
      case model::ModOp::Without:
        for (int64_t k : amount.s) v.s.erase(k);
        break;
    }
  };
  const int layers = std::max<int>(1, static_cast<int>(a.layers.size()));
  for (int layer = 0; layer < layers; ++layer) {
    for (const Modifier& m : s_.modifiers) {
      if (m.statik < 0) {
        if (m.attr == id && m.target == entity && m.layer == layer) fold(m.op, m.amount);
        continue;
      }
      const Instance& i = statics_[at(m.statik)];
      const model::Static& st = p_.statics[StaticId(i.provision)];
      if (st.attr != id || st.layer != layer) continue;
      Env inner{env.frame, &none, {{0, {i.of, {}}}, {1, {entity, {}}}}};
      const bool here =
          st.for_all ? member(st.domain, entity, inner) : eval(st.target, inner).n == entity;
      if (!here) continue;
      const bool on = cyclic_.contains(m.statik) ? s_.applied.contains(m.statik)
                                                 : (st.cond == kNone || truth(st.cond, inner)) &&
                                                       within_reach(i.of, entity);
      if (on) fold(st.op, eval(st.amount, inner));
    }
  }
  return v;
}

/// Does a standing effect of the card do anything to the other? No effect is carried out, and
/// nothing goes anywhere.
bool Play::within_reach(int64_t by, int64_t card) {
  if (by < 0) return true;
  for (const Instance& i : norms(model::NormMode::Forbid, model::NormEvent::Affect)) {
    const model::Norm& n = p_.norms[NormId(i.provision)];
    if ((n.on_self == 1 && card != i.of) || (n.on_self == 3 && by != i.of)) continue;
    if (i.of >= 0 && !active(i.of)) continue;
    Env env = apart({{0, {i.of, {}}},
                     {1, s_.stored.at({2, by})},
                     {2, {model::kNobody, {}}},
                     {3, {card, {}}},
                     {4, {-2, {}}},
                     {5, {by, {}}}});
    if (n.cond == kNone || truth(n.cond, env)) return false;
  }
  return true;
}

bool Play::breaks(Id limit, int64_t subject, int frame) {
  const model::Limit& l = p_.limits[LimitId(limit)];
  static const std::vector<Value> none;
  Env env{frame, &none, {{0, {subject, {}}}}};
  return (l.domain == kNone || member(l.domain, subject, env)) && !truth(l.holds, env);
}

/// Do the tokens pay the price? As many label icons as possible are assigned to an icon each, one
/// label to one icon. Each token pays one icon: it is of that kind and bears the label assigned to
/// it. Labels that no icon is left for need a witness. No token may be left over.
bool Play::pays(const model::Expr& e, Env& env) {
  const std::set<int64_t> given = eval(e.a, env).s, witnesses = eval(e.c, env).s;
  const int64_t which = eval(e.b, env).n;
  if (which < 0) return given.empty();
  const model::Price& price = p_.prices[PriceId(which)];
  if (given.size() != price.icons.size()) return false;
  std::vector<int64_t> tokens(given.begin(), given.end());
  // Labels laid beside icons in every order: the i-th of the list is assigned to icon i, the rest
  // to none.
  std::vector<int64_t> labels(price.labels.begin(), price.labels.end());
  while (labels.size() < price.icons.size()) labels.push_back(-1);
  std::sort(labels.begin(), labels.end());
  do {
    bool witnessed = true;
    for (size_t i = price.icons.size(); i < labels.size(); ++i)
      witnessed = witnessed && witnesses.contains(labels[i]);
    if (!witnessed) continue;
    std::sort(tokens.begin(), tokens.end());
    do {
      bool fine = true;
      for (size_t i = 0; i < tokens.size() && fine; ++i) {
        fine = s_.stored.at({e.id, tokens[i]}).s.contains(price.icons[i]) &&
               (labels[i] < 0 ||
                s_.stored.at({static_cast<Id>(e.value), tokens[i]}).s.contains(labels[i]));
      }
      if (fine) return true;
    } while (std::next_permutation(tokens.begin(), tokens.end()));
  } while (std::next_permutation(labels.begin(), labels.end()));
  return false;
}

/// The presented things of the running act's effect could still be presented.
bool Play::fits(const Env& env, bool present_only) {
  const int act = act_of(env.frame);
  if (act < 0 || s_.acts.at(act).effect < 0) return true;
  int frame = env.frame;
  while (s_.stack[at(frame)].act < 0) --frame;
  const std::vector<Value>& locals = s_.stack[at(frame)].locals;
  const Instance& i = effects_[at(s_.acts.at(act).effect)];
  const model::EffectDef& def = p_.effects[EffectId(i.provision)];
  const Id first = p_.acts[ActId(s_.acts.at(act).act)].effect_local + 1;
  std::vector<Value> own = {{i.of, {}}, locals[0]};
  for (size_t k = 0; k < def.present.size(); ++k) own.push_back(locals[at(first) + k]);
  for (size_t k = 0; k < def.present.size(); ++k) {
    const model::Choose& c = def.present[k];
    const int64_t v = own[2 + k].n;
    if (c.or_none && v == model::kNobody) continue;
    Env inner{frame, &own, {{c.elem, {v, {}}}}};
    if (v < 0) return false;
    if (present_only) continue;
    if (!member(c.set, v, inner)) return false;
    if (c.where != kNone && !truth(c.where, inner)) return false;
    if (c.designates && !may_designate(s_.acts.at(act).effect, locals[0].n, v)) return false;
  }
  return true;
}

}  // namespace hanrei::walker
