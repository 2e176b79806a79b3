#include "model/phrases/holes.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "model/phrases/only.h"

namespace hanrei::model::phrases {
namespace {

constexpr size_t kMostPlaces = 20'000;  // that are looked at

class Finder {
 public:
  Finder(const Book& book, const Folded& text, const Chart& chart, const base::Json& card)
      : book_(book), text_(text), chart_(chart), card_(card) {}

  std::vector<Hole> all() {
    Environment env = book_.env;
    std::ranges::sort(env);
    open_.push_back({book_.start, 0, text_.size(), env});
    // In the order in which they are found; each place once.
    for (size_t k = 0; k < open_.size() && k < kMostPlaces; ++k) {
      const Hole here = open_[k];
      within(here);
    }
    // The whole text as one phrase would say nothing of any other.
    std::vector<Hole> out(open_.begin() + 1, open_.end());
    std::ranges::stable_sort(
        out, [](const Hole& a, const Hole& b) { return a.end - a.begin < b.end - b.begin; });
    return out;
  }

 private:
  using Ends = std::set<size_t>;

  /// Where an element may end that begins there, and begin that ends there.
  Ends after(const Element& e, const Ends& from, size_t most) const {
    Ends out;
    for (const size_t p : from) {
      if (e.kind == Element::Kind::Boundary && text_.boundary[p]) out.insert(p);
      if (e.kind == Element::Kind::Literal && p + e.words.size() <= most &&
          stands(book_, text_, e.words, p))
        out.insert(p + e.words.size());
      if (e.kind == Element::Kind::Slot)
        if (const Chart::Ends* ends = chart_.ends(e.sort, p))
          for (const auto& [end, rules] : *ends)
            if (end <= most) out.insert(end);
    }
    return out;
  }
  Ends before(const Element& e, const Ends& to, size_t least) const {
    Ends out;
    for (const size_t q : to)
      for (size_t p = least; p <= q; ++p)
        if (after(e, {p}, q).contains(q)) out.insert(p);
    return out;
  }

  void within(const Hole& here) {
    for (const int r : book_.rules_of[static_cast<size_t>(here.sort)]) {
      const Rule& rule = book_.rules[static_cast<size_t>(r)];
      const Phrase& phrase = book_.phrases[static_cast<size_t>(rule.phrase)];
      const size_t n = rule.elements.size();
      if (!std::ranges::any_of(rule.elements,
                               [](const Element& e) { return e.kind == Element::Kind::Slot; }) ||
          !std::ranges::all_of(phrase.only,
                               [&](const Only& o) { return met(o, here.env, &card_, nullptr); }))
        continue;
      std::vector<Ends> left(n + 1), right(n + 1);
      left[0] = {here.begin};
      for (size_t i = 0; i < n && !left[i].empty(); ++i)
        left[i + 1] = after(rule.elements[i], left[i], here.end);
      right[n] = {here.end};
      for (size_t i = n; i > 0 && !right[i].empty(); --i)
        right[i - 1] = before(rule.elements[i - 1], right[i], here.begin);
      const Environment env = below(phrase, here.env);
      for (size_t i = 0; i < n; ++i)
        if (rule.elements[i].kind == Element::Kind::Slot)
          for (const size_t p : left[i])
            for (const size_t q : right[i + 1]) enter(rule.elements[i].sort, p, q, env);
    }
  }

  void enter(int sort, size_t begin, size_t end, const Environment& env) {
    if (begin >= end || book_.lexical[static_cast<size_t>(sort)]) return;
    if (const Chart::Ends* ends = chart_.ends(sort, begin); ends != nullptr && ends->contains(end))
      return;
    if (open_.size() < kMostPlaces && seen_.insert({sort, begin, end, env}).second)
      open_.push_back({sort, begin, end, env});
  }

  const Book& book_;
  const Folded& text_;
  const Chart& chart_;
  const base::Json& card_;
  std::vector<Hole> open_;
  std::set<std::tuple<int, size_t, size_t, Environment>> seen_;
};

}  // namespace

std::vector<Hole> holes_of(const Book& book, const Folded& text, const Chart& chart,
                           const base::Json& card) {
  return Finder(book, text, chart, card).all();
}

}  // namespace hanrei::model::phrases
