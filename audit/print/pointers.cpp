// Words that point and do not say at what; one thing written in two ways; a player where a card is
// meant.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::Sign;
using Is = Sign::Is;
using Places = std::vector<Place>;

/// `a`, `b` and 「a」「b」
struct Names {
  std::string en, ja;
  void add(const std::string& name) {
    en += (en.empty() ? "`" : ", `") + name + "`";
    ja += "「" + name + "」";
  }
  std::string both() const { return base::in_both(en, ja); }
};

class Pointers {
 public:
  Pointers(const Book& book, Found& found)
      : book_(book),
        found_(found),
        v_(book),
        of_(by_kind(book, [](const Unit& u, const Sentence&) { return u.kind != Kind::Example; })) {
  }

  void run() {
    unlinked();
    reserved();
    back();
    points();
    handled();
    personal();
    quoted();
  }

 private:
  void add(Code code, Places places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  const Sentence& said(const Place& p) const { return book_.units[p.unit].says[p.sentence]; }

  /// 相手札, and 相手の札 elsewhere.
  void unlinked() {
    std::map<std::string, std::pair<std::string, Places>> linked;  // by whose and noun: as printed
    const auto key = [](const std::string& who, const std::string& noun) {
      return (who.starts_with("相手") ? "-" : "+") + noun;
    };
    for (const At& a : of_[Is::Chain])
      for (const std::string who : {"自分の", "相手の", "自身の"})
        if (a.sign->text.starts_with(who) &&
            a.sign->text.find("の", who.size()) == std::string::npos) {
          auto& [text, places] = linked[key(who, a.sign->text.substr(who.size()))];
          if (text.empty()) text = a.sign->text;
          places.push_back(a.place);
        }
    std::map<std::string, std::pair<Names, Places>> by;
    std::set<std::string> told;
    for (const At& a : of_[Is::Unlinked]) {
      if (!linked.contains(key(a.sign->of, a.sign->text)) || v_.covers(a.sign->of + a.sign->text) ||
          a.sign->text.ends_with("プレイヤー") || a.sign->text.ends_with("プレーヤー"))
        continue;
      auto& [names, places] = by[key(a.sign->of, a.sign->text)];
      if (told.insert(a.sign->of + a.sign->text).second) names.add(a.sign->of + a.sign->text);
      places.push_back(a.place);
    }
    for (auto& [noun, of] : by) {
      of.second.push_back(linked[noun].second[0]);
      add(Code::WithoutNo, std::move(of.second), {of.first.both(), linked[noun].first});
    }
  }

  /// …限り、基本的に: what more is excepted?
  void reserved() {
    Places places;
    std::string as;
    for (const At& a : of_[Is::Reserved]) {
      places.push_back(a.place);
      if (as.empty()) as = a.sign->text;
    }
    if (!places.empty()) add(Code::HedgeBeside, std::move(places), {as});
  }

  void back() {
    for (const At& a : of_[Is::BackTo])
      if (!places(said(a.place))) add(Code::WhichPlace, {a.place}, {a.sign->text});
  }

  /// Does the sentence name a place?
  static bool places(const Sentence& s) {
    static constexpr std::string_view kPlaces[] = {"場",   "場所",   "ゾーン",     "エリア",
                                                   "領域", "置き場", "フィールド", "札"};
    return std::ranges::any_of(s.words, [&](const Mention& w) {
      return std::ranges::any_of(kPlaces, [&](std::string_view p) { return w.text.ends_with(p); });
    });
  }

  /// その場所: no place in the sentence before it, nor in the title.
  void points() {
    for (const At& a : of_[Is::Points]) {
      const auto& says = book_.units[a.place.unit].says;
      if (a.sign->text.starts_with("その") && a.place.sentence > 0 &&
          places(says[a.place.sentence - 1]))
        continue;
      add(Code::NoAntecedent, {a.place}, {a.sign->text});
    }
  }

  /// 相手を捨て札に送る, where 相手 is told to be a player.
  void handled() {
    Places places;
    Names names;
    std::set<std::string> told;
    for (const At& a : of_[Is::Handled]) {
      places.push_back(a.place);
      if (told.insert(a.sign->text).second) names.add(a.sign->text);
    }
    if (!places.empty()) add(Code::PlayerHandled, std::move(places), {names.both()});
  }

  /// プレイヤーが「疲労」になる, and elsewhere a sentence about 疲労の札.
  void personal() {
    for (const At& a : of_[Is::Personal]) {
      bool told = false;
      each_sentence(book_, [&](size_t u, size_t s, const Sentence& other) {
        if (told || other.words.size() < 2 || other.words[0].text != a.sign->text ||
            other.topics.empty() || other.topics[0] != other.words[1].text ||
            other.words[1].text.ends_with("プレイヤー"))
          return;
        told = true;
        add(Code::StateOfPlayer, {a.place, {u, s, other.at}},
            {a.sign->text, a.sign->text + "の" + other.words[1].text});
      });
    }
  }

  /// 疲労状態, 夜中, 未使用, 使用済み
  static bool state(const std::string& w) {
    return chars(w) > 2 && (w.ends_with("状態") || w.ends_with("中") || w.ends_with("済み") ||
                            w.ends_with("済") || w.starts_with("未"));
  }

  /// 「疲労状態」, and 疲労状態 bare.
  void quoted() {
    struct Use {
      Places quoted, bare;
    };
    std::map<std::string, Use> by;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (said.title || book_.units[u].kind == Kind::Example) return;
      std::map<std::string, size_t> inner;
      for (const Mention& q : said.quoted)
        if (q.text.starts_with("「")) ++inner[inside(q.text)];
      for (const Mention& q : said.quoted)
        if (q.text.starts_with("「") && q.text.ends_with("」") && state(inside(q.text))) {
          const std::string name = inside(q.text);
          const bool defines =
              std::ranges::any_of(said.defines, [&](const Mention& d) { return d.text == name; });
          if (!defines) by[name].quoted.push_back({u, s, q.at});
        }
      for (const Mention& w : said.words) {
        if (inner[w.text] > 0) {
          --inner[w.text];
          continue;
        }
        by[w.text].bare.push_back({u, s, w.at});
      }
    });
    Names names;
    Places places;
    for (auto& [name, use] : by) {
      if (use.quoted.empty() || use.bare.empty()) continue;
      names.add(name);
      places.insert(places.end(), use.quoted.begin(), use.quoted.end());
      places.insert(places.end(), use.bare.begin(), use.bare.end());
    }
    if (places.empty()) return;
    std::ranges::sort(places);
    add(Code::QuotedAndBare, std::move(places), {names.both()});
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<Is, std::vector<At>> of_;
};

}  // namespace

void look_at_pointers(const Book& book, Found& found) { Pointers(book, found).run(); }

}  // namespace hanrei::audit::print
