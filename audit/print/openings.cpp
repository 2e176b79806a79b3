// What rules leave unsaid that rules beside them say: whose, from where, how long, what then.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;

bool has_word(const Sentence& said, std::string_view word) {
  return std::ranges::any_of(said.words, [&](const Mention& w) { return w.text == word; });
}

class Openings {
 public:
  Openings(const Book& book, Found& found)
      : book_(book),
        found_(found),
        of_(by_kind(book, [](const Unit& u, const Sentence&) { return u.kind != Kind::Example; })),
        procedures_(procedures(book)) {}

  void run() {
    zones();
    suitable();
    varies();
    stops();
    absent();
    asked_after();
    from_where();
    often();
    repairs();
    after_end();
    no_case();
    attached();
    phases();
    orders();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  int section(size_t u) const { return section_of(book_, static_cast<int>(u)); }
  const Sentence& said(const Place& p) const { return book_.units[p.unit].says[p.sentence]; }
  std::string told_at(size_t u) const { return audit::print::told(book_, u); }
  bool of_entry(size_t u) const {
    const int s = section(u);
    return s >= 0 && book_.units[s].kind == Kind::Entry;
  }
  /// A step and what is listed below it.
  template <class F>
  void each(size_t step, F&& f) const {
    for (const size_t u : below(book_, step))
      for (size_t s = 0; s < book_.units[u].says.size(); ++s)
        f(Place{u, s, book_.units[u].says[s].at}, book_.units[u].says[s]);
  }

  /// 場に出す, in a text that has 自分の場 and 相手の場: in a step that names nobody, of a section
  /// that says it of no place of the kind.
  void zones() {
    std::set<std::string> mine, theirs;
    for (const At& a : of_[Is::Chain]) {
      const std::string& t = a.sign->text;
      if (t.starts_with("自分の") && t.find("の", 9) == t.npos) mine.insert(t.substr(9));
      if (t.starts_with("相手の") && t.find("の", 9) == t.npos) theirs.insert(t.substr(9));
    }
    std::map<std::string, std::vector<Place>> open;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind != Kind::Step || of_entry(u) || !unit.titles.empty()) continue;
      bool named = false;
      for (size_t s = 0; s < unit.says.size(); ++s) {
        const Sentence& said = unit.says[s];
        named = named || !said.persons.empty();
        if (named || said.excepted) continue;
        for (const std::string& z : said.zones)
          if (mine.contains(z) && theirs.contains(z)) {
            open[z].push_back({u, s, said.at});
            break;
          }
      }
    }
    for (auto& [zone, places] : open) {
      const std::string n = std::to_string(places.size());
      if (places.size() > 1 && !parted(zone)) add(Code::WhoseZone, std::move(places), {zone, n});
    }
  }

  /// 札を出す部分を『自分の場』とする: where one puts something is one's own.
  bool parted(const std::string& zone) const {
    bool out = false;
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      for (const Mention& q : said.quoted)
        out = out || (inside(q.text) == "自分の" + zone && has_word(said, "部分"));
    });
    return out;
  }

  /// 適切な使用タイミング: one question for each noun.
  void suitable() {
    std::map<std::string, std::vector<Place>> by;
    for (const At& a : of_[Is::Suitable]) by[a.sign->text].push_back(a.place);
    for (auto& [noun, places] : by) {
      const bool told = std::ranges::any_of(book_.units, [&](const Unit& u) {
        return std::ranges::any_of(u.says, [&](const Sentence& s) {
          return std::ranges::any_of(s.defines, [&](const Mention& d) {
            return d.text == noun || d.text == "適切な" + noun;
          });
        });
      });
      if (!told) add(Code::WhatSuits, std::move(places), {"適切な" + noun, noun});
    }
  }

  /// Xが変化する, and of a sibling it is told how long.
  void varies() {
    std::vector<Place> places;
    std::string names, en;
    for (const At& a : of_[Is::Varies]) {
      if (lasting(a.sign->text, a.place)) continue;
      places.push_back(a.place);
      names += (names.empty() ? "「" : "「") + a.sign->text + "」";
      en += (en.empty() ? "`" : ", `") + a.sign->text + "`";
    }
    std::string sibling;
    std::set<std::string> titles;
    for (const Unit& u : book_.units)
      for (const std::string& t : u.titles) titles.insert(t);
    for (const std::string& t : titles)
      if (sibling.empty() && chars(t) > 2 && lasting(t + "修正", {})) sibling = t + "修正";
    if (places.size() > 1 && !sibling.empty())
      add(Code::VariesForGood, std::move(places), {base::in_both(en, names), sibling});
  }
  /// How long the noun lasts is told; not of the one that something else has (代価の色), where the
  /// section does not speak of that.
  bool lasting(const std::string& noun, const Place& place) const {
    for (const Unit& u : book_.units)
      for (const Sentence& s : u.says) {
        if (!has(s, Is::Lapses) || s.title || !has_word(s, noun)) continue;
        const bool of_other = std::ranges::any_of(s.signs, [&](const Sign& g) {
          if (g.is != Is::Chain || !g.text.ends_with("の" + noun)) return false;
          const std::string owner = g.text.substr(0, g.text.size() - noun.size() - 3);
          return std::ranges::none_of(book_.units[place.unit].says,
                                      [&](const Sentence& own) { return has_word(own, owner); });
        });
        if (!of_other) return true;
      }
    return false;
  }

  static bool stop(const Sentence& said) {
    return std::ranges::any_of(said.signs,
                               [](const Sign& g) { return g.is == Is::Last && g.text == "中断"; });
  }

  size_t count_cannot(size_t step) const {
    size_t n = 0;
    each(step, [&](const Place&, const Sentence& said) {
      for (const Sign& g : said.signs) n += g.is == Is::Cannot;
    });
    return n;
  }

  /// A procedure that says in one step what becomes of what was shown when it breaks off, and in
  /// another that does so not.
  void stops() {
    std::vector<Place> places, told_at;
    std::set<std::string> numbers;
    for (const auto& [section, steps] : procedures_) {
      std::vector<Place> open;
      std::string told;
      Place at;
      for (const size_t step : steps) {
        bool breaks = false, says = false;
        Place where;
        each(step, [&](const Place& p, const Sentence& said) {
          // could not be shown: nothing is there that could become anything
          const bool nothing =
              count_cannot(step) < 2 && has_word(said, "提示") && !said.negated.empty() &&
              std::ranges::all_of(said.negated, [](const std::string& n) { return n == "提示"; }) &&
              std::ranges::none_of(
                  said.signs, [](const Sign& g) { return g.is == Is::Cannot && g.text != "提示"; });
          if (stop(said) && !nothing) {
            breaks = true;
            where = p;
          }
          if (has(said, Is::OnStop) && !said.zones.empty()) {
            says = true;
            at = p;
          }
        });
        if (says && told.empty()) told = book_.units[step].number;
        if (breaks && !says) open.push_back(where);
      }
      if (told.empty() || open.empty()) continue;
      numbers.insert(told);
      places.insert(places.end(), open.begin(), open.end());
      told_at.push_back(at);
    }
    if (places.empty()) return;
    places.insert(places.end(), told_at.begin(), told_at.end());
    std::string at;
    for (const std::string& n : numbers) at += (at.empty() ? "" : "/") + n;
    add(Code::StopUntold, std::move(places), {at});
  }

  /// A card that cannot be shown, and is thrown away.
  void absent() {
    Finding f{Code::MovesAbsent, {}, {}, ""};
    for (const auto& [section, steps] : procedures_)
      for (const size_t step : steps) {
        std::set<std::string> missing;
        each(step, [&](const Place& p, const Sentence& said) {
          const bool cannot = std::ranges::any_of(said.signs, [](const Sign& g) {
            return g.is == Is::Cannot && g.text.ends_with("提示");
          });
          if (cannot)
            for (const Mention& w : said.words)
              if (named_card(w.text)) missing.insert(w.text);
          if (stop(said)) {
            const std::set<std::string> more = components(section, said);
            missing.insert(more.begin(), more.end());
          }
          if (!has(said, Is::OnStop) || said.zones.empty()) return;
          for (const Mention& w : said.words)
            if (missing.contains(w.text)) {
              if (f.args.empty()) f.args = {w.text};
              f.places.push_back(p);
              return;
            }
        });
      }
    if (!f.places.empty()) found_.push_back(std::move(f));
  }

  static bool named_card(const std::string& w) { return w.ends_with("カード") && w != "カード"; }
  /// 構成要素が満たされていない場合: the cards to be shown that the section tells under this name.
  std::set<std::string> components(int section, const Sentence& stop) const {
    std::set<std::string> out;
    if (stop.words.empty() || stop.words[0].text != "構成要素") return out;
    for (const size_t u : below(book_, static_cast<size_t>(section)))
      for (const Sentence& said : book_.units[u].says) {
        if (book_.units[u].kind == Kind::Step || said.words.empty() ||
            said.words[0].text != "構成要素" || !has_word(said, "提示"))
          continue;
        for (const Mention& w : said.words)
          if (named_card(w.text)) {
            out.insert(w.text);
            break;
          }  // the one that is put
      }
    return out;
  }

  /// [3] shows a card, [4] goes on with it, [5] asks whether it could be shown.
  void asked_after() {
    Finding f{Code::AskedAfterUse, {}, {}, ""};
    for (const auto& [section, steps] : procedures_) {
      std::set<std::pair<std::string, std::string>> asked;
      std::map<std::pair<std::string, std::string>, std::pair<size_t, Place>>
          used;  // the step that is referred to, and its deed: the first that does
      for (const size_t step : steps)
        each(step, [&](const Place& p, const Sentence& said) {
          // 札の提示ができない: what [3] is to have shown, without its number
          if (said.refs.empty() && has(said, Is::Cannot))
            for (auto it = used.begin(); it != used.end(); ++it) {
              const auto& [number, deed] = it->first;
              const bool same = std::ranges::any_of(said.words, [&](const Mention& w) {
                return named_card(w.text) &&
                       has_word(
                           book_.units[it->second.second.unit].says[it->second.second.sentence],
                           w.text);
              });
              if (!same || it->second.first == step ||
                  std::ranges::none_of(said.signs, [&](const Sign& g) {
                    return g.is == Is::Cannot && g.text == deed;
                  }))
                continue;
              if (f.args.empty())
                f.args = {"[" + number + "]", book_.units[it->second.first].number,
                          book_.units[step].number};
              f.places.push_back(it->second.second);
              f.places.push_back(p);
              asked.insert(it->first);
              used.erase(it);
              break;
            }
          for (const Reference& r : said.refs) {
            if (r.to != Reference::To::Step || r.did.empty()) continue;
            const bool asks =
                stop(said) && (base::contains(said.negated, r.did) || has(said, Is::Cannot));
            const auto it = used.find({r.number, r.did});
            if (asks && it != used.end() && it->second.first != step) {
              const std::string& own = book_.units[step].number;
              if (f.args.empty())
                f.args = {"[" + r.number + "]", book_.units[it->second.first].number, own};
              f.places.push_back(it->second.second);
              f.places.push_back(p);
              asked.insert(it->first);
              used.erase(it);
            } else if (asks)
              asked.emplace(r.number, r.did);
            else if (!asked.contains({r.number, r.did}))
              used.try_emplace({r.number, r.did}, step, p);
          }
        });
    }
    if (!f.places.empty()) found_.push_back(std::move(f));
  }

  /// The first step that shows a card: from the hand, in some of the procedures that go alike.
  void from_where() {
    std::vector<Place> with, without;
    std::string where;
    for (const auto& [section, steps] : procedures_)
      for (const size_t step : steps) {
        const Unit& unit = book_.units[step];
        if (unit.says.empty()) continue;
        const Sentence& said = unit.says[0];
        const bool shows =
            said.refs.empty() && !said.words.empty() && said.words.back().text.ends_with("提示") &&
            std::ranges::any_of(said.words,
                                [](const Mention& w) { return w.text.ends_with("カード"); });
        const bool next = unit.says.size() > 1 && has(unit.says[1], Is::Counts);
        if (!shows || !next) continue;
        // the section may say it before its steps
        const auto& above = book_.units[section].says;
        if (std::ranges::any_of(
                above,
                [](const Sentence& s) { return has_word(s, "手札") || has_word(s, "山札"); }) &&
            std::ranges::none_of(said.signs, [](const Sign& g) { return g.is == Is::From; }))
          break;
        bool told = false;
        for (const Sign& g : said.signs)
          if (g.is == Is::From) {
            told = true;
            if (where.empty()) where = g.text + "から";
          }
        (told ? with : without).push_back({step, 0, said.at});
        break;
      }
    if (with.size() < 2 || without.empty()) return;
    const std::string n = std::to_string(with.size());
    without.insert(without.end(), with.begin(), with.end());
    add(Code::FromWhere, std::move(without), {n, where});
  }

  void often() {
    std::map<int, std::vector<Place>> by;
    for (const At& a : of_[Is::Often])
      if (section(a.place.unit) >= 0 && procedures_.contains(section(a.place.unit)) &&
          !has(said(a.place), Is::Ordered))
        by[section(a.place.unit)].push_back(a.place);
    for (auto& [section, places] : by) add(Code::OftenBoth, std::move(places), {});
  }

  /// 即座に…しなければならない, in three sections or more, and no sentence among them of what comes
  /// first.
  void repairs() {
    std::map<int, Place> by;
    for (const At& a : of_[Is::AtOnce]) by.try_emplace(section(a.place.unit), a.place);
    std::vector<Place> places;
    for (const auto& [section, place] : by) places.push_back(place);
    const std::string n = std::to_string(places.size());
    if (places.size() > 2) add(Code::RepairsOrder, std::move(places), {n});
  }

  /// Xの手順[1]〜[6]: a sentence says where X ends.
  bool bounded(const std::string& title, int last) const {
    const std::string name = title.substr(0, title.size() - std::string("の終了").size());
    bool out = false;
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      for (const Sign& g : said.signs)
        out = out || (g.is == Is::Range && g.of == std::to_string(last) && has_word(said, name));
    });
    return out;
  }

  /// ---Xの終了, and a step behind it.
  void after_end() {
    for (size_t u = 0; u + 1 < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind != Kind::Part || unit.titles.empty() || !unit.titles[0].ends_with("の終了"))
        continue;
      const Unit& next = book_.units[u + 1];
      if (next.kind == Kind::Step && next.value > 1 && section(u) == section(u + 1) &&
          !bounded(unit.titles[0], next.value - 1))
        add(Code::AfterItsEnd, {{u + 1, 0, next.at}, {u, 0, unit.at}}, {unit.titles[0]});
    }
  }

  /// この場合, where nothing was said of a case in the sentence before, nor by the title or label
  /// above.
  void no_case() {
    for (const At& a : of_[Is::ThisCase]) {
      const Unit& unit = book_.units[a.place.unit];
      if (a.place.sentence == 0) continue;
      const Sentence& before = unit.says[a.place.sentence - 1];
      if (before.title || !before.defines.empty() || !before.named.empty() || has(before, Is::If) ||
          has(before, Is::ThisCase) || has(before, Is::Done) || has(before, Is::NotDone) ||
          !before.closes || has_word(before, "場合") || before.excepted)
        continue;
      if (a.place.sentence != 2 || !unit.says[0].title)
        continue;  // a rule has said something before: only at the beginning of a section
      add(Code::NoCase, {a.place, {a.place.unit, a.place.sentence - 1, before.at}}, {});
    }
  }

  /// What is attached goes with its bearer when that is thrown away; that it leaves otherwise is
  /// known elsewhere.
  void attached() {
    std::map<std::string, std::vector<Place>> by;
    bool told = false;
    for (const At& a : of_[Is::Attached]) {
      told = told || has(said(a.place), Is::Departs);
      by[a.sign->text].push_back(a.place);
    }
    if (told || of_[Is::Departs].empty() ||
        std::ranges::none_of(by, [](const auto& b) { return b.second.size() > 1; }))
      return;
    std::vector<Place> places;
    std::string names, en;
    for (auto& [noun, at] : by) {
      places.insert(places.end(), at.begin(), at.end());
      if (const auto next = by.upper_bound(noun); next != by.end() && next->first.starts_with(noun))
        continue;  // 札, 札カード
      names += "「" + noun + "」";
      en += (en.empty() ? "`" : ", `") + noun + "`";
    }
    std::ranges::sort(places);
    const std::string n = std::to_string(places.size());
    std::string other;
    for (const At& d : of_[Is::Departs])
      if (other.empty() && !said(d.place).title && !of_entry(d.place.unit)) {
        places.push_back(d.place);
        other = told_at(d.place.unit);
      }
    if (other.empty()) return;
    // 即座に…札を捨てなければならない: the bearer leaves there as well
    const std::vector<Mention> bearers = said(places.back()).words;
    for (const At& a : of_[Is::AtOnce])
      if (throws(said(a.place)) && !of_entry(a.place.unit) &&
          std::ranges::any_of(bearers, [&](const Mention& w) {
            return bearer(by, w.text) && has_word(said(a.place), w.text);
          }))
        places.push_back(a.place);
    add(Code::AttachedOnly, std::move(places), {base::in_both(en, names), other, n});
  }

  static bool throws(const Sentence& s) {
    return std::ranges::any_of(s.words, [](const Mention& w) {
      return w.text.find("ゴミ箱") != w.text.npos || w.text.find("捨て札") != w.text.npos ||
             w.text.find("捨札") != w.text.npos;
    });
  }
  /// What is attached is told of it, in the sentence or the one before.
  bool bearer(const std::map<std::string, std::vector<Place>>& by, const std::string& w) const {
    for (const auto& [noun, places] : by)
      for (const Place& p : places)
        for (size_t s = p.sentence > 0 ? p.sentence - 1 : 0; s <= p.sentence; ++s) {
          const Sentence& said = book_.units[p.unit].says[s];
          if (w != "カード" && has_word(said, w) && !base::contains(said.zones, w)) return true;
        }
    return false;
  }

  /// A phase in which something may be done, and no sentence of its end.
  void phases() {
    std::set<std::string> ended;
    std::map<std::string, Place> open;
    for (const At& a : of_[Is::PhaseEnds]) {
      if (a.sign->text == "-") return;  // of every phase
      ended.insert(a.sign->text);
      if (const int s = section(a.place.unit); s >= 0 && !book_.units[s].titles.empty())
        ended.insert(book_.units[s].titles[0]);
    }
    const auto phase = [](const std::string& t) {
      return (t.ends_with("フェイズ") || t.ends_with("フェーズ")) && chars(t) > 4;
    };
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (said.title || book_.units[u].kind == Kind::Example) return;
      const bool may = std::ranges::any_of(said.signs,
                                           [](const Sign& g) {
                                             return g.is == Is::Freely || g.is == Is::May ||
                                                    (g.is == Is::Spelled && g.of == "できる");
                                           }) ||
                       !said.choice.empty();
      if (!may) return;
      for (const Mention& w : said.words)
        if (phase(w.text)) open.try_emplace(w.text, Place{u, s, w.at});
      if (const int head = section(u); head >= 0)
        for (const std::string& t : book_.units[head].titles)
          if (phase(t))
            open.try_emplace(t, Place{static_cast<size_t>(head), 0, book_.units[head].at});
    });
    std::vector<Place> places;
    std::string en, names;
    for (const auto& [name, place] : open) {
      if (ended.contains(name) || name.starts_with("自分") || name.starts_with("相手") ||
          name.starts_with("各"))
        continue;
      places.push_back(place);
      en += (en.empty() ? "`" : ", `") + name + "`";
      names += "「" + name + "」";
    }
    if (places.empty() || places.size() > 6) return;
    std::ranges::sort(places);
    // where they are announced
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& a : said.announces)
        if (!said.title && (a.text.ends_with("フェイズ") || a.text.ends_with("フェーズ")))
          places.push_back({u, s, a.at});
    });
    add(Code::PhaseStays, std::move(places), {base::in_both(en, names)});
  }

  /// Two parts with one title: in one of them somebody orders.
  void orders() {
    std::map<std::string, std::vector<size_t>> by;
    for (size_t u = 0; u < book_.units.size(); ++u)
      for (const std::string& t : book_.units[u].titles)
        if (book_.units[u].kind != Kind::Bullet && chars(t) > 2) by[t].push_back(u);
    for (const auto& [title, units] : by) {
      if (units.size() != 2) continue;
      const auto ordered = [&](size_t u) {
        for (const size_t k : below(book_, u))
          for (const Sentence& s : book_.units[k].says)
            if (has(s, Is::Orders)) return true;
        return false;
      };
      const bool a = ordered(units[0]), b = ordered(units[1]);
      if (a == b || below(book_, units[0]).size() < 2 || below(book_, units[1]).size() < 2)
        continue;
      const size_t without = a ? units[1] : units[0], with = a ? units[0] : units[1];
      std::string above = told(book_, with);
      for (int k = book_.units[with].up; k >= 0; k = book_.units[k].up)
        if (!book_.units[k].titles.empty()) {
          above = "「" + book_.units[k].titles[0] + "」";
          break;
        }
      add(Code::OrderOfSibling,
          {{without, 0, book_.units[without].at}, {with, 0, book_.units[with].at}}, {title, above});
    }
  }

  const Book& book_;
  Found& found_;
  std::map<Is, std::vector<At>> of_;
  const std::map<int, std::vector<size_t>> procedures_;
};

}  // namespace

void look_at_openings(const Book& book, Found& found) { Openings(book, found).run(); }

}  // namespace hanrei::audit::print
