#include "checker/explain/words.h"

#include <algorithm>
#include <utility>

#include "checker/explain/wording.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {

std::string Wording::condition(ExprId id, bool holds) {
  const model::Expr& e = p_[id];
  // a claim that is a conditional is told as one; within others that would be misread
  const bool first = std::exchange(first_, false) && !at_.values;
  if (const auto sight = p_.sights.find(id); sight != p_.sights.end())
    return seen(sight->second, holds);
  switch (e.op) {
    case Op::Not: first_ = first; return condition(e.a, !holds);
    case Op::And:
      if (first && !holds) return given(condition(e.a, true), condition(e.b, false));
      if (!holds)
        if (const ExprId alone = only_one(e, false); alone != kNone) return condition(alone, false);
      return both(condition(e.a, holds), condition(e.b, holds), holds);
    case Op::Or:
      if (first && holds && p_[e.a].op == Op::Not)
        return given(condition(p_[e.a].a, true), condition(e.b, true));
      if (holds)
        if (const ExprId alone = only_one(e, true); alone != kNone) return condition(alone, true);
      return both(condition(e.a, holds), condition(e.b, holds), !holds);
    case Op::Implies:
      if (first && holds) return given(condition(e.a, true), condition(e.b, true));
      return both(condition(e.a, !holds), condition(e.b, holds), !holds);
    case Op::Eq: return equal(e, holds);
    case Op::Ne: return equal(e, !holds);
    case Op::Lt: return compare(e, true, holds);
    case Op::Le: return compare(e, false, holds);
    case Op::In: return member(subject(e.a), e.b, holds);
    case Op::Subset:
      return subject(e.a) +
             in(holds ? "すべて" : "すべてとは限らず",
                holds ? " all belong to " : " do not all belong to ") +
             noun(e.b) + in("に入る", "");
    case Op::Attr:
      if (auto words = told(p_.attrs[e.attr()].told, {e.a}, holds)) return *words;
      return subject(e.a) + is(quoted(attr_name(AttrId(e.id))), holds);
    case Op::GameAttr:
      if (auto words = told(p_.attrs[e.attr()].told, {}, holds)) return *words;
      return in("", "it ") + is(quoted(p_.attrs[e.attr()].name), holds);
    case Op::Local:
    case Op::Temp:
      return quoted(name_of(e)) + in(holds ? "が選ばれている" : "が選ばれていない",
                                     holds ? " is chosen" : " is not chosen");
    case Op::Call:
      if (auto words = told(p_.derived[e.derived()].told, e.args, holds)) {
        const auto means = holds ? std::nullopt : meaning(e, holds);
        return means ? *words + in("(", " (") + *means + ")" : *words;
      }
      if (const auto means = meaning(e, holds)) return *means;
      return called(p_.derived[e.derived()].name, e.args, holds);
    case Op::Table:
      if (auto words = told(p_.tables[e.table()].told, e.args, holds)) return *words;
      return called(p_.tables[e.table()].name, e.args, holds);
    case Op::Quant: return quantified(e, holds);
    case Op::Present:
      if (at_.values && !mentions_it(e.a) && worth(e.a) == model::kNobody)
        return existence(e.a, holds);
      return subject(e.a) + in(holds ? "まだそこにある" : "もうそこにない",
                               holds ? "is still there" : "is no longer there");
    case Op::Running: {
      const auto& [of, steps] = p_.ranges[e.id];
      const model::Procedure& proc = p_.procedures[of];
      std::string name = say_.called(proc.told, proc.name);
      if (steps.first >= 0) {
        const auto step = [&](int at) {
          return static_cast<size_t>(at) < proc.step_names.size() ? proc.step_names[at]
                                                                  : throw NoWords{};
        };
        const std::string from = step(steps.first),
                          to = steps.second == steps.first ? "" : step(steps.second);
        if (from.empty()) throw NoWords{};
        name = in(name + "の手順" + from + (to.empty() ? "" : "から" + to),
                  (to.empty() ? "step " + from : "steps " + from + " to " + to) + " of " + name);
      }
      return in(name + (holds ? "の途中である" : "の途中でない"),
                "play is " + std::string(holds ? "" : "not ") + "within " + name);
    }
    case Op::Ran: {
      const model::Procedure& proc = p_.procedures[e.proc()];
      if (e.value >= static_cast<int64_t>(proc.step_names.size()) ||
          (e.value >= 0 && proc.step_names[e.value].empty()))
        throw NoWords{};
      const std::string step = e.value < 0 ? "" : proc.step_names[e.value];
      const std::string called = say_.called(proc.told, proc.name),
                        name = step.empty()
                                   ? called
                                   : in(called + "の手順" + step, "step " + step + " of " + called);
      return in(name + (holds ? "が行われる" : "が行われない"),
                name + (holds ? " is carried out" : " is not carried out"));
    }
    case Op::Breaks:
      if (e.id == kNone) throw NoWords{};
      if (auto words = say_.told(p_.limits[e.limit()].told, {}, !holds)) return *words;
      return in(quoted(p_.limits[e.limit()].id) + (holds ? "の定めを超える" : "の定めを超えない"),
                quoted(p_.limits[e.limit()].id) + (holds ? " is exceeded" : " is not exceeded"));
    case Op::Says: {
      const std::string text = quoted(p_.strings[e.value]);
      return in(noun(e.a) + "の文面に" + text + (holds ? "がある" : "がない"),
                "the text of " + noun(e.a) + (holds ? " says " : " does not say ") + text);
    }
    case Op::Negated:
      return subject(e.a) + in(holds ? "無効になっている" : "無効になっていない",
                               holds ? "is negated" : "is not negated");
    case Op::Answered:
      return subject(e.a) + in(holds ? "答えを受けている" : "答えを受けていない",
                               holds ? "has been answered" : "has not been answered");
    case Op::Declared:
      return subject(e.a) + in(holds ? "すでに宣言されている" : "宣言されていない",
                               holds ? "is declared already" : "is not declared");
    default: throw NoWords{};
  }
}

