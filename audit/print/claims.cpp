// What rules claim of one thing in two places: limits, ranges, states and their ways out, orders,
// cases.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;

class Claims {
 public:
  Claims(const Book& book, Found& found)
      : book_(book),
        found_(found),
        v_(book),
        of_(by_kind(book, [](const Unit& u, const Sentence&) { return u.kind != Kind::Example; })) {
  }

  void run() {
    limits();
    ranges();
    states();
    choosers();
    cases();
    stems();
    formulas();
    kinds();
    together();
    styles();
    before();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  const Sentence& said(const Place& p) const { return book_.units[p.unit].says[p.sentence]; }
  int section(const Place& p) const { return section_of(book_, static_cast<int>(p.unit)); }

  /// Two numbers for one limit; an exception is none.
  void limits() {
    std::map<std::string, std::vector<At>> by;
    for (const At& a : of_[Is::Capped]) {
      if (said(a.place).excepted) continue;
      const int head = section(a.place);
      const std::string title =
          head < 0 || book_.units[head].titles.empty() ? "" : book_.units[head].titles[0];
      const bool opening = title.find("準備") != title.npos || title.find("開始") != title.npos ||
                           title.find("始め") != title.npos || title.find("はじめ") != title.npos;
      if (a.sign->text == "手札・準備") {
        if (opening && title.find("ターン") == title.npos && title.find("番") == title.npos)
          by["手札・初め"].push_back(a);
      } else
        by[a.sign->text].push_back(a);
    }
    for (const auto& [what, all] : by)
      for (const At& a : all) {
        if (a.sign->of == all[0].sign->of) continue;
        const std::string shown = what.substr(0, what.find("・"));
        add(Code::TwoLimits, {a.place, all[0].place}, {shown, a.sign->of, all[0].sign->of});
        break;
      }
  }

  /// What is asked for lies outside of what there is. A count may be one too high before it is put
  /// right.
  void ranges() {
    std::map<std::string, const At*> tops;
    for (const At& a : of_[Is::Topped])
      if (!said(a.place).excepted) tops.try_emplace(a.sign->text, &a);
    for (const At& a : of_[Is::Reaches]) {
      const auto top = tops.find(a.sign->text);
      if (top == tops.end()) continue;
      const std::string& of = top->second->sign->of;
      const int most = std::stoi(of) + (of.ends_with('+') ? 1 : 0), asked = std::stoi(a.sign->of);
      if (asked > most)
        add(Code::BoundBroken, {a.place, top->second->place},
            {a.sign->text, a.sign->of + "以上", std::to_string(std::stoi(of)) + "まで"});
    }
  }

  /// A state that is entered and never left, beside one that is.
  void states() {
    std::map<std::string, std::vector<Place>> entered;
    std::set<std::string> left, barred;
    for (const At& a : of_[Is::Enters]) entered[a.sign->text].push_back(a.place);
    std::set<std::pair<size_t, size_t>> leaving;  // sentences that lead from one state into another
    for (const At& a : of_[Is::Leaves])
      if (a.sign->of.empty()) leaving.emplace(a.place.unit, a.place.sentence);
    for (const At& a : of_[Is::Leaves]) (a.sign->of.empty() ? left : barred).insert(a.sign->text);
    // to go back into a state is to leave another: no state of its own
    std::string how;
    for (const auto& [state, places] : entered)
      if (left.contains(state)) how += (how.empty() ? "「" : "・「") + state + "」";
    for (const auto& [state, places] : entered) {
      if (how.empty() && !barred.contains(state)) continue;
      const bool usual = std::ranges::any_of(places, [&](const Place& p) {
        return leaving.contains({p.unit, p.sentence});
      });
      if (!left.contains(state) && !usual)
        add(Code::PrintNeverLeft, places,
            {state, how.empty() ? base::in_both("", "")
                                : base::in_both("; of " + how + " it is said how it ends",
                                                "(" + how + "については定められています)")});
    }
  }

  /// One order, and two who settle it.
  void choosers() {
    std::vector<At> all;
    for (const At& a : of_[Is::Grant])
      if (a.sign->of == "+" && a.sign->text.ends_with("・順") && !said(a.place).excepted)
        all.push_back(a);
    if (all.size() > kBucket) all.resize(kBucket);
    const auto who = [](const At& a) {
      return a.sign->text.substr(0, a.sign->text.size() - std::string("・順").size());
    };
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t k = 0; k < i; ++k) {
        if (who(all[i]) == who(all[k])) continue;
        std::set<std::string> common;
        for (const Mention& w : said(all[i].place).words)
          for (const Mention& o : said(all[k].place).words)
            if (w.text == o.text && w.text.find("順") == w.text.npos && w.text != who(all[i]))
              common.insert(w.text);
        if (common.size() < 2 ||
            !(common.contains("効果") || common.contains("処理") || common.contains("能力")))
          continue;
        add(Code::TwoChoosers, {all[i].place, all[k].place}, {who(all[i]), who(all[k])});
      }
  }

