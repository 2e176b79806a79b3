#include "model/phrases/operators.h"

#include <algorithm>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/text/replace.h"
#include "model/phrases/template.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

constexpr std::string_view kIt = "$it";  // the member of a set

Json without(const Json& object, std::initializer_list<std::string_view> keys) {
  Json out = object;
  std::erase_if(out.members, [&](const base::Member& m) {
    return std::find(keys.begin(), keys.end(), m.key) != keys.end();
  });
  return out;
}

/// Does it stand in parentheses of its own?
bool in_parentheses(std::string_view s) {
  if (!s.starts_with('(') || !s.ends_with(')')) return false;
  int depth = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    depth += s[i] == '(' ? 1 : s[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < s.size()) return false;
  }
  return true;
}

/// The operator on top of an expression; Bad where it is none.
Node parsed(std::string text) {
  base::replace_all(text, kIt, "it");
  base::DiagnosticLog log;
  Node node = parse_expression({text, {}, false}, log);
  return log.has_errors() ? Node{} : node;
}

/// An expression beside `and`.
std::string conjunct(const std::string& text) {
  if (in_parentheses(text)) return text;
  const Node node = parsed(text);
  const bool loose = (node.kind == NodeKind::Binary && node.text == "or") ||
                     node.kind == NodeKind::If || node.kind == NodeKind::Quant;
  return loose ? "(" + text + ")" : text;
}

std::string both(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return a + b;
  return conjunct(a) + " and " + conjunct(b);
}

/// What holds of a member of the set, by this name.
std::optional<std::string> holds(const Json& set, std::string_view name) {
  std::string out;
  const Json* where = set.find("where");
  if (where == nullptr) return out;
  const std::vector<Json> one = {*where};
  for (const Json& w : where->is(Kind::Array) ? where->items : one) {
    auto text = expression_of(w);
    if (!text) return std::nullopt;
    base::replace_all(*text, "${it}", name);
    base::replace_all(*text, kIt, name);
    out = out.empty() ? *text : both(out, *text);
  }
  return out;
}

/// The set itself; nothing where the value is none, or a set of anything (`*`).
std::optional<std::string> members_of(const Json& set) {
  const Json* of = set.find("set");
  if (of == nullptr || !of->is(Kind::String) || of->string == "*") return std::nullopt;
  return of->string;
}

std::optional<std::string> set_expression(const Json& set) {
  const auto of = members_of(set);
  const auto where = holds(set, "x");
  if (!of || !where) return std::nullopt;
  return where->empty() ? *of : "(set x in " + *of + ": " + *where + ")";
}

class Operators {
 public:
  explicit Operators(base::Span words) : words_(words) {}

  std::optional<Json> apply(std::string_view op, const Json& a, Json rest) const {
    if (op == "$narrow") return narrow(a, rest);
    if (op == "$one" || op == "$some") return choice(op.substr(1), a, rest);
    if (op == "$each") return each(a, rest);
    if (op == "$for") return for_all(a, rest);
    if (op == "$count" || op == "$any") return quantity(op.substr(1), a);
    if (op == "$member") return member(a, rest);
    if (op == "$guard") return guard(a, rest);
    if (op == "$rep") return repeated(a, rest);
    if (op == "$icons") return icons(a, rest);
    if (op == "$args") return announced(a);
    if (op == "$merge") return merged(a, rest);
    return std::nullopt;
  }

 private:
  std::optional<Json> narrow(const Json& set, const Json& rest) const {
    const Json* more = rest.find("where");
    if (set.find("set") == nullptr || more == nullptr) return std::nullopt;
    Json out = set;
    out.span = words_;
    std::vector<Json> where;
    if (const Json* w = set.find("where")) {
      if (w->is(Kind::Array))
        where = w->items;
      else
        where.push_back(*w);
    }
    where.push_back(*more);
    base::set_member(out, "where", base::list_json(std::move(where), words_));
    return out;
  }

