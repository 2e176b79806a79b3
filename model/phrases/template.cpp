#include "model/phrases/template.h"

#include <algorithm>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/json/write.h"
#include "base/text/replace.h"
#include "model/phrases/operators.h"
#include "model/syntax/forms.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

constexpr uint32_t kWords = ~0u;               // the file of a place that is a range of words
constexpr std::string_view kFresh = "\u01C2";  // begins and ends a fresh name; no print has it

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
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
        return base::text_json(operand(at->string) + "." + std::string(rest), at->span);
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
    return base::text_json(std::move(out), with_.words);
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
    return base::list_json(std::move(out), with_.words);
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
    return op.empty() ? std::optional(std::move(out))
                      : applied(op, argument, std::move(out), with_.words);
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

base::Span words_span(size_t begin, size_t end) {
  return {kWords, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

Json printed_name(std::string text) {
  Json out;
  out.kind = Kind::Object;
  base::set_member(out, kName, base::text_json(std::move(text), {}));
  return out;
}

Json plain(Json value, bool expression) {
  if (const Json* name = value.find(kName)) {
    Json out = *name;
    out.span = value.span;
    return out;
  }
  if (expression && value.is(Kind::Int))
    return base::text_json(std::to_string(value.integer), value.span);
  for (Json& item : value.items) item = plain(std::move(item));
  const bool choice = expression && value.find("reading") != nullptr;
  for (base::Member& m : value.members) {
    const model::Key* key = find_key(m.key);
    m.value = plain(std::move(m.value), choice || (key != nullptr && key->shape == Shape::Expr));
  }
  return value;
}

std::optional<Json> filled(const Json& t, const Filling& with) { return Filler(with).value(t); }

std::string compact(const Json& value) {
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.value(value);
  return w.str();
}

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
