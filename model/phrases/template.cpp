#include "model/phrases/template.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text/replace.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

constexpr uint32_t kWords = ~0u;               // the file of a place that is a range of words
constexpr std::string_view kName = "$name";    // the only key of a printed name
constexpr std::string_view kIt = "$it";        // the member of a set
constexpr std::string_view kFresh = "\u01C2";  // begins and ends a fresh name; no print has it

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

Json string(std::string s, base::Span span) {
  Json j;
  j.kind = Kind::String;
  j.string = std::move(s);
  j.span = span;
  return j;
}

Json list(std::vector<Json> items, base::Span span) {
  Json j;
  j.kind = Kind::Array;
  j.items = std::move(items);
  j.span = span;
  return j;
}

void put(Json& object, std::string_view key, Json value) {
  for (base::Member& m : object.members)
    if (m.key == key) {
      m.value = std::move(value);
      return;
    }
  object.members.push_back({std::string(key), value.span, std::move(value)});
}

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

/// An expression as a part of a longer one.
std::string operand(const std::string& text) {
  if (in_parentheses(text)) return text;
  const Node node = parsed(text);
  const bool loose = node.kind == NodeKind::Binary || node.kind == NodeKind::Unary ||
                     node.kind == NodeKind::If || node.kind == NodeKind::Quant;
  return loose ? "(" + text + ")" : text;
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

/// The text of a condition; nothing where the value is none.
std::optional<std::string> expression_of(const Json& j);

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

class Filler {
 public:
  explicit Filler(const Filling& with) : with_(with) {}

  std::optional<Json> value(const Json& t) const {
    switch (t.kind) {
      case Kind::String: return text(t);
      case Kind::Array: return items(t);
      case Kind::Object: return object(t);
      default: {
        Json out = t;
        out.span = with_.words;
        return out;
      }
    }
  }

 private:
  /// `x.v.w`: a part of a part; below an expression the rest is a member of it.
  std::optional<Json> look_up(std::string_view name) const {
    if (const Json* whole = with_.value(name)) return *whole;
    size_t dot = name.find('.');
    const Json* at = with_.value(name.substr(0, dot));
    while (at != nullptr && dot != std::string_view::npos) {
      const std::string_view rest = name.substr(dot + 1);
      if (at->is(Kind::String))
        return string(operand(at->string) + "." + std::string(rest), at->span);
      const size_t next = rest.find('.');
      at = at->find(rest.substr(0, next));
      dot = next == std::string_view::npos ? next : dot + 1 + next;
    }
    return at == nullptr ? std::nullopt : std::optional(*at);
  }

  std::string fresh(std::string_view name) const {
    const size_t dot = std::min(name.find('.'), name.size());
    return std::string(kFresh) + std::string(name.substr(0, dot)) + with_.fresh +
           std::string(kFresh) + std::string(name.substr(dot));
  }

  std::optional<Json> text(const Json& t) const {
    const std::vector<Reference> refs = references(t.string);
    const auto open = [](const Reference& r) {
      return r.kind == Reference::Kind::Value && r.head() == "it";
    };
    if (refs.size() == 1 && refs[0].kind == Reference::Kind::Value && refs[0].begin == 0 &&
        refs[0].end == t.string.size() && !open(refs[0]))
      return look_up(refs[0].name);
    std::string out;
    size_t at = 0;
    for (const Reference& r : refs) {
      out += t.string.substr(at, r.begin - at);
      at = r.end;
      if (open(r)) {
        out += t.string.substr(r.begin, r.end - r.begin);
      } else if (r.kind == Reference::Kind::Fresh) {
        out += fresh(r.name);
      } else {
        const auto value = look_up(r.name);
        const auto text = value ? expression_of(*value) : std::nullopt;
        if (!text) return std::nullopt;
        const bool alone = delimited(t.string, r) || value->is(Kind::Int);
        out += alone ? *text : operand(*text);
      }
    }
    out += t.string.substr(at);
    return string(std::move(out), with_.words);
  }

  /// Does it stand between brackets, commas, colons or an end?
  static bool delimited(std::string_view text, const Reference& r) {
    size_t before = r.begin, after = r.end;
    while (before > 0 && text[before - 1] == ' ') --before;
    while (after < text.size() && text[after] == ' ') ++after;
    const bool left =
        before == 0 || std::string_view("(,{:").find(text[before - 1]) != std::string_view::npos;
    const bool right =
        after == text.size() || std::string_view("),}").find(text[after]) != std::string_view::npos;
    return left && right;
  }

  std::optional<Json> items(const Json& t) const {
    std::vector<Json> out;
    for (const Json& item : t.items) {
      if (item.is(Kind::String)) {
        const std::vector<Reference> refs = references(item.string);
        if (refs.size() == 1 && refs[0].begin == 0 && refs[0].end == item.string.size()) {
          if (refs[0].kind == Reference::Kind::Taken) {
            for (Json& lifted : with_.taken(refs[0].name)) out.push_back(std::move(lifted));
            continue;
          }
          if (refs[0].kind == Reference::Kind::Splice) {
            auto some = look_up(refs[0].name);
            if (!some) return std::nullopt;
            if (some->is(Kind::Array))
              out.insert(out.end(), some->items.begin(), some->items.end());
            else
              out.push_back(std::move(*some));
            continue;
          }
        }
      }
      auto one = value(item);
      if (!one) return std::nullopt;
      // An operator that makes steps makes some of this list.
      if (one->is(Kind::Array) && item.is(Kind::Object) && !item.members.empty() &&
          item.members.front().key.starts_with('$'))
        out.insert(out.end(), one->items.begin(), one->items.end());
      else
        out.push_back(std::move(*one));
    }
    return list(std::move(out), with_.words);
  }

  std::optional<Json> object(const Json& t) const {
    Json out;
    out.kind = Kind::Object;
    out.span = with_.words;
    std::string_view op;
    Json argument;
    for (const base::Member& m : t.members) {
      auto v = value(m.value);
      if (!v) return std::nullopt;
      if (m.key.starts_with('$')) {
        op = m.key;
        argument = std::move(*v);
        continue;
      }
      // A list of what was lifted, where nothing was: there is no such key.
      const bool lifted =
          m.value.is(Kind::Array) && std::ranges::any_of(m.value.items, [](const Json& j) {
            return j.is(Kind::String) && j.string.starts_with("$^");
          });
      if (lifted && v->items.empty()) continue;
      out.members.push_back({m.key, with_.words, std::move(*v)});
    }
    return op.empty() ? std::optional(std::move(out)) : apply(op, argument, std::move(out));
  }

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

  std::optional<Json> narrow(const Json& set, const Json& rest) const {
    const Json* more = rest.find("where");
    if (set.find("set") == nullptr || more == nullptr) return std::nullopt;
    Json out = set;
    out.span = with_.words;
    std::vector<Json> where;
    if (const Json* w = set.find("where")) {
      if (w->is(Kind::Array))
        where = w->items;
      else
        where.push_back(*w);
    }
    where.push_back(*more);
    put(out, "where", list(std::move(where), with_.words));
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
    out.span = with_.words;
    put(out, "choose", *name);
    if (const Json* who = rest.find("who")) put(out, "who", *who);
    put(out, key, string(x + " in " + *of, set.span));
    if (!where->empty()) put(out, "where", string(*where, set.span));
    for (const base::Member& m : without(rest, {"choose", "who", "as"}).members)
      put(out, m.key, m.value);
    return out;
  }

  /// The steps for every member `x` of each of the sets; as they are where there are no sets.
  std::optional<Json> each(const Json& sets, const Json& rest) const {
    const Json* steps = rest.find("steps");
    if (steps == nullptr) return std::nullopt;
    std::vector<Json> out = steps->is(Kind::Array) ? steps->items : std::vector<Json>{*steps};
    const std::vector<Json> one = {sets};
    for (const Json& set : sets.is(Kind::Array) ? sets.items : one) {
      const auto of = members_of(set);
      const auto where = holds(set, "x");
      if (!of || !where) return std::nullopt;
      Json step;
      step.kind = Kind::Object;
      step.span = with_.words;
      put(step, "each",
          string("x in " + *of + (where->empty() ? "" : " where " + *where), set.span));
      const Json* mode = rest.find("mode");
      put(step, "mode", mode != nullptr ? *mode : string("in order", with_.words));
      const bool plain = out.size() == 1 && out[0].find("if") == nullptr &&
                         (out[0].find("do") != nullptr || out[0].find("call") != nullptr);
      if (plain)
        for (const base::Member& m : out[0].members) put(step, m.key, m.value);
      else
        put(step, "steps", list(std::move(out), with_.words));
      out.assign(1, std::move(step));
    }
    return list(std::move(out), with_.words);
  }

  std::optional<Json> for_all(const Json& set, const Json& rest) const {
    const auto of = members_of(set);
    const auto where = holds(set, "x");
    if (!of || !where) return std::nullopt;
    Json out = rest, bound;
    bound.kind = Kind::Object;
    bound.span = with_.words;
    put(bound, "x", string(*of, set.span));
    put(out, "for", std::move(bound));
    return conditioned(std::move(out), *where);
  }

  std::optional<Json> conditioned(Json object, const std::string& before) const {
    const Json* there = object.find("if");
    const auto own = there != nullptr ? expression_of(*there) : std::string();
    if (!own) return std::nullopt;
    if (const std::string all = both(before, *own); !all.empty())
      put(object, "if", string(all, with_.words));
    return object;
  }

  std::optional<Json> quantity(std::string_view of_what, const Json& set) const {
    const auto of = members_of(set);
    const auto where = holds(set, "x");
    if (!of || !where) return std::nullopt;
    const std::string all = of_what == "any" ? ": true" : "";
    return string(
        "(" + std::string(of_what) + " x in " + *of + (where->empty() ? all : ": " + *where) + ")",
        with_.words);
  }

  std::optional<Json> member(const Json& set, const Json& rest) const {
    const Json* is = rest.find("is");
    if (is == nullptr || !is->is(Kind::String) || set.find("set") == nullptr) return std::nullopt;
    const auto where = holds(set, is->string);
    if (!where) return std::nullopt;
    const auto of = members_of(set);
    const std::string all = both(*where, of ? is->string + " in " + *of : "");
    return string(all.empty() ? "true" : all, with_.words);
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
      if (const Json* other = rest.find("else")) put(out, "else", *other);
    } else {
      Json arm;
      arm.kind = out.kind = Kind::Object;
      arm.span = out.span = with_.words;
      put(arm, "if", string(*text, condition.span));
      put(arm, "steps", list(std::move(inner), with_.words));
      if (const Json* other = rest.find("else")) put(arm, "else", *other);
      put(out, "branch", list({std::move(arm)}, with_.words));
    }
    return list({std::move(out)}, with_.words);
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
    return list(std::move(out), with_.words);
  }

  std::optional<Json> icons(const Json& number, const Json& rest) const {
    const Json* icon = rest.find("icon");
    if (icon == nullptr || !number.is(Kind::Int) || number.integer < 0 ||
        number.integer > kMostTimes)
      return std::nullopt;
    return list(std::vector<Json>(static_cast<size_t>(number.integer), *icon), with_.words);
  }

  /// A declared moment with names for what it tells.
  std::optional<Json> announced(const Json& signal) const {
    const Json* in = signal.find("in");
    const Json* args = signal.find("args");
    if (in == nullptr || args == nullptr) return std::nullopt;
    std::string out;
    for (const Json& a : args->items) out += (out.empty() ? "(" : ", ") + a.string;
    const auto name = expression_of(*in);
    return name ? std::optional(string(*name + out + (out.empty() ? "" : ")"), with_.words))
                : std::nullopt;
  }

  /// Both objects as one; conditions are anded. The key that names a form of provisions comes
  /// first.
  std::optional<Json> merged(const Json& a, const Json& rest) const {
    if (!a.is(Kind::Object)) return std::nullopt;
    Json out = a;
    out.span = with_.words;
    for (const base::Member& m : rest.members) {
      if (m.key == "if") continue;
      put(out, m.key, m.value);
    }
    if (const Json* more = rest.find("if")) {
      const Json* there = a.find("if");
      const auto one = there != nullptr ? expression_of(*there) : std::string();
      const auto two = expression_of(*more);
      if (!one || !two) return std::nullopt;
      put(out, "if", string(both(*one, *two), with_.words));
    }
    const auto form = std::ranges::find_if(out.members, [](const base::Member& m) {
      return base::contains(card_forms(), std::string_view(m.key));
    });
    if (form != out.members.end()) std::rotate(out.members.begin(), form, form + 1);
    return out;
  }

  const Filling& with_;
};

