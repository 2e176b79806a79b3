// Procedures and lists that run alike, and where one of them does not.
#include <algorithm>

#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using Words = std::set<std::string>;

constexpr size_t kMost = 200;  ///< procedures and lists that are compared with each other

struct Step {
  size_t unit;
  Words words, printed;
};
struct Procedure {
  size_t section;
  std::set<std::string> parts;  ///< titles of its labels and parts
  std::vector<Step> steps;
};
struct Entry {
  Place at;
  std::string shape, digest;
  Words words;
};
struct List {
  size_t owner;
  std::vector<Entry> entries;
};

double alike(const Words& a, const Words& b) {
  size_t common = 0;
  for (const std::string& w : a) common += b.contains(w);
  const size_t all = a.size() + b.size() - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

class Siblings {
 public:
  Siblings(const Book& book, Found& found) : book_(book), found_(found) {}

  void run() {
    procedures();
    lists();
    titles();
    families();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }

  /// The words of a sentence; those of the titles above it as one sign, whatever they are.
  Words words_of(const Unit& unit, const Words& own) const {
    Words out;
    for (const Sentence& s : unit.says)
      for (const Mention& w : s.words) {
        std::string word = w.text;
        for (const std::string& o : own)
          if (const size_t at = word.find(o); at != word.npos) word.replace(at, o.size(), "#");
        out.insert(word);
      }
    return out;
  }

  Words title_words(size_t section) const {
    Words out;
    for (const Sentence& s : book_.units[section].says)
      if (s.title)
        for (const Mention& w : s.words) out.insert(w.text);
    return out;
  }

  void procedures() {
    std::vector<Procedure> all;
    std::map<int, size_t> index;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      const int section = section_of(book_, static_cast<int>(u));
      if (section < 0 ||
          (unit.kind != Kind::Step && unit.kind != Kind::Label && unit.kind != Kind::Part))
        continue;
      if (!index.contains(section)) {
        if (all.size() >= kMost) continue;
        index[section] = all.size();
        all.push_back({static_cast<size_t>(section), {}, {}});
      }
      Procedure& p = all[index[section]];
      if (unit.kind == Kind::Step)
        p.steps.push_back({u, words_of(unit, title_words(p.section)), words_of(unit, {})});
      else if (!unit.titles.empty())
        p.parts.insert(unit.titles[0]);
    }
    std::erase_if(all, [](const Procedure& p) { return p.steps.size() < 3 || p.parts.size() < 2; });
    for (const Procedure& p : all) {
      std::vector<const Procedure*> family;
      for (const Procedure& q : all)
        if (&q != &p && shared(p, q) >= 2) family.push_back(&q);
      if (family.size() < 3) continue;
      parts(p, family);
      steps(p, family);
      labels(p, family);
    }
  }

  static size_t shared(const Procedure& p, const Procedure& q) {
    return static_cast<size_t>(
        std::ranges::count_if(p.parts, [&](const auto& t) { return q.parts.contains(t); }));
  }

  void parts(const Procedure& p, const std::vector<const Procedure*>& family) {
    std::map<std::string, std::vector<Place>> with;
    size_t own = 0;  // what has many parts of its own is not built like the others
    for (const std::string& part : p.parts)
      own +=
          std::ranges::none_of(family, [&](const Procedure* q) { return q->parts.contains(part); });
    if (own > 1) return;
    for (const Procedure* q : family)
      for (const std::string& part : q->parts) with[part].push_back({q->section, 0, {}});
    std::vector<Place> all = {{p.section, 0, {}}};
    std::string missing;
    size_t most = 0;
    for (const auto& [part, places] : with) {
      if (p.parts.contains(part) || places.size() < 3 || places.size() * 4 < family.size() * 3)
        continue;
      if (missing.empty()) all.insert(all.end(), places.begin(), places.end());
      missing += (missing.empty() ? "" : ", ") + part;
      most = std::max(most, places.size());
    }
    if (!missing.empty()) add(Code::PartMissing, std::move(all), {missing, std::to_string(most)});
  }

  /// Which steps of q go with which of p: the most alike, in order.
  static std::vector<int> aligned(const Procedure& p, const Procedure& q) {
    const size_t n = p.steps.size(), m = q.steps.size();
    std::vector<std::vector<double>> best(n + 1, std::vector<double>(m + 1, 0));
    const auto score = [&](size_t i, size_t j) {
      const double a = alike(p.steps[i].words, q.steps[j].words);
      return a >= 0.4 ? a : -1;
    };
    for (size_t i = n; i-- > 0;)
      for (size_t j = m; j-- > 0;) {
        best[i][j] = std::max(best[i + 1][j], best[i][j + 1]);
        if (const double s = score(i, j); s > 0)
          best[i][j] = std::max(best[i][j], s + best[i + 1][j + 1]);
      }
    std::vector<int> out(n, -1);
    for (size_t i = 0, j = 0; i < n && j < m;) {
      const double s = score(i, j);
      if (s > 0 && best[i][j] == s + best[i + 1][j + 1]) {
        out[i] = static_cast<int>(j);
        ++i;
        ++j;
      } else if (best[i][j] == best[i + 1][j])
        ++i;
      else
        ++j;
    }
    return out;
  }

  /// 提示 where the others say 再提示: the same with something more or less.
  static bool variant(const std::string& word, const Words& here) {
    return std::ranges::any_of(
        here, [&](const std::string& w) { return chars(w) > 1 && w != word && word.ends_with(w); });
  }

  /// A label that says what the others do, and something more: a condition that they do not have.
  void labels(const Procedure& p, const std::vector<const Procedure*>& family) {
    const auto label = [&](const Procedure& q) -> int {
      for (const size_t u : below(book_, q.section)) {
        const Unit& unit = book_.units[u];
        if (unit.kind == Kind::Label && std::ranges::any_of(unit.says, [](const Sentence& s) {
              return std::ranges::any_of(
                  s.refs, [](const Reference& r) { return r.to == Reference::To::Section; });
            }))
          return static_cast<int>(u);
      }
      return -1;
    };
    const int own = label(p);
    if (own < 0) return;
    const Unit& unit = book_.units[own];
    std::vector<Place> others;
    Words all;
    double least = 1;
    const Words here = words_of(unit, title_words(p.section));
    for (const Procedure* q : family) {
      const int at = label(*q);
      if (at < 0 || book_.units[at].titles != unit.titles) continue;
      const Unit& other = book_.units[at];
      const Words abstract = words_of(other, title_words(q->section)),
                  printed = words_of(other, {});
      all.insert(abstract.begin(), abstract.end());
      all.insert(printed.begin(), printed.end());
      least = std::min(least, alike(here, abstract));
      others.push_back({static_cast<size_t>(at), 0, {}});
    }
    if (others.size() < 3 || least < 0.3) return;
    std::string more;
    size_t n = 0;
    for (const std::string& w : here)
      if (w.find('#') == w.npos && !all.contains(w)) {
        more += (more.empty() ? "" : ", ") + w;
        ++n;
      }
    if (n < 2) return;
    std::vector<Place> places = {{static_cast<size_t>(own), 0, {}}};
    places.insert(places.end(), others.begin(), others.end());
    add(Code::SaysMore, std::move(places), {more, std::to_string(others.size())});
  }

  /// 箱送り of ごみ箱送り, whole.
  std::string with_kana(size_t unit, const std::string& word) const {
    for (const Sentence& s : book_.units[unit].says)
      for (const Mention& k : s.kana)
        if (k.text.size() > 8 && word.starts_with(k.text.substr(6, 3)))
          return k.text.substr(0, 6) + word;
    return word;
  }

  /// Most of the others say just the same; this step says all of it and more, or a part of it only.
  void more_or_less(const Step& step,
                    const std::vector<std::pair<const Procedure*, size_t>>& partners) {
    std::map<Words, std::vector<Place>> said;
    Words all;
    for (const auto& [q, j] : partners) {
      said[q->steps[j].words].push_back({q->steps[j].unit, 0, {}});
      all.insert(q->steps[j].words.begin(), q->steps[j].words.end());
      all.insert(q->steps[j].printed.begin(), q->steps[j].printed.end());
    }
    const auto most = std::ranges::max_element(
        said, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most->second.size() < 4 || most->first == step.words || most->first.size() < 3) return;
    if (!std::includes(step.words.begin(), step.words.end(), most->first.begin(),
                       most->first.end()))
      return;
    std::string more;
    for (const std::string& w : step.words)
      if (w.find('#') == w.npos && !all.contains(w))
        more += (more.empty() ? "" : ", ") + with_kana(step.unit, w);
    if (more.empty()) return;
    std::vector<Place> places = {{step.unit, 0, {}}};
    places.insert(places.end(), most->second.begin(), most->second.end());
    add(Code::SaysMore, std::move(places), {more, std::to_string(most->second.size())});
  }

  void steps(const Procedure& p, const std::vector<const Procedure*>& family) {
    std::vector<std::vector<std::pair<const Procedure*, size_t>>> partners(p.steps.size());
    for (const Procedure* q : family) {
      if (q->steps.size() > 2 * p.steps.size() || p.steps.size() > 2 * q->steps.size()) continue;
      const std::vector<int> with = aligned(p, *q);
      for (size_t i = 0; i < with.size(); ++i)
        if (with[i] >= 0) partners[i].emplace_back(q, static_cast<size_t>(with[i]));
    }
    for (size_t i = 0; i < p.steps.size(); ++i) {
      if (partners[i].size() < 4) continue;
      more_or_less(p.steps[i], partners[i]);
      std::map<std::string, std::vector<Place>> said;
      for (const auto& [q, j] : partners[i])
        for (const std::string& w : q->steps[j].words) said[w].push_back({q->steps[j].unit, 0, {}});
      for (const auto& [w, places] : said) {
        if (w.find('#') != w.npos || p.steps[i].printed.contains(w) ||
            !variant(w, p.steps[i].printed) || places.size() < 4 ||
            places.size() * 10 < partners[i].size() * 6)
          continue;
        std::vector<Place> all = {{p.steps[i].unit, 0, {}}};
        all.insert(all.end(), places.begin(), places.end());
        add(Code::StepDiffers, std::move(all), {w, std::to_string(places.size())});
      }
    }
  }

  void lists() {
    std::vector<List> all;
    std::map<int, size_t> index;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind != Kind::Bullet || unit.up < 0) continue;
      if (!index.contains(unit.up)) {
        if (all.size() >= kMost) continue;
        index[unit.up] = all.size();
        all.push_back({static_cast<size_t>(unit.up), {}});
      }
      List& list = all[index[unit.up]];
      const Words own = title_words(list.owner);
      for (size_t s = 0; s < unit.says.size(); ++s) {
        const Sentence& said = unit.says[s];
        Words words;
        for (const Mention& w : said.words) words.insert(w.text);
        if (!words.empty())
          list.entries.push_back({{u, s, said.at}, said.shape, said.digest, words});
      }
    }
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = a + 1; b < all.size(); ++b) {
        size_t adapted = 0, same = 0;
        for (const Entry& x : all[a].entries)
          for (const Entry& y : all[b].entries) {
            adapted += !x.shape.empty() && x.shape == y.shape && x.digest != y.digest;
            same += x.digest == y.digest || (!x.shape.empty() && x.shape == y.shape);
          }
        if (adapted > 0) {
          left_over(all[a], all[b]);
          left_over(all[b], all[a]);
        }
        if (same >= 3) {
          missing(all, all[a], all[b]);
          missing(all, all[b], all[a]);
        }
      }
  }

  /// Two numbered sections with one title, or one headword with two texts.
  void titles() {
    std::map<std::string, std::vector<Place>> sections;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind == Kind::Heading && !unit.number.empty() && !unit.titles.empty())
        sections[unit.titles[0]].push_back({u, 0, {}});
    }
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind == Kind::Entry && unit.titles.size() == 1 && unit.says.size() > 1)
        sections["【" + unit.titles[0] + "】"].push_back({u, 0, {}});
    }
    for (auto& [title, places] : sections) {  // one text printed twice is told elsewhere
      const auto text = [&](const Place& p) { return book_.units[p.unit].says.back().digest; };
      if (title.starts_with("【"))
        std::erase_if(places, [first = places[0], &text](const Place& p) {
          return p != first && text(p) == text(first);
        });
    }
    for (const auto& [title, places] : sections)
      if (places.size() > 1) add(Code::SameTitle, {places[1], places[0]}, {title});
  }

  /// What stands in 《》 or is a title, parted after its first noun: カードA + を使用するとき.
  void families() {
    std::map<std::string, std::map<std::string, Place>> of;  // by what follows the noun
    std::map<std::string, Place> windows;
    const auto take = [&](const std::string& text, const Place& at) {
      size_t cut = std::string::npos;
      for (const std::string_view particle : {"を", "が", "に"})
        cut = std::min(cut, text.find(particle));
      if (cut != std::string::npos && cut > 3 && cut < text.size())
        of[text.substr(cut)].emplace(text.substr(0, cut), at);
    };
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& q : said.quoted)
        if (q.text.starts_with("《")) {
          take(inside(q.text), {u, s, q.at});
          windows.emplace(inside(q.text), Place{u, s, q.at});
        }
      if (said.title && book_.units[u].kind == Kind::Entry)
        for (const std::string& t : book_.units[u].titles) take(t, {u, s, {}});
    });
    counterparts(of);
    members(of);
  }

  /// コストを発生するとき and コストが発生したとき: one timing in two forms that do not go together
  void particles(const std::map<std::string, std::map<std::string, Place>>& of,
                 const std::string& end, const std::string& after,
                 const std::map<std::string, Place>& members) {
    if (!end.starts_with("を") || after == end) return;
    const auto other = of.find("が" + after.substr(std::string("を").size())), own = of.find(after);
    if (other == of.end()) return;
    for (const auto& [noun, at] : members) {
      const auto it = other->second.find(noun);
      if (it == other->second.end() || (own != of.end() && own->second.contains(noun))) continue;
      add(Code::OtherParticle, {at, it->second},
          {"《" + noun + end + "》", "《" + noun + other->first + "》"});
    }
  }

  /// Two or more have …したとき as well, and most have not: one question for them.
  void few(const std::vector<Place>& both, const std::map<std::string, Place>& members,
           const std::map<std::string, Place>& other, const std::string& after) {
    std::vector<Place> without;
    for (const auto& [noun, at] : members)
      if (!other.contains(noun)) without.push_back(at);
    const std::string n = std::to_string(without.size());
    without.insert(without.end(), both.begin(), both.end());
    add(Code::FewMoments, std::move(without),
        {std::to_string(both.size()), "《…" + after + "》", n});
  }

  /// …するとき and …したとき
  void counterparts(const std::map<std::string, std::map<std::string, Place>>& of) {
    for (const auto& [end, members] : of) {
      std::string after = end;
      for (const auto& [a, b] :
           {std::pair<std::string_view, std::string_view>{"するとき", "したとき"},
            {"されるとき", "されたとき"}})
        if (end.ends_with(a)) after = end.substr(0, end.size() - a.size()) + std::string(b);
      particles(of, end, after, members);
      const auto other = of.find(after);
      if (after == end || other == of.end()) continue;
      std::vector<Place> both;
      for (const auto& [noun, at] : members)
        if (other->second.contains(noun)) both.push_back(at);
      if (both.size() > 1 && both.size() * 2 <= members.size())
        few(both, members, other->second, after);
      if (both.size() < 2 || both.size() * 2 <= members.size()) continue;
      for (const auto& [noun, at] : members) {
        if (other->second.contains(noun) || done(at)) continue;
        std::vector<Place> places = {at};
        places.insert(places.end(), both.begin(), both.end());
        add(Code::NoCounterpart, std::move(places),
            {"《" + noun + end + "》", "《" + noun + after + "》", std::to_string(both.size())});
      }
    }
  }

  /// Another moment after a deed in the same procedure: 《札が呼び出されたとき》.
  bool done(const Place& at) const {
    const int section = section_of(book_, static_cast<int>(at.unit));
    for (const size_t u : below(book_, static_cast<size_t>(std::max(section, 0))))
      for (const Sentence& s : book_.units[u].says)
        for (const Mention& q : s.quoted)
          if (u > at.unit && q.text.starts_with("《") && q.text.ends_with("たとき》")) return true;
    return false;
  }

  /// Two families with the same members, but for one.
  void members(const std::map<std::string, std::map<std::string, Place>>& of) {
    for (const auto& [end, family] : of)
      for (const auto& [other_end, other] : of) {
        if (end == other_end || family.size() < 4) continue;
        std::vector<std::string> missing;
        size_t common = 0;
        for (const auto& [noun, at] : other) {
          if (family.contains(noun))
            ++common;
          else
            missing.push_back(noun);
        }
        if (missing.size() != 1 || common < 4 || common != family.size()) continue;
        std::vector<Place> places = {other.at(missing[0])};
        for (const auto& [noun, at] : family) places.push_back(at);
        add(Code::MemberMissing, std::move(places),
            {missing[0], std::to_string(family.size()), end, other_end});
      }
  }

  std::string name(const List& list) const {
    const Unit& unit = book_.units[list.owner];
    const int section = section_of(book_, static_cast<int>(list.owner));
    return unit.kind == Kind::Step && !unit.titles.empty() ? unit.titles[0]
           : section < 0 || book_.units[section].titles.empty()
               ? audit::reader::place_name(book_, list.owner)
               : book_.units[section].titles[0];
  }

  /// A rule of `from` that has its words, and stands in `to` without having been adapted.
  void left_over(const List& from, const List& to) {
    for (const Entry& x : from.entries)
      for (const Entry& y : to.entries) {
        if (x.digest != y.digest || x.shape.empty() || !y.shape.empty()) continue;
        if (reported_.insert(y.at).second)
          add(Code::LeftOver, {y.at, x.at}, {name(to), name(from)});
      }
  }

  /// A rule that `with` and a further list have word for word, and `without` has nothing like.
  void missing(const std::vector<List>& all, const List& with, const List& without) {
    size_t absent = 0;
    for (const Entry& x : with.entries)
      absent += std::ranges::none_of(without.entries, [&](const Entry& y) {
        return y.digest == x.digest || (!x.shape.empty() && y.shape == x.shape) ||
               alike(x.words, y.words) >= 0.5;
      });
    if (absent > 1) return;  // another list rather than one with a gap
    for (const Entry& x : with.entries) {
      const auto equal = [&](const Entry& y) {
        return y.digest == x.digest || (!x.shape.empty() && y.shape == x.shape);
      };
      const bool has = std::ranges::any_of(without.entries, [&](const Entry& y) {
        return equal(y) || alike(x.words, y.words) >= 0.5;
      });
      if (has) continue;
      std::vector<Place> places = {{without.owner, 0, {}}};
      for (const List& other : all)
        for (const Entry& y : other.entries)
          if (equal(y)) {
            places.push_back(y.at);
            break;
          }
      if (places.size() < 3 || !missing_.insert({x.at, without.owner}).second) continue;
      const std::string n = std::to_string(places.size() - 1), of = std::to_string(places.size());
      bool again = false;
      for (size_t i = 1; i < places.size(); ++i)
        again = again || (places[i] != x.at && missing_.contains({places[i], without.owner}));
      if (!again) add(Code::RuleMissing, std::move(places), {name(without), n, of});
    }
  }

  const Book& book_;
  Found& found_;
  std::set<Place> reported_;
  std::set<std::pair<Place, size_t>> missing_;
};

}  // namespace

void look_at_siblings(const Book& book, Found& found) { Siblings(book, found).run(); }

}  // namespace hanrei::audit::print
