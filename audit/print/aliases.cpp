// Two names for one thing, by how they are used: what is declared and what is listed, signs,
// places, words in another order.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;
using Places = std::vector<Place>;

class Aliases {
 public:
  Aliases(const Book& book, Found& found) : book_(book), found_(found), v_(book) {
    each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& w : said.words) words_[w.text].push_back({u, s, w.at});
      for (const Sign& g : said.signs) of_[g.is][g.text].push_back({u, s, g.at});
      for (const Sign& g : said.signs)
        if (g.is == Is::Act || g.is == Is::Listed) noun_[g.text] = g.of;
      for (const Mention& q : said.quoted) quoted_.insert(inside(q.text));
      zones_.insert(said.zones.begin(), said.zones.end());
    });
  }

  void run() {
    causatives();
    acts();
    symbols();
    counts();
    moved();
    orders();
    places();
    opponents();
    longer();
  }

 private:
  void pair(const std::string& a, const Places& in, const std::string& b, const Places& other) {
    Places places = in;
    places.insert(places.end(), other.begin(), other.end());
    found_.push_back({Code::TwoNames, std::move(places), {a, b}, ""});
  }

  /// 装備させる, 装備する
  void causatives() {
    std::map<std::string, Places> phrases = of_[Is::Act];
    for (const auto& [text, in] : of_[Is::Listed])
      phrases[text].insert(phrases[text].end(), in.begin(), in.end());
    for (const auto& [text, in] : phrases) {
      if (!text.ends_with("させる")) continue;
      const auto it = phrases.find(text.substr(0, text.size() - 9) + "する");
      if (it != phrases.end()) pair(text, in, it->first, it->second);
    }
  }

  /// The one act that is declared and not listed, and the one that is listed and not declared, of
  /// one noun.
  void acts() {
    std::map<std::string, Places> declared;
    for (const auto& [text, in] : of_[Is::Act])
      for (const Place& p : in)
        if (book_.units[p.unit].kind == Kind::Step && book_.units[p.unit].value == 1)
          declared[text].push_back(p);
    size_t both = 0;
    std::map<std::string, std::vector<std::string>> only_declared, only_listed;
    for (const auto& [text, in] : declared) {
      if (of_[Is::Listed].contains(text))
        ++both;
      else
        only_declared[noun_[text]].push_back(text);
    }
    for (const auto& [text, in] : of_[Is::Listed])
      if (!declared.contains(text)) only_listed[noun_[text]].push_back(text);
    if (both < 3) return;
    for (const auto& [noun, texts] : only_declared) {
      const auto it = only_listed.find(noun);
      if (texts.size() == 1 && it != only_listed.end() && it->second.size() == 1)
        pair(texts[0], declared[texts[0]], it->second[0], of_[Is::Listed][it->second[0]]);
    }
  }

  /// [W], and W alone
  void symbols() {
    std::map<std::string, std::pair<Places, Places>> seen;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Sign& g : said.signs)
        if (g.is == Is::Symbol)
          (g.of.empty() ? seen[g.text].second : seen[g.text].first).push_back({u, s, g.at});
    });
    for (const auto& [sign, places] : seen)
      if (!places.first.empty() && places.second.size() > 1)
        pair("[" + sign + "]", {places.first[0]}, sign, places.second);
  }

  /// 回復数 and 回復値 in one section; 修正, which is defined, and 修正値
  void counts() {
    for (const auto& [w, in] : words_) {
      if (!w.ends_with("値") || v_.covers(w)) continue;
      const std::string front = w.substr(0, w.size() - 3);
      const auto number = words_.find(front + "数");
      if (number != words_.end() && section(in[0]) == section(number->second[0]))
        pair(number->first, number->second, w, in);
      if (v_.told().contains(plain(front)) && in.size() <= 2 && chars(front) > 1)
        pair(front, {v_.told().at(plain(front))[0]}, w, in);
    }
  }

  /// ゴミ箱送りにする, ゴミ箱へ移動させる
  void moved() {
    std::map<std::string, Places> to;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (book_.units[u].kind == Kind::Entry) return;
      for (const Sign& g : said.signs)
        if (g.is == Is::Chain && (g.of == "へ移" || g.of == "に移"))
          to[g.text].push_back({u, s, g.at});
    });
    for (const auto& [zone, in] : to) {
      const auto it = words_.find(zone + "送り");
      if (it != words_.end() && it->second.size() > 2)
        pair(zone + "送り", {it->second[0]}, zone + "への移動", in);
    }
  }

  /// 今の帳面の頁, 帳面の今の頁; 普通の…, 通常の…; 自分の終局, 自分の番の終局
  void orders() {
    std::map<std::string, std::map<std::string, Places>> groups;
    const auto& chains = of_[Is::Chain];
    for (const auto& [text, in] : chains) {
      std::vector<std::string> parts;
      for (size_t b = 0; b < text.size();) {
        const size_t e = std::min(text.find("の", b), text.size());
        parts.push_back(text.substr(b, e - b));
        b = e + 3;
      }
      if (!parts.empty() && (parts[0] == "自分" || parts[0] == "相手")) parts.erase(parts.begin());
      if (parts.size() < 3) continue;
      std::string form;
      for (const std::string& p : parts) form += (form.empty() ? "" : "の") + p;
      std::ranges::sort(parts);
      std::string key;
      for (const std::string& p : parts) key += p + "\n";
      auto& places = groups[key][form];
      places.insert(places.end(), in.begin(), in.end());
    }
    for (const auto& [key, forms] : groups)
      if (forms.size() > 1)
        pair(forms.begin()->first, forms.begin()->second, forms.rbegin()->first,
             forms.rbegin()->second);
    for (const auto& [text, in] : chains) {
      if (text.starts_with("普通の"))
        if (const auto it = chains.find("通常の" + text.substr(9)); it != chains.end())
          pair(text, in, it->first, it->second);
      static const std::string turn = "自分のターンの";
      if (!text.starts_with(turn) || !(text.ends_with("フェイズ") || text.ends_with("フェーズ")))
        continue;
      if (const auto it = chains.find("自分の" + text.substr(turn.size())); it != chains.end())
        pair(it->first, it->second, text, in);
    }
  }

  /// デッキ, デッキ置き場
  void places() {
    for (const auto& [w, in] : words_) {
      if (!w.ends_with("置き場")) continue;
      const std::string front = w.substr(0, w.size() - 9);
      const auto it = words_.find(front);
      if (it == words_.end() || !zones_.contains(front) || v_.covers(front)) continue;
      // named in one sentence they are two things: the cards, and where they are put
      const bool both = std::ranges::any_of(in, [&](const Place& p) {
        return std::ranges::any_of(it->second, [&](const Place& q) {
          return q.unit == p.unit && q.sentence == p.sentence;
        });
      });
      if (!both) pair(front, it->second, w, in);
    }
  }

  void opponents() {
    const auto a = words_.find("対戦相手"), b = words_.find("相手プレイヤー");
    if (a != words_.end() && b != words_.end() && !v_.covers(a->first) && !v_.covers(b->first))
      pair(a->first, a->second, b->first, b->second);
  }

  /// 航海帳, which has a title, and 帳, which has none; 霧 among the icons, and 霧効果.
  void longer() {
    for (const auto& [w, in] : words_) {
      if (in.size() < 3 || v_.covers(w) || v_.everyday(w) || chars(w) < 2 ||
          w.size() != 3 * chars(w) ||
          !std::ranges::all_of(w, [](unsigned char c) { return c >= 0x80; }))
        continue;
      const audit::reader::Chars t = audit::reader::decode(w);
      if (!std::ranges::all_of(t, audit::reader::is_kanji)) continue;
      for (const Unit& unit : book_.units)
        for (const std::string& title : unit.titles) {
          const audit::reader::Chars l = audit::reader::decode(title);
          if (l.size() < t.size() + 3 || l.compare(0, t.size(), t) != 0 ||
              !std::all_of(l.begin() + static_cast<std::ptrdiff_t>(t.size()), l.end(),
                           audit::reader::is_katakana))
            continue;
          if (const auto it = words_.find(title); it != words_.end())
            pair(w, in, title, it->second);
        }
    }
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind != Kind::Bullet || unit.titles.empty() || unit.up < 0 ||
          book_.units[unit.up].titles != std::vector<std::string>{"アイコン"})
        continue;
      const auto it = words_.find(unit.titles[0] + "効果");
      if (it != words_.end() && !v_.covers(it->first) && !quoted_.contains(it->first))
        pair(unit.titles[0], {{u, 0, {}}}, it->first, it->second);
    }
  }

  int section(const Place& p) const { return section_of(book_, static_cast<int>(p.unit)); }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<std::string, Places> words_;
  std::map<Is, std::map<std::string, Places>> of_;
  std::map<std::string, std::string> noun_;
  std::set<std::string> zones_, quoted_;
};

}  // namespace

void look_at_aliases(const Book& book, Found& found) { Aliases(book, found).run(); }

}  // namespace hanrei::audit::print