  std::optional<Json> choice(std::string_view key, const Json& set, const Json& rest) const {
    const auto of = members_of(set);
    const Json* name = rest.find("choose");
    const Json* as = rest.find("as");
    const std::string x = as != nullptr && as->is(Kind::String) ? as->string : "x";
    const auto where = holds(set, x);
    if (!of || !where || name == nullptr) return std::nullopt;
    Json out;
    out.kind = Kind::Object;
    out.span = words_;
    base::set_member(out, "choose", *name);
    if (const Json* who = rest.find("who")) base::set_member(out, "who", *who);
    base::set_member(out, key, base::text_json(x + " in " + *of, set.span));
    if (!where->empty()) base::set_member(out, "where", base::text_json(*where, set.span));
    for (const base::Member& m : without(rest, {"choose", "who", "as"}).members)
      base::set_member(out, m.key, m.value);
    return out;
  }

  /// The steps for every member `x` of each of the sets; as they are where there are no sets.
  std::optional<Json> each(const Json& sets, const Json& rest) const {
    const Json* steps = rest.find("steps");
    if (steps == nullptr) return std::nullopt;
    const std::vector<Json> done =
        steps->is(Kind::Array) ? steps->items : std::vector<Json>{*steps};
    const std::vector<Json> one = {sets};
    std::vector<Json> out;
    for (const Json& set : sets.is(Kind::Array) ? sets.items : one) {
      const auto of = members_of(set);
      const auto where = holds(set, "x");
      if (!of || !where) return std::nullopt;
      Json step;
      step.kind = Kind::Object;
      step.span = words_;
      base::set_member(
          step, "each",
          base::text_json("x in " + *of + (where->empty() ? "" : " where " + *where), set.span));
      const Json* mode = rest.find("mode");
      base::set_member(step, "mode", mode != nullptr ? *mode : base::text_json("in order", words_));
      const bool plain = done.size() == 1 && done[0].find("if") == nullptr &&
                         (done[0].find("do") != nullptr || done[0].find("call") != nullptr);
      if (plain)
        for (const base::Member& m : done[0].members) base::set_member(step, m.key, m.value);
      else
        base::set_member(step, "steps", base::list_json(done, words_));
      out.push_back(std::move(step));
    }
    return base::list_json(out.empty() ? done : std::move(out), words_);
  }

  std::optional<Json> for_all(const Json& set, const Json& rest) const {
    const auto of = members_of(set);
    const auto where = holds(set, "x");
    if (!of || !where) return std::nullopt;
    Json out = rest, bound;
    bound.kind = Kind::Object;
    bound.span = words_;
    base::set_member(bound, "x", base::text_json(*of, set.span));
    base::set_member(out, "for", std::move(bound));
    return conditioned(std::move(out), *where);
  }

  std::optional<Json> conditioned(Json object, const std::string& before) const {
    const Json* there = object.find("if");
    const auto own = there != nullptr ? expression_of(*there) : std::string();
    if (!own) return std::nullopt;
    if (const std::string all = both(before, *own); !all.empty())
      base::set_member(object, "if", base::text_json(all, words_));
    return object;
  }

  std::optional<Json> quantity(std::string_view of_what, const Json& set) const {
    const auto of = members_of(set);
    const auto where = holds(set, "x");
    if (!of || !where) return std::nullopt;
    const std::string all = of_what == "any" ? ": true" : "";
    return base::text_json(
        "(" + std::string(of_what) + " x in " + *of + (where->empty() ? all : ": " + *where) + ")",
        words_);
  }

  std::optional<Json> member(const Json& set, const Json& rest) const {
    const Json* is = rest.find("is");
    if (is == nullptr || !is->is(Kind::String) || set.find("set") == nullptr) return std::nullopt;
    const auto where = holds(set, is->string);
    if (!where) return std::nullopt;
    const auto of = members_of(set);
    const std::string all = both(*where, of ? is->string + " in " + *of : "");
    return base::text_json(all.empty() ? "true" : all, words_);
  }

  std::optional<Json> guard(const Json& condition, const Json& rest) const {
    const auto text = expression_of(condition);
    const Json* steps = rest.find("steps");
    if (!text || steps == nullptr) return std::nullopt;
    std::vector<Json> inner = steps->is(Kind::Array) ? steps->items : std::vector<Json>{*steps};
    Json out;
    if (inner.size() == 1) {
      auto one = conditioned(inner[0], *text);
      if (!one) return std::nullopt;
      out = std::move(*one);
      if (const Json* other = rest.find("else")) base::set_member(out, "else", *other);
    } else {
      Json arm;
      arm.kind = out.kind = Kind::Object;
      arm.span = out.span = words_;
      base::set_member(arm, "if", base::text_json(*text, condition.span));
      base::set_member(arm, "steps", base::list_json(std::move(inner), words_));
      if (const Json* other = rest.find("else")) base::set_member(arm, "else", *other);
      base::set_member(out, "branch", base::list_json({std::move(arm)}, words_));
    }
    return base::list_json({std::move(out)}, words_);
  }

