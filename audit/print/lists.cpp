// Lists and procedures as wholes: what is listed and never told, how many are announced, what comes
// too late in them.
#include <algorithm>
#include <optional>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;

bool listed(Kind k) { return k == Kind::Step || k == Kind::Item || k == Kind::Bullet; }

class Lists {
 public:
  Lists(const Book& book, Found& found)
      : book_(book), found_(found), procedures_(procedures(book)) {
    for (size_t u = 0; u < book.units.size(); ++u)
      if (const Unit& unit = book.units[u];
          unit.kind == Kind::Heading && !unit.says.empty() && unit.says[0].title)
        sections_.emplace(unit.says[0].digest, u);
  }

  void run() {
    for (size_t u = 0; u < book_.units.size(); ++u) {
      phases(u);
      counted(u);
      called(u);
      both(u);
      conditions(u);
      again(u);
    }
    late();
    shown();
    announced();
    kinds();
    aliases();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }

  /// The list that begins with this unit: its neighbours of one kind, under one head; empty where
  /// it does not begin here.
  std::vector<size_t> list_at(size_t u) const {
    const Unit& first = book_.units[u];
    if (!listed(first.kind)) return {};
    for (size_t k = u; k-- > 0;) {
      const Unit& before = book_.units[k];
      if (before.rank > first.rank) continue;
      if (before.kind == first.kind && before.rank == first.rank && before.up == first.up)
        return {};
      break;
    }
    std::vector<size_t> out;
    for (size_t k = u; k < book_.units.size(); ++k) {
      const Unit& unit = book_.units[k];
      if (unit.rank > first.rank) continue;
      if (unit.kind != first.kind || unit.rank != first.rank || unit.up != first.up) break;
      out.push_back(k);
    }
    return out;
  }

  /// 1 朝の段階, 2 昼の段階, 3 夜の段階: and all but one have a section.
  void phases(size_t u) {
    const std::vector<size_t> list = list_at(u);
    if (list.size() < 3) return;
    std::vector<Place> places;
    size_t without = list.size();
    for (size_t i = 0; i < list.size(); ++i) {
      const Unit& unit = book_.units[list[i]];
      if (unit.says.size() != 1 || unit.says[0].closes || unit.says[0].words.empty()) return;
      const auto it = sections_.find(unit.says[0].digest);
      if (it != sections_.end()) {
        places.push_back({it->second, 0, {}});
        continue;
      }
      if (without < list.size()) return;
      without = i;
    }
    if (without == list.size()) return;
    const Sentence& said = book_.units[list[without]].says[0];
    // alike in what they are: 段階
    for (const size_t k : list)
      if (Vocabulary::tail(book_.units[k].says[0].words.back().text) !=
          Vocabulary::tail(said.words.back().text))
        return;
    std::string name;
    for (const Mention& w : said.words) name += (name.empty() ? "" : "の") + w.text;
    places.insert(places.begin(), {list[without], 0, said.at});
    add(Code::KindWithoutSection, std::move(places), {name, std::to_string(list.size() - 1)});
  }

  /// 次の3つ, and another number follows at once.
  void counted(size_t u) {
    const Unit& unit = book_.units[u];
    if (unit.kind == Kind::Example || unit.says.empty()) return;
    for (const Sentence& said : unit.says)
      for (const Mention& a : said.announces) {
        if (said.title || !(a.text.starts_with("次の") || a.text.starts_with("以下の") ||
                            a.text.starts_with("下の")))
          continue;
        const audit::reader::Chars t = audit::reader::narrow(audit::reader::decode(a.text));
        size_t b = 0, n = 0;
        while (b < t.size() && !(t[b] >= U'0' && t[b] <= U'9')) ++b;
        size_t e = b;
        for (; e < t.size() && t[e] >= U'0' && t[e] <= U'9' && e < b + 2; ++e)
          n = n * 10 + (t[e] - U'0');
        if (e == b || b > 3 || e >= t.size() ||
            (t[e] != U'つ' && t.substr(e).find(U"種類") != 0 && t[e] != U'個'))
          continue;
        size_t first = u + 1;
        if (first >= book_.units.size()) return;
        const std::vector<size_t> list = list_at(first);
        if (list.empty() || list.size() == n || book_.units[first].rank <= unit.rank) continue;
        std::vector<Place> places = {{u, static_cast<size_t>(&said - unit.says.data()), a.at}};
        for (const size_t k : list) places.push_back({k, 0, book_.units[k].at});
        const std::string m = std::to_string(list.size());
        add(Code::NothingFollows, std::move(places),
            {a.text, base::in_both(m + " follow", "続くものは" + m + "個です")});
      }
  }