bool Wording::open(ExprId id) const {
  if (id == kNone) return false;
  bool any = p_[id].op == Op::Let;
  model::each_operand(p_[id], [&](ExprId k) { any = any || open(k); });
  return any;
}

ExprId Wording::only_one(const model::Expr& e, bool is) const {
  if (!at_.values || mentions_it(e.a) || mentions_it(e.b) || open(e.a) || open(e.b)) return kNone;
  const auto a = worth(e.a), b = worth(e.b);
  if (!a || !b || (*a != 0) == (*b != 0)) return kNone;
  return (*a != 0) == is ? e.a : e.b;
}

std::string Wording::noun(ExprId id) {
  const model::Expr& e = p_[id];
  switch (e.op) {
    case Op::Const: return value(e);
    case Op::Let: return q_.which->situation.lets[e.id].name;
    case Op::Local:
    case Op::Temp:
      if (is_it(e)) return in("それ", "it");
      if (e.type.kind == TypeKind::Int) return name_of(e) + now(id);
      return value(e, id);
    case Op::EvArg:
    case Op::SetOf: {
      if (e.op == Op::EvArg) return value(e, id);
      std::vector<std::string> all;
      for (ExprId k : e.args) all.push_back(noun(k));
      return say_.list(all);
    }
    case Op::GameAttr:
      return (say_.is_turn(e.attr()) ? in("手番のプレイヤー", "the turn player")
                                     : say_.attribute(e.attr(), "")) +
             now(id);
    case Op::Raised:
      return in("《" + p_.signals[e.signal()].name + "》の回数",
                "how often 《" + p_.signals[e.signal()].name + "》 comes");
    case Op::Attr: {
      if (e.value == static_cast<int64_t>(model::Reading::Now) ||
          p_.attrs[e.attr()].nature == model::Nature::Stored)
        if (auto words = told(p_.attrs[e.attr()].told, {e.a})) return *words + now(id);
      std::string name = attr_name(AttrId(e.id));
      const bool of_it = is_it(p_[e.a]);
      const std::string whose = of_it ? "" : noun(e.a);
      if (const auto reading = static_cast<model::Reading>(e.value);
          p_.attrs[e.attr()].nature != model::Nature::Stored && reading != model::Reading::Now) {
        if (reading == model::Reading::Printed)
          return in((of_it ? "カード" : whose + "のカード") + "に書かれた" + name,
                    "the printed " + name + (of_it ? "" : " of " + whose)) +
                 (of_it ? "" : now(id));
        if (reading == model::Reading::Base)
          return in((of_it ? "" : whose + "の") + "修正前の" + name,
                    "the unmodified " + name + (of_it ? "" : " of " + whose)) +
                 (of_it ? "" : now(id));
      }
      if (of_it) return name;
      if (p_.attrs[e.attr()].name == "at" && at_.values)
        name += in("", " ") + in_brackets(value(e, id));
      return say_.ja() ? whose + "の" + name + now(id) : whose + "'s " + name + now(id);
    }
    case Op::ZoneSet: return in(zone(e), "the cards in " + zone(e));
    case Op::KindSet: return say_.called(p_.kinds[e.kind()].told, p_.kinds[e.kind()].name);
    case Op::AllOf:
      return e.type.id == model::kPlayerSort ? in("プレイヤー", "the players")
             : e.id > model::kActSort && static_cast<size_t>(e.id) < p_.sorts.size()
                 ? say_.called(p_.sorts[SortId(e.id)].told, p_.sorts[SortId(e.id)].name)
                 : in("カード", "the cards");
    case Op::Call:
      if (e.type.kind == TypeKind::Ref && e.type.id == model::kPlayerSort && !e.args.empty() &&
          it_.empty())
        return value(e, id);  // the player that it comes to
      return derived(e) + now(id);
    case Op::If: {
      const std::string when = condition(e.a, true), then = noun(e.b), other = noun(e.c);
      return in(when + "ときは" + then + "、そうでないときは" + other,
                then + " if " + when + ", else " + other);
    }
    case Op::Neg: return "-" + part(e.a, loose(e.a));
    case Op::Add:
    case Op::Sub:
    case Op::Mul: return operation(e);
    case Op::Min2:
      return in(noun(e.a) + "と" + noun(e.b) + "の小さいほう",
                "the smaller of " + noun(e.a) + " and " + noun(e.b));
    case Op::Max2:
      if (const auto bound = floor(e))
        return in(*bound + "(0より小さければ0)", *bound + " (0 if that is less)");
      return in(noun(e.a) + "と" + noun(e.b) + "の大きいほう",
                "the larger of " + noun(e.a) + " and " + noun(e.b));
    case Op::Size:
      return p_[e.a].op == Op::ZoneSet
                 ? in(zone(p_[e.a]) + "の枚数", "the number of cards in " + zone(p_[e.a])) + now(id)
                 : in(noun(e.a) + "の数", "the number of " + noun(e.a)) + now(id);
    case Op::Union: return in(noun(e.a) + "と" + noun(e.b), noun(e.a) + " and " + noun(e.b));
    case Op::Inter:
      return in(noun(e.a) + "にも" + noun(e.b) + "にも入るもの",
                "what is both of " + noun(e.a) + " and of " + noun(e.b));
    case Op::Diff:
      return in(noun(e.a) + "(" + noun(e.b) + "を除く)", noun(e.a) + " without " + noun(e.b));
    case Op::Icons: {
      const model::Expr& price = p_[e.a];
      const std::string of = price.op == Op::EffectOf
                                 ? in(noun(price.a) + "のコスト", "the cost of " + noun(price.a))
                                 : noun(e.a);
      return of + now(id);
    }
    case Op::CardOf: return noun(e.a);
    case Op::TopOf: return in(zone(e) + "の一番上のカード", "the top card of " + zone(e));
    case Op::CountOf: return in(zone(e) + "の枚数", "the number of cards in " + zone(e));
    case Op::Quant: return counted(e, id);
    default: throw NoWords{};
  }
}

