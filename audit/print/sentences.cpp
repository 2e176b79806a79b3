// What a sentence shows by itself: nobody who chooses, a list that does not follow, brackets,
// circles.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;

class Sentences {
 public:
  Sentences(const Book& book, Found& found) : book_(book), found_(found) {
    each_sentence(book, [&](size_t, size_t, const Sentence& said) {
      for (const std::string& p : said.persons)
        if (std::ranges::any_of(said.defines, [&](const Mention& d) { return d.text == p; }))
          players_.insert(p);
    });
  }

  void run() {
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      for (size_t s = 0; s < unit.says.size(); ++s) {
        chooser(u, s);
        marks(u, s);
        announcement(u, s);
        circle(u, s);
      }
      brackets(u);
    }
    kinds();
    enclosed();
    titles();
    told_apart();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }

  /// By a word for a player that the text itself gives, too: 興行主.
  bool anybody(const Sentence& said) const {
    return !said.persons.empty() || std::ranges::any_of(said.words, [&](const Mention& w) {
      return players_.contains(w.text);
    });
  }
  /// Is anybody named in the sentence, before it in the same unit, or in what the unit belongs to,
  /// up to its title?
  bool somebody(size_t u, size_t s) const {
    for (size_t k = 0; k <= s; ++k)
      if (anybody(book_.units[u].says[k])) return true;
    // whoever declares it, in a step before
    if (book_.units[u].kind == Kind::Step)
      for (size_t k = u; k-- > 0 && book_.units[k].rank >= book_.units[u].rank;) {
        if (book_.units[k].up != book_.units[u].up) continue;
        for (const Sentence& said : book_.units[k].says) {
          const auto has = [&](std::string_view word) {
            return std::ranges::any_of(said.words,
                                       [&](const Mention& w) { return w.text == word; });
          };
          if (has("宣言") && !has("機会"))
            return true;  // a chance to declare is not yet a declaration
        }
      }
    for (int up = book_.units[u].up; up >= 0; up = book_.units[up].up) {
      for (const Sentence& said : book_.units[up].says)
        if (anybody(said)) return true;
      if (book_.units[up].kind == Kind::Heading || book_.units[up].kind == Kind::Entry) break;
    }
    return false;
  }

  /// Is a player the topic of it?
  bool acts(const Sentence& said) const {
    for (const std::string& t : said.topics)
      if (players_.contains(t) || t.ends_with("プレイヤー") || t.ends_with("プレーヤー") ||
          t.ends_with("側") || t == "自分" || t == "相手")
        return true;
    return false;
  }

  void chooser(size_t u, size_t s) {
    const Sentence& said = book_.units[u].says[s];
    if (said.title || book_.units[u].kind == Kind::Example) return;
    // (任意), of what is done with 勝者の札: the 勝者 is not said to do it
    for (const Mention& c : said.choice)
      if (c.text.find("任意)") != c.text.npos && !acts(said))
        return add(Code::PrintNoChooser, {{u, s, c.at}}, {c.text});
    if (said.choice.empty() || somebody(u, s)) return;
    // the first words of a section may name the one who does all of it
    add(Code::PrintNoChooser, {{u, s, said.choice[0].at}}, {said.choice[0].text});
  }

  void marks(size_t u, size_t s) {
    const Sentence& said = book_.units[u].says[s];
    if (said.title && !book_.units[u].titles.empty() &&
        plain(book_.units[u].titles[0]) == plain(said.marks.empty() ? "" : said.marks[0].text))
      return;  // a title: 原則
    for (const Mention& m : said.marks) {
      if (m.text.ends_with("など") || m.text.ends_with("等")) {
        add(Code::OpenList, {{u, s, m.at}},
            {m.text, base::in_both("the list is left open", "列挙が開いたままです")});
        continue;
      }
      if (m.text.starts_with("(") || m.text.starts_with("(")) {
        add(Code::Unsettled, {{u, s, m.at}}, {m.text});
        continue;
      }
      bool excepted = false;
      if (m.text.starts_with("例外")) {
        add(Code::OpenList, {{u, s, m.at}},
            {m.text,
             base::in_both("what the exceptions are is not said", "例外が何かは書かれていません")});
        continue;
      }
      for (const size_t k : below(book_, u))
        for (size_t t = k == u ? s : 0; t < book_.units[k].says.size(); ++t)
          excepted = excepted || book_.units[k].says[t].excepted;
      if (!excepted && !elsewhere(u, said, m.text)) add(Code::Hedge, {{u, s, m.at}}, {m.text});
    }
  }

  /// 主に of what lies in a place, where two other rules put things there; ほぼ全て of what has a
  /// thing, where another rule says コストはない.
  bool elsewhere(size_t u, const Sentence& said, const std::string& hedge) const {
    const int up = book_.units[u].up;
    const std::string place =
        up < 0 || book_.units[up].titles.empty() ? "" : book_.units[up].titles[0];
    size_t put = 0;
    bool none = false;
    each_sentence(book_, [&](size_t v, size_t, const Sentence& other) {
      if (v == u || other.title) return;
      put += base::contains(other.zones, place);
      for (const audit::reader::Sign& g : other.signs)
        if (g.is == audit::reader::Sign::Is::Spelled && g.of == "ない")
          for (const std::string& t : other.topics)
            none = none ||
                   std::ranges::any_of(said.words, [&](const Mention& w) { return w.text == t; });
    });
    return (hedge == "主に" && !place.empty() && put > 1) || (hedge == "ほぼ全て" && none);
  }

  /// What is listed below a sentence: the marked units that follow it, all of one kind.
  size_t listed(size_t u, size_t s) const {
    size_t n = 0;
    Kind kind{};
    int rank = 0;
    for (size_t k = u + 1; k < book_.units.size(); ++k) {
      const Unit& next = book_.units[k];
      if (next.kind == Kind::Note || next.kind == Kind::Example) continue;
      if (n == 0) {
        kind = next.kind;
        rank = next.rank;
        if (kind == Kind::Text) break;
      }
      if (next.rank < rank) break;
      if (next.rank == rank) {
        if (next.kind != kind) break;
        ++n;
      }
    }
    return s + 1 < book_.units[u].says.size() && n == 0 ? 0 : n;
  }

  void announcement(size_t u, size_t s) {
    const Unit& unit = book_.units[u];
    const Sentence& said = unit.says[s];
    if (said.title || said.announces.empty() || unit.kind == Kind::Example) return;
    for (const Mention& a : said.announces) {
      const bool pointing = a.text.starts_with("次の") || a.text.starts_with("以下") ||
                            a.text.starts_with("下") || a.text.starts_with("次に");
      if (!pointing) continue;
      const bool last = s + 1 == unit.says.size();
      const std::string none =
          base::in_both("nothing follows, or one thing only", "続くものがないか、一つだけです");
      if (last && a.text.starts_with("次の通り") && listed(u, s) == 1)
        add(Code::NothingFollows, {{u, s, a.at}}, {a.text, none});
      if (!said.closes || !last || !over(u) ||
          (book_.units[u].kind != Kind::Entry && titles_after(u) != 0))
        continue;
      const auto [kinds, titles] = kinds_after(u, a.text);
      if (kinds > 0 && titles == kinds) continue;
      const std::string n = std::to_string(titles);
      add(Code::NothingFollows, {{u, s, a.at}},
          {a.text, kinds > 0 && titles > 1 ? base::in_both("the titles that follow are " + n,
                                                           "続く題名は" + n + "個です")
                                           : none});
    }
  }

  /// Is the section over behind this unit? A title without a mark, or the next headword.
  bool over(size_t u) const {
    if (u + 1 == book_.units.size()) return true;
    const Unit& next = book_.units[u + 1];
    if (next.kind == Kind::Heading) return next.number.empty() && next.rank <= 20;
    const int section = section_of(book_, static_cast<int>(u));
    return next.kind == Kind::Entry && section >= 0 && book_.units[section].kind == Kind::Entry;
  }

  /// 次の3種類: how many are announced, and how many titles follow that are alike in their last
  /// character (霊獣札, 術札).
  std::pair<size_t, size_t> kinds_after(size_t u, const std::string& announced) const {
    const audit::reader::Chars t = audit::reader::decode(announced);
    size_t b = 0, n = 0;
    while (b < t.size() && !(t[b] >= U'0' && t[b] <= U'9')) ++b;
    size_t e = b;
    for (; e < t.size() && t[e] >= U'0' && t[e] <= U'9' && e < b + 3; ++e)
      n = n * 10 + (t[e] - U'0');
    if (e == b || t.substr(e).find(U"種類") != 0) return {0, 0};
    // the kinds are named by what they are kinds of
    const int section = section_of(book_, static_cast<int>(u));
    const audit::reader::Chars about = audit::reader::decode(
        section < 0 || book_.units[section].titles.empty() ? "" : book_.units[section].titles[0]);
    size_t found = 0;
    char32_t last = 0;
    for (size_t k = u + 1; k < book_.units.size(); ++k) {
      const Unit& unit = book_.units[k];
      if (unit.kind != Kind::Heading || unit.titles.empty()) continue;
      const char32_t end = audit::reader::decode(unit.titles[0]).back();
      if (unit.rank != book_.units[u + 1].rank || (last != 0 && end != last) ||
          about.find(end) == about.npos)
        break;
      last = end;
      ++found;
    }
    return {n, found};
  }

  /// Titles that may be what was announced: they follow at once, without a blank line.
  size_t titles_after(size_t u) const {
    return u + 1 < book_.units.size() &&
                   book_.units[u + 1].at.line <= book_.units[u].says.back().end.line + 1
               ? 1
               : 0;
  }

  /// `A・B・Cと3つの種類`: kinds that are told one by one, and have sections, but for one.
  void kinds() {
    std::map<std::string, size_t> titles;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind == Kind::Heading || unit.kind == Kind::Entry)
        for (const std::string& t : unit.titles) titles.emplace(plain(t), u);
    }
    std::set<std::string> told;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const std::vector<std::string>& list : said.lists) {
        std::vector<std::string> without;
        std::vector<Place> places = {{u, s, {}}};
        for (const std::string& item : list) {
          auto it = titles.find(plain(item));
          // 石獣・W獣・H獣カード: the last says for all of them what they are
          for (const auto& [title, unit] : titles)
            if (it == titles.end() && &item == &list.back() && title.size() > 3 &&
                plain(item).starts_with(title)) {
              it = titles.find(title);
              break;
            }
          if (it == titles.end())
            without.push_back(item);
          else
            places.push_back({it->second, 0, {}});
        }
        if (without.size() != 1 || list.size() < 5 || !told.insert(plain(without[0])).second)
          continue;
        add(Code::KindWithoutSection, std::move(places),
            {without[0], std::to_string(list.size() - 1)});
      }
    });
  }

  /// 「Xを」 where the text has 「X」 elsewhere.
  void enclosed() {
    std::map<std::string, std::vector<Place>> quotes;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& q : said.quoted)
        if (q.text.starts_with("「")) quotes[q.text].push_back({u, s, q.at});
    });
    for (const auto& [text, places] : quotes)
      for (const std::string_view particle : {"を", "が", "は", "に", "の"}) {
        if (!text.ends_with(std::string(particle) + "」")) continue;
        const std::string without = text.substr(0, text.size() - particle.size() - 3) + "」";
        const auto it = quotes.find(without);
        if (it == quotes.end() || it->second.size() < 3) continue;
        for (const Place& p : places) add(Code::Enclosed, {p, it->second[0]}, {text, without});
      }
  }

  /// Three titles without a mark in a row, and no text under the first two; the first title of all
  /// again.
  void titles() {
    const auto bare = [&](size_t u) {
      return book_.units[u].kind == Kind::Heading && book_.units[u].number.empty() &&
             book_.units[u].says.size() == 1;
    };
    for (size_t u = 1; u + 2 < book_.units.size(); ++u) {
      if (book_.numbered || !bare(u) || !bare(u + 1) || !bare(u + 2) || bare(u - 1)) continue;
      add(Code::EmptySection, {{u, 0, {}}, {u + 1, 0, {}}, {u + 2, 0, {}}},
          {book_.units[u].titles[0], book_.units[u + 2].titles[0]});
    }
    if (book_.numbered || book_.units.empty() || !bare(0)) return;
    for (size_t u = 1; u < book_.units.size(); ++u)
      if (bare(u) && plain(book_.units[u].titles[0]) == plain(book_.units[0].titles[0]))
        add(Code::SameTitle, {{u, 0, {}}, {0, 0, {}}}, {book_.units[u].titles[0]});
  }

  /// A term that has a title without a mark in two chapters: one question for all of them.
  void told_apart() {
    std::map<std::string, std::vector<size_t>> same;
    std::map<std::string, size_t> uses;
    for (size_t u = 1; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind == Kind::Heading && unit.number.empty() && unit.titles.size() == 1 &&
          !unit.says.empty() && unit.says[0].title && chars(unit.titles[0]) > 1)
        same[unit.titles[0]].push_back(u);
    }
    std::erase_if(same, [&](const auto& t) {
      return t.second.size() != 2 || t.first == book_.units[0].titles[0];
    });
    if (book_.numbered || same.empty()) return;
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      if (!said.title)
        for (const Mention& w : said.words)
          if (same.contains(w.text)) ++uses[w.text];
    });
    std::vector<std::pair<size_t, std::string>> terms;  // by where the second stands
    for (const auto& [title, units] : same)
      if (uses[title] > 2) terms.emplace_back(units[1], title);
    if (terms.empty()) return;
    std::ranges::sort(terms);
    std::vector<Place> places;
    std::string en, ja;
    for (const auto& [unit, title] : terms) {
      en += (en.empty() ? "" : "`, `") + title;
      ja += (ja.empty() ? "" : "」「") + title;
      places.push_back({unit, 0, {}});
    }
    for (const auto& [unit, title] : terms) places.push_back({same[title][0], 0, {}});
    add(Code::SameTitle, std::move(places), {terms.size() == 1 ? ja : base::in_both(en, ja)});
  }

  void circle(size_t u, size_t s) {
    const Sentence& said = book_.units[u].says[s];
    for (const Mention& m : said.misprints) {
      const bool what = m.text.find("とは、") != m.text.npos,
                 as = m.text.find("例え") != m.text.npos,
                 twice = m.text.find("この時点で") != m.text.npos;
      add(Code::Misprint, {{u, s, m.at}},
          {m.text, what ? base::in_both("no noun says what とは speaks of",
                                        "「とは」を受ける言葉がありません")
                   : as ? base::in_both("is たとえ meant?", "「たとえ」のことでしょうか")
                   : twice ? base::in_both("この段階で stands in the same sentence",
                                           "同じ文にすでに「この段階で」とあります")
                           : base::in_both("something is missing or misprinted here",
                                           "このあたりに脱字か誤植があるようです")});
    }
    for (const auto& g : said.signs)
      if (g.is == audit::reader::Sign::Is::Glued) {
        const bool stops = g.text.starts_with("。"), mark = g.text == "*";
        if (stops && (s == 0 || !book_.units[u].says[s - 1].closes)) continue;
        add(Code::Misprint, {{u, s, g.at}},
            {g.text, stops ? base::in_both("a full stop before the bracket and one behind it",
                                           "括弧の前にも後にも句点があります")
                     : mark
                         ? base::in_both("the mark has no note", "この印に対応する注がありません")
                         : base::in_both("nothing parts the name from the sentence",
                                         "名前と文の間に区切りがありません")});
      }
    std::set<std::string> seen;
    if (!said.chain.empty() && said.chain.front() == said.chain.back() && said.chain.size() > 3)
      return;  // a circle, printed as one; of two it would be none
    for (const std::string& part : said.chain)
      if (!seen.insert(part).second) {
        std::string chain;
        for (const std::string& p : said.chain) chain += (chain.empty() ? "" : "<") + p;
        return add(Code::PrintCircle, {{u, s, said.at}}, {chain});
      }
  }

  /// Brackets of one unit, over its sentences: a sentence may stand in a bracket of another.
  void brackets(size_t u) {
    struct Open {
      std::string text;
      Place at;
    };
    std::vector<Open> open;
    std::vector<Open> lonely;
    const Unit& unit = book_.units[u];
    for (size_t s = 0; s < unit.says.size(); ++s)
      for (const Mention& b : unit.says[s].brackets) {
        const char32_t c = audit::reader::decode(b.text)[0];
        const Place at{u, s, b.at};
        if (audit::reader::closing(c) != 0) {
          open.push_back({b.text, at});
          continue;
        }
        const auto partner = std::find_if(open.rbegin(), open.rend(), [&](const Open& o) {
          return audit::reader::closing(audit::reader::decode(o.text)[0]) == c;
        });
        if (partner == open.rend()) {
          lonely.push_back({b.text, at});
          continue;
        }
        const auto from = partner.base() - 1;
        for (auto it = from + 1; it != open.end(); ++it) lonely.push_back(*it);
        open.erase(from, open.end());
      }
    lonely.insert(lonely.end(), open.begin(), open.end());
    std::ranges::sort(lonely, [](const Open& a, const Open& b) { return a.at < b.at; });
    for (const Open& l : lonely) add(Code::Brackets, {l.at}, {l.text});
  }

  const Book& book_;
  Found& found_;
  std::set<std::string> players_;  ///< what a player is called by a definition
};

}  // namespace

void look_at_sentences(const Book& book, Found& found) { Sentences(book, found).run(); }

}  // namespace hanrei::audit::print