  /// 次のフェイズに分かれる, and of the titles that follow some are no …フェイズ.
  void called(size_t u) {
    const Unit& unit = book_.units[u];
    for (size_t s = 0; s < unit.says.size(); ++s)
      for (const Mention& a : unit.says[s].announces)
        for (const std::string kind : {"フェイズ", "フェーズ", "ステップ", "段階"}) {
          if (a.text != "次の" + kind && a.text != "以下の" + kind) continue;
          std::vector<Place> others;
          size_t so = 0;
          int rank = -1;
          std::string names;
          for (size_t k = u + 1; k < book_.units.size(); ++k) {
            const Unit& next = book_.units[k];
            if (next.kind != Kind::Heading || next.titles.empty()) continue;
            if (rank < 0) rank = next.rank;
            if (next.rank < rank ||
                next.titles[0].find(
                    book_.units[std::max(0, section_of(book_, static_cast<int>(u)))].titles.empty()
                        ? kind
                        : book_.units[section_of(book_, static_cast<int>(u))].titles[0]) ==
                    std::string::npos) {
              if (!next.titles[0].ends_with(kind)) break;
            }
            if (next.titles[0].ends_with(kind))
              ++so;
            else {
              others.push_back({k, 0, next.at});
              names += (names.empty() ? "" : "」「") + next.titles[0];
            }
          }
          if (so < 2 || others.empty() || others.size() > so) continue;
          others.insert(others.begin(), {u, s, a.at});
          add(Code::NothingFollows, std::move(others),
              {a.text, base::in_both("of the titles that follow these are none: " + names,
                                     "続く題名のうち「" + names + "」はそう呼ばれていません")});
        }
  }

  /// お互いのプレイヤーは次の手順を行う, with a choice in it and no word of who does it first.
  void both(size_t u) {
    for (size_t s = 0; s < book_.units[u].says.size(); ++s) {
      const Sentence& said = book_.units[u].says[s];
      const bool two = std::ranges::any_of(said.persons, [](const std::string& p) {
        return p == "互い" || p == "両者" || p == "双方";
      });
      if (!two || said.title || said.announces.empty()) continue;
      const Place choice = first_choice(u);
      if (choice.unit == u) continue;
      add(Code::BothChoose, {{u, s, said.at}, choice},
          {choice_in(book_.units[choice.unit].says[choice.sentence])->text});
      return;
    }
  }
  /// What is chosen, or may be declared.
  static std::optional<Mention> choice_in(const Sentence& said) {
    if (!said.choice.empty()) return said.choice[0];
    for (const Sign& g : said.signs)
      if (g.is == Is::May) return Mention{g.text, g.at};
    return {};
  }
  /// The first choice in a step below; the unit itself where there is none, or an order is told.
  Place first_choice(size_t u) const {
    Place out{u, 0, {}};
    const int section = section_of(book_, static_cast<int>(u));
    for (size_t k = section < 0 ? u : static_cast<size_t>(section);
         k < book_.units.size() && section_of(book_, static_cast<int>(k)) == section; ++k)
      for (size_t s = 0; s < book_.units[k].says.size(); ++s) {
        const Sentence& said = book_.units[k].says[s];
        if (has(said, Is::Ordered)) return {u, 0, {}};
        // what is chosen face down shows the other nothing: whose comes first is no matter
        if (out.unit != u || k <= u || !listed(book_.units[k].kind) || has(said, Is::Hidden))
          continue;
        if (const auto choice = choice_in(said)) out = {k, s, choice->at};
      }
    return out;
  }

  /// 勝利条件, and below it two or more: nothing says whether one is enough.
  void conditions(size_t u) {
    const Unit& unit = book_.units[u];
    if (unit.kind != Kind::Heading || unit.titles.empty() || !unit.titles[0].ends_with("条件") ||
        u + 1 >= book_.units.size())
      return;
    const std::vector<size_t> list = list_at(u + 1);
    if (list.size() < 2 || book_.units[list[0]].up != static_cast<int>(u)) return;
    for (const size_t k : below(book_, u))
      for (const Sentence& said : book_.units[k].says)
        if (has(said, Is::Whole) || !said.announces.empty()) return;
    // …したプレイヤーの勝ち: each a rule of its own
    for (const size_t k : list)
      for (const Sentence& said : book_.units[k].says)
        if (base::contains(said.persons, "プレイヤー")) return;
    std::vector<Place> places = {{u, 0, unit.at}};
    for (const size_t k : list) places.push_back({k, 0, book_.units[k].at});
    add(Code::AnyOrAll, std::move(places), {unit.titles[0], std::to_string(list.size())});
  }