std::optional<std::string> Wording::worth_of(ExprId id, int64_t v, bool holds) {
  const model::Expr& e = p_[id];
  if (e.op == Op::Result) return result(v, holds);
  if (e.op == Op::Acted) return acted(e, v, holds);
  if ((e.op == Op::Add || e.op == Op::Sub) && p_[e.b].op == Op::Const)
    return worth_of(e.a, e.op == Op::Add ? v - p_[e.b].value : v + p_[e.b].value, holds);
  if (auto words = amount(id, v, holds ? Relation::Is : Relation::IsNot)) return words;
  return own_words(e, v, holds);
}

std::string Wording::member(const std::string& who, ExprId set, bool holds) {
  const model::Expr& e = p_[set];
  switch (e.op) {
    case Op::ZoneSet:
      return who + in(zone(e) + (holds ? "にある" : "にない"),
                      (holds ? "is in " : "is not in ") + zone(e));
    case Op::KindSet: {
      const model::KindDef& kind = p_.kinds[e.kind()];
      if (auto words = say_.told(kind.told, {without_particle(who)}, holds)) return *words;
      return who + is(quoted(kind.name), holds);
    }
    case Op::SetOf:
      return who + in(noun(set) + (holds ? "のどれかである" : "のどれでもない"),
                      (holds ? "is one of " : "is none of ") + noun(set));
    case Op::Union: return both(member(who, e.a, holds), member(who, e.b, holds), !holds);
    case Op::Inter: return both(member(who, e.a, holds), member(who, e.b, holds), holds);
    case Op::Diff: return both(member(who, e.a, holds), member(who, e.b, !holds), holds);
    default:
      return who + in(noun(set) + (holds ? "に入る" : "に入らない"),
                      (holds ? "is among " : "is not among ") + noun(set));
  }
}

