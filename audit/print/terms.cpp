// Terms: used and not defined, defined and not used, defined twice.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

/// A word with its beginnings and ends of everyday use gone: 各構成要素, 札等.
std::string bare(const std::string& w) {
  static const std::vector<std::string> before = {"一度", "再度",   "毎回", "各",   "両",
                                                  "相手", "自分",   "他",   "該当", "以上",
                                                  "以下", "複数回", "本",   "分"},
                                        after = {"終了時", "開始時", "自身", "以外", "以上", "以下",
                                                 "同士",   "全般",   "等",   "内",   "上",   "中",
                                                 "時",     "前",     "後",   "分",   "名",   "毎",
                                                 "群",     "目",     "以降", "欄"};
  std::string out = w;
  for (bool again = true; again;) {
    again = false;
    for (const std::string& b : before)
      if (out.size() > b.size() + 3 && out.starts_with(b)) {
        out = out.substr(b.size());
        again = true;
      }
    for (const std::string& a : after)
      if (out.size() > a.size() + 3 && out.ends_with(a)) {
        out.resize(out.size() - a.size());
        again = true;
      }
  }
  return out;
}

bool mixed(const std::string& w) {
  if (audit::reader::is_hiragana(audit::reader::decode(w).back())) return false;
  for (const char32_t c : audit::reader::decode(w))
    if (audit::reader::is_katakana(c) || audit::reader::is_hiragana(c)) return true;
  return false;
}
bool is_sign(const std::string& w) {
  return std::ranges::all_of(w, [](unsigned char c) { return c >= 'A' && c <= 'Z'; });
}
bool all_katakana(const std::string& w) {
  for (const char32_t c : audit::reader::decode(w))
    if (!audit::reader::is_katakana(c)) return false;
  return true;
}
/// A foreign word rather than a sign like AP.
/// In how many different sentences.
size_t apart(const Book& book, const std::vector<Place>& places) {
  std::set<std::string> digests;
  for (const Place& p : places) digests.insert(book.units[p.unit].says[p.sentence].digest);
  return digests.size();
}
bool is_latin_word(const std::string& w) {
  return w.size() > 4 && std::ranges::all_of(w, [](unsigned char c) { return c < 0x80; });
}

/// The rest of a word that begins in kana: 箱送り of ごみ箱送り.
bool after_kana(const Sentence& said, const std::string& word) {
  return std::ranges::any_of(said.kana, [&](const Mention& k) {
    return k.text.size() > 8 && word.starts_with(k.text.substr(6, 3));
  });
}

using audit::reader::Sign;

/// 使用者: a player by what they do. 両者, 勝者 and the like need no word.
bool role(const std::string& w) {
  static const std::set<std::string> known = {"両者",   "勝者",   "敗者",   "前者",  "後者",
                                              "当事者", "参加者", "対戦者", "第三者"};
  return w.ends_with("者") && !known.contains(w);
}

class Terms {
 public:
  Terms(const Book& book, Found& found) : book_(book), found_(found), v_(book) {}

  void run() {
    undefined();
    unused();
    passing();
    twice();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }

  /// The same name without its brackets.
  static void more_of(Finding& f, const std::vector<Place>& places) {
    for (const Place& p : places)
      if (std::ranges::none_of(f.places, [&](const Place& q) {
            return q.unit == p.unit && q.sentence == p.sentence;
          }))
        f.places.push_back(p);
    f.args[1] = std::to_string(f.places.size());
  }