  /// AのBがある。これを『C』と呼ぶ。CはAのBである。
  void again(size_t u) {
    const Unit& unit = book_.units[u];
    for (size_t s = 0; s + 2 < unit.says.size(); ++s) {
      const Sentence &first = unit.says[s], &named = unit.says[s + 1], &last = unit.says[s + 2];
      if (first.title || named.defines.empty() || last.words.size() < 3) continue;
      const std::string& term = named.defines[0].text;
      if (last.words[0].text != term || !base::contains(last.topics, term)) continue;
      std::set<std::string> known;
      for (const Sentence* before : {&first, &named})
        for (const Mention& w : before->words) known.insert(w.text);
      for (const Mention& q : first.quoted) known.insert(q.text);
      const auto fresh =
          std::count_if(last.words.begin() + 1, last.words.end(), [&](const Mention& w) {
            return !known.contains(w.text) &&
                   std::ranges::none_of(first.quoted, [&](const Mention& q) {
                     return q.text.find(w.text) != q.text.npos;
                   });
          });
      if (fresh == 0) add(Code::SaysAgain, {{u, s + 2, last.at}, {u, s, first.at}}, {term});
    }
  }

  template <class F>
  void each(size_t step, F&& f) const {
    for (const size_t u : below(book_, step))
      for (size_t s = 0; s < book_.units[u].says.size(); ++s)
        f(Place{u, s, book_.units[u].says[s].at}, book_.units[u].says[s]);
  }

