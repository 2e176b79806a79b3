#include "model/phrases/solve.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/contains.h"
#include "base/json/make.h"
#include "model/phrases/normal.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

constexpr std::string_view kUnknown = "unknown_part_";

bool of_word(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_';
}

/// `$a.v` and names are one word; so are two signs that are one operator.
Tokens split(std::string_view text) {
  static constexpr std::string_view pairs[] = {":=", "+=", "-=", "!=", "<=", ">="};
  Tokens out;
  bool space = false;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      space = true;
      ++i;
      continue;
    }
    size_t end = i + 1;
    if (text[i] == '"' || text[i] == '\'') {
      end = std::min(text.find(text[i], i + 1), text.size() - 1) + 1;
    } else if (of_word(text[i]) || text[i] == '$') {
      while (end < text.size() && (of_word(text[end]) || (text[i] == '$' && text[end] == '.')))
        ++end;
    } else if (base::contains(pairs, text.substr(i, 2))) {
      end = i + 2;
    }
    out.push_back({std::string(text.substr(i, end - i)), space});
    space = false;
    i = end;
  }
  return out;
}

std::string joined(const Tokens& tokens) {
  std::string out;
  for (const Token& t : tokens) out += (t.space && !out.empty() ? " " : "") + t.text;
  return out;
}

bool is_unknown(std::string_view word) { return word.starts_with(kUnknown); }

/// Names that provisions bind, as far as they are told by where they stand.
void bound_names(const Json& j, std::set<std::string>& out) {
  for (const base::Member& m : j.members) {
    if (m.value.is(Kind::String)) {
      const Tokens words = split(m.value.string);
      const bool whole = m.key == "choose" || m.key == "as" || m.key == "let";
      for (size_t i = 0; i < words.size(); ++i) {
        const bool of = i + 1 < words.size() && words[i + 1].text == "in";
        const bool told = (m.key == "on" || m.key == "event") && i > 1;
        if (((whole && words.size() == 1) || of || told) && of_word(words[i].text[0]))
          out.insert(words[i].text);
      }
    }
    bound_names(m.value, out);
  }
  for (const Json& item : j.items) bound_names(item, out);
}

class Matching {
 public:
  explicit Matching(const Json& with, const Json& wanted) {
    bound_names(with, ours_);
    bound_names(wanted, theirs_);
  }

  bool match(const Json& with, const Json& wanted) {
    if (with.is(Kind::Array) && wanted.is(Kind::Array)) return lists(with.items, wanted.items);
    if (with.is(Kind::Object) && wanted.is(Kind::Object)) return objects(with, wanted);
    const Tokens a = tokens_of(with), b = tokens_of(wanted);
    if (!a.empty() && !b.empty()) return words(a, b);
    return base::same_value(with, wanted);
  }

  /// In the names of the pattern.
  Solution solution() {
    for (auto& [name, value] : found_) rename(value);
    return std::move(found_);
  }

 private:
  static const Json* open_item(const Json& item) {
    return item.members.size() == 1 ? item.find("unknown") : nullptr;
  }

  bool lists(const std::vector<Json>& with, const std::vector<Json>& wanted) {
    size_t at = 0;
    while (at < with.size() && open_item(with[at]) == nullptr) ++at;
    if (at == with.size())
      return std::ranges::equal(with, wanted,
                                [&](const Json& a, const Json& b) { return match(a, b); });
    const size_t after = with.size() - at - 1;
    if (wanted.size() < at + after) return false;
    for (size_t i = 0; i < at; ++i)
      if (!match(with[i], wanted[i])) return false;
    for (size_t i = 0; i < after; ++i)
      if (!match(with[with.size() - 1 - i], wanted[wanted.size() - 1 - i])) return false;
    Json middle = base::list_json({wanted.begin() + static_cast<std::ptrdiff_t>(at),
                                   wanted.end() - static_cast<std::ptrdiff_t>(after)});
    found_.emplace(open_item(with[at])->string, std::move(middle));
    return true;
  }

  bool objects(const Json& with, const Json& wanted) {
    if (with.members.size() != wanted.members.size()) return false;
    return std::ranges::all_of(with.members, [&](const base::Member& m) {
      const Json* other = wanted.find(m.key);
      const bool named = m.key == "effect" || m.key == "static" || m.key == "trigger";
      return other != nullptr && (named || match(m.value, *other));
    });
  }

  bool same(const std::string& a, const std::string& b) {
    const bool bound = ours_.contains(a) && theirs_.contains(b);
    if (!bound) return a == b;
    const auto [it, fresh] = theirs_of_.try_emplace(a, b);
    if (fresh) ours_of_.try_emplace(b, a);
    return it->second == b;
  }

  bool words(const Tokens& a, const Tokens& b) {
    size_t at = 0;
    while (at < a.size() && !is_unknown(a[at].text)) ++at;
    if (at == a.size())
      return std::ranges::equal(
          a, b, [&](const Token& x, const Token& y) { return same(x.text, y.text); });
    size_t begin = at, end = at + 1;
    std::string member;
    if (end + 2 < a.size() && a[end].text == "(" && a[end + 2].text == ")") {
      member = a[end + 1].text;
      end += 3;
    }
    if (between(a, b, begin, end, at, member)) return true;
    // Parentheses that were put around it need not be there.
    const bool around =
        begin > 0 && end < a.size() && a[begin - 1].text == "(" && a[end].text == ")";
    return around && between(a, b, begin - 1, end + 1, at, member);
  }

