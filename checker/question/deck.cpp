#include "checker/question/deck.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "base/contains.h"
#include "checker/semantics/state.h"
#include "model/ir/forms.h"

namespace hanrei::checker {
namespace {

using model::Expr;
using namespace model::ids;
using model::Op;
using model::Type;
using model::TypeKind;

/// A value: a number, a member or a thing; or a set of them, in rising order.
struct Value {
  int64_t n = 0;
  std::vector<int64_t> set;
};
using Temps = std::array<Value, model::kMaxTemps>;

/// What an expression is worth of a deck whose owner is the first player. What no deck tells was
/// refused when the game was compiled.
class Judge {
 public:
  Judge(const model::Program& p, const rulings::Deck& deck) : p_(p), deck_(deck) {}

  Value eval(ExprId id, Temps& t) const {
    const Expr& e = p_[id];
    const auto sub = [&](ExprId k) { return eval(k, t); };
    const auto num = [&](ExprId k) { return eval(k, t).n; };
    switch (e.op) {
      case Op::Const: return e.type.kind == TypeKind::Set ? of_mask(e.value) : Value{e.value, {}};
      case Op::Temp: return t[e.id];
      case Op::Attr: return attr(AttrId(e.id), num(e.a), e.type);
      case Op::ZoneSet: return e.a == kNone || num(e.a) == 0 ? in_zone(ZoneId(e.id)) : Value{};
      case Op::KindSet: return of_kind(p_.kinds[e.kind()].is);
      case Op::AllOf: return all_of(model::elem_type(e.type));
      case Op::Call: return call(e, t);
      case Op::Table: return {in_table(e, t), {}};
      case Op::Not: return {num(e.a) == 0, {}};
      case Op::Neg: return {arith_.neg(num(e.a)), {}};
      case Op::And: return {num(e.a) != 0 && num(e.b) != 0, {}};
      case Op::Or: return {num(e.a) != 0 || num(e.b) != 0, {}};
      case Op::Implies: return {num(e.a) == 0 || num(e.b) != 0, {}};
      case Op::Add: return {arith_.add(num(e.a), num(e.b)), {}};
      case Op::Sub: return {arith_.sub(num(e.a), num(e.b)), {}};
      case Op::Mul: return {arith_.mul(num(e.a), num(e.b)), {}};
      case Op::Div: return {arith_.div(num(e.a), num(e.b)), {}};
      case Op::Mod: return {arith_.mod(num(e.a), num(e.b)), {}};
      case Op::Min2: return {std::min(num(e.a), num(e.b)), {}};
      case Op::Max2: return {std::max(num(e.a), num(e.b)), {}};
      case Op::Eq:
      case Op::Ne: {
        const Value a = sub(e.a), b = sub(e.b);
        const bool same = p_[e.a].type.kind == TypeKind::Set ? a.set == b.set : a.n == b.n;
        return {same == (e.op == Op::Eq), {}};
      }
      case Op::Lt: return {num(e.a) < num(e.b), {}};
      case Op::Le: return {num(e.a) <= num(e.b), {}};
      case Op::In: {
        const int64_t x = num(e.a);
        const Value s = sub(e.b);
        return {std::ranges::binary_search(s.set, x), {}};
      }
      case Op::Subset: {
        const Value a = sub(e.a), b = sub(e.b);
        return {std::includes(b.set.begin(), b.set.end(), a.set.begin(), a.set.end()), {}};
      }
      case Op::Union:
      case Op::Inter:
      case Op::Diff: {
        const Value a = sub(e.a), b = sub(e.b);
        return joined(e.op, a, b);
      }
      case Op::If: return num(e.a) != 0 ? sub(e.b) : sub(e.c);
      case Op::Quant: return quantifier(e, t);
      case Op::SetOf: return set_of(e, t);
      case Op::Size: return {static_cast<int64_t>(sub(e.a).set.size()), {}};
      case Op::Present: return {num(e.a) >= 0, {}};
      case Op::CardOf: return sub(e.a);
      case Op::Icons: return {icons(num(e.a)), {}};
      case Op::Breaks: return {breaks(p_.limits[e.limit()]), {}};
      case Op::Local:
      case Op::EvArg:
      case Op::GameAttr:
      case Op::Running:
      case Op::Pays:
      case Op::TopOf:
      case Op::CountOf:
      case Op::Would:
      case Op::Raised:
      case Op::Ran:
      case Op::Result:
      case Op::Says:
      case Op::Negated:
      case Op::Answered:
      case Op::Acted:
      case Op::Declared:
      case Op::Source:
      case Op::Outer:
      case Op::ThisAct:
      case Op::Fits:
      case Op::EffectOf:
      case Op::Amended:
      case Op::Uses:
      case Op::Let:
      case Op::Unsupported: break;
    }
    throw Unsupported{ReasonCode::NotToldByDeck};
  }

