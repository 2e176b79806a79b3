// Two names for one thing: spellings, short forms, words in another order.
#include <algorithm>

#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using namespace reader;

bool all_katakana(const Chars& t) { return std::ranges::all_of(t, is_katakana); }

/// Alike but for one character in its place.
bool near(const Chars& a, const Chars& b) {
  if (a.size() != b.size() || a.size() < 5) return false;
  size_t differ = 0;
  for (size_t i = 0; i < a.size(); ++i) differ += a[i] != b[i];
  return differ == 1;
}

class Names {
 public:
  Names(const Book& book, Found& found) : book_(book), found_(found), v_(book) {
    each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& w : said.words) {
        words_[w.text].push_back({u, s, w.at});
        katakana(w.text, {u, s, w.at});
      }
      if (said.title)
        for (const std::string& t : book.units[u].titles) titles_.push_back({t, {u, s, said.at}});
      for (const Mention& q : said.quoted)
        if (chars(inside(q.text)) >= 5 && !q.text.starts_with("《"))
          titles_.push_back({inside(q.text), {u, s, q.at}});
    });
  }

  void run() {
    spellings();
    joined();
    kana();
    short_forms();
    misprints();
    in_front();
    alike();
    sayings();
    icons();
    last_kanji();
    places();
  }

 private:
  using Places = std::vector<Place>;

  void katakana(const std::string& word, const Place& at) {
    Chars run;
    const auto end = [&] {
      if (run.size() > 1) katakana_[encode(run)].push_back(at);
      run.clear();
    };
    for (const char32_t c : decode(word)) {
      if (is_katakana(c))
        run += c;
      else
        end();
    }
    end();
  }

  void pair(const std::string& a, const Places& in, const std::string& b, const Places& other) {
    const std::string key = std::min(a, b) + "\n" + std::max(a, b);
    if (!told_.insert(key).second) return;
    Places places = in;
    places.insert(places.end(), other.begin(), other.end());
    found_.push_back({Code::TwoNames, std::move(places), {a, b}, ""});
  }

  /// 取消し型 and 取り消し型; 点数の上限 and 点数上限.
  void spellings() {
    std::map<std::string, std::map<std::string, Places>> groups;
    for (const auto& [w, places] : words_)
      if (chars(w) > 2) groups[skeleton(w)][w] = places;
    for (const auto& [t, at] : titles_) {
      const std::string bare = t.substr(0, t.find('('));
      if (chars(bare) <= 12 && chars(bare) > 2) groups[skeleton(bare)][bare].push_back(at);
    }
    for (const auto& [term, places] : v_.told())
      if (chars(v_.shown(term)) > 2) {
        auto& in = groups[skeleton(v_.shown(term))][v_.shown(term)];
        if (in.empty()) in = places;
      }
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const std::string& g : said.glossed)
        if (chars(g) > 3 && chars(g) <= 12 && name_like(g.substr(g.starts_with("その") ? 6 : 0)))
          groups[skeleton(g)][g].push_back({u, s, said.at});
    });
    for (const auto& [key, forms] : groups) {
      std::map<std::string, std::pair<std::string, Places>>
          different;  // width and case are no other name
      for (const auto& [form, places] : forms) {
        auto& [shown, all] = different[plain(form)];
        if (shown.empty()) shown = form;
        all.insert(all.end(), places.begin(), places.end());
      }
      if (different.size() < 2) continue;
      auto it = different.begin();
      const auto& [a, in] = it->second;
      for (++it; it != different.end(); ++it) pair(a, in, it->second.first, it->second.second);
    }
  }

  /// 発生源 of a コスト: コストの発生源 and コスト発生源. What somebody does with it (札の処理) is
  /// no name.
  void joined() {
    static const std::set<std::string> acts = {"中断", "手順", "情報", "内容", "結果",
                                               "種類", "合計", "確認", "条件", "機会"};
    std::map<std::string, Places> chains;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Sign& sign : said.signs)
        if (sign.is == Sign::Is::Chain && sign.text.find("の") == sign.text.rfind("の") &&
            sign.text.find("の") != sign.text.npos)
          chains[sign.text].push_back({u, s, sign.at});
    });
    for (const auto& [chain, places] : chains) {
      const size_t of = chain.find("の");
      const std::string head = chain.substr(0, of), tail = chain.substr(of + 3);
      const auto whole = words_.find(head + tail);
      if (whole == words_.end() || whole->second.size() < 2 || chars(head) < 2 || chars(tail) < 2 ||
          v_.everyday(tail) || acts.contains(tail))
        continue;
      pair(whole->first, whole->second, chain, places);
    }
  }

  /// ごみ箱 beside ゴミ箱.
  void kana() {
    std::map<std::string, std::string> terms;
    for (const auto& [w, places] : words_) {
      const Chars t = decode(w);
      if (t.size() < 3 || !is_katakana(t[0]) || !is_katakana(t[1]) || !is_kanji(t[2])) continue;
      for (size_t n = 3; n <= t.size() && is_kanji(t[n - 1]); ++n)
        if (v_.covers(encode(std::u32string_view(t).substr(0, n))))
          terms[plain(encode(std::u32string_view(t).substr(0, n)))] =
              encode(std::u32string_view(t).substr(0, n));
    }
    std::map<std::string, std::pair<std::string, Places>> seen;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& k : said.kana) {
        const Chars t = decode(k.text);
        for (size_t n = 3; n <= t.size(); ++n) {
          const std::string form = encode(std::u32string_view(t).substr(0, n));
          if (!terms.contains(plain(form))) continue;
          seen[terms[plain(form)]].first = form;
          seen[terms[plain(form)]].second.push_back({u, s, k.at});
        }
      }
    });
    for (const auto& [term, form] : seen) pair(form.first, form.second, term, {});
  }

  /// Is it made of words that stand alone elsewhere?
  bool made_of_words(const Chars& t) const {
    for (size_t n = 2; n <= t.size(); ++n) {
      const std::string head = encode(std::u32string_view(t).substr(0, n));
      if ((katakana_.contains(head) || v_.everyday(head)) &&
          (n == t.size() || made_of_words(t.substr(n))))
        return true;
    }
    return false;
  }

  /// バトルゾーン, サポートゾーン: the end of several words is a word.
  bool common_end(const std::string& head, const std::string& rest) const {
    return std::ranges::any_of(katakana_, [&](const auto& k) {
      return k.first.ends_with(rest) && !k.first.ends_with(head + rest) &&
             k.first.size() > rest.size();
    });
  }

  /// キャラ and キャラクター: what is left is no word of its own.
  void short_forms() {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [shorter, in] : katakana_) {
      if (chars(shorter) < 2 || chars(shorter) > 6 || v_.everyday(shorter)) continue;
      for (auto it = katakana_.upper_bound(shorter);
           it != katakana_.end() && it->first.starts_with(shorter); ++it) {
        Chars rest = decode(it->first.substr(shorter.size()));
        if (rest[0] == U'ー' || rest.size() < 3 || made_of_words(rest) ||
            common_end(shorter, encode(rest)))
          continue;
        std::string longer = it->first;
        for (size_t n = 1; n + 1 < rest.size(); ++n)
          if (made_of_words(rest.substr(n))) {
            rest.resize(n);
            longer = shorter + encode(rest);
            break;
          }
        if (rest.size() < 3 || in.size() < 2) continue;
        if (!base::contains(pairs, std::pair(shorter, longer))) pairs.emplace_back(shorter, longer);
      }
    }
    for (const auto& [a, b] : pairs) {
      abbreviations_[b] = a;
      if (!(v_.told().contains(plain(a)) && v_.told().contains(plain(b)))) {
        pair(a, words_.contains(a) ? words_[a] : katakana_[a], b,
             katakana_.contains(b) ? katakana_[b] : with(b));
        continue;
      }
      // both are defined: compounds with one and with the other
      for (const auto& [w, places] : words_)
        if (w.ends_with(a) && w.size() > a.size()) {
          const std::string other = w.substr(0, w.size() - a.size()) + b;
          if (words_.contains(other) && !v_.everyday(w.substr(0, w.size() - a.size())))
            pair(w, places, other, words_[other]);
        }
    }
    // アイテム and アイテムカード
    for (const auto& [w, places] : words_) {
      if (places.size() < 3 || !all_katakana(decode(w)) || v_.covers(w) || v_.everyday(w) ||
          !v_.shortened(w))
        continue;
      std::string best;
      for (auto it = words_.upper_bound(w); it != words_.end() && it->first.starts_with(w); ++it) {
        const std::string& other = it->first;
        if (v_.covers(other) && all_katakana(decode(other)) && goes_on(other.substr(w.size())) &&
            (best.empty() || other.size() < best.size()))
          best = other;
      }
      if (!best.empty()) pair(w, places, best, {words_[best][0]});
    }
  }

  /// カード, or a word that has a short form itself.
  bool goes_on(const std::string& rest) const {
    return rest == "カード" || abbreviations_.contains(rest);
  }

  Places with(const std::string& beginning) const {
    Places out;
    for (const auto& [k, places] : katakana_)
      if (k.starts_with(beginning)) out.insert(out.end(), places.begin(), places.end());
    return out;
  }

  /// One character in another's place, once.
  void misprints() {
    for (const auto& [a, in] : katakana_) {
      if (in.size() != 1) continue;
      const Chars t = decode(a);
      for (const auto& [b, other] : katakana_)
        if (other.size() > 1 && near(t, decode(b))) {
          pair(a, in, b, {other[0]});
          break;
        }
    }
  }

  /// ダウン数 and キャラダウン数: a term in front, and neither is defined.
  void in_front() {
    for (const auto& [w, places] : words_) {
      if (!w.ends_with("数") || places.size() < 2 || chars(w) < 3 || v_.covers(w) || v_.everyday(w))
        continue;  // counts of a thing
      for (const auto& [longer, in] : words_) {
        if (longer.size() <= w.size() || !longer.ends_with(w) || in.size() < 2 || v_.covers(longer))
          continue;
        const std::string front = longer.substr(0, longer.size() - w.size());
        if (v_.covers(front)) pair(w, places, longer, in);
      }
    }
  }

  /// 「攻」アイコン, where the icons are told one by one and one of them is 攻撃.
  void icons() {
    std::vector<std::pair<std::string, Place>> listed;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind != Kind::Bullet || unit.titles.empty() || unit.up < 0) continue;
      const Unit& above = book_.units[unit.up];
      if (!above.titles.empty() && above.titles[0] == "アイコン")
        listed.push_back({unit.titles[0], {u, 0, {}}});
    }
    std::map<std::string, Places> used;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& q : said.named)
        if (q.text.ends_with("アイコン") && q.text.starts_with("「"))
          used[inside(q.text.substr(0, q.text.size() - std::string("アイコン").size()))].push_back(
              {u, s, q.at});
    });
    for (const auto& [name, places] : used) {
      if (std::ranges::any_of(listed, [&](const auto& l) { return l.first == name; })) continue;
      for (const auto& [title, at] : listed)
        if (title.find(name) != title.npos) {
          pair(name, places, title, {at});
          break;
        }
    }
  }

  /// 発生元 and 発生源: alike but for the last kanji, and the two mean much the same.
  void last_kanji() {
    std::map<std::string, std::map<std::string, std::string>>
        heads;  // by what they have in common: by their last kanji
    for (const auto& [w, places] : words_) {
      const Chars t = decode(w);
      if (t.size() == 3 && std::ranges::all_of(t, is_kanji) && !all_figures(t))
        heads[encode(t.substr(0, 2))][encode(t.substr(2))] = w;
    }
    for (const auto& [head, lasts] : heads)
      for (const auto& [a, first] : lasts)
        for (const auto& [b, second] : lasts) {
          static const std::set<std::set<std::string>> same = {
              {"元", "源"}, {"場", "所"}, {"札", "場"}, {"料", "金"}, {"側", "方"}, {"順", "番"}};
          if (a >= b || !same.contains({a, b})) continue;
          if (v_.told().contains(plain(first)) && v_.told().contains(plain(second))) continue;
          pair(first, words_[first], second, words_[second]);
        }
  }
  static bool all_figures(const Chars& t) {
    return std::ranges::all_of(t, [](char32_t c) {
      return std::u32string_view(U"一二三四五六七八九十").find(c) != std::u32string_view::npos;
    });
  }

  /// 墓場, which is told, and 墓地, which is not: things are put into both.
  void places() {
    std::set<std::string> zones;
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      zones.insert(said.zones.begin(), said.zones.end());
    });
    for (const std::string& z : zones) {
      const Chars t = decode(z);
      if (t.size() != 2 || v_.covers(z) || v_.everyday(z) || !std::ranges::all_of(t, is_kanji))
        continue;
      for (const std::string& o : zones) {
        const Chars u = decode(o);
        if (o != z && u.size() == 2 && u[0] == t[0] && v_.covers(o) && words_.contains(z) &&
            words_.contains(o) && words_[z].size() <= words_[o].size() &&
            std::u32string_view(U"場地所").find(t[1]) != std::u32string_view::npos &&
            std::u32string_view(U"場地所").find(u[1]) != std::u32string_view::npos) {
          pair(z, words_[z], o, words_[o]);
          break;
        }
      }
    }
  }

  /// Words that sound alike and are taken for each other.
  void alike() {
    static const std::pair<std::string, std::string> taken[] = {{"適用", "適応"},
                                                                {"補填", "補充"},
                                                                {"追加", "付加"},
                                                                {"フェイズ", "フェーズ"},
                                                                {"プレイヤー", "プレーヤー"}};
    for (const auto& [a, b] : taken) {
      Places in, other;
      for (const auto& [w, places] : words_) {
        if (w.find(a) != w.npos) in.insert(in.end(), places.begin(), places.end());
        if (w.find(b) != w.npos) other.insert(other.end(), places.begin(), places.end());
      }
      if (in.size() > 1 && other.size() > 1) pair(b, other, a, in);
    }
  }

  /// Titles and quotations that differ in a short form or an order only.
  void sayings() {
    std::map<std::string, std::map<std::string, Places>> groups;
    std::map<std::string, std::string> shown;
    for (const auto& [t, at] : titles_) {
      if (chars(t) < 5) continue;
      std::string form = t;
      for (const auto& [longer, shorter] : abbreviations_)
        for (size_t i = 0; (i = form.find(longer, i)) != form.npos;)
          form.replace(i, longer.size(), shorter), ++i;
      std::string tail = form;
      // A・Bの…: in any order
      if (const size_t dot = form.find("・"); dot != form.npos) {
        const Chars c = decode(form);
        size_t at_dot = 0;
        while (c[at_dot] != U'・') ++at_dot;
        size_t b = at_dot, e = at_dot + 1;
        while (b > 0 && is_noun(c[b - 1])) --b;
        while (e < c.size() && is_noun(c[e])) ++e;
        const std::string x = encode(std::u32string_view(c).substr(b, at_dot - b)),
                          y = encode(std::u32string_view(c).substr(at_dot + 1, e - at_dot - 1));
        if (e < c.size() && b == 0)
          form = std::min(x, y) + "・" + std::max(x, y) + encode(std::u32string_view(c).substr(e));
      }
      groups[plain(form)][plain(t)].push_back(at);
      shown.emplace(plain(t), t);
    }
    for (const auto& [key, forms] : groups) {
      if (forms.size() < 2) continue;
      auto it = forms.begin();
      const auto first = it++;
      for (; it != forms.end(); ++it)
        pair(shown[first->first], first->second, shown[it->first], it->second);
    }
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<std::string, Places> words_, katakana_;
  std::vector<std::pair<std::string, Place>> titles_;
  std::map<std::string, std::string> abbreviations_;  ///< longer -> shorter
  std::set<std::string> told_;
};

}  // namespace

void look_at_names(const Book& book, Found& found) { Names(book, found).run(); }

}  // namespace hanrei::audit::print
