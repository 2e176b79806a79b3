// Numbers, equalities and comparisons in words.
#include <utility>

#include "checker/explain/wording.h"

namespace hanrei::checker::explain {

using model::QuantKind;

bool Wording::below_zero(ExprId id) const {
  return p_[id].op == Op::Neg || (p_[id].op == Op::Const && p_[id].value < 0);
}

bool Wording::works(ExprId id) const {
  return p_[id].op == Op::Add || p_[id].op == Op::Sub || p_[id].op == Op::Mul;
}

std::string Wording::operation(const model::Expr& e) {
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

bool Wording::is_plain(ExprId id) const {
  const model::Expr& e = p_[id];
  if (e.op == Op::Const || e.op == Op::Let) return true;
  return (e.op == Op::Add || e.op == Op::Sub || e.op == Op::Mul) && is_plain(e.a) && is_plain(e.b);
}

std::optional<std::string> Wording::floor(const model::Expr& e) {
  const auto zero = [&](ExprId k) { return p_[k].op == Op::Const && p_[k].value == 0; };
  if (zero(e.a) == zero(e.b)) return std::nullopt;
  return noun(zero(e.a) ? e.b : e.a);
}

std::string Wording::equal(const model::Expr& e, bool holds) {
  const model::Expr &a = p_[e.a], &b = p_[e.b];
  if (!holds && a.op == Op::Attr && at_.values && !mentions_it(a.a) &&
      p_[a.a].type.kind == TypeKind::Ref && worth(a.a) == model::kNobody)
    return existence(a.a, false);  // what is not there is nothing
  if (a.op == Op::Result || a.op == Op::Acted)
    if (const auto v = worth(e.b)) return worth_of(e.a, *v, holds).value_or("");
  if (a.op == Op::Attr && p_.attrs[a.attr()].name == "at" && !is_it(b)) {
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

std::optional<std::string> Wording::own_words(const model::Expr& a, int64_t v, bool holds) {
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
  constexpr std::string_view becomes = "になる";
  words = without_stop(std::move(*words), say_.ja());
  if (number) return words;
  if (!words->ends_with(becomes)) return std::nullopt;
  return is(words->substr(0, words->size() - becomes.size()), holds);
}

std::string Wording::common(const model::Expr& both_of, bool holds) {
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

std::string Wording::compare(const model::Expr& e, bool strict, bool holds) {
  using enum Relation;
  if (p_[e.a].op == Op::Const)
    return compare(e.b, e.a, strict ? (holds ? More : AtMost) : holds ? AtLeast : Less);
  return compare(e.a, e.b, strict ? (holds ? Less : AtLeast) : holds ? AtMost : More);
}

std::string Wording::compare(ExprId a, ExprId b, Relation how) {
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

bool Wording::never_negative(ExprId id) const {
  const model::Expr& e = p_[id];
  return e.op == Op::Size || e.op == Op::CountOf || e.op == Op::Raised ||
         (e.op == Op::Quant && static_cast<QuantKind>(e.value) == QuantKind::Count);
}

std::optional<std::string> Wording::amount_is(ExprId id, ExprId is, Relation how) {
  return p_[is].op == Op::Const ? amount(id, p_[is].value, how) : std::nullopt;
}

std::optional<std::string> Wording::amount(ExprId id, int64_t n, Relation how) {
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

}  // namespace hanrei::checker::explain