  /// Greater and less, in one section, and not equal.
  void cases() {
    std::map<int, std::pair<std::vector<Place>, std::vector<Place>>> by;
    for (const At& a : of_[Is::More]) by[section(a.place)].first.push_back(a.place);
    for (const At& a : of_[Is::Fewer]) by[section(a.place)].second.push_back(a.place);
    // 守りの力が大きい場合: the other way round is less
    for (const auto& [at, both] : by) {
      const auto& [more, fewer] = both;
      if (at < 0 || more.empty() || fewer.empty()) continue;
      const bool even =
          std::ranges::any_of(of_[Is::Even], [&](const At& e) { return section(e.place) == at; });
      if (!even) add(Code::NoOutcome, {more[0], fewer[0]}, {base::in_both("equal", "等しい")});
    }
  }

  /// あえ, once, where あたえ stands with the same noun.
  void stems() {
    std::map<std::string, std::vector<At>> by;  // by noun
    std::map<std::string, size_t> uses;         // of the verb
    for (const At& a : of_[Is::Stem]) {
      by[a.sign->text].push_back(a);
      ++uses[a.sign->of];
    }
    for (const At& a : of_[Is::Stem]) {
      if (uses[a.sign->of] != 1 || by[a.sign->text].size() > kBucket) continue;
      std::map<std::string, size_t> others;
      for (const At& b : by[a.sign->text])
        if (b.sign->of != a.sign->of) ++others[b.sign->of];
      for (const auto& [verb, n] : others)
        if ((n > 1 || uses[verb] > 2) &&
            one_off(audit::reader::decode(a.sign->of), audit::reader::decode(verb))) {
          add(Code::Misprint, {a.place},
              {a.sign->text + a.sign->of,
               base::in_both("elsewhere `" + a.sign->text + verb + "`",
                             "ほかでは「" + a.sign->text + verb + "」です")});
          break;
        }
    }
  }
  /// Alike but for one character that is left out, put in, or in another's place; the last is the
  /// same.
  static bool one_off(const audit::reader::Chars& a, const audit::reader::Chars& b) {
    if (a.size() > b.size()) return one_off(b, a);
    if (b.size() - a.size() > 1 || a.size() < 2 || a.back() != b.back()) return false;
    size_t i = 0;
    while (i < a.size() && a[i] == b[i]) ++i;
    return a.substr(a.size() == b.size() ? i + 1 : i) == b.substr(i + 1);
  }

  /// What is added up is something, and nothing says what.
  void formulas() {
    std::set<std::string> told;
    for (const Finding& f : found_)
      if (f.code == Code::Undefined) told.insert(f.args[0]);
    std::map<std::string, std::vector<Place>> uses;
    for (const At& a : of_[Is::Formula])
      if (!v_.covers(a.sign->text) && !v_.everyday(a.sign->text) && !v_.composed(a.sign->text) &&
          !told.contains(a.sign->text))
        uses[a.sign->text].push_back(a.place);
    for (auto& [w, places] : uses) {
      if (uses.size() < kBucket)
        each_sentence(book_, [&](size_t u, size_t s, const Sentence& other) {
          for (const Mention& m : other.words)
            if (m.text == w && std::ranges::none_of(places, [&](const Place& p) {
                  return p.unit == u && p.sentence == s;
                }))
              places.push_back({u, s, m.at});
        });
      const std::string n = std::to_string(places.size());
      add(Code::Undefined, std::move(places), {w, n});
    }
  }

