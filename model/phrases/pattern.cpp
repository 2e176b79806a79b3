#include "model/phrases/pattern.h"

#include <algorithm>

namespace hanrei::model::phrases {
namespace {

using Ways = std::vector<std::vector<Piece>>;

constexpr int kDeepest = 16;  // braces within braces

class Parser {
 public:
  Parser(std::string_view text, const Inflections& inflections, const std::string& form,
         size_t most, bool house)
      : text_(text), inflections_(inflections), form_(form), most_(most), house_(house) {}

  Pattern parse() {
    out_.ways = sequence(0);
    if (!out_.error && at_ < text_.size()) fail("the end, or `{`", "末尾または `{`");
    if (out_.error) out_.ways.clear();
    return std::move(out_);
  }

 private:
  void fail(const char* en, const char* ja) {
    if (!out_.error) out_.error = PatternError{at_, en, ja};
  }
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }

  /// Both one after the other.
  Ways joined(const Ways& a, const Ways& b) {
    Ways out;
    for (const auto& x : a)
      for (const auto& y : b) {
        if (out.size() >= most_) {
          out_.too_many = true;
          return out;
        }
        out.push_back(x);
        out.back().insert(out.back().end(), y.begin(), y.end());
      }
    return out;
  }

  /// Words and groups, up to `|`, `}` or the end; at the top both are words no pattern may have.
  Ways sequence(int depth) {
    Ways out = {{}};
    std::string words;
    const auto flush = [&] {
      if (!words.empty())
        for (auto& way : out) way.push_back({words, "", "", false});
      words.clear();
    };
    while (!out_.error && at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '}' || (c == '|' && depth > 0)) break;
      if (c != '{') {
        words += c;
        ++at_;
        continue;
      }
      flush();
      ++at_;
      out = joined(out, group(depth + 1));
    }
    flush();
    return out;
  }

  /// What stands between braces; the first is passed.
  Ways group(int depth) {
    if (depth > kDeepest) {
      fail("braces less deep in each other", "より浅い括弧");
      return {};
    }
    const size_t end = std::min(text_.find_first_of("{}|", at_), text_.size());
    const std::string_view plain = text_.substr(at_, end - at_);
    const bool whole = end < text_.size() && text_[end] == '}';
    if (whole && plain == "/") {
      at_ = end + 1;
      return {{{"", "", "", true}}};
    }
    if (whole && inflections_.contains(std::string(plain))) return ending(plain, end);
    const size_t colon = plain.find(':');
    if (whole && colon != std::string_view::npos && is_slot(plain.substr(0, colon)))
      return slot(plain, colon, end);
    const bool optional = next_is('?');
    if (optional) ++at_;
    return alternatives(optional, depth);
  }

  static bool is_slot(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
  }

  Ways slot(std::string_view plain, size_t colon, size_t end) {
    if (colon + 1 == plain.size()) {
      at_ = end;
      fail("a sort", "種別の名前");
      return {};
    }
    at_ = end + 1;
    return {
        {{"", std::string(plain.substr(0, colon)), std::string(plain.substr(colon + 1)), false}}};
  }

  Ways ending(std::string_view name, size_t end) {
    at_ = end + 1;
    out_.endings.insert(std::string(name));
    const Inflection& forms = inflections_.at(std::string(name));
    const auto it = forms.find(form_);
    Ways out;
    if (it != forms.end())
      for (const std::string& w : it->second) {
        out.emplace_back();
        if (!w.empty()) out.back().push_back({w, "", "", false});
        if (house_) break;
      }
    return out;
  }

  Ways alternatives(bool optional, int depth) {
    Ways out;
    std::vector<std::string> parts;
    bool empty = false;
    while (!out_.error) {
      const size_t begin = at_;
      Ways one = sequence(depth);
      parts.emplace_back(text_.substr(begin, at_ - begin));
      empty = empty || parts.back().empty();
      out.insert(out.end(), one.begin(), one.end());
      if (!next_is('|')) break;
      ++at_;
    }
    if (out_.error) return {};
    if (!next_is('}')) {
      fail("`}`", "`}`");
      return {};
    }
    ++at_;
    if (parts.size() == 1 && (!optional || empty)) {
      --at_;
      fail("a slot `x:sort`, `a|b`, `?a`, `/` or the name of an ending",
           "スロット `x:種別`、`a|b`、`?a`、`/`、語尾の名前のどれか");
      return {};
    }
    if (house_ && (optional || empty)) return {{}};
    if (house_ && out.size() > 1) out.resize(1);
    if (!optional && !empty) return out;
    for (const std::string& p : parts)
      if (!p.empty()) out_.optional.insert(p);
    if (!empty) out.emplace_back();
    return out;
  }

  std::string_view text_;
  const Inflections& inflections_;
  const std::string& form_;
  size_t most_;
  bool house_;  // of alternatives the first only, and nothing that may be left out
  size_t at_ = 0;
  Pattern out_;
};

}  // namespace

Pattern parse_pattern(std::string_view text, const Inflections& inflections,
                      const std::string& form, size_t most) {
  Pattern out = Parser(text, inflections, form, most, false).parse();
  const Pattern house = Parser(text, inflections, form, most, true).parse();
  if (!house.ways.empty()) out.house = house.ways.front();
  return out;
}

}  // namespace hanrei::model::phrases