std::optional<std::string> Wording::told(SayId which, const std::vector<ExprId>& args,
                                         std::optional<int64_t> value) {
  if (which == kNone) return std::nullopt;
  constexpr const char* kWordless = "\1";  // no matter where the words do not name it
  std::vector<std::string> nouns;
  for (const ExprId a : args) try {
      nouns.push_back(is_it(p_[a]) ? "" : noun(a));
    } catch (const NoWords&) {
      nouns.emplace_back(kWordless);
    }
  auto words = say_.told(which, nouns, value);
  if (words && words->find(kWordless) != std::string::npos) throw NoWords{};
  return words;
}

std::string Wording::without_particle(std::string who) const {
  const std::string particle = in("が", " ");
  if (who.ends_with(particle)) who.resize(who.size() - particle.size());
  return who;
}

std::string Wording::seen(const model::Program::Sight& sight, bool holds) {
  const model::Expr& e = p_[sight.what];
  const std::string what = e.op == Op::ZoneSet
                               ? in(zone(e) + "の枚数", "how many cards are in " + zone(e))
                               : noun(sight.what),
                    is = in(holds ? "が見える" : "が見えない", holds ? "sees " : "does not see ");
  if (is_it(p_[sight.viewer])) return in(what + is, is + what);
  return in(noun(sight.viewer) + "には" + what + is, noun(sight.viewer) + " " + is + what);
}

std::string Wording::name_of(const model::Expr& e) const {
  const auto& names = e.op == Op::Temp ? at_.temp_names : at_.local_names;
  if (e.id < 0 || static_cast<size_t>(e.id) >= names.size() || names[e.id].empty()) throw NoWords{};
  return names[e.id];
}

std::string Wording::attr_name(AttrId a) const {
  if (a < 4) return say_.label(a);
  const std::string& name = p_.attrs[a].name;
  if (name == "name") return in("名前", "name");
  return name == "at" ? in("場所", "place") : name;
}

std::optional<int64_t> Wording::worth(ExprId id) const {
  if (!it_.empty()) return std::nullopt;  // it is not one thing
  try {
    return say_.number({at_.state, at_.frame, at_.locals, at_.temps}, id);
  } catch (const Unsupported&) {
    return std::nullopt;
  }
}

std::string Wording::now(ExprId id) const {
  if (p_[id].type.kind != TypeKind::Int || !at_.values) return "";
  const auto v = worth(id);
  return v ? in("(" + std::to_string(*v) + ")", " (" + std::to_string(*v) + ")") : "";
}

std::string Wording::value(const model::Expr& e, ExprId id) const {
  if (e.op == Op::Const) return placed(e.type, say_.value(at_.state, e.type, e.value));
  try {
    return placed(e.type,
                  say_.value(at_.state, e.type,
                             say_.number({at_.state, at_.frame, at_.locals, at_.temps}, id)));
  } catch (const Unsupported&) {
    throw NoWords{};
  }
}

std::string Wording::zone(const model::Expr& e) {
  const model::ZoneDef& z = p_.zones[e.zone()];
  if (e.a == kNone)
    return z.of == model::ZoneOwner::Game ? say_.zone(at_.state, static_cast<int64_t>(e.id) * 2, -1)
                                          : z.name;
  if (mentions_it(e.a)) return in(noun(e.a) + "の" + z.name, noun(e.a) + "'s " + z.name);
  int64_t owner = 0;
  try {
    owner = say_.number({at_.state, at_.frame, at_.locals, at_.temps}, e.a);
  } catch (const Unsupported&) {
    throw NoWords{};
  }
  if (owner < 0) throw NoWords{};
  return z.of == model::ZoneOwner::Card
             ? say_.zone(at_.state, static_cast<int64_t>(e.id) * 2, model::card_of(owner))
             : say_.zone(at_.state, static_cast<int64_t>(e.id) * 2 + owner, -1);
}

bool Wording::mentions_it(ExprId id) const {
  if (id == kNone) return false;
  const model::Expr& e = p_[id];
  return is_it(e) || mentions_it(e.a) || mentions_it(e.b) || mentions_it(e.c) ||
         std::ranges::any_of(e.args, [&](ExprId k) { return mentions_it(k); });
}

