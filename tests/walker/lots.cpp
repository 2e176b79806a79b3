// Cards that are only counted: what may be true of one of them.

#include <algorithm>

#include "tests/walker/play.h"

namespace hanrei::walker {

using model::NormEvent;
using model::NormMode;
using model::Op;

namespace {
constexpr Id kUser = 2;
constexpr Perhaps kEither = {true, true};
Perhaps surely(bool b) { return {b, !b}; }
Perhaps both(Perhaps a, Perhaps b) { return {a.yes && b.yes, a.no || b.no}; }
Perhaps not_(Perhaps a) { return {a.no, a.yes}; }
Perhaps one_of(Perhaps a, Perhaps b) { return not_(both(not_(a), not_(b))); }
}  // namespace

/// Is something in it that cannot be known of such a card?
bool Play::dark(ExprId id, const Uncounted& lot) const {
  if (id == kNone) return false;
  const model::Expr& e = p_[id];
  if (e.op == Op::Temp) return lot.dark.contains(e.id);
  if (e.op == Op::Local) return lot.declared && e.id != 0;
  for (ExprId k : {e.a, e.b, e.c})
    if (dark(k, lot)) return true;
  return std::any_of(e.args.begin(), e.args.end(), [&](ExprId k) { return dark(k, lot); });
}

Perhaps Play::perhaps_in(ExprId set, const Uncounted& lot, Env& env) {
  static const std::vector<Value> none;
  const model::Expr& e = p_[set];
  switch (e.op) {
    case Op::ZoneSet:
      if (e.id != lot.zone) return surely(false);
      if (e.a == kNone) return surely(true);
      return dark(e.a, lot) ? kEither : surely(eval(e.a, env).n == lot.side);
    case Op::AllOf: return surely(true);
    case Op::KindSet: {
      Env inner{env.frame, &none, {}};
      return perhaps(p_.kinds[KindId(e.id)].is, {lot.zone, lot.side, 0, {0}, false}, inner);
    }
    case Op::Union: return one_of(perhaps_in(e.a, lot, env), perhaps_in(e.b, lot, env));
    case Op::Inter: return both(perhaps_in(e.a, lot, env), perhaps_in(e.b, lot, env));
    case Op::Diff: return both(perhaps_in(e.a, lot, env), not_(perhaps_in(e.b, lot, env)));
    case Op::If: {
      if (!dark(e.a, lot)) return perhaps_in(truth(e.a, env) ? e.b : e.c, lot, env);
      const Perhaps x = perhaps_in(e.b, lot, env), y = perhaps_in(e.c, lot, env);
      return {x.yes || y.yes, x.no || y.no};
    }
    case Op::Call: {
      Env inner{env.frame, &none, {}};
      for (size_t i = 0; i < e.args.size(); ++i) {
        if (dark(e.args[i], lot)) return kEither;
        inner.temps[static_cast<Id>(i)] = eval(e.args[i], env);
      }
      return perhaps_in(p_.derived[DerivedId(e.id)].is,
                        {lot.zone, lot.side, model::kNobody, {}, false}, inner);
    }
    default: return surely(false);  // sets of single cards
  }
}

Perhaps Play::perhaps(ExprId id, const Uncounted& lot, Env& env) {
  const model::Expr& e = p_[id];
  const auto it = [&](ExprId k) { return p_[k].op == Op::Temp && p_[k].id == lot.it; };
  switch (e.op) {
    case Op::And: return both(perhaps(e.a, lot, env), perhaps(e.b, lot, env));
    case Op::Or: return one_of(perhaps(e.a, lot, env), perhaps(e.b, lot, env));
    case Op::Not: return not_(perhaps(e.a, lot, env));
    case Op::In:
      if (it(e.a)) return perhaps_in(e.b, lot, env);
      break;
    case Op::Declared:
      if (it(e.a)) return surely(false);
      break;
    case Op::Eq:
    case Op::Ne:
      for (const auto& [mine, other] : {std::pair{e.a, e.b}, std::pair{e.b, e.a}}) {
        if (dark(other, lot)) continue;
        Perhaps equal = kEither;
        if (it(mine))
          equal = surely(false);
        else if (p_[mine].op == Op::Attr && p_[mine].id == kUser && it(p_[mine].a))
          equal = surely(eval(other, env).n == lot.side);
        else
          continue;
        return e.op == Op::Eq ? equal : not_(equal);
      }
      break;
    default: break;
  }
  return dark(id, lot) ? kEither : surely(truth(id, env));
}

/// The lots of which a card may be chosen there. `declared`: an act's own locals but its player are
/// not known.
std::vector<Uncounted> Play::uncounted(const model::Choose& c, Env& env, bool declared) {
  std::vector<Uncounted> out;
  if (c.domain != model::DomainKind::One && c.domain != model::DomainKind::Some) return out;
  const model::Type& type = p_[c.set].type;
  if (type.id != model::kCardSort || type.elem != model::TypeKind::Ref) return out;
  for (const auto& [where, n] : s_.lots) {
    if (n <= 0) continue;
    const Uncounted lot{where.first, where.second, c.elem, {c.elem}, declared};
    if (perhaps_in(c.set, lot, env).yes && (c.where == kNone || perhaps(c.where, lot, env).yes))
      out.push_back(lot);
  }
  return out;
}

/// Might a permission let it through, and no prohibition surely stop it? `place`: which presented
/// thing is counted only.
bool Play::perhaps_permitted(Id act, Uncounted lot, size_t place, int64_t first, int64_t seat,
                             Id exchange, Id signal) {
  const model::ActDef& a = p_.acts[ActId(act)];
  std::vector<Value> locals(p_.procedures[ProcId(a.process)].locals.size());
  locals[0] = {seat, {}};
  const auto applies = [&](const Instance& i) -> Perhaps {
    const model::Norm& n = p_.norms[NormId(i.provision)];
    const auto tagged = [&] {
      return n.tag.empty() || std::find(a.tags.begin(), a.tags.end(), n.tag) != a.tags.end();
    };
    if (n.act != kNone ? n.act != act : !tagged()) return surely(false);
    bool there = n.menus.empty() ||
                 std::find(n.menus.begin(), n.menus.end(), -2 - exchange) != n.menus.end();
    if (signal != kNone)
      for (Id r : raises_.at(signal))
        there = there || std::find(n.menus.begin(), n.menus.end(), r) != n.menus.end();
    if (!there) return surely(false);
    if (n.on_self == 0 && (place == 0 || first != i.of)) return surely(false);
    if (n.on_self < 0 && i.of >= 0 && !active(i.of)) return surely(false);
    Perhaps on = n.on_self > 0 ? kEither : surely(true);
    if (n.on_self == 0) on = kEither;
    if (n.cond == kNone) return on;
    lot.dark.clear();
    lot.it = n.act == kNone ? model::kNobody : static_cast<Id>(2 + place);
    for (size_t k = place; n.act != kNone && k <= a.present.size(); ++k)
      lot.dark.insert(static_cast<Id>(2 + k));
    Env env{depth(), &locals, {{0, {i.of, {}}}, {1, {seat, {}}}, {2, {first, {}}}}};
    return both(on, perhaps(n.cond, lot, env));
  };
  bool any = false, strong = false;
  for (const Instance& i : norms(NormMode::Permit, NormEvent::Act)) {
    if (!applies(i).yes) continue;
    any = true;
    strong = strong || !p_.norms[NormId(i.provision)].over.empty();
  }
  if (!any || strong) return any;
  for (const Instance& i : norms(NormMode::Forbid, NormEvent::Act)) {
    if (!applies(i).no) return false;
  }
  return true;
}

/// Could the act be declared there with a card that is only counted? What `item` names is none.
bool Play::perhaps_declared(Id act, int64_t seat, Id exchange, Id signal,
                            const rulings::PlayItem& item) {
  const model::ActDef& a = p_.acts[ActId(act)];
  const auto named = [&](const model::Choose& c) {
    return std::any_of(item.args.begin(), item.args.end(),
                       [&](const rulings::Named& arg) { return arg.name == c.name; });
  };
  std::vector<Value> locals(p_.procedures[ProcId(a.process)].locals.size());
  locals[0] = {seat, {}};
  for (size_t i = 0; i < a.present.size(); ++i) {
    if (named(a.present[i])) continue;
    Env env{depth(), &locals, {}};
    for (Uncounted lot : uncounted(a.present[i], env, true)) {
      if (perhaps_permitted(act, lot, i, model::kNobody, seat, exchange, signal)) return true;
    }
  }
  if (a.effect_local == kNone || a.present.empty() || a.effect_of != a.present[0].var ||
      a.present[0].domain != model::DomainKind::One)
    return false;
  for (const Instance& e : effects_) {
    const model::EffectDef& def = p_.effects[EffectId(e.provision)];
    if (def.name.empty() == a.effect_named) continue;
    Env env{depth(), &locals, {}};
    const std::vector<int64_t> cards = candidates(a.present[0], env);
    if (std::find(cards.begin(), cards.end(), e.of) == cards.end()) continue;
    std::vector<Value> own(p_.procedures[def.proc].locals.size(), Value{model::kNobody, {}});
    own[0] = {e.of, {}};
    own[1] = {seat, {}};
    for (const model::Choose& c : def.present) {
      Env of_effect{depth(), &own, {}};
      for (Uncounted lot : named(c) ? std::vector<Uncounted>{} : uncounted(c, of_effect, false)) {
        lot.declared = true;
        if (perhaps_permitted(act, lot, 1, e.of, seat, exchange, signal)) return true;
      }
    }
  }
  return false;
}

}  // namespace hanrei::walker