  /// All but [begin, end) is the same; what the others have there is the solution.
  bool between(const Tokens& a, const Tokens& b, size_t begin, size_t end, size_t at,
               const std::string& member) {
    const size_t after = a.size() - end;
    if (b.size() < begin + after + 1) return false;
    const auto ours = ours_of_, theirs = theirs_of_;
    bool fits = true;
    for (size_t i = 0; i < begin && fits; ++i) fits = same(a[i].text, b[i].text);
    for (size_t i = 0; i < after && fits; ++i)
      fits = same(a[a.size() - 1 - i].text, b[b.size() - 1 - i].text);
    Tokens middle(b.begin() + static_cast<std::ptrdiff_t>(begin),
                  b.end() - static_cast<std::ptrdiff_t>(after));
    int depth = 0;
    for (const Token& t : middle) {
      depth += t.text == "(" ? 1 : t.text == ")" ? -1 : 0;
      fits = fits && depth >= 0;
    }
    if (!fits || depth != 0) {
      ours_of_ = ours;
      theirs_of_ = theirs;
      return false;
    }
    if (!member.empty()) {
      const auto it = theirs_of_.find(member);
      const std::string theirs_name = it == theirs_of_.end() ? member : it->second;
      for (Token& t : middle)
        if (t.text == theirs_name) t.text = "$it";
    }
    found_.emplace(a[at].text, base::text_json(joined(middle)));
    return true;
  }

  void rename(Json& j) const {
    if (j.is(Kind::String)) {
      Tokens words = split(j.string);
      bool any = false;
      for (Token& t : words)
        if (const auto it = ours_of_.find(t.text); it != ours_of_.end()) {
          any = any || t.text != it->second;
          t.text = it->second;
        }
      if (any) j.string = joined(words);
    }
    for (Json& item : j.items) rename(item);
    for (base::Member& m : j.members) rename(m.value);
  }

  std::set<std::string> ours_, theirs_;
  std::map<std::string, std::string> theirs_of_, ours_of_;
  Solution found_;
};

}  // namespace

Tokens tokens_of(const Json& value) {
  if (value.is(Kind::Int)) return {{std::to_string(value.integer), false}};
  return value.is(Kind::String) ? split(value.string) : Tokens{};
}

std::string unknown(size_t number) { return std::string(kUnknown) + std::to_string(number); }

std::optional<Solution> solve(const Json& with, const Json& wanted) {
  Matching m(with, wanted);
  if (!m.match(with, wanted)) return std::nullopt;
  Solution out = m.solution();
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

Json without_remarks(const Json& provision) {
  Json out = provision;
  std::erase_if(out.members, [](const base::Member& m) { return says_nothing(m.key); });
  for (Json& item : out.items) item = without_remarks(item);
  for (base::Member& m : out.members) m.value = without_remarks(m.value);
  return out;
}

Json put_in(const Json& with, const Solution& solution) {
  if (with.is(Kind::String)) {
    const auto it = solution.find(with.string.substr(0, with.string.find('(')));
    return it == solution.end() ? with : it->second;
  }
  Json out = with;
  out.items.clear();
  for (const Json& item : with.items) {
    const Json* open = item.members.size() == 1 ? item.find("unknown") : nullptr;
    const auto it = open == nullptr ? solution.end() : solution.find(open->string);
    if (it == solution.end())
      out.items.push_back(put_in(item, solution));
    else
      out.items.insert(out.items.end(), it->second.items.begin(), it->second.items.end());
  }
  for (base::Member& m : out.members) m.value = put_in(m.value, solution);
  return out;
}

bool replace_part(Json& in, const Tokens& expression, const Json& list, const std::string& slot,
                  const std::string& splice) {
  bool any = false;
  if (in.is(Kind::Int) || in.is(Kind::String)) {
    Tokens words = tokens_of(in);
    const size_t n = expression.size();
    for (size_t i = 0; n > 0 && i + n <= words.size(); ++i) {
      const bool here = std::equal(expression.begin(), expression.end(),
                                   words.begin() + static_cast<std::ptrdiff_t>(i),
                                   [](const Token& a, const Token& b) { return a.text == b.text; });
      if (!here) continue;
      words[i].text = slot;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  words.begin() + static_cast<std::ptrdiff_t>(i + n));
      any = true;
    }
    if (any) in = base::text_json(joined(words));
    return any;
  }
  const size_t n = list.items.size();
  if (in.is(Kind::Array) && n > 0 && list.items[0].is(Kind::Object)) {
    for (size_t i = 0; i + n <= in.items.size(); ++i) {
      bool here = true;
      for (size_t k = 0; k < n && here; ++k)
        here = compact(in.items[i + k]) == compact(list.items[k]);
      if (!here) continue;
      const auto at = in.items.begin() + static_cast<std::ptrdiff_t>(i);
      in.items.erase(at, at + static_cast<std::ptrdiff_t>(n));
      in.items.insert(in.items.begin() + static_cast<std::ptrdiff_t>(i), base::text_json(splice));
      any = true;
    }
  }
  for (Json& item : in.items) any = replace_part(item, expression, list, slot, splice) || any;
  for (base::Member& m : in.members)
    any = replace_part(m.value, expression, list, slot, splice) || any;
  return any;
}

}  // namespace hanrei::model::phrases