  static constexpr int64_t kMostTimes = 100;

  std::optional<Json> repeated(const Json& steps, const Json& rest) const {
    const Json* times = rest.find("times");
    if (times == nullptr || !times->is(Kind::Int) || times->integer < 0 ||
        times->integer > kMostTimes)
      return std::nullopt;
    std::vector<Json> out;
    for (int64_t i = 0; i < times->integer; ++i) {
      if (steps.is(Kind::Array))
        out.insert(out.end(), steps.items.begin(), steps.items.end());
      else
        out.push_back(steps);
    }
    return base::list_json(std::move(out), words_);
  }

  std::optional<Json> icons(const Json& number, const Json& rest) const {
    const Json* icon = rest.find("icon");
    if (icon == nullptr || !number.is(Kind::Int) || number.integer < 0 ||
        number.integer > kMostTimes)
      return std::nullopt;
    return base::list_json(std::vector<Json>(static_cast<size_t>(number.integer), *icon), words_);
  }

  /// A declared moment with names for what it tells.
  std::optional<Json> announced(const Json& signal) const {
    const Json* in = signal.find("in");
    const Json* args = signal.find("args");
    if (in == nullptr || args == nullptr) return std::nullopt;
    std::string out;
    for (const Json& a : args->items) out += (out.empty() ? "(" : ", ") + a.string;
    const auto name = expression_of(*in);
    return name ? std::optional(base::text_json(*name + out + (out.empty() ? "" : ")"), words_))
                : std::nullopt;
  }

  /// Both objects as one; conditions are anded. The key that names a form of provisions comes
  /// first.
  std::optional<Json> merged(const Json& a, const Json& rest) const {
    if (!a.is(Kind::Object)) return std::nullopt;
    Json out = a;
    out.span = words_;
    for (const base::Member& m : rest.members) {
      if (m.key == "if") continue;
      base::set_member(out, m.key, m.value);
    }
    if (const Json* more = rest.find("if")) {
      const Json* there = a.find("if");
      const auto one = there != nullptr ? expression_of(*there) : std::string();
      const auto two = expression_of(*more);
      if (!one || !two) return std::nullopt;
      base::set_member(out, "if", base::text_json(both(*one, *two), words_));
    }
    const auto form = std::ranges::find_if(out.members, [](const base::Member& m) {
      return base::contains(card_forms(), std::string_view(m.key));
    });
    if (form != out.members.end()) std::rotate(out.members.begin(), form, form + 1);
    return out;
  }

  base::Span words_;
};

}  // namespace

std::string operand(const std::string& text) {
  if (in_parentheses(text)) return text;
  const Node node = parsed(text);
  const bool loose = node.kind == NodeKind::Binary || node.kind == NodeKind::Unary ||
                     node.kind == NodeKind::If || node.kind == NodeKind::Quant;
  return loose ? "(" + text + ")" : text;
}

std::optional<std::string> expression_of(const Json& j) {
  switch (j.kind) {
    case Kind::String: return j.string;
    case Kind::Int: return std::to_string(j.integer);
    case Kind::Bool: return j.boolean ? "true" : "false";
    case Kind::Object:
      if (const Json* name = j.find(kName))
        return is_plain_name(name->string) ? name->string : "《" + name->string + "》";
      return set_expression(j);
    default: return std::nullopt;
  }
}

std::optional<std::string> asked_of_member(const Json& set) {
  if (set.find("set") == nullptr) return std::nullopt;
  return holds(set, kIt);
}

const std::vector<std::string_view>& operators() {
  static const std::vector<std::string_view> names = {
      "$narrow", "$one",   "$some", "$each",  "$for",  "$count", "$any",
      "$member", "$guard", "$rep",  "$icons", "$args", "$merge"};
  return names;
}

std::optional<Json> applied(std::string_view op, const Json& argument, Json rest,
                            base::Span words) {
  return Operators(words).apply(op, argument, std::move(rest));
}

}  // namespace hanrei::model::phrases