  /// The subjects of a limit. Of players there is the one whose deck it is.
  std::vector<int64_t> subjects(const model::Limit& l) const {
    if (l.domain == kNone) return {0};
    const Type elem = model::elem_type(p_[l.domain].type);
    if (elem.kind == TypeKind::Ref && elem.id == model::kPlayerSort) return {0};
    Temps t;
    return eval(l.domain, t).set;
  }

  /// Why a condition is false: the members for which it is, the numbers that were compared.
  void explain(ExprId id, Temps& t, std::vector<int64_t> cards,
               std::vector<Breach::Item>& out) const {
    const Expr& e = p_[id];
    if (e.op == Op::And) {
      for (ExprId k : {e.a, e.b})
        if (eval(k, t).n == 0) explain(k, t, cards, out);
      return;
    }
    if (e.op == Op::Quant && static_cast<model::QuantKind>(e.value) == model::QuantKind::All) {
      const bool of_cards =
          p_[e.a].type.elem == TypeKind::Ref && p_[e.a].type.id == model::kCardSort;
      each(e, t, [&](int64_t k) {
        if (eval(e.c, t).n != 0) return;
        std::vector<int64_t> with = cards;
        if (of_cards) with.push_back(k);
        explain(e.c, t, std::move(with), out);
      });
      return;
    }
    Breach::Item item;
    for (int64_t k : cards) item.cards.push_back(name_of(k));
    const bool numbers = e.op == Op::Le || e.op == Op::Lt ||
                         ((e.op == Op::Eq || e.op == Op::Ne) && p_[e.a].type.kind == TypeKind::Int);
    if (numbers) {
      // What is written as a number, or worked out, is the bound of an attribute; `a >= b` was
      // turned round.
      const bool turned =
          p_[e.a].op == Op::Const || (p_[e.b].op == Op::Attr && p_[e.a].op != Op::Attr);
      item.number = eval(turned ? e.b : e.a, t).n;
      item.bound = eval(turned ? e.a : e.b, t).n;
      item.relation = e.op == Op::Eq   ? "="
                      : e.op == Op::Ne ? "!="
                      : e.op == Op::Le ? (turned ? ">=" : "<=")
                      : turned         ? ">"
                                       : "<";
    }
    out.push_back(std::move(item));
  }

  std::string name_of(int64_t card) const {
    const rulings::DeckCard& c = deck_.cards[card];
    return p_.enums[model::kCardNames].members[c.name];
  }

 private:
  static Value of_mask(int64_t mask) {
    Value out;
    for (int64_t k = 0; k < 63; ++k)
      if ((mask >> k & 1) != 0) out.set.push_back(k);
    return out;
  }

  Value in_zone(ZoneId zone) const {
    Value out;
    for (size_t k = 0; k < deck_.cards.size(); ++k)
      if (deck_.cards[k].zone == zone) out.set.push_back(static_cast<int64_t>(k));
    return out;
  }

  Value of_kind(ExprId is) const {
    Value out;
    for (size_t k = 0; k < deck_.cards.size(); ++k)
      if (worth_of(is, static_cast<int64_t>(k)) != 0) out.set.push_back(static_cast<int64_t>(k));
    return out;
  }

  /// What it is worth of one thing.
  int64_t worth_of(ExprId id, int64_t thing) const {
    Temps own;
    own[0].n = thing;
    return eval(id, own).n;
  }

  Value all_of(const Type& elem) const {
    const size_t n = elem.kind == TypeKind::Enum     ? p_.enums[EnumId(elem.id)].members.size()
                     : elem.id == model::kPlayerSort ? p_.players.size()
                                                     : deck_.cards.size();
    Value out;
    for (size_t k = 0; k < n; ++k) out.set.push_back(static_cast<int64_t>(k));
    return out;
  }

  Value call(const Expr& e, Temps& t) const {
    Temps own;
    for (size_t i = 0; i < e.args.size(); ++i) own[i] = eval(e.args[i], t);
    return eval(p_.derived[e.derived()].is, own);
  }

  bool in_table(const Expr& e, Temps& t) const {
    for (const auto& row : p_.tables[e.table()].rows) {
      bool all = true;
      for (size_t i = 0; i < row.size() && all; ++i) all = eval(e.args[i], t).n == row[i];
      if (all) return true;
    }
    return false;
  }