  /// 札には赤札、青札、白札の種類がある, and a 黒札 that is none of them.
  void kinds() {
    std::map<char32_t, std::set<std::string>> families;
    each_sentence(book_, [&](size_t, size_t, const Sentence& s) {
      if (std::ranges::none_of(s.words, [](const Mention& w) { return w.text.ends_with("種類"); }))
        return;
      std::map<char32_t, std::set<std::string>> here;
      for (const Mention& w : s.words)
        if (chars(w.text) > 1 && v_.covers(w.text))
          here[audit::reader::decode(w.text).back()].insert(w.text);
      for (const auto& [end, members] : here)
        if (members.size() > 2 && audit::reader::is_kanji(end))
          families[end].insert(members.begin(), members.end());
    });
    std::set<std::string> told;
    for (const Finding& f : found_)
      if (f.code == Code::Undefined) told.insert(f.args[0]);
    std::map<std::string, std::vector<Place>> others;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (said.title || book_.units[u].kind == Kind::Example) return;
      for (const Mention& w : said.words) {
        const auto f = families.find(audit::reader::decode(w.text).back());
        if (f == families.end() || chars(w.text) < 3 || v_.covers(w.text) || v_.everyday(w.text) ||
            v_.composed(w.text) || told.contains(w.text))
          continue;
        others[w.text].push_back({u, s, w.at});
      }
    });
    for (auto& [w, places] : others) {
      const std::string n = std::to_string(places.size());
      add(Code::Undefined, std::move(places), {w, n});
    }
  }

  /// All at once, as a rule; and no sentence says who settles an order. Where things end at once,
  /// no order matters.
  void together() {
    for (const At& a : of_[Is::Grant])
      if (a.sign->text.ends_with("・順") && a.sign->of == "+") return;
    std::vector<Place> places;
    std::string words;
    for (const At& a : of_[Is::Together]) {
      if (std::ranges::any_of(
              kEnding, [&](const char* w) { return a.sign->text.find(w) != std::string::npos; }))
        continue;
      places.push_back(a.place);
      if (words.empty()) words = a.sign->text;
    }
    if (!places.empty()) add(Code::AllAtOnce, std::move(places), {words});
  }

  /// A few plain sentences among polite ones, or the reverse. Steps are told in a style of their
  /// own.
  void styles() {
    std::vector<Place> of[2];
    const auto take = [&](Is is, std::vector<Place>& out) {
      for (const At& a : of_[is])
        if (const Kind k = book_.units[a.place.unit].kind;
            (k == Kind::Text || k == Kind::Bullet || k == Kind::Heading || k == Kind::Entry) &&
            !said(a.place).title)
          out.push_back(a.place);
    };
    take(Is::Polite, of[0]);
    take(Is::Plain, of[1]);
    const size_t all = of[0].size() + of[1].size(), rare = of[0].size() < of[1].size() ? 0 : 1;
    if (of[rare].empty() || all < kStyled || of[rare].size() * kRareStyle > all) return;
    add(Code::MixedStyle, of[rare],
        {std::to_string(of[1 - rare].size()), std::to_string(all),
         rare == 0 ? base::in_both("polite", "です・ます") : base::in_both("plain", "である")});
  }

  /// Named in passing, in a later section than where it is used first. A numbered book is no tale:
  /// its sections look each other up.
  void before() {
    if (book_.numbered || std::ranges::any_of(book_.units, [](const Unit& u) {
          return u.kind == Kind::Heading && !u.number.empty();
        }))
      return;
    std::map<std::string, std::vector<Place>> said_in;  // words and quotations, where each stands
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& w : said.words) said_in[w.text].push_back({u, s, w.at});
      for (const Mention& q : said.quoted) said_in[inside(q.text)].push_back({u, s, q.at});
    });
    for (const auto& [term, places] : v_.told()) {
      const Place& first = places[0];
      if (chars(v_.shown(term)) < 3 || book_.units[first.unit].kind == Kind::Entry ||
          book_.units[first.unit].kind == Kind::Example)
        continue;
      std::vector<Place> uses;
      bool titled = false;
      for (const Place& p : said_in[v_.shown(term)]) {
        if (p.unit >= first.unit || section(p) == section(first)) continue;
        titled = titled || said(p).title;
        const bool known =
            !uses.empty() && uses.back().unit == p.unit && uses.back().sentence == p.sentence;
        if (!said(p).title && said(p).refs.empty() && !known) uses.push_back(p);
      }
      if (titled || uses.empty() || uses.size() > kBefore) continue;
      uses.push_back(first);
      add(Code::UsedBefore, std::move(uses), {v_.shown(term)});
    }
  }

  static constexpr const char* kEnding[] = {"失", "終わ"};
  static constexpr size_t kBucket = 60;    ///< places of one kind that are compared with each other
  static constexpr size_t kStyled = 20;    ///< sentences in all, so that there is a style
  static constexpr size_t kRareStyle = 6;  ///< one in so many at most is in the other
  static constexpr size_t kBefore = 8;  ///< used more often than this, it is a word of the reader's

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<Is, std::vector<At>> of_;
};

}  // namespace

void look_at_claims(const Book& book, Found& found) { Claims(book, found).run(); }

}  // namespace hanrei::audit::print
