#include "checker/explain/words.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "base/contains.h"
#include "checker/explain/amounts.h"
#include "checker/explain/japanese.h"

namespace hanrei::checker::explain {
namespace {

using model::Op;
using model::QuantKind;
using model::TypeKind;

struct NoWords {};  // a part that is not said

/// A clause: what it is about, and what is said of that. "its" subject is empty when it is the
/// thing that is spoken of anyway.
class Wording {
 public:
  Wording(const Question& q, const Speaker& say, const Where& at)
      : q_(q), p_(*q.program), say_(say), at_(at) {}

  std::string condition(ExprId id, bool holds) {
    const model::Expr& e = p_[id];
    // a claim that is a conditional is told as one; within others that would be misread
    const bool first = std::exchange(first_, false) && !at_.values;
    if (const auto sight = p_.sights.find(id); sight != p_.sights.end())
      return seen(sight->second, holds);
    switch (e.op) {
      case Op::Not: first_ = first; return condition(e.a, !holds);
      case Op::And:
        if (first && !holds) return given(condition(e.a, true), condition(e.b, false));
        return both(condition(e.a, holds), condition(e.b, holds), holds);
      case Op::Or:
        if (first && holds && p_[e.a].op == Op::Not)
          return given(condition(p_[e.a].a, true), condition(e.b, true));
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
                          name = step.empty() ? called
                                              : in(called + "の手順" + step,
                                                   "step " + step + " of " + called);
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

  std::string noun(ExprId id) {
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
                   ? in(zone(p_[e.a]) + "の枚数", "the number of cards in " + zone(p_[e.a])) +
                         now(id)
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

  /// That an expression of a claim has this value, where that is not said as a noun with a value.
  std::optional<std::string> worth_of(ExprId id, int64_t v, bool holds) {
    const model::Expr& e = p_[id];
    if (e.op == Op::Result) return result(v, holds);
    if (e.op == Op::Acted) return acted(e, v, holds);
    if ((e.op == Op::Add || e.op == Op::Sub) && p_[e.b].op == Op::Const)
      return worth_of(e.a, e.op == Op::Add ? v - p_[e.b].value : v + p_[e.b].value, holds);
    if (auto words = amount(id, v, holds ? Relation::Is : Relation::IsNot)) return words;
    return own_words(e, v, holds);
  }

  std::string member(const std::string& who, ExprId set, bool holds) {
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

 private:
  struct ka {
    const char *ja, *en;
  };

  std::string in(const std::string& ja, const std::string& en) const { return say_.in(ja, en); }
  std::string quoted(const std::string& name) const { return say_.quoted(name); }
  /// The words of a `told`, its arguments as nouns.
  std::optional<std::string> told(SayId which, const std::vector<ExprId>& args,
                                  std::optional<int64_t> value = std::nullopt) {
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
  std::string without_particle(std::string who) const {
    const std::string particle = in("が", " ");
    if (who.ends_with(particle)) who.resize(who.size() - particle.size());
    return who;
  }
  std::string is(const std::string& what, bool holds) const {
    return in(what + (holds ? "である" : "でない"), (holds ? "is " : "is not ") + what);
  }
  std::string both(const std::string& a, const std::string& b, bool all) const {
    if (!say_.ja()) return a + (all ? ", and " : " or ") + b;
    return japanese_both(a, b, all);
  }

  std::string given(const std::string& a, const std::string& b) const {
    return in(a + "なら、" + b, "if " + a + ", " + b);
  }

  /// Of a card, of how many cards a zone has, of the value of an attribute.
  std::string seen(const model::Program::Sight& sight, bool holds) {
    const model::Expr& e = p_[sight.what];
    const std::string what = e.op == Op::ZoneSet
                                 ? in(zone(e) + "の枚数", "how many cards are in " + zone(e))
                                 : noun(sight.what),
                      is = in(holds ? "が見える" : "が見えない", holds ? "sees " : "does not see ");
    if (is_it(p_[sight.viewer])) return in(what + is, is + what);
    return in(noun(sight.viewer) + "には" + what + is, noun(sight.viewer) + " " + is + what);
  }

  bool is_it(const model::Expr& e) const { return e.op == Op::Temp && base::contains(it_, e.id); }
  /// Before what is said of it.
  std::string subject(ExprId id) {
    if (is_it(p_[id])) return in("", "");
    return noun(id) + in("が", " ");
  }

  std::string name_of(const model::Expr& e) const {
    const auto& names = e.op == Op::Temp ? at_.temp_names : at_.local_names;
    if (e.id < 0 || static_cast<size_t>(e.id) >= names.size() || names[e.id].empty())
      throw NoWords{};
    return names[e.id];
  }

  std::string attr_name(AttrId a) const {
    if (a < 4) return say_.label(a);
    const std::string& name = p_.attrs[a].name;
    if (name == "name") return in("名前", "name");
    return name == "at" ? in("場所", "place") : name;
  }

  std::optional<int64_t> worth(ExprId id) const {
    if (!it_.empty()) return std::nullopt;  // it is not one thing
    try {
      return say_.number({at_.state, at_.frame, at_.locals, at_.temps}, id);
    } catch (const Unsupported&) {
      return std::nullopt;
    }
  }
  std::string now(ExprId id) const {
    if (p_[id].type.kind != TypeKind::Int || !at_.values) return "";
    const auto v = worth(id);
    return v ? in("(" + std::to_string(*v) + ")", " (" + std::to_string(*v) + ")") : "";
  }
  std::string value(const model::Expr& e, ExprId id = kNone) const {
    if (e.op == Op::Const) return placed(e.type, say_.value(at_.state, e.type, e.value));
    try {
      return placed(e.type,
                    say_.value(at_.state, e.type,
                               say_.number({at_.state, at_.frame, at_.locals, at_.temps}, id)));
    } catch (const Unsupported&) {
      throw NoWords{};
    }
  }

  /// A place such as `2,3` stands in brackets.
  static std::string placed(const model::Type& type, std::string is) {
    return type.kind == TypeKind::Enum && is.find(',') != std::string::npos ? "(" + is + ")" : is;
  }
  static std::string in_brackets(const std::string& is) {
    return is.starts_with('(') && is.ends_with(')') ? is : "(" + is + ")";
  }

  std::string zone(const model::Expr& e) {
    const model::ZoneDef& z = p_.zones[e.zone()];
    if (e.a == kNone)
      return z.of == model::ZoneOwner::Game
                 ? say_.zone(at_.state, static_cast<int64_t>(e.id) * 2, -1)
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

  bool mentions_it(ExprId id) const {
    if (id == kNone) return false;
    const model::Expr& e = p_[id];
    return is_it(e) || mentions_it(e.a) || mentions_it(e.b) || mentions_it(e.c) ||
           std::ranges::any_of(e.args, [&](ExprId k) { return mentions_it(k); });
  }

  /// How the game ends.
  std::string result(int64_t r, bool holds) const {
    if (r == model::kResultDraw)
      return in(holds ? "引き分けになる" : "引き分けにならない",
                holds ? "it is a draw" : "it is no draw");
    if (r == model::kResultNone)
      return in(holds ? "まだ勝敗がつかない" : "勝敗がつく",
                holds ? "nobody has won yet" : "the game is over");
    const std::string who = say_.player(r - model::kResultWinFirst);
    return in(who + (holds ? "が勝つ" : "は勝たない"), who + (holds ? " wins" : " does not win"));
  }

  /// Who declares something in an exchange, in that order: each digit is a player.
  std::string acted(const model::Expr& e, int64_t digits, bool holds) const {
    const model::ExchangeDef& exchange = p_.exchanges[e.exchange()];
    const std::string name = say_.called(exchange.told, exchange.name);
    if (digits == 0)
      return in(
          name + (holds ? "ではだれも宣言しない" : "でだれかが宣言する"),
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

  /// As a part of a greater one.
  std::string part(ExprId id, bool brackets) { return brackets ? "(" + noun(id) + ")" : noun(id); }
  /// What would be torn apart by what is written beside it.
  bool forks(ExprId id) const { return p_[id].op == Op::If; }
  bool loose(ExprId id) const { return p_[id].op == Op::Add || p_[id].op == Op::Sub || forks(id); }
  bool below_zero(ExprId id) const {
    return p_[id].op == Op::Neg || (p_[id].op == Op::Const && p_[id].value < 0);
  }
  bool works(ExprId id) const {
    return p_[id].op == Op::Add || p_[id].op == Op::Sub || p_[id].op == Op::Mul;
  }
  /// Of numbers and quantities only, or of more than two things, it is read as it is written.
  std::string operation(const model::Expr& e) {
    const auto zero = [&](ExprId k) { return p_[k].op == Op::Const && p_[k].value == 0; };
    if (e.op != Op::Mul && zero(e.b)) return noun(e.a);
    if (e.op == Op::Add && zero(e.a)) return noun(e.b);
    const bool signs = signs_ || (is_plain(e.a) && is_plain(e.b)) || works(e.a) || works(e.b);
    if (!signs) {
      const std::string a = part(e.a, forks(e.a)), b = part(e.b, forks(e.b));
      return e.op == Op::Add ? in(a + "に" + b + "を足した数", "the sum of " + a + " and " + b)
             : e.op == Op::Sub ? in(a + "から" + b + "を引いた数", a + " less " + b)
                               : in(a + "に" + b + "を掛けた数", a + " times " + b);
    }
    const bool outer = std::exchange(signs_, true);
    const bool mul = e.op == Op::Mul;
    const std::string a = part(e.a, mul ? loose(e.a) : forks(e.a)),
                      b = part(e.b, below_zero(e.b) || (e.op == Op::Add ? forks(e.b) : loose(e.b)));
    signs_ = outer;
    return a + (mul ? " × " : e.op == Op::Add ? " + " : " - ") + b;
  }
  bool is_plain(ExprId id) const {
    const model::Expr& e = p_[id];
    if (e.op == Op::Const || e.op == Op::Let) return true;
    return (e.op == Op::Add || e.op == Op::Sub || e.op == Op::Mul) && is_plain(e.a) &&
           is_plain(e.b);
  }
  /// Of "the larger of 0 and n": n.
  std::optional<std::string> floor(const model::Expr& e) {
    const auto zero = [&](ExprId k) { return p_[k].op == Op::Const && p_[k].value == 0; };
    if (zero(e.a) == zero(e.b)) return std::nullopt;
    return noun(zero(e.a) ? e.b : e.a);
  }

  std::string equal(const model::Expr& e, bool holds) {
    const model::Expr &a = p_[e.a], &b = p_[e.b];
    if (!holds && a.op == Op::Attr && at_.values && !mentions_it(a.a) &&
        p_[a.a].type.kind == TypeKind::Ref && worth(a.a) == model::kNobody)
      return existence(a.a, false);  // what is not there is nothing
    if (a.op == Op::Result || a.op == Op::Acted)
      if (const auto v = worth(e.b)) return worth_of(e.a, *v, holds).value_or("");
    if (a.op == Op::Attr && p_.attrs[a.attr()].name == "at" && !is_it(p_[a.a]) && !is_it(b)) {
      const std::string where = noun(e.b);
      if (a.type.kind == TypeKind::Enum)
        return subject(a.a) + in(in_brackets(where) + (holds ? "にある" : "にない"),
                                 (holds ? "is at " : "is not at ") + in_brackets(where));
      if (a.type.kind == TypeKind::Int)
        return subject(a.a) + in(say_.place(where) + (holds ? "にある" : "にない"),
                                 (holds ? "is at " : "is not at ") + say_.place(where));
    }
    if (a.op == Op::Size && p_[a.a].op == Op::Inter && b.op == Op::Const && b.value == 0)
      return common(p_[a.a], !holds);
    if (auto words = amount_is(e.a, e.b, holds ? Relation::Is : Relation::IsNot)) return *words;
    if (a.type.kind == TypeKind::Bool) {
      if (b.op == Op::Const) return condition(e.a, (b.value != 0) == holds);
      const std::string one = condition(e.a, true), other = condition(e.b, true);
      return holds ? in(one + "とき、そのときに限り、" + other, one + " if and only if " + other)
                   : in(one + "か" + other + "かの、どちらか一方だけである",
                        "either " + one + ", or " + other + ", but not both");
    }
    if (b.op == Op::Const && holds) {
      std::optional<std::string> is;
      if (a.op == Op::Attr) is = told(p_.attrs[a.attr()].told, {a.a}, b.value);
      if (a.op == Op::GameAttr) is = told(p_.attrs[a.attr()].told, {}, b.value);
      if (a.op == Op::Call) is = told(p_.derived[a.derived()].told, a.args, b.value);
      if (is) return *is;
    }
    if (b.op == Op::Const)
      if (const auto own = own_words(a, b.value, holds)) return *own;
    // whose it is says enough where the value has a word of its own
    if (!say_.ja() && a.op == Op::Attr && a.type.kind == TypeKind::Enum && b.op == Op::Const &&
        p_.enums[EnumId(a.type.id)].say != kNone && !is_it(p_[a.a]))
      return subject(a.a) + is(noun(e.b), holds);
    if (b.op == Op::Const && b.type.kind == TypeKind::Ref && b.value == model::kNobody)
      return existence(e.a, !holds);
    if (const bool count = a.op == Op::CountOf || (a.op == Op::Size && p_[a.a].op == Op::ZoneSet);
        count && holds && b.op != Op::Const && is_plain(e.b) && now(e.a).empty()) {
      const std::string where = zone(a.op == Op::Size ? p_[a.a] : a), n = noun(e.b);
      return in(where + "が" + n + "枚である", "there are " + n + " cards in " + where);
    }
    if (a.type.kind == TypeKind::Int && a.op != Op::Const && b.op != Op::Const && !is_it(a) &&
        !is_it(b))
      return in(
          noun(e.a) + "が" + noun(e.b) + (holds ? "に等しい" : "と異なる"),
          holds ? noun(e.a) + " equals " + noun(e.b) : noun(e.a) + " and " + noun(e.b) + " differ");
    const std::string who = is_it(a) ? in("", "") : noun(e.a) + in(is_it(b) ? "" : "が", " ");
    if (is_it(b)) return is(noun(e.a), holds);
    if (!say_.ja() && a.type.kind == TypeKind::Set)
      return who + (holds ? "are " : "are not ") + noun(e.b);
    return who + (e.type.kind == TypeKind::Error ? "" : is(noun(e.b), holds));
  }

  /// That an attribute has a value for which it has words of its own: a number as they are, of
  /// others what they say to come about, 「Xが休息状態になる」.
  std::optional<std::string> own_words(const model::Expr& a, int64_t v, bool holds) {
    const bool number = a.type.kind == TypeKind::Int;
    if (a.op != Op::Attr || mentions_it(a.a) || (number && !holds) ||
        !(number || (say_.ja() && a.type.kind == TypeKind::Enum)))
      return std::nullopt;
    const auto of = worth(a.a);
    if (!of || *of < 0) return std::nullopt;
    Speaker::At at{at_.state, -1, nullptr, {}};
    at.temps[0] = *of;
    auto words = say_.said(p_.attrs[a.attr()].say, at, v);
    if (!words || p_.says[p_.attrs[a.attr()].say].by_value.empty()) return std::nullopt;
    const std::string_view stop = say_.ja() ? "。" : ".", becomes = "になる";
    if (words->ends_with(stop)) words->resize(words->size() - stop.size());
    if (number) return words;
    if (!words->ends_with(becomes)) return std::nullopt;
    return is(words->substr(0, words->size() - becomes.size()), holds);
  }

  /// That two sets have something in common; of named things what that is.
  std::string common(const model::Expr& both_of, bool holds) {
    const model::Expr& a = p_[both_of.a];
    const auto in_a = holds && at_.values ? worth(both_of.a) : std::nullopt,
               in_b = in_a ? worth(both_of.b) : std::nullopt;
    if (in_b && a.type.kind == TypeKind::Set && a.type.elem == TypeKind::Enum &&
        (*in_a & *in_b) != 0) {
      const std::string what = say_.value(at_.state, a.type, *in_a & *in_b), of = noun(both_of.b);
      // what is worked out of one thing says no more than what it comes to
      if (a.op == Op::Call || a.op == Op::SetOf)
        return in(what + "が" + of + "に入る", what + " is among " + of);
      return in(what + "が" + noun(both_of.a) + "にも" + of + "にも入る",
                what + " is both among " + noun(both_of.a) + " and among " + of);
    }
    const std::string of = noun(both_of.a), with = noun(both_of.b);
    return in(
        of + "と" + with + "に共通するものが" + (holds ? "ある" : "ない"),
        of + " and " + with + (holds ? " have something in common" : " have nothing in common"));
  }

  /// `3 < x` reads as "x is more than 3".
  std::string compare(const model::Expr& e, bool strict, bool holds) {
    using enum Relation;
    if (p_[e.a].op == Op::Const)
      return compare(e.b, e.a, strict ? (holds ? More : AtMost) : holds ? AtLeast : Less);
    return compare(e.a, e.b, strict ? (holds ? Less : AtLeast) : holds ? AtMost : More);
  }
  std::string compare(ExprId a, ExprId b, Relation how) {
    if (auto words = amount_is(a, b, how)) return *words;
    const bool none = p_[b].op == Op::Const && p_[b].value == 0 && how == Relation::AtMost;
    if (none && never_negative(a)) return in(noun(a) + "が0である", noun(a) + " is 0");
    if (how == Relation::AtLeast && at_.values && p_[b].op != Op::Const && !mentions_it(a) &&
        !mentions_it(b))
      if (const auto v = worth(a); v && v == worth(b))
        return in(noun(a) + "が" + noun(b) + "に達している", noun(a) + " has reached " + noun(b));
    const ka words = how == Relation::Less     ? ka{"より小さい", " is less than "}
                     : how == Relation::AtMost ? ka{"以下である", " is at most "}
                     : how == Relation::More   ? ka{"より大きい", " is more than "}
                                               : ka{"以上である", " is at least "};
    return noun(a) + in("が" + noun(b) + words.ja, words.en + noun(b));
  }
  bool never_negative(ExprId id) const {
    const model::Expr& e = p_[id];
    return e.op == Op::Size || e.op == Op::CountOf || e.op == Op::Raised ||
           (e.op == Op::Quant && static_cast<QuantKind>(e.value) == QuantKind::Count);
  }
  /// How many there are, where that is not told with what it is at the moment.
  std::optional<std::string> amount_is(ExprId id, ExprId is, Relation how) {
    return p_[is].op == Op::Const ? amount(id, p_[is].value, how) : std::nullopt;
  }
  std::optional<std::string> amount(ExprId id, int64_t n, Relation how) {
    if (!now(id).empty()) return std::nullopt;
    const model::Expr& e = p_[id];
    if (e.op == Op::Raised) return moments(say_, p_.signals[e.signal()].name, how, n);
    if (e.op == Op::CountOf) return cards_in(say_, zone(e), how, n);
    if (e.op == Op::Quant && static_cast<QuantKind>(e.value) == QuantKind::Count)
      return among(say_, ranged(e), how, n);
    if (e.op != Op::Size) return std::nullopt;
    const Op of = p_[e.a].op;
    if (of == Op::ZoneSet) return cards_in(say_, zone(p_[e.a]), how, n);
    if (of == Op::KindSet || of == Op::AllOf) return things(say_, noun(e.a), how, n);
    return std::nullopt;
  }

  std::string called(const std::string& name, const std::vector<ExprId>& args, bool holds) {
    // a name that is a sentence of its own
    const bool verb = say_.ja() && (name.ends_with("る") || name.ends_with("た"));
    const auto so = [&] {
      return verb ? quoted(name) + (holds ? "といえる" : "といえない") : is(quoted(name), holds);
    };
    if (args.empty()) return in(so(), quoted(name) + (holds ? " holds" : " does not hold"));
    if (args.size() == 1 && !is_it(p_[args[0]])) return subject(args[0]) + so();
    if (args.size() == 1) return is(quoted(name), holds);
    std::vector<std::string> all;  // a card and its effect may be called the same
    const bool of_it = std::ranges::any_of(args, [&](ExprId k) { return is_it(p_[k]); });
    for (ExprId k : args)
      if (std::string each = is_it(p_[k]) ? "" : noun(k);
          !each.empty() && !base::contains(all, each))
        all.push_back(std::move(each));
    if (of_it && !all.empty())
      return in(say_.list(all) + "の" + quoted(name) + (holds ? "である" : "でない"),
                (holds ? "is " : "is not ") + quoted(name) + " with " + say_.list(all));
    if (all.size() == 2)
      return in(all[0] + "と" + all[1] + "について" + quoted(name) +
                    (holds ? "が成り立つ" : "が成り立たない"),
                quoted(name) + (holds ? " is true of " : " is not true of ") + say_.list(all));
    return in(say_.list(all) + "について" + quoted(name) + (holds ? "といえる" : "といえない"),
              quoted(name) + (holds ? " is true of " : " is not true of ") + say_.list(all));
  }

  /// Where something is said of one state: what a derived condition comes to there, if that is
  /// short; of several parts those that make it false.
  std::optional<std::string> meaning(const model::Expr& e, bool holds) const {
    constexpr size_t kShort = 150;
    const model::DerivedDef& d = p_.derived[e.derived()];
    if (holds && d.is != kNone && p_[d.is].op == Op::And)
      return std::nullopt;  // its name says it shorter
    if (!at_.values || !it_.empty() || depth_ > 1 || d.type.kind != TypeKind::Bool ||
        d.is == kNone || e.args.empty())
      return std::nullopt;
    Where there{at_.state, at_.frame, nullptr, {}, {}, {}};
    for (size_t i = 0; i < e.args.size() && i < kTemps; ++i) {
      const auto v = worth(e.args[i]);
      if (!v) return std::nullopt;
      there.temps[i] = *v;
      there.temp_names.push_back(d.args[i].name);
    }
    std::vector<ExprId> parts;
    const std::function<void(ExprId)> split = [&](ExprId id) {
      if (!holds && p_[id].op == Op::And) {
        split(p_[id].a);
        split(p_[id].b);
        return;
      }
      try {
        if (holds || say_.number({there.state, there.frame, there.locals, there.temps}, id) == 0)
          parts.push_back(id);
      } catch (const Unsupported&) {
      }
    };
    split(d.is);
    Wording inner(q_, say_, there);
    inner.depth_ = depth_ + 1;
    for (ExprId part : parts) {
      try {
        if (std::string out = inner.condition(part, holds); out.size() <= kShort) return out;
      } catch (const NoWords&) {
      }
    }
    return std::nullopt;
  }

  std::string derived(const model::Expr& e) {
    const model::DerivedDef& d = p_.derived[e.derived()];
    if (auto words = told(d.told, e.args)) return *words;
    const std::string& name = d.name;
    const model::Expr& is = p_[d.is];
    if (is.op == Op::GameAttr && is.type.kind == TypeKind::Ref)
      return noun(d.is);  // whom it stands for
    if (e.args.empty()) return quoted(name);
    if (depth_ > 0 && e.args.size() > 1 && e.type.kind != TypeKind::Int)
      throw NoWords{};  // reads as code
    std::vector<std::string> all;
    for (ExprId k : e.args) all.push_back(noun(k));
    if (all.size() == 1 && !is_it(p_[e.args[0]]))
      return in(all[0] + "の" + quoted(name), all[0] + "'s " + quoted(name));
    return quoted(name) + in("(", " (") + say_.list(all) + ")";
  }

  /// What a quantifier ranges over: "「アクター」のうち向きが…であるもの".
  std::string ranged(const model::Expr& e) {
    std::string set = noun(e.a);
    if (e.b == kNone) return set;
    it_.push_back(e.id);
    const std::string that = condition(e.b, true);
    it_.pop_back();
    constexpr std::string_view kIts = "its ";
    return in(set + "のうち" + that + "もの",
              set + (that.starts_with(kIts) ? " whose " + that.substr(kIts.size())
                                            : " of which " + that));
  }

  /// Is there such a thing? What is none has no name.
  std::string existence(ExprId id, bool there) {
    if (!there && at_.values && !mentions_it(id) && p_[id].op == Op::Local &&
        worth(id) == model::kNobody)
      return in("該当するものがない", "there is none");
    return noun(id) + in(there ? "がある" : "がない", there ? " exists" : " does not exist");
  }

  std::string quantified(const model::Expr& e, bool holds) {
    const auto kind = static_cast<QuantKind>(e.value);
    if (kind != QuantKind::Any && kind != QuantKind::All) throw NoWords{};
    const std::string set = noun(e.a);
    std::vector<std::string> parts;
    it_.push_back(e.id);
    const bool any = kind == QuantKind::Any;
    const std::string where = e.b == kNone ? "" : condition(e.b, true),
                      body = e.c == kNone ? "" : condition(e.c, any);
    it_.pop_back();
    std::string that = where.empty() ? body : body.empty() ? where : both(where, body, true);
    constexpr std::string_view kIs = "である";
    if (that.ends_with("る」である")) that.resize(that.size() - kIs.size());  // a verb
    // all are such: there is none that is not
    const bool there_is = any == holds;
    if (that.empty())
      return in(set + (there_is ? "がある" : "がない"),
                (there_is ? "there are " : "there are no ") + set);
    if (say_.ja() && !any && holds && where.empty()) {
      it_.push_back(e.id);
      const std::string each = condition(e.c, true);
      it_.pop_back();
      return set + "は、どれも" + each;
    }
    const std::string those = there_is ? found(e, any) : "";
    return in(set + "に、" + that + "もの" + those + "が" + (there_is ? "ある" : "ない"),
              "among " + set + (there_is ? " there is one that " : " there is none that ") + that +
                  (those.empty() ? "" : " " + those));
  }

  /// The cards of which it is so, by name, where play stands still; of many nothing.
  std::string found(const model::Expr& e, bool any) {
    constexpr size_t kMostNamed = 3;
    const model::Type& type = p_[e.a].type;
    if (!at_.values || !it_.empty() || type.kind != TypeKind::Set || e.id < 0 ||
        static_cast<size_t>(e.id) >= kTemps || type.elem != TypeKind::Ref ||
        type.id != model::kCardSort)
      return "";
    std::vector<std::string> out;
    try {
      for (size_t k = 0; k < q_.world->card_ids.size(); ++k) {
        std::array<int64_t, kTemps> t = at_.temps;
        t[static_cast<size_t>(e.id)] = static_cast<int64_t>(k);
        const Speaker::At here{at_.state, at_.frame, at_.locals, t};
        if (!say_.member(here, e.a, static_cast<int64_t>(k)) ||
            (e.b != kNone && say_.number(here, e.b) == 0) ||
            (e.c != kNone && (say_.number(here, e.c) != 0) != any))
          continue;
        out.push_back(say_.card(static_cast<int64_t>(k)));
      }
    } catch (const Unsupported&) {
      return "";
    }
    return out.empty() || out.size() > kMostNamed ? "" : "(" + say_.list(out) + ")";
  }

  std::string counted(const model::Expr& e, ExprId id) {
    const auto kind = static_cast<QuantKind>(e.value);
    switch (kind) {
      case QuantKind::Count: return in(ranged(e) + "の数", "the number of " + ranged(e)) + now(id);
      case QuantKind::SetQ:
      case QuantKind::The: return ranged(e);
      case QuantKind::UnionQ: {
        const std::string set = ranged(e);
        it_.push_back(e.id);
        const std::string of = noun(e.c);
        it_.pop_back();
        return in(set + "の" + of, "the " + of + " of " + set);
      }
      case QuantKind::Sum:
      case QuantKind::Min:
      case QuantKind::Max: {
        const std::string set = ranged(e);
        it_.push_back(e.id);
        const std::string of = noun(e.c);
        it_.pop_back();
        const char* ja = kind == QuantKind::Sum   ? "の合計"
                         : kind == QuantKind::Min ? "の最小"
                                                  : "の最大";
        const char* en = kind == QuantKind::Sum   ? "the sum of the "
                         : kind == QuantKind::Min ? "the least "
                                                  : "the most ";
        return in(set + "の" + of + ja, en + of + " of " + set) + now(id);
      }
      default: throw NoWords{};
    }
  }

  const Question& q_;
  const model::Program& p_;
  const Speaker& say_;
  const Where& at_;
  std::vector<Id> it_;  // what quantifiers speak of, innermost last
  bool first_ = true;   // nothing was said yet
  bool signs_ = false;  // within a formula
  int depth_ = 0;       // derived conditions that are told by what they mean
};

template <class F>
std::optional<std::string> worded(const Question& q, const Speaker& say, const Where& at, F&& f) {
  Wording words(q, say, at);
  try {
    return f(words);
  } catch (const NoWords&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> condition_words(const Question& q, const Speaker& say, const Where& at,
                                           ExprId e, bool holds) {
  return worded(q, say, at, [&](Wording& w) { return w.condition(e, holds); });
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