std::string Wording::result(int64_t r, bool holds) const {
  if (r == model::kResultDraw)
    return in(holds ? "引き分けになる" : "引き分けにならない",
              holds ? "it is a draw" : "it is no draw");
  if (r == model::kResultNone)
    return in(holds ? "まだ勝敗がつかない" : "勝敗がつく",
              holds ? "nobody has won yet" : "the game is over");
  const std::string who = say_.player(r - model::kResultWinFirst);
  return in(who + (holds ? "が勝つ" : "は勝たない"), who + (holds ? " wins" : " does not win"));
}

std::string Wording::acted(const model::Expr& e, int64_t digits, bool holds) const {
  const model::ExchangeDef& exchange = p_.exchanges[e.exchange()];
  const std::string name = say_.called(exchange.told, exchange.name);
  if (digits == 0)
    return in(name + (holds ? "ではだれも宣言しない" : "でだれかが宣言する"),
              (holds ? "nobody declares anything in " : "somebody declares something in ") + name);
  std::vector<std::string> who;
  for (const char digit : std::to_string(digits)) {
    if (digit < '1' || static_cast<size_t>(digit - '1') >= p_.players.size()) throw NoWords{};
    who.push_back(say_.player(digit - '1'));
  }
  if (who.size() == 1)
    return in(name + "で" + who[0] + "だけが1度宣言する" + (holds ? "" : "のではない"),
              holds ? "in " + name + " only " + who[0] + " declares something, and once"
                    : "it is not so that in " + name + " only " + who[0] +
                          " declares something, and once");
  std::string order;
  for (const std::string& each : who) order += (order.empty() ? "" : in("、", ", then ")) + each;
  return in(name + "で" + order + (holds ? "の順に宣言する" : "の順に宣言するのではない"),
            (holds ? "in " : "it is not so that in ") + name + " " + who[0] +
                " declares something first" + order.substr(who[0].size()));
}

namespace {

template <class F>
std::optional<std::string> worded(const Question& q, const Speaker& say, const Where& at, F&& f) {
  Wording words(q, say, at);
  try {
    return f(words);
  } catch (const NoWords&) {
    return std::nullopt;
  }
}

/// Is it asked of something that only the model has a name for?
bool inner(const model::Program& p, ExprId id) {
  if (id == kNone) return false;
  const model::Expr& e = p[id];
  return (e.op == model::Op::Local && e.type.kind == model::TypeKind::Bool) || inner(p, e.a) ||
         inner(p, e.b) || inner(p, e.c) ||
         std::ranges::any_of(e.args, [&](ExprId k) { return inner(p, k); });
}

}  // namespace

std::optional<std::string> condition_words(const Question& q, const Speaker& say, const Where& at,
                                           ExprId e, bool holds) {
  return worded(q, say, at, [&](Wording& w) { return w.condition(e, holds); });
}

std::optional<std::string> failing_words(const Question& q, const Speaker& say, const Where& at,
                                         ExprId e) {
  const model::Program& p = *q.program;
  if (p[e].op != model::Op::And)
    return p[e].op == model::Op::Fits || inner(p, e) ? std::nullopt
                                                     : condition_words(q, say, at, e, false);
  for (const ExprId part : {p[e].a, p[e].b}) {
    try {
      if (say.number({at.state, at.frame, at.locals, at.temps}, part) != 0) continue;
    } catch (const Unsupported&) {
      continue;
    }
    if (auto words = failing_words(q, say, at, part)) return words;
  }
  return std::nullopt;
}

std::optional<std::string> measure_words(const Question& q, const Speaker& say, const Where& at,
                                         ExprId measure) {
  return worded(q, say, at, [&](Wording& w) { return w.noun(measure); });
}

std::optional<std::string> worth_words(const Question& q, const Speaker& say, const Where& at,
                                       ExprId e, int64_t value) {
  return worded(q, say, at, [&](Wording& w) { return w.worth_of(e, value, true); });
}

std::optional<std::string> set_words(const Question& q, const Speaker& say, const Where& at,
                                     ExprId set) {
  return worded(q, say, at, [&](Wording& w) { return w.noun(set); });
}

std::optional<std::string> member_words(const Question& q, const Speaker& say, const Where& at,
                                        const std::string& what, ExprId set, bool holds) {
  return worded(q, say, at,
                [&](Wording& w) { return w.member(what + say.in("が", " "), set, holds); });
}

}  // namespace hanrei::checker::explain