void each_string(Json& value, const std::function<void(std::string&)>& use) {
  if (value.is(Kind::String)) use(value.string);
  for (Json& item : value.items) each_string(item, use);
  for (base::Member& m : value.members) each_string(m.value, use);
}

}  // namespace

std::vector<Reference> references(std::string_view text) {
  std::vector<Reference> out;
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at)) {
    Reference r;
    r.begin = at++;
    if (at < text.size() && (text[at] == '*' || text[at] == '^' || text[at] == '!')) {
      r.kind = text[at] == '*'   ? Reference::Kind::Splice
               : text[at] == '^' ? Reference::Kind::Taken
                                 : Reference::Kind::Fresh;
      ++at;
    }
    size_t begin = at;
    if (at < text.size() && text[at] == '{') {
      const size_t end = text.find('}', at);
      if (end == std::string_view::npos) break;
      r.name = text.substr(at + 1, end - at - 1);
      at = end + 1;
    } else {
      while (at < text.size() && is_name_char(text[at])) ++at;
      while (at > begin && at + 1 < text.size() && text[at] == '.' && is_name_char(text[at + 1])) {
        ++at;
        while (at < text.size() && is_name_char(text[at])) ++at;
      }
      r.name = text.substr(begin, at - begin);
    }
    r.end = at;
    out.push_back(r);
  }
  return out;
}