  static Value joined(Op op, const Value& a, const Value& b) {
    Value out;
    const auto join = [&](const auto& algorithm) {
      algorithm(a.set.begin(), a.set.end(), b.set.begin(), b.set.end(),
                std::back_inserter(out.set));
    };
    if (op == Op::Union)
      join([](auto... x) { std::set_union(x...); });
    else if (op == Op::Inter)
      join([](auto... x) { std::set_intersection(x...); });
    else
      join([](auto... x) { std::set_difference(x...); });
    return out;
  }

  Value set_of(const Expr& e, Temps& t) const {
    Value out;
    for (ExprId k : e.args) out.set.push_back(eval(k, t).n);
    std::ranges::sort(out.set);
    out.set.erase(std::unique(out.set.begin(), out.set.end()), out.set.end());
    return out;
  }

  int64_t icons(int64_t price) const {
    return price < 0 ? 0 : static_cast<int64_t>(p_.prices[PriceId(price)].icons.size());
  }

  bool breaks(const model::Limit& l) const {
    for (int64_t s : subjects(l))
      if (worth_of(l.holds, s) == 0) return true;
    return false;
  }

  Value attr(AttrId id, int64_t card, const Type& type) const {
    const model::AttrDef& a = p_.attrs[id];
    const bool reference = type.kind == TypeKind::Ref || type.kind == TypeKind::Price;
    if (card < 0) return {reference ? model::kNobody : 0, {}};
    const rulings::DeckCard& c = deck_.cards[card];
    if (a.name == "name") return {c.name, {}};
    if (a.name == "owner" || a.name == "user") return {0, {}};
    if (a.name == "at") return {c.at, {}};
    for (const auto& [attr, value] : p_.cards[c.def].printed)
      if (attr == id) {
        if (type.kind != TypeKind::Set) return {value, {}};
        const std::vector<int64_t> members = p_.members(type, value);
        return {0, {members.begin(), members.end()}};
      }
    return {reference ? model::kNobody : 0, {}};
  }

  /// use(member) for the members of a quantifier that fit, its variable bound.
  template <class F>
  void each(const Expr& e, Temps& t, F&& use) const {
    for (int64_t k : eval(e.a, t).set) {
      t[e.id] = {k, {}};
      if (e.b == kNone || eval(e.b, t).n != 0) use(k);
    }
  }

  Value quantifier(const Expr& e, Temps& t) const {
    using model::QuantKind;
    const auto kind = static_cast<QuantKind>(e.value);
    Value out;
    if (kind == QuantKind::All) out.n = 1;
    if (kind == QuantKind::The) out.n = model::kNobody;
    bool first = true;
    each(e, t, [&](int64_t k) {
      const Value body = e.c == kNone ? Value{1, {}} : eval(e.c, t);
      switch (kind) {
        case QuantKind::All: out.n = out.n != 0 && body.n != 0; break;
        case QuantKind::Any: out.n = out.n != 0 || body.n != 0; break;
        case QuantKind::Count: out.n += body.n != 0 ? 1 : 0; break;
        case QuantKind::Sum: out.n = arith_.add(out.n, body.n); break;
        case QuantKind::Min: out.n = first ? body.n : std::min(out.n, body.n); break;
        case QuantKind::Max: out.n = first ? body.n : std::max(out.n, body.n); break;
        case QuantKind::SetQ:
          if (body.n != 0) out.set.push_back(k);
          break;
        case QuantKind::The:
          if (out.n == model::kNobody && body.n != 0) out.n = k;
          break;
        case QuantKind::UnionQ: {
          std::vector<int64_t> joined;
          std::set_union(out.set.begin(), out.set.end(), body.set.begin(), body.set.end(),
                         std::back_inserter(joined));
          out.set = std::move(joined);
          break;
        }
      }
      first = false;
    });
    return out;
  }

