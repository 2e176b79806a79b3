#include "model/phrases/chart.h"

#include <algorithm>
#include <unordered_set>

#include "base/contains.h"
#include "base/stop.h"
#include "base/text/width.h"

namespace hanrei::model::phrases {
namespace {

/// A rule, read up to an element, begun at a character.
struct Item {
  int rule = 0;
  uint32_t element = 0, origin = 0;
};

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

class Maker {
 public:
  Maker(const Book& book, const Folded& text, bool anywhere)
      : book_(book),
        text_(text),
        anywhere_(anywhere),
        agenda_(text.size() + 1),
        seen_(text.size() + 1),
        waiting_(text.size() + 1),
        predicted_(text.size() + 1) {}

  Chart make(const std::vector<int>& tops) {
    for (size_t at = 0; at <= text_.size() && !chart_.cut; ++at) {
      base::heed_stop();
      if (at == 0 || anywhere_)
        for (const int t : tops) predict(t, at);
      if (!agenda_[at].empty()) chart_.furthest = at;
      for (size_t k = 0; k < agenda_[at].size() && !chart_.cut; ++k) step(agenda_[at][k], at);
    }
    // What the readings are worked out from does not hang on the way of the chart.
    for (auto& [where, ends] : chart_.done)
      for (auto& [end, rules] : ends) std::ranges::sort(rules);
    return std::move(chart_);
  }

 private:
  const std::vector<Element>& elements(int rule) const {
    return book_.rules[static_cast<size_t>(rule)].elements;
  }

  void add(size_t at, Item item) {
    const uint64_t key = (static_cast<uint64_t>(item.rule) << 32) |
                         (static_cast<uint64_t>(item.element) << 16) | item.origin;
    if (!seen_[at].insert(key).second) return;
    if (++items_ > kMostItems) {
      chart_.cut = true;
      return;
    }
    agenda_[at].push_back(item);
  }

  void predict(int sort, size_t at) {
    if (!predicted_[at].insert(sort).second) return;
    if (const auto& lexical = book_.lexical[static_cast<size_t>(sort)]) match(*lexical, sort, at);
    for (const int r : book_.rules_of[static_cast<size_t>(sort)]) {
      const Element& first = elements(r).front();
      if (first.kind == Element::Kind::Literal && !stands(book_, text_, first.words, at))
        chart_.words[at].insert(first.words);
      else
        add(at, {r, 0, static_cast<uint32_t>(at)});
    }
  }

  void match(const Lexical& lexical, int sort, size_t at) {
    const size_t n = text_.size();
    size_t end = at;
    if (lexical.kind == Lexical::Kind::Text) {
      while (end < n && end - at < lexical.most &&
             lexical.without.find(text_.chars[end]) == std::u32string::npos)
        chart_.done[{sort, at}][++end];
    } else {
      if (lexical.kind == Lexical::Kind::Signed && end < n &&
          (text_.chars[end] == '+' || text_.chars[end] == '-'))
        ++end;
      const size_t digits = end;
      while (end < n && is_digit(text_.chars[end]) && (end == digits || !text_.boundary[end]))
        ++end;
      // The whole of a number, of a length that is still one; none goes on in the next span.
      const bool signed_well = lexical.kind == Lexical::Kind::Digits || digits > at;
      const bool whole =
          at == 0 || digits > at || text_.boundary[at] || !is_digit(text_.chars[at - 1]);
      if (signed_well && whole && end > digits && end - digits <= 9) chart_.done[{sort, at}][end];
    }
    if (chart_.ends(sort, at) == nullptr) chart_.sorts[at].insert(sort);
  }

  void step(const Item item, size_t at) {
    const std::vector<Element>& all = elements(item.rule);
    const Item next = {item.rule, item.element + 1, item.origin};
    if (item.element == all.size()) return complete(item, at);
    const Element& e = all[item.element];
    switch (e.kind) {
      case Element::Kind::Literal:
        if (stands(book_, text_, e.words, at))
          add(at + e.words.size(), next);
        else
          chart_.words[at].insert(e.words);
        return;
      case Element::Kind::Boundary:
        if (text_.boundary[at]) add(at, next);
        return;
      case Element::Kind::Slot:
        waiting_[at][e.sort].push_back(item);
        predict(e.sort, at);
        if (const Chart::Ends* ends = chart_.ends(e.sort, at)) {
          std::vector<size_t> there;
          for (const auto& [end, rules] : *ends) there.push_back(end);
          for (const size_t end : there) add(end, next);
        }
        return;
    }
  }

  void complete(const Item& item, size_t at) {
    const int sort = book_.rules[static_cast<size_t>(item.rule)].sort;
    std::vector<int>& rules = chart_.done[{sort, item.origin}][at];
    const bool first = rules.empty();
    rules.push_back(item.rule);
    if (!first) return;
    const auto it = waiting_[item.origin].find(sort);
    if (it == waiting_[item.origin].end()) return;
    for (size_t k = 0; k < it->second.size(); ++k) {
      const Item w = it->second[k];
      add(at, {w.rule, w.element + 1, w.origin});
    }
  }

  const Book& book_;
  const Folded& text_;
  bool anywhere_;
  Chart chart_;
  std::vector<std::vector<Item>> agenda_;
  std::vector<std::unordered_set<uint64_t>> seen_;
  std::vector<std::map<int, std::vector<Item>>> waiting_;
  std::vector<std::set<int>> predicted_;
  size_t items_ = 0;
};

}  // namespace

bool stands(const Book& book, const Folded& text, std::u32string_view words, size_t at) {
  if (text.chars.compare(at, words.size(), words) != 0 || at + words.size() > text.size())
    return false;
  if (!book.folding.one_space) return true;
  const auto within = [&](size_t between) {
    return between > 0 && between < text.size() && base::is_letter(text.chars[between - 1]) &&
           base::is_letter(text.chars[between]);
  };
  return !within(at) && !within(at + words.size());
}

Chart make_chart(const Book& book, const Folded& text, const std::vector<int>& tops,
                 bool anywhere) {
  return Maker(book, text, anywhere).make(tops);
}

}  // namespace hanrei::model::phrases