  /// Shown again in a step, paid for in another, and only then asked whether it could be shown: one
  /// question for all that do.
  void late() {
    Finding f{Code::CheckedLate, {}, {}, ""};
    for (const auto& [section, steps] : procedures_) {
      struct Done {
        size_t step;
        Place at;
        bool paid = false;
        std::string paid_in;
      };
      std::map<std::string, Done> done;  // by the deed without 再
      for (const size_t step : steps) {
        const std::string& number = book_.units[step].number;
        std::vector<std::string> asked;
        each(step, [&](const Place& at, const Sentence& said) {
          for (const Sign& g : said.signs) {
            if (g.is == Is::Cannot) {
              const std::string deed = g.text.starts_with("再") ? g.text.substr(3) : g.text;
              const auto it = done.find(deed);
              if (it != done.end() && it->second.paid &&
                  book_.units[it->second.step].number != number) {
                if (f.args.empty())
                  f.args = {book_.units[it->second.step].number, it->second.paid_in, number};
                f.places.push_back(it->second.at);
                f.places.push_back(at);
              }
              asked.push_back(deed);
            }
            if (g.is == Is::Last && g.text.starts_with("再"))
              done.try_emplace(g.text.substr(3), Done{step, at, false, ""});
            if (g.is == Is::Pays)
              for (auto& [deed, d] : done)
                if (d.step != step && !d.paid) {
                  d.paid = true;
                  d.paid_in = number;
                }
          }
        });
        for (const std::string& deed : asked)
          if (const auto it = done.find(deed); it != done.end() && it->second.step != step)
            done.erase(it);
      }
    }
    if (f.places.empty()) return;
    // a clause that says of another procedure what becomes of the price
    f.args.push_back(base::in_both("", ""));
    const int own = section_of(book_, static_cast<int>(f.places[0].unit));
    bool named = false;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (named || !has(said, Is::Lost) || section_of(book_, static_cast<int>(u)) == own) return;
      named = true;
      f.places.push_back({u, s, said.at});
      const std::string name = told(book_, u);
      f.args[3] = base::in_both(
          " (" + name + " says that what was paid does not come back, of its own case)",
          "(" + name + "では、そこで中断したとき元に戻らないとされています)");
    });
    found_.push_back(std::move(f));
  }

  /// 札を使用する場合に…, and the 札 is chosen in a later step.
  void shown() {
    Finding f{Code::BeforeShown, {}, {}, ""};
    for (const auto& [section, steps] : procedures_) {
      std::map<std::string, Place> open;
      std::set<std::string> known;
      for (const size_t step : steps)
        each(step, [&](const Place& at, const Sentence& said) {
          const bool shows = std::ranges::any_of(said.words, [](const Mention& w) {
            return w.text.ends_with("提示") || w.text.ends_with("選択");
          });
          if (shows)
            for (const Mention& w : said.words) {
              for (const auto& [noun, place] : open)
                if (w.text.starts_with(noun) && !known.contains(noun)) {
                  if (f.args.empty()) f.args = {noun};
                  f.places.push_back(place);
                  f.places.push_back(at);
                  known.insert(noun);
                }
              known.insert(w.text);
            }
          for (const Sign& g : said.signs)
            if (g.is == Is::Moment && g.text.ends_with("使用する場合") && !known.contains(g.of))
              open.emplace(g.of, at);
        });
    }
    if (!f.places.empty()) found_.push_back(std::move(f));
  }

  /// A moment that is explained, and that no procedure comes to.
  void announced() {
    std::set<std::string> moments;
    std::map<std::string, std::pair<Place, Place>> told;  // the headword, and what it says
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      const int section = section_of(book_, static_cast<int>(u));
      const bool entry = section >= 0 && book_.units[section].kind == Kind::Entry;
      for (const Mention& q : said.quoted) {
        if (!q.text.starts_with("《") || !q.text.ends_with("とき》")) continue;
        if (entry && !said.title && book_.units[u].kind != Kind::Example)
          told.try_emplace(
              q.text, std::pair(Place{static_cast<size_t>(section), 0, book_.units[section].at},
                                Place{u, s, q.at}));
        else if (!entry)
          moments.insert(q.text);
      }
    });
    if (moments.size() < kMoments) return;
    for (const auto& [moment, place] : told)
      if (!moments.contains(moment)) add(Code::NotAnnounced, {place.first, place.second}, {moment});
  }

  /// Does any sentence use the word, but for these units?
  bool used(const std::string& word, const std::set<size_t>& without) {
    bool out = ++asked_ > kAsked;
    each_sentence(book_, [&](size_t u, size_t, const Sentence& said) {
      if (out || without.contains(u)) return;
      for (const Mention& w : said.words) out = out || w.text.find(word) != w.text.npos;
      for (const Mention& q : said.quoted) out = out || q.text.find(word) != q.text.npos;
    });
    return out;
  }

  /// 札は赤い札と青い札に分けられ, each told below, and no other section speaks of either.
  void kinds() {
    for (size_t u = 0; u + 2 < book_.units.size(); ++u)
      for (const Sentence& said : book_.units[u].says) {
        if (said.title || said.announces.empty()) continue;
        const int section = section_of(book_, static_cast<int>(u));
        if (section < 0) continue;
        const std::vector<size_t> inside = below(book_, static_cast<size_t>(section));
        const std::set<size_t> here(inside.begin(), inside.end());
        std::vector<Place> places;
        std::string en, names;
        for (const size_t k : inside) {
          const Unit& unit = book_.units[k];
          if (k <= u || unit.kind != Kind::Bullet || unit.titles.empty()) continue;
          const std::string& name = unit.titles[0];
          if (!name_like(name) || chars(name) < 4 ||
              std::ranges::none_of(said.words, [&](const Mention& w) { return w.text == name; }))
            continue;
          if (used(name, here)) {
            places.clear();
            break;
          }
          places.push_back({k, 0, unit.at});
          en += (en.empty() ? "" : "`, `") + name;
          names += (names.empty() ? "" : "」「") + name;
        }
        if (places.size() > 1)
          add(Code::PrintUnused, std::move(places), {base::in_both(en, names)});
      }
  }

  /// バトル終了時(勝利時・敗北時): names in a title that nothing uses; シャッフルする(混ぜる).
  void aliases() {
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.titles.empty() ||
          (unit.kind != Kind::Entry && unit.kind != Kind::Heading && unit.kind != Kind::Bullet))
        continue;
      const std::string text =
          audit::reader::encode(audit::reader::narrow(audit::reader::decode(unit.titles[0])));
      const size_t open = text.find('('), close = text.rfind(')');
      if (open == text.npos || close == text.npos || close < open + 7 || close + 1 != text.size() ||
          open < 4)
        continue;
      const std::string in = text.substr(open + 1, close - open - 1);
      std::vector<std::string> members;
      for (size_t b = 0, e; b <= in.size(); b = e + std::string("・").size()) {
        e = std::min(in.find("・", b), in.size());
        members.push_back(in.substr(b, e - b));
      }
      std::string en, unused;
      for (const std::string& m : members) {
        if (m.find("の") != m.npos || !m.ends_with("時") || chars(m) < 3 || chars(m) > 8 ||
            used(m, {u})) {
          unused.clear();
          break;
        }
        en += (en.empty() ? "" : "`, `") + m;
        unused += (unused.empty() ? "" : "」「") + m;
      }
      if (!unused.empty())
        add(Code::PrintUnused, {{u, 0, unit.at}},
            {members.size() == 1 ? unused : base::in_both(en, unused)});
    }
  }

  static constexpr size_t kAsked = 100;  ///< times; behind that a word counts as used
  static constexpr size_t kMoments = 5;  ///< so many are announced, so that the others are missed

  const Book& book_;
  Found& found_;
  const std::map<int, std::vector<size_t>> procedures_;
  std::map<std::string, size_t> sections_;  ///< by the digest of the title
  size_t asked_ = 0;  ///< how often the whole text was looked through for a word
};

}  // namespace

void look_at_lists(const Book& book, Found& found) { Lists(book, found).run(); }

}  // namespace hanrei::audit::print