  const model::Program& p_;
  const rulings::Deck& deck_;
  Concrete arith_;
};

}  // namespace

bool may_turn(const model::Program& p, const rulings::Deck& deck, const model::ReadingDef& reading,
              const base::SourceMap& sources) {
  std::set<ExprId> read;
  const std::function<void(ExprId)> walk = [&](ExprId e) {
    if (e == kNone || !read.insert(e).second) return;
    if (p[e].op == Op::KindSet) walk(p.kinds[p[e].kind()].is);
    if (p[e].op == Op::Call) walk(p.derived[p[e].derived()].is);
    model::each_operand(p[e], walk);
  };
  for (const model::Limit& l : p.limits)
    if (l.construction)
      for (ExprId e : {l.domain, l.holds}) walk(e);
  return std::ranges::any_of(reading.places, [&](base::Span place) {
    return std::ranges::any_of(
               p.limits,
               [&](const model::Limit& l) { return l.construction && l.span.holds(place); }) ||
           std::ranges::any_of(read, [&](ExprId e) { return place.holds(p[e].span); }) ||
           std::ranges::any_of(
               deck.cards,
               [&](const rulings::DeckCard& c) { return p.cards[c.def].span.holds(place); }) ||
           sources.text(place.file)
                   .substr(place.begin, place.end - place.begin)
                   .find("\"construction\"") != std::string_view::npos;
  });
}

std::vector<Breach> breaches(const model::Program& p, const rulings::Deck& deck, ClauseId dropped) {
  const Judge judge(p, deck);
  std::vector<Breach> out;
  for (const LimitId i : p.limits.ids()) {
    const model::Limit& l = p.limits[i];
    if (!l.construction || l.holds == kNone) continue;
    if (dropped != kNone && base::contains(l.source.by, dropped)) continue;
    std::vector<Breach::Item> items;
    const bool of_cards = l.domain != kNone && p[l.domain].type.id == model::kCardSort &&
                          p[l.domain].type.elem == TypeKind::Ref;
    for (int64_t s : judge.subjects(l)) {
      Temps t;
      t[0].n = s;
      if (judge.eval(l.holds, t).n != 0) continue;
      const size_t before = items.size();
      judge.explain(l.holds, t, of_cards ? std::vector<int64_t>{s} : std::vector<int64_t>{}, items);
      if (items.size() == before) items.emplace_back();
    }
    if (items.empty()) continue;
    Breach b;
    b.limit = i;
    b.name = l.id;
    for (ClauseId c : l.source.by) b.clauses.push_back(p.clauses[c].id);
    // Copies break it alike.
    for (Breach::Item& item : items) {
      const auto same = [&](const Breach::Item& o) {
        return o.cards == item.cards && o.number == item.number && o.bound == item.bound &&
               o.relation == item.relation;
      };
      if (std::ranges::none_of(b.items, same)) b.items.push_back(std::move(item));
    }
    out.push_back(std::move(b));
  }
  return out;
}

/// What a number has to be, in words.
std::string wanted(const std::string& relation, int64_t bound, bool ja) {
  static const std::map<std::string, std::pair<const char*, const char*>> words = {
      {"=", {"{}", "{}でなければならない"}},
      {"!=", {"another number than {}", "{}であってはならない"}},
      {"<=", {"at most {}", "{}まで"}},
      {">=", {"at least {}", "{}以上が必要"}},
      {"<", {"less than {}", "{}未満"}},
      {">", {"more than {}", "{}より多く必要"}}};
  const auto& [en, japanese] = words.at(relation);
  return fmt::format(fmt::runtime(ja ? japanese : en), bound);
}

std::string describe(const Breach& b, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  std::string out = b.name, by;
  for (const std::string& c : b.clauses) by += (by.empty() ? "" : ", ") + c;
  if (!by.empty()) out += " (" + by + ")";
  std::string items;
  for (const Breach::Item& item : b.items) {
    std::string one;
    for (const std::string& c : item.cards) one += (one.empty() ? "" : ", ") + c;
    if (item.number)
      one += (one.empty() ? "" : ": ") +
             fmt::format(fmt::runtime(ja ? "{}({})" : "{}, expected {}"), *item.number,
                         wanted(item.relation, *item.bound, ja));
    if (!one.empty()) items += (items.empty() ? "" : "; ") + one;
  }
  return items.empty() ? out : out + ": " + items;
}

/// Is the deck legal? *Illegal by* a clause when it would be legal without that clause.
Answer judge_deck(const Question& q, const rulings::Claim& claim) {
  Answer out;
  const auto told = [](const std::vector<Breach>& list) {
    std::array<std::string, 2> all;  // by base::Lang
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      for (const Breach& b : list) {
        std::string& text = all[static_cast<size_t>(lang)];
        text += (text.empty() ? "" : "; ") + describe(b, lang);
      }
    return base::in_both(all[0], all[1]);
  };
  const std::vector<Breach> broken = breaches(*q.program, *q.which->deck);
  const bool legal = claim.kind == rulings::ClaimKind::Legal;
  out.evidence = Evidence::Exhaustive;
  out.verdict = broken.empty() == legal ? Verdict::Holds : Verdict::Fails;
  if (!broken.empty()) out.detail = {ReasonCode::Plain, told(broken)};
  if (legal || broken.empty() || claim.by == kNone) return out;
  const std::vector<Breach> without = breaches(*q.program, *q.which->deck, claim.by);
  if (without.empty()) return out;
  out.verdict = Verdict::Fails;
  out.detail = {ReasonCode::IllegalAlsoWithoutAs, told(without)};
  return out;
}

}  // namespace hanrei::checker
