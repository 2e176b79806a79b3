// Places of cards: whose they are, which way up the cards lie; names that a place or an outcome
// shares with something else.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::Sign;
using Is = Sign::Is;
using Places = std::vector<Place>;

constexpr std::string_view kAreas[] = {"ゾーン", "エリア", "置き場", "拠点"};
constexpr std::string_view kPiles[] = {"捨て札", "捨札", "ゴミ箱", "墓地"};

bool area(const std::string& w) {
  return std::ranges::any_of(kAreas, [&](std::string_view a) { return w.ends_with(a); });
}
bool pile(const std::string& w) { return base::contains(kPiles, w); }

class Zones {
 public:
  Zones(const Book& book, Found& found)
      : book_(book),
        found_(found),
        v_(book),
        of_(by_kind(book, [](const Unit& u, const Sentence&) { return u.kind != Kind::Example; })) {
    each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
      if (book.units[u].kind != Kind::Example)
        for (const Mention& w : said.words)
          if (area(w.text) || pile(w.text)) zones_[w.text].push_back({u, s, w.at});
    });
    // 直接星置き場: the place with a word before it
    std::vector<std::pair<std::string, std::string>> longer;
    for (const auto& [w, in] : zones_)
      for (const auto& [z, of] : zones_)
        if (w.size() > z.size() && w.ends_with(z) && !v_.covers(w)) longer.emplace_back(w, z);
    for (const auto& [w, z] : longer)
      if (zones_.contains(w)) {
        zones_[z].insert(zones_[z].end(), zones_[w].begin(), zones_[w].end());
        zones_.erase(w);
      }
    for (const std::string_view a : kAreas)
      if (a != "拠点") zones_.erase(std::string(a));  // a place, whichever
    for (auto& [z, in] : zones_) std::ranges::sort(in);
  }

  void run() {
    owners();
    facing();
    outcomes();
    modifiers();
  }

 private:
  void add(Code code, Places places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  const Sentence& said(const Place& p) const { return book_.units[p.unit].says[p.sentence]; }
  static bool names(const Sentence& s, std::initializer_list<std::string_view> who) {
    return std::ranges::any_of(s.persons,
                               [&](const std::string& p) { return base::contains(who, p); });
  }

  /// Two places or more of which no sentence that speaks of one says 自分 or 相手.
  void owners() {
    Places places;
    std::string en, ja;
    size_t n = 0;
    for (const auto& [zone, in] : zones_) {
      if (!area(zone) || in.size() < 2) continue;
      if (std::ranges::any_of(in, [&](const Place& p) {
            return names(said(p), {"自分", "相手", "各", "それぞれ"});
          }))
        continue;
      ++n;
      en += (en.empty() ? "`" : ", `") + zone + "`";
      ja += "「" + zone + "」";
      places.insert(places.end(), in.begin(), in.end());
    }
    if (n == 0) return;
    std::ranges::sort(places);
    add(Code::ZoneOfNobody, std::move(places), {base::in_both(en, ja)});
  }

  static bool card(const Sentence& s) {
    return std::ranges::any_of(s.words,
                               [](const Mention& w) { return w.text.ends_with("カード"); });
  }

  /// Places and piles of cards of which no sentence says which way up they lie.
  void facing() {
    Places open;
    std::string en, ja;
    for (const auto& [zone, in] : zones_) {
      const auto it =
          std::ranges::find_if(in, [&](const Place& p) { return has(said(p), Is::Facing); });
      const bool cards =
          pile(zone) || zone.ends_with("ゾーン") || (zone.ends_with("置き場") && zone.size() > 9);
      if (it != in.end() || !cards || zone.starts_with("デッキ") || zone.starts_with("山札") ||
          std::ranges::none_of(in, [&](const Place& p) { return card(said(p)); }))
        continue;
      en += (en.empty() ? "`" : ", `") + zone + "`";
      ja += "「" + zone + "」";
      open.insert(open.end(), in.begin(), in.end());
    }
    if (open.empty()) return;
    std::ranges::sort(open);
    add(Code::FaceUntold, std::move(open), {base::in_both(en, ja)});
  }

  /// 勝者 of the game, and of a battle in it.
  void outcomes() {
    static const std::set<std::string> all = {"勝者", "敗者", "敗北", "勝利", "引き分け"};
    static constexpr std::string_view fights[] = {"バトル", "戦闘", "勝負", "対決"};
    std::map<std::string, std::pair<Places, Places>> by;  // of the game, of a fight in it
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (book_.units[u].kind == Kind::Example) return;
      const int head = audit::reader::section_of(book_, static_cast<int>(u));
      const auto fight = [&](const std::string& w) {
        return std::ranges::any_of(fights, [&](std::string_view f) { return w.starts_with(f); });
      };
      bool game = false, battle = false;
      for (const Mention& w : said.words) {
        game = game || w.text == "ゲーム";
        battle = battle || fight(w.text);
      }
      for (int k = static_cast<int>(u); !game && k >= 0 && k >= head; k = book_.units[k].up)
        for (const std::string& t : book_.units[k].titles) battle = battle || fight(t);
      for (const Mention& w : said.words)
        for (const std::string& o : all)
          if (w.text == o || w.text == o + "時") {
            if (game)
              by[o].first.push_back({u, s, w.at});
            else if (battle)
              by[o].second.push_back({u, s, w.at});
          }
    });
    Places places;
    std::string en, ja;
    for (const auto& [word, of] : by) {
      if (of.first.empty() || of.second.empty()) continue;
      en += (en.empty() ? "`" : ", `") + word + "`";
      ja += "「" + word + "」";
      places.insert(places.end(), of.first.begin(), of.first.end());
      places.insert(places.end(), of.second.begin(), of.second.end());
    }
    if (places.empty()) return;
    std::ranges::sort(places);
    add(Code::TwoOutcomes, std::move(places), {base::in_both(en, ja)});
  }

  /// 星エリア, 星カード: and no sentence puts the one into the other.
  void modifiers() {
    std::map<std::string, Places> words;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (book_.units[u].kind != Kind::Example)
        for (const Mention& w : said.words) words[w.text].push_back({u, s, w.at});
    });
    for (const auto& [w, in] : words)
      for (const std::string_view tail : {"エリア", "ゾーン"}) {
        if (!w.ends_with(tail) || w.size() < tail.size() + 6) continue;
        const auto card = words.find(w.substr(0, w.size() - tail.size()) + "カード");
        if (card == words.end()) continue;
        const bool both = std::ranges::any_of(in, [&](const Place& p) {
          return std::ranges::any_of(card->second, [&](const Place& q) {
            return q.unit == p.unit && q.sentence == p.sentence;
          });
        });
        if (both) continue;
        Places places = in;
        places.insert(places.end(), card->second.begin(), card->second.end());
        add(Code::SameModifier, std::move(places), {w, card->first});
      }
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<Is, std::vector<At>> of_;
  std::map<std::string, Places> zones_;
};

}  // namespace

void look_at_zones(const Book& book, Found& found) { Zones(book, found).run(); }

}  // namespace hanrei::audit::print