  void undefined() {
    std::set<std::string> reported = named();
    std::map<std::string, std::vector<Place>> uses, titles;
    std::set<std::string> zones, explained;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const std::string& z : said.zones) zones.insert(bare(z));
      for (const auto& g : said.signs)
        if (g.is == Sign::Is::NotDone) carried_out_.insert(g.text);
      if (!said.words.empty() && !said.topics.empty() && said.words[0].text == said.topics[0])
        explained.insert(said.topics[0]);
      if (said.title && book_.units[u].kind != Kind::Example)
        for (const Mention& w : said.words) titles[w.text].push_back({u, s, w.at});
      if (said.title || book_.units[u].kind == Kind::Example) return;
      for (const Mention& w : said.words) {
        if (after_kana(said, w.text)) continue;
        const bool before =
            w.text.ends_with("前") && chars(w.text) > 2;  // 成長前の札: a kind of thing
        uses[before || v_.covers(w.text) ? w.text : bare(w.text)].push_back({u, s, w.at});
      }
      for (const Mention& w : said.words)
        if ((w.text.starts_with("該当") && w.text.ends_with("プレイヤー")) || role(w.text))
          of_kind_[w.text].push_back({u, s, w.at});
      for (const Sign& g : said.signs)
        if (g.is == Sign::Is::Chain && (g.text.ends_with("の場") || g.text.starts_with("場の")))
          of_kind_["場"].push_back({u, s, g.at});
      if (base::contains(said.zones, "場")) of_kind_["場"].push_back({u, s, said.at});
    });
    each_sentence(
        book_, [&](size_t, size_t, const Sentence& said) {  // バトル・イン: イン alone is no word
          for (const Mention& q : said.quoted)
            if (const size_t dot = q.text.find("・"); dot != q.text.npos)
              for (const Mention& w : said.words)
                if (q.text.find("・" + w.text) != q.text.npos ||
                    q.text.find(w.text + "・") != q.text.npos)
                  dotted_.insert(w.text);
        });
    std::map<std::string, int> tails;
    for (const bool second : {false, true})
      for (const auto& [w, places] : uses) {
        if (second && named_.contains(w) && found_[named_.at(w)].args[0].starts_with("「"))
          more_of(found_[named_.at(w)], places);
        if (reported.contains(w) || v_.covers(w) || v_.everyday(w) || v_.composed(w, reported) ||
            v_.shortened(w))
          continue;
        const size_t length = chars(w);
        const bool zone = zones.contains(w) && places.size() > 1;
        const bool kin = (v_.kin(w) && !explained.contains(w)) ||
                         (second && tails[Vocabulary::tail(w)] > 0 &&
                          chars(Vocabulary::tail(w)) > 2 && mixed(Vocabulary::tail(w)) &&
                          (!v_.everyday(Vocabulary::tail(w)) || w.ends_with("フェーズ") ||
                           w.ends_with("フェイズ")));
        const bool often = length > 2 && (apart(book_, places) > 2 ||
                                          (apart(book_, places) > 1 && length > 3 && mixed(w)));

        const bool sign = chars(w) == 2 && apart(book_, places) > 1 &&
                          (is_sign(w) || all_katakana(w)) && !dotted_.contains(w);  // AP, マナ
        if (is_latin_word(w) || (!zone && !kin && !often && !sign)) continue;
        // 朝開始時: the beginning of 朝フェイズ, not of an act
        const bool phase = v_.covers(w + "フェイズ") || v_.covers(w + "フェーズ");
        if (phase && std::ranges::none_of(places, [&](const Place& p) {
              const auto& words = book_.units[p.unit].says[p.sentence].words;
              return std::ranges::any_of(words, [&](const Mention& m) { return m.text == w; });
            }))
          continue;
        if (std::ranges::any_of(carried_out_, [&](const std::string& deed) {
              return w.size() > deed.size() && w.starts_with(deed);
            }))
          continue;
        reported.insert(w);
        if (!second && !Vocabulary::tail(w).empty() && Vocabulary::tail(w) != w)
          ++tails[Vocabulary::tail(w)];
        std::vector<Place> all = places;  // バトルカード使用権 as well
        if (uses.size() < 10'000)
          for (const auto& [longer, more] : uses)
            if (longer.size() > w.size() && longer.ends_with(w) && length > 2 &&
                v_.covers(longer.substr(0, longer.size() - w.size())) && !v_.covers(longer))
              all.insert(all.end(), more.begin(), more.end());
        if (const auto in = titles.find(w); in != titles.end())
          all.insert(all.end(), in->second.begin(), in->second.end());
        const std::string count = std::to_string(all.size());
        add(Code::Undefined, std::move(all), {w, count});
      }
    kindred(uses, reported);
    wanted(uses, reported);
  }

  /// What is used and nowhere told, whatever its form: 見抜き判定, 味方, 追加得点 beside
  /// 本来の得点, ★, 対応する.
  void wanted(const std::map<std::string, std::vector<Place>>& uses,
              std::set<std::string>& reported) {
    std::set<std::string> proper, printed;
    std::map<std::string, std::vector<Place>> found, counted;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (book_.units[u].kind == Kind::Example) return;
      for (const Sign& g : said.signs) {
        if (g.is == Sign::Is::Chain && g.text.find("本来の") != g.text.npos)
          proper.insert(g.text.substr(g.text.find("本来の") + std::string("本来の").size()));
        if (g.is == Sign::Is::Written && !v_.everyday(g.text) && !said.title) {
          found[g.text].push_back({u, s, g.at});
          printed.insert(g.text);
        }
        if (g.is == Sign::Is::Counted && !said.title) counted[g.text].push_back({u, s, g.at});
        if (g.is == Sign::Is::Joined)
          for (const std::string& kind : kinds_in(g.text)) found[kind].push_back({u, s, g.at});
        if (g.is == Sign::Is::Mark || (g.is == Sign::Is::Fits && !said.title))
          found[g.is == Sign::Is::Mark ? g.text : "対応"].push_back({u, s, g.at});
      }
    });
    for (const auto& [w, places] : uses) {
      if (w.size() > 9 && w.ends_with("判定") && !v_.everyday(w)) found[w] = places;
      if (w.size() >= 12 && w.ends_with("時間") && !v_.everyday(w)) found[w] = places;
      // 物置き場, 予備エリア: a place, whoever names it
      for (const std::string_view place : {"置き場", "エリア", "マス"})
        if (w.size() > place.size() + 3 && w.ends_with(place) &&
            !v_.everyday(w.substr(0, w.size() - place.size())) && !v_.composed(w))
          found[w] = places;
      for (const std::string_view rest : {"アイコン", "囲み"})
        if (w.size() > rest.size() + 3 && w.ends_with(rest) && places.size() == 1 &&
            !v_.composed(w) && !v_.everyday(w.substr(0, w.size() - rest.size())))
          found[w] = places;
      if (w.starts_with("通常") && w.size() > 9 && !v_.everyday(w.substr(6)) &&
          !v_.covers(w.substr(6)))
        found[w] = places;
      if (w.starts_with("追加") && proper.contains(w.substr(6))) found[w] = places;
      if (w.starts_with("味方"))
        found["味方"].insert(found["味方"].end(), places.begin(), places.end());
    }
    for (auto& [w, places] : counted) {
      const auto all = uses.find(w);
      if ((v_.everyday(w) && w != "行動") || told_of(w) || all == uses.end() ||
          apart(book_, all->second) < 2)
        continue;
      found[w] = all->second;
    }
    abbreviations(reported);
    for (auto& [w, places] : found) {
      const bool rare = printed.contains(w) || w.starts_with("通常") || w.ends_with("置き場") ||
                        w.ends_with("エリア") || w.ends_with("マス") || w.ends_with("アイコン") ||
                        w.ends_with("囲み") || w.ends_with("判定") || w.ends_with("時間") ||
                        w.starts_with("追加");
      if (v_.covers(w) || (!rare && apart(book_, places) < 2) || !reported.insert(w).second)
        continue;
      const std::string count = std::to_string(places.size());
      add(Code::Undefined, std::move(places), {w, count});
    }
  }

  /// It stands as what a sentence is about.
  bool told_of(const std::string& w) const {
    bool out = false;
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      out = out || (!said.title && !said.topics.empty() && said.topics[0] == w &&
                    !said.words.empty() && said.words[0].text == w);
    });
    return out;
  }

  /// 山・星カード: kinds of cards, of which 山 is told nowhere.
  std::vector<std::string> kinds_in(const std::string& members) const {
    std::vector<std::string> out;
    if (!members.ends_with("カード")) return out;
    for (size_t b = 0; b < members.size();) {
      const size_t e = std::min(members.find("・", b), members.size());
      const std::string one = members.substr(b, e - b);
      if (e < members.size() && all_katakana(one) && chars(one) > 2 && !v_.covers(one) &&
          !v_.covers(one + "カード") && !v_.everyday(one))
        out.push_back(one);
      b = e + 3;
    }
    return out;
  }

  /// XYZの規定: capitals in a title, and nothing spells them out.
  void abbreviations(std::set<std::string>& reported) {
    std::map<std::string, std::vector<Place>> found;
    for (size_t u = 0; u < book_.units.size(); ++u)
      for (const std::string& title : book_.units[u].titles) {
        const audit::reader::Chars t = audit::reader::narrow(audit::reader::decode(title));
        size_t e = 0;
        while (e < t.size() && t[e] >= U'A' && t[e] <= U'Z') ++e;
        if (e > 2 && e < 6 && e < t.size() && t[e] != U'(' && !audit::reader::is_latin(t[e]))
          found[audit::reader::encode(std::u32string_view(t).substr(0, e))].push_back(
              {u, 0, book_.units[u].at});
      }
    for (const auto& [w, places] : found)
      if (!spelled_out(w) && reported.insert(w).second)
        add(Code::Undefined, places, {w, std::to_string(places.size())});
  }
  bool spelled_out(const std::string& w) const {
    bool told = false;
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      told = told ||
             std::ranges::any_of(said.defines, [&](const Mention& d) { return d.text == w; }) ||
             (!said.title && base::contains(said.glossed, w));
      for (const Mention& q : said.quoted) told = told || inside(q.text) == w;
    });
    return told;
  }

  /// 装備条件, once, beside titles like 装備対象 and 装備制限; 該当プレイヤー; a place with an
  /// owner.
  void kindred(const std::map<std::string, std::vector<Place>>& uses,
               std::set<std::string>& reported) {
    std::map<std::string, std::set<std::string>> fronts;
    for (const std::string& t : v_.titles()) {
      const size_t of = t.rfind("の");
      const std::string last = of == t.npos ? t : t.substr(of + 3);
      if (chars(last) == 4) fronts[last.substr(0, 6)].insert(last);
    }
    for (const auto& [w, places] : uses) {
      if (chars(w) != 4 || w.size() != 12 || !w.ends_with("条件") || v_.covers(w) ||
          reported.contains(w))
        continue;
      const auto it = fronts.find(w.substr(0, 6));
      if (it != fronts.end() && it->second.size() > 1 && reported.insert(w).second)
        add(Code::Undefined, places, {w, std::to_string(places.size())});
    }
    // 退場, a deed beside 退場判定
    for (const auto& [w, places] : uses) {
      if (w.size() != 6 || chars(w) != 2 || apart(book_, places) < 2 || v_.covers(w) ||
          v_.everyday(w) || reported.contains(w))
        continue;
      for (const std::string_view rest : {"判定", "処理", "状態", "条件"})
        if (const auto it = uses.find(w + std::string(rest));
            it != uses.end() && !v_.covers(it->first) && reported.insert(w).second) {
          std::vector<Place> all = places;
          all.insert(all.end(), it->second.begin(), it->second.end());
          const std::string count = std::to_string(all.size());
          add(Code::Undefined, std::move(all), {w, count});
        }
    }
    for (const auto& [w, places] : of_kind_)
      if (apart(book_, places) > (w.starts_with("該当") ? 0U : 1U) && !v_.covers(w) &&
          reported.insert(w).second)
        add(Code::Undefined, places, {w, std::to_string(places.size())});
  }

  /// What is used like a name, in brackets.
  std::set<std::string> named() {
    std::map<std::string, std::vector<Place>> uses;
    std::map<std::string, std::string> shown;
    std::set<std::string> reported;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (book_.units[u].kind != Kind::Example)
        for (const Mention& q : said.named) {
          const bool icon = q.text.ends_with("アイコン");  // a kind of thing has this very name
          const std::string inner = inside(
              icon ? q.text.substr(0, q.text.size() - std::string("アイコン").size()) : q.text);
          if (!icon && v_.composed(inner)) continue;
          if (v_.covers(inner) || v_.covers(bare(inner)) ||
              (v_.everyday(inner) && q.text.starts_with("「")))
            continue;
          uses[inner].push_back({u, s, q.at});
          shown.emplace(inner, q.text);
        }
    });
    for (const auto& [w, places] : uses) {
      reported.insert(w);
      named_[w] = found_.size();
      add(Code::Undefined, places, {shown[w], std::to_string(places.size())});
    }
    return reported;
  }

  void unused() {
    for (const auto& [term, places] : v_.told()) {
      const Place& first = places[0];
      const Kind kind = book_.units[first.unit].kind;
      const bool glossary = kind == Kind::Entry || kind == Kind::Example ||
                            places.size() > 1;  // for the words of cards
      if (glossary || v_.shown(term).find("の") != std::string::npos) continue;
      size_t elsewhere = 0, here = 0;
      const bool whole =
          chars(term) < 2 || std::ranges::all_of(term, [](unsigned char c) { return c < 0x80; });
      each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
        const Kind of = book_.units[u].kind;
        if ((said.title && of != Kind::Bullet && of != Kind::Item) ||
            (u == first.unit && s == first.sentence))
          return;
        bool in = false, quoted = false;
        for (const Mention& w : said.words)
          in = in || (whole ? plain(w.text) == term
                            : plain(w.text).find(term) !=
                                  std::string::npos);  // AP is not NAP, nor is 沖 in 沖合
        for (const Mention& q : said.quoted)
          quoted = quoted || plain(q.text).find(term) != std::string::npos;
        in = in || quoted;
        const bool about = quoted || std::ranges::any_of(said.topics, [&](const std::string& t) {
                             return plain(t) == term;
                           });  // goes on with its meaning
        if (in) ++(u == first.unit && about ? here : elsewhere);
      });
      if (elsewhere == 0 && here < 2) add(Code::PrintUnused, places, {v_.shown(term)});
    }
  }

  /// 「X」になり, X(Y): a name given in passing, and never used
  void passing() {
    std::set<std::string> told;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const auto& g : said.signs) {
        if (g.is != Sign::Is::Alias || !told.insert(g.text).second) continue;
        size_t uses = 0;
        each_sentence(book_, [&](size_t, size_t, const Sentence& other) {
          for (const Mention& w : other.words) uses += w.text.find(g.text) != w.text.npos;
          for (const Mention& q : other.quoted)
            uses += q.text.find(g.text) != q.text.npos && g.text.find("・") != g.text.npos;
        });
        if (uses < 2) add(Code::PrintUnused, {{u, s, g.at}}, {g.text});
      }
    });
  }

  void twice() {
    for (const auto& [term, places] : v_.told()) {
      std::set<std::string> digests;
      std::vector<Place> apart;
      for (const Place& p : places)
        if (book_.units[p.unit].kind != Kind::Example &&
            digests.insert(book_.units[p.unit].says[p.sentence].digest).second)
          apart.push_back(p);
      if (apart.size() > 1)
        add(Code::TwoMeanings, apart, {v_.shown(term), std::to_string(apart.size())});
    }
    // 「攻」このアイコンがあれば…, and another thing in another section
    std::map<std::string, std::map<int, Place>> icons;
    std::map<std::string, std::set<std::string>> ways;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Sign& g : said.signs)
        if (g.is == Sign::Is::Icon) {
          icons[g.text].try_emplace(audit::reader::section_of(book_, static_cast<int>(u)),
                                    Place{u, s, g.at});
          ways[g.text].insert(said.digest);
        }
    });
    for (const auto& [icon, at] : icons) {
      if (at.size() < 2 || ways[icon].size() < 2 || v_.told().contains(plain(icon))) continue;
      std::vector<Place> places;
      for (const auto& [section, place] : at) places.push_back(place);
      add(Code::TwoMeanings, places, {"「" + icon + "」", std::to_string(places.size())});
    }
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<std::string, std::vector<Place>>
      of_kind_;  ///< words that are terms by the company they keep
  std::set<std::string> dotted_, carried_out_;
  std::map<std::string, size_t> named_;  ///< the findings about names in brackets
};

}  // namespace

void look_at_terms(const Book& book, Found& found) { Terms(book, found).run(); }

}  // namespace hanrei::audit::print
