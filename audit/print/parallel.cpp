// Sections with like titles that say the same of two things, and what only one of them says.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::Chars;
using Words = std::set<std::string>;

constexpr size_t kMost = 300;  ///< sections that are compared with each other

struct Said {
  Place at;
  std::string shape, digest;
  Words words;
  bool announces;
};
struct Section {
  size_t unit;
  std::string title;
  std::vector<Said> says;
};

double alike(const Words& a, const Words& b) {
  size_t common = 0;
  for (const std::string& w : a) common += b.contains(w);
  const size_t all = a.size() + b.size() - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

/// カードの… twice, or アクションアイテム beside アクションフィールド.
bool like(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const Chars x = audit::reader::decode(a), y = audit::reader::decode(b);
  size_t front = 0, back = 0;
  while (front < std::min(x.size(), y.size()) && x[front] == y[front]) ++front;
  while (back < std::min(x.size(), y.size()) && x[x.size() - 1 - back] == y[y.size() - 1 - back])
    ++back;
  return std::max(front, back) >= 5;
}

class Parallel {
 public:
  Parallel(const Book& book, Found& found) : book_(book), found_(found), v_(book) {}

  void run() {
    std::vector<Section> all;
    std::map<int, size_t> index;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      const int section = audit::reader::section_of(book_, static_cast<int>(u));
      const Unit& unit = book_.units[u];
      if (section < 0 || said.title || unit.kind == Kind::Example || unit.kind == Kind::Step ||
          unit.kind == Kind::Label || unit.kind == Kind::Item)
        return;
      const Unit& head = book_.units[section];
      if (head.kind != Kind::Heading || head.titles.empty()) return;
      if (!index.contains(section)) {
        if (all.size() >= kMost) return;
        index[section] = all.size();
        all.push_back({static_cast<size_t>(section), head.titles[0], {}});
      }
      all[index[section]].says.push_back({{u, s, said.at},
                                          said.shape,
                                          said.digest,
                                          words(said, section),
                                          !said.announces.empty()});
    });
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = a + 1; b < all.size(); ++b)
        if (like(all[a].title, all[b].title)) compare(all[a], all[b]);
  }

 private:
  /// Without the words of the title, and of the title above when nothing stands between.
  Words words(const Sentence& said, int section) const {
    Words titles;
    for (int k : {section, section - 1}) {
      if (k < 0 || book_.units[k].kind != Kind::Heading) continue;
      for (const Sentence& s : book_.units[k].says)
        if (s.title)
          for (const Mention& w : s.words) titles.insert(w.text);
    }
    Words out;
    for (const Mention& w : said.words) {
      std::string word = w.text;
      for (const std::string& t : titles)
        if (const size_t at = word.find(t); at != word.npos) word.replace(at, t.size(), "#");
      out.insert(word);
    }
    return out;
  }

  /// With the title above, when nothing stands between: VS獣 場への出し方.
  std::string name(size_t unit) const {
    const bool below = unit > 0 && book_.units[unit].number.empty() &&
                       book_.units[unit - 1].kind == Kind::Heading &&
                       book_.units[unit - 1].says.size() == 1;
    return (below ? told(book_, unit - 1) + " " : "") + told(book_, unit);
  }

  /// It speaks of nothing that the other section does not know, and announces no list.
  bool fits(const Said& said, const Section& other) const {
    return !said.announces && std::ranges::all_of(said.words, [&](const std::string& w) {
      return w.find('#') != w.npos || v_.everyday(w) || !v_.covers(w) ||
             std::ranges::any_of(other.says, [&](const Said& o) { return o.words.contains(w); });
    });
  }

  void compare(const Section& a, const Section& b) {
    if (a.says.size() < 3 || b.says.size() < 3) return;
    std::vector<bool> taken(b.says.size());
    std::vector<Place> places;
    size_t same = 0, exact = 0, only = 0, other = 0;
    for (const Said& x : a.says) {
      size_t best = b.says.size();
      double most = 0.49;
      for (size_t i = 0; i < b.says.size(); ++i) {
        const bool equal =
            x.digest == b.says[i].digest || (!x.shape.empty() && x.shape == b.says[i].shape);
        const double n = equal ? 2 : x.words.size() < 2 ? 0 : alike(x.words, b.says[i].words);
        if (!taken[i] && n > most) {
          most = n;
          best = i;
        }
      }
      if (best == b.says.size()) {
        places.push_back(x.at);
        ++only;
        other += !fits(x, b);
        continue;
      }
      taken[best] = true;
      ++same;
      exact += most > 1;
    }
    for (size_t i = 0; i < b.says.size(); ++i)
      if (!taken[i]) {
        places.push_back(b.says[i].at);
        ++only;
        other += !fits(b.says[i], a);
      }
    if (same < 3 || exact < 1 || only == 0 || only > (same > 3 ? 4U : 2U) || other > 0 ||
        same * 10 < std::max(a.says.size(), b.says.size()) * 6)
      return;
    places.push_back({a.unit, 0, {}});
    places.push_back({b.unit, 0, {}});
    found_.push_back({Code::OnlyOneSays, std::move(places), {name(a.unit), name(b.unit)}, ""});
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
};

}  // namespace

void look_at_parallels(const Book& book, Found& found) { Parallel(book, found).run(); }

}  // namespace hanrei::audit::print
