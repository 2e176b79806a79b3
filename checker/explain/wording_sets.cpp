// Sets, quantifiers and derived values in words.
#include <algorithm>
#include <functional>
#include <utility>

#include "checker/explain/wording.h"

namespace hanrei::checker::explain {

using model::QuantKind;

std::string Wording::called(const std::string& name, const std::vector<ExprId>& args, bool holds) {
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
    if (std::string each = is_it(p_[k]) ? "" : noun(k); !each.empty() && !base::contains(all, each))
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

std::optional<std::string> Wording::meaning(const model::Expr& e, bool holds) const {
  constexpr size_t kShort = 150;
  const model::DerivedDef& d = p_.derived[e.derived()];
  if (holds && d.is != kNone && p_[d.is].op == Op::And)
    return std::nullopt;  // its name says it shorter
  if (!at_.values || !it_.empty() || depth_ > 0 || d.type.kind != TypeKind::Bool || d.is == kNone ||
      e.args.empty())
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

std::string Wording::derived(const model::Expr& e) {
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

std::string Wording::ranged(const model::Expr& e) {
  std::string set = noun(e.a);
  if (e.b == kNone) return set;
  it_.push_back(e.id);
  const std::string that = condition(e.b, true);
  it_.pop_back();
  constexpr std::string_view kIts = "its ";
  return in(
      set + "のうち" + that + "もの",
      set + (that.starts_with(kIts) ? " whose " + that.substr(kIts.size()) : " of which " + that));
}

std::string Wording::existence(ExprId id, bool there) {
  if (!there && at_.values && !mentions_it(id) && p_[id].op == Op::Local &&
      worth(id) == model::kNobody)
    return in("該当するものがない", "there is none");
  return noun(id) + in(there ? "がある" : "がない", there ? " exists" : " does not exist");
}

std::string Wording::quantified(const model::Expr& e, bool holds) {
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
            "among " + set + (there_is ? " there is one " : " there is none ") + whose(that, e) +
                (those.empty() ? "" : " " + those));
}

std::string Wording::whose(const std::string& that, const model::Expr& e) const {
  constexpr std::string_view kIts = "its ";
  if (that.starts_with(kIts)) return "whose " + that.substr(kIts.size());
  return (owned(e.b != kNone ? e.b : e.c) ? "whose " : "that ") + that;
}

bool Wording::owned(ExprId id) const {
  const model::Expr& e = p_[id];
  if (e.op == Op::And) return owned(e.a);
  if (e.op != Op::Eq && e.op != Op::Ne && e.op != Op::Lt && e.op != Op::Le) return false;
  const model::Expr& a = p_[e.a];
  return a.op == Op::Attr && is_it(p_[a.a]) && p_.attrs[a.attr()].told == kNone &&
         p_.attrs[a.attr()].name != "at" && e.type.kind != TypeKind::Error;
}

std::string Wording::found(const model::Expr& e, bool any) {
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

std::string Wording::counted(const model::Expr& e, ExprId id) {
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

}  // namespace hanrei::checker::explain