void each_reference(const Json& t, const std::function<void(const Reference&)>& use) {
  if (t.is(Kind::String))
    for (const Reference& r : references(t.string)) use(r);
  for (const Json& item : t.items) each_reference(item, use);
  for (const base::Member& m : t.members) each_reference(m.value, use);
}

void each_operator(const Json& t, const std::function<void(const base::Member&)>& use) {
  for (const Json& item : t.items) each_operator(item, use);
  for (const base::Member& m : t.members) {
    if (m.key.starts_with('$')) use(m);
    each_operator(m.value, use);
  }
}

const std::vector<std::string_view>& operators() {
  static const std::vector<std::string_view> names = {
      "$narrow", "$one",   "$some", "$each",  "$for",  "$count", "$any",
      "$member", "$guard", "$rep",  "$icons", "$args", "$merge"};
  return names;
}

base::Span words_span(size_t begin, size_t end) {
  return {kWords, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

Json printed_name(std::string text) {
  Json out;
  out.kind = Kind::Object;
  put(out, kName, string(std::move(text), {}));
  return out;
}

Json plain(Json value, bool expression) {
  if (const Json* name = value.find(kName)) {
    Json out = *name;
    out.span = value.span;
    return out;
  }
  if (expression && value.is(Kind::Int)) return string(std::to_string(value.integer), value.span);
  for (Json& item : value.items) item = plain(std::move(item));
  const bool choice = expression && value.find("reading") != nullptr;
  for (base::Member& m : value.members) {
    const Key* key = find_key(m.key);
    m.value = plain(std::move(m.value), choice || (key != nullptr && key->shape == Shape::Expr));
  }
  return value;
}

std::optional<Json> filled(const Json& t, const Filling& with) { return Filler(with).value(t); }

Json with_short_names(Json value) {
  // Names that the value has already are not given again.
  std::set<std::string> taken;
  std::vector<std::string> fresh;
  each_string(value, [&](std::string& s) {
    for (size_t i = 0; i < s.size();) {
      if (std::string_view(s).substr(i).starts_with(kFresh)) {
        const size_t end = s.find(kFresh, i + kFresh.size());
        if (end == std::string::npos) return;
        const std::string name = s.substr(i, end + kFresh.size() - i);
        if (!base::contains(fresh, name)) fresh.push_back(name);
        i = end + kFresh.size();
      } else if (is_name_char(s[i])) {
        const size_t begin = i;
        while (i < s.size() && is_name_char(s[i])) ++i;
        taken.insert(s.substr(begin, i - begin));
      } else {
        ++i;
      }
    }
  });
  std::map<std::string, std::string> names;
  size_t next = 0;
  for (const std::string& f : fresh) {
    const auto name = [&] {
      static constexpr std::string_view letters = "tuvwyz";
      const size_t round = next / letters.size();
      return std::string(1, letters[next % letters.size()]) +
             (round == 0 ? "" : std::to_string(round));
    };
    while (taken.contains(name())) ++next;
    names[f] = name();
    ++next;
  }
  each_string(value, [&](std::string& s) {
    for (const auto& [from, to] : names) base::replace_all(s, from, to);
  });
  return value;
}

}  // namespace hanrei::model::phrases
