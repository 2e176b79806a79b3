// What a rule leaves open by itself, or in view of another: who, which of two, by which name, how
// far.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;

constexpr size_t kSections = 400;  ///< of a text, that are compared with each other
constexpr size_t kList = 12;       ///< members of a title that are looked for
constexpr size_t kBucket = 60;     ///< sentences about one thing that are compared with each other

class Rules {
 public:
  Rules(const Book& book, Found& found)
      : book_(book),
        found_(found),
        v_(book),
        of_(by_kind(book, [](const Unit& u, const Sentence& said) {
          return !said.title && u.kind != Kind::Example;
        })) {}

  void run() {
    nobody();
    edges();
    only();
    turned();
    entered();
    cards();
    verbs();
    for (const At& a : of_[Is::OfTwo]) add(Code::WhichOfTwo, {a.place}, {"その" + a.sign->text});
    barred();
    listed();
    phases();
    again();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  int section(const Place& p) const { return section_of(book_, static_cast<int>(p.unit)); }
  const Sentence& said(const Place& p) const { return book_.units[p.unit].says[p.sentence]; }
  std::string title(int unit) const {
    return unit < 0 || book_.units[unit].titles.empty() ? "" : book_.units[unit].titles[0];
  }

  /// …した場合、敗北する。 Not where a title says that it is about winning: there the list is of
  /// what does it.
  void nobody() {
    for (const At& a : of_[Is::Outcome]) {
      const std::string head = title(section(a.place));
      const bool before = std::any_of(
          book_.units[a.place.unit].says.begin(),
          book_.units[a.place.unit].says.begin() + static_cast<std::ptrdiff_t>(a.place.sentence),
          [](const Sentence& s) { return !s.persons.empty(); });
      if (!before && head.find("勝") == head.npos && head.find("敗") == head.npos)
        add(Code::NobodyNamed, {a.place}, {a.sign->text});
    }
  }

  void edges() {
    for (const At& a : of_[Is::Edge]) add(Code::EdgeTaken, {a.place}, {a.sign->text, a.sign->of});
  }

  /// 2つの星座のみ, 1つの星座のみ: in one section, and neither is an exception.
  void only() {
    std::map<std::pair<int, std::string>, At> first;
    for (const At& a : of_[Is::Only]) {
      const auto [it, fresh] = first.try_emplace({section(a.place), a.sign->text}, a);
      const At& b = it->second;
      if (!fresh && b.sign->of != a.sign->of && !said(a.place).excepted && !said(b.place).excepted)
        add(Code::BoundBroken, {a.place, b.place},
            {a.sign->text, a.sign->of + "のみ", b.sign->of + "のみ"});
    }
  }

  /// 裏向きにする, and nothing turns it back. A state that has a name is told where the state is.
  void turned() {
    std::map<bool, std::vector<Place>> at;  // face up
    for (const At& a : of_[Is::Turned]) at[a.sign->of == "up"].push_back(a.place);
    if (at[true].empty() && !at[false].empty()) add(Code::TurnedForGood, at[false], {"裏向き"});
  }

  /// A section about a state, and no rule by which anything comes to be in it.
  void entered() {
    std::set<std::string> into;
    for (const At& a : of_[Is::Enters]) into.insert(a.sign->text);
    for (const Unit& unit : book_.units) {
      if (unit.kind != Kind::Heading && unit.kind != Kind::Entry) continue;
      const size_t u = &unit - book_.units.data();
      for (const std::string& t : unit.titles)
        if (t.ends_with("状態") && chars(t) > 2 && name_like(t) && t.find("・") == t.npos &&
            !into.contains(t))
          add(Code::NeverEntered, {{u, 0, unit.at}}, {t});
    }
  }

  /// A rule that needs the text of a card: 《…》, which is no moment, nothing defined and nothing
  /// to look up.
  void cards() {
    std::set<std::string> titles;
    for (const Unit& u : book_.units)
      for (const std::string& t : u.titles) titles.insert(plain(t));
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (said.title || !said.refs.empty() || book_.units[u].kind == Kind::Example ||
          book_.units[u].kind == Kind::Note || said.excepted)
        return;
      for (const Mention& q : said.quoted) {
        const std::string in = inside(q.text);
        if (!q.text.starts_with("《") || in.empty() || titles.contains(plain(in)) ||
            v_.told().contains(plain(in)) || in.ends_with("とき") || in.ends_with("時") ||
            in.ends_with("場合") || in.ends_with("まで") || in.ends_with("後") ||
            in.ends_with("たび"))
          continue;
        const Kind up = book_.units[u].up < 0 ? Kind::Heading : book_.units[book_.units[u].up].kind;
        if (up == Kind::Heading &&
            (book_.units[u].kind == Kind::Item || book_.units[u].kind == Kind::Step))
          add(Code::OnCard, {{u, s, q.at}}, {q.text});
        return;
      }
    });
  }

  /// One act on one kind of thing by two verbs, of which no title and no definition tells the
  /// difference.
  void verbs() {
    std::map<std::string, std::map<std::string, std::vector<Place>>> by;
    for (const At& a : of_[Is::Used])
      if (!v_.covers(a.sign->of)) by[a.sign->text][a.sign->of].push_back(a.place);
    for (auto& [noun, verbs] : by) {
      if (verbs.size() < 2) continue;
      std::vector<Place> places;
      std::string names;
      for (const auto& [verb, at] : verbs) {
        names += (names.empty() ? "" : "・") + verb;
        places.insert(places.end(), at.begin(), at.end());
      }
      std::ranges::sort(places);
      add(Code::SeveralVerbs, std::move(places), {noun, names});
    }
  }

  /// As often as one likes here, and not at all there, in another part of the text.
  void barred() {
    for (const At& a : of_[Is::Freely]) {
      std::vector<Place> places = {a.place};
      for (const At& b : of_[Is::Barred])
        if (b.sign->text == a.sign->text && b.place.unit != a.place.unit &&
            said(a.place).refs.empty() && said(b.place).refs.empty())
          places.push_back(b.place);
      if (places.size() > 1) add(Code::BarredElsewhere, std::move(places), {a.sign->text});
    }
  }

  /// A title with a list in brackets, and below it one of three or more that is not spoken of,
  /// beside the others that are.
  void listed() {
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if ((unit.kind != Kind::Heading && unit.kind != Kind::Entry) || unit.titles.empty()) continue;
      const std::string text =
          audit::reader::encode(audit::reader::narrow(audit::reader::decode(unit.titles[0])));
      const size_t open = text.find('('), close = text.rfind(')');
      if (open == text.npos || close == text.npos || close < open) continue;
      std::string list = text.substr(open + 1, close - open - 1);
      if (list.ends_with("など")) list.resize(list.size() - std::string("など").size());
      std::vector<std::string> members;
      for (size_t b = 0; b <= list.size();) {
        const size_t e = std::min(list.find("・", b), list.size());
        members.push_back(list.substr(b, e - b));
        b = e + std::string("・").size();
      }
      if (members.size() > kList) continue;
      std::set<std::string> words;
      for (const size_t k : below(book_, u))
        for (const Sentence& s : book_.units[k].says)
          if (!s.title)
            for (const Mention& w : s.words) words.insert(w.text);
      std::vector<std::string> missing;
      for (const std::string& m : members) {
        const std::string noun = m.substr(0, m.find("の"));
        if (std::ranges::none_of(words,
                                 [&](const std::string& w) { return w.find(noun) != w.npos; }))
          missing.push_back(m);
      }
      if (members.size() > 2 && missing.size() == 1)
        add(Code::NotSpokenOf, {{u, 0, unit.at}}, {missing[0]});
    }
  }

  /// …フェイズ, …フェイズ, …フェイズ: titles without numbers, and no sentence that says which a
  /// turn has.
  void phases() {
    for (const std::string tail : {"フェイズ", "フェーズ", "ステップ"}) {
      std::set<std::string> names;
      std::vector<Place> places;
      for (size_t u = 0; u < book_.units.size(); ++u) {
        const Unit& unit = book_.units[u];
        if (unit.kind != Kind::Heading && unit.kind != Kind::Entry) continue;
        for (const std::string& t : unit.titles)
          if (unit.number.empty() && t.ends_with(tail) && t.size() > tail.size() && name_like(t) &&
              names.insert(t).second)
            places.push_back({u, 0, unit.at});
      }
      if (names.size() < 3) continue;
      bool told = false;
      std::vector<std::pair<std::string, std::string>> joined;
      each_sentence(book_, [&](size_t u, size_t, const Sentence& said) {
        std::set<std::string> here;
        for (const Mention& w : said.words)
          if (names.contains(w.text)) here.insert(w.text);
        told = told || here.size() > 2;
        // Xに移る前, under the title of another; Xが終了しYに移る: pieces of the order
        const std::string head = title(section({u, 0, {}}));
        if (names.contains(head) && said.title == false) here.insert(head);
        if (here.size() == 2) joined.emplace_back(*here.begin(), *here.rbegin());
        for (const Mention& a : said.announces)
          told = told || (a.text.find(tail) != a.text.npos &&
                          std::ranges::none_of(names, [&](const std::string& n) {
                            return a.text.find(n) != a.text.npos;
                          }));
      });
      // all of them, but for one that is done once, in one piece
      std::set<std::string> chain;
      for (const auto& [a, b] : joined)
        if (chain.empty()) chain = {a, b};
      for (size_t n = 0; n != chain.size();) {
        n = chain.size();
        for (const auto& [a, b] : joined)
          if (chain.contains(a) || chain.contains(b)) {
            chain.insert(a);
            chain.insert(b);
          }
      }
      told = told || chain.size() == names.size() ||
             (chain.size() > 2 && chain.size() + 1 == names.size());
      std::string list;
      for (const Place& p : places)
        list += (list.empty() ? "" : "・") + title(static_cast<int>(p.unit));
      if (!told) add(Code::PhasesUntold, std::move(places), {list});
    }
  }

  struct Rule {
    Place place;
    std::multiset<std::string> words;
  };

  static double alike(const std::multiset<std::string>& a, const std::multiset<std::string>& b) {
    std::vector<std::string> common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    return static_cast<double>(common.size()) /
           static_cast<double>(a.size() + b.size() - common.size());
  }

  /// Rules about one thing that stand in two sections, nearly in the same words.
  void again() {
    std::map<std::string, std::vector<Rule>> about;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      const Unit& unit = book_.units[u];
      if (said.title || !said.announces.empty() || said.words.size() < 3 ||
          (unit.kind != Kind::Bullet && unit.kind != Kind::Text && unit.kind != Kind::Note))
        return;
      const std::string& subject = said.topics.empty() ? said.words[0].text : said.topics[0];
      if (v_.everyday(subject) || v_.composed(subject) || !v_.covers(subject)) return;
      Rule r{{u, s, said.at}, {}};
      for (const Mention& w : said.words) r.words.insert(w.text);
      about[subject].push_back(std::move(r));
    });
    for (const auto& [subject, rules] : about) {
      if (rules.size() > kBucket) continue;
      std::map<std::pair<int, int>, std::vector<Place>> pairs;
      for (size_t i = 0; i < rules.size(); ++i)
        for (size_t k = i + 1; k < rules.size(); ++k) {
          const int a = section(rules[i].place), b = section(rules[k].place);
          if (a == b || a < 0 || b < 0 ||
              said(rules[i].place).digest == said(rules[k].place).digest)
            continue;
          const bool few = std::min(rules[i].words.size(), rules[k].words.size()) < 4;
          if (few ? rules[i].words != rules[k].words : alike(rules[i].words, rules[k].words) < 0.66)
            continue;
          auto& places = pairs[{a, b}];
          for (const Place& p : {rules[i].place, rules[k].place})
            if (!base::contains(places, p)) places.push_back(p);
        }
      for (auto& [at, places] : pairs) {
        told_.insert(at);
        add(Code::SaidTwice, places,
            {subject, told(book_, static_cast<size_t>(at.first)),
             told(book_, static_cast<size_t>(at.second))});
      }
    }
    related();
  }

  /// The title of a section, and the one it stands under when that has no text: W獣, and then
  /// 場への出し方.
  std::pair<std::string, std::string> titles(int unit) const {
    const size_t u = unit;
    const bool under = u > 0 && book_.units[u].number.empty() &&
                       book_.units[u - 1].kind == Kind::Heading &&
                       book_.units[u - 1].says.size() == 1;
    return {title(unit), under ? title(unit - 1) : ""};
  }

  /// Sections about one thing (術 and 術カード, W獣 and W獣 > 場への出し方): sentences that have
  /// half of their words in common, whatever they are about.
  void related() {
    std::map<int, std::vector<Rule>> by;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      const Unit& unit = book_.units[u];
      const int at = section({u, s, {}});
      if (at < 0 || said.title || !said.announces.empty() || said.words.size() < 4 ||
          (unit.kind != Kind::Bullet && unit.kind != Kind::Text))
        return;
      Rule r{{u, s, said.at}, {}};
      for (const Mention& w : said.words) r.words.insert(w.text);
      by[at].push_back(std::move(r));
    });
    if (by.size() > kSections || book_.numbered) return;
    for (auto a = by.begin(); a != by.end(); ++a)
      for (auto b = by.begin(); b != a; ++b) {
        const auto [one, above] = titles(a->first);
        const auto [other, over] = titles(b->first);
        const auto of = [](const std::string& t, const std::string& in) {
          return chars(t) > 1 && in.find(t) != in.npos;
        };
        if (!of(one, other) && !of(other, one) && one != over && other != above) continue;
        if (one.empty() || other.empty() || one == other || told_.contains({b->first, a->first}) ||
            told_.contains({a->first, b->first}) || a->second.size() > kBucket ||
            b->second.size() > kBucket)
          continue;
        std::vector<Place> places;
        for (const Rule& x : a->second)
          for (const Rule& y : b->second) {
            if (alike(x.words, y.words) < 0.55 || said(x.place).digest == said(y.place).digest)
              continue;
            // what both speak of is no more than what they are about
            const auto common = std::ranges::count_if(x.words, [&](const std::string& w) {
              return y.words.contains(w) && one.find(w) == one.npos && other.find(w) == other.npos;
            });
            if (common < 3) continue;
            for (const Place& p : {y.place, x.place})
              if (!base::contains(places, p)) places.push_back(p);
          }
        if (!places.empty())
          add(Code::SaidTwice, places,
              {said(places[0]).words[0].text, told(book_, static_cast<size_t>(b->first)),
               told(book_, static_cast<size_t>(a->first))});
      }
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<Is, std::vector<At>> of_;
  std::set<std::pair<int, int>> told_;  ///< sections that say the same
};

}  // namespace

void look_at_rules(const Book& book, Found& found) { Rules(book, found).run(); }

}  // namespace hanrei::audit::print
