// Parts that are alike but for a word: what was copied and not adapted.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

constexpr double kAlike = 0.75;  ///< of two sentences, from 0 to 1
constexpr size_t kLeast = 3;     ///< sentences that two parts have to have in common

/// A sentence as a bag of words.
struct Line {
  const Said* in;
  std::vector<std::string> words;  ///< sorted
};
struct Part {
  size_t unit;
  Words title;
  std::vector<Line> lines;
};

double alike(const Line& a, const Line& b) {
  size_t both = 0;
  for (size_t i = 0, k = 0; i < a.words.size() && k < b.words.size();) {
    if (a.words[i] == b.words[k])
      ++both, ++i, ++k;
    else
      ++(a.words[i] < b.words[k] ? i : k);
  }
  return 2.0 * static_cast<double>(both) / static_cast<double>(a.words.size() + b.words.size());
}

class Parallel {
 public:
  explicit Parallel(Look& look) : look_(look) {
    std::map<size_t, size_t> at;
    for (const Said& s : look.said) {
      int part = static_cast<int>(s.unit);
      while (part >= 0 && look.book.units[static_cast<size_t>(part)].titles.empty())
        part = look.book.units[static_cast<size_t>(part)].up;
      if (part < 0 || s.example || s.s->title) continue;
      const auto [it, fresh] = at.try_emplace(static_cast<size_t>(part), parts_.size());
      if (fresh)
        parts_.push_back({static_cast<size_t>(part), title(static_cast<size_t>(part)), {}});
      Line line{&s, {}};
      for (const Word& w : s.s->words)
        if (reader::is_noun(w.pos) || w.pos == Pos::Verb || w.pos == Pos::Number ||
            w.pos == Pos::Adjective)
          line.words.push_back(w.stem);
      if (line.words.size() < 3) continue;
      std::sort(line.words.begin(), line.words.end());
      parts_[it->second].lines.push_back(std::move(line));
    }
  }

  void check() {
    std::sort(parts_.begin(), parts_.end(),
              [](const Part& a, const Part& b) { return a.unit < b.unit; });
    for (size_t i = 0; i < parts_.size(); ++i)
      for (size_t k = 0; k < i; ++k)
        if (std::min(parts_[i].lines.size(), parts_[k].lines.size()) >= kLeast) pair(i, k);
  }

 private:
  Words title(size_t unit) const {
    Words out;
    for (const std::string& t : look_.book.units[unit].titles)
      for (const Word& w : reader::words_of(reader::narrow(reader::decode(t))))
        if (reader::is_noun(w.pos) || w.pos == Pos::Verb) out.insert(w.stem);
    return out;
  }
  /// Of each line of a the line of b that is most like it; -1 where none is.
  static std::vector<int> twins(const Part& a, const Part& b) {
    std::vector<int> out(a.lines.size(), -1);
    for (size_t i = 0; i < a.lines.size(); ++i) {
      double best = kAlike;
      for (size_t k = 0; k < b.lines.size(); ++k)
        if (const double d = alike(a.lines[i], b.lines[k]); d >= best)
          best = d, out[i] = static_cast<int>(k);
    }
    return out;
  }
  static bool has(const Line& l, const std::string& word) {
    return std::binary_search(l.words.begin(), l.words.end(), word);
  }

  void pair(size_t i, size_t k) {
    const Part &later = parts_[i], &first = parts_[k];
    const std::vector<int> twin = twins(later, first);
    const size_t common =
        static_cast<size_t>(std::count_if(twin.begin(), twin.end(), [](int t) { return t >= 0; }));
    if (common < kLeast || common * 2 < std::min(later.lines.size(), first.lines.size())) return;
    copied(later, first, twin);
  }
  /// The others have the word of their own title where this one has that of the other part.
  void copied(const Part& later, const Part& first, const std::vector<int>& twin) {
    for (const std::string& old : first.title) {
      if (later.title.contains(old)) continue;
      for (const std::string& own : later.title) {
        if (first.title.contains(own)) continue;
        size_t adapted = 0;
        const Line* left = nullptr;
        const Line* from = nullptr;
        for (size_t i = 0; i < twin.size(); ++i) {
          if (twin[i] < 0) continue;
          const Line &a = later.lines[i], &b = first.lines[static_cast<size_t>(twin[i])];
          if (has(a, own) && !has(a, old) && has(b, old) && !has(b, own)) ++adapted;
          if (a.words == b.words && has(a, old) && !has(a, own) && left == nullptr)
            left = &a, from = &b;
        }
        if (adapted < 2 || left == nullptr || !told_.insert(left->in).second) continue;
        look_.add(Code::ParallelDiffers, {look_.place(*left->in), look_.place(*from->in)},
                  {old, look_.where(first.unit)});
      }
    }
  }

  Look& look_;
  std::vector<Part> parts_;
  std::set<const Said*> told_;
};

}  // namespace

void look_at_parallels(Look& look) { Parallel(look).check(); }

}  // namespace hanrei::audit::print
