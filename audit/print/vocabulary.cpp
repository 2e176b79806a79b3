#include "audit/print/vocabulary.h"

#include <algorithm>

#include "audit/print/reader/words.h"

namespace hanrei::audit::print {
namespace {

using namespace reader;
using View = std::u32string_view;

/// Words of print, of counting and of play in general, which no rulebook explains.
const std::set<std::string>& common() {
  static const std::set<std::string> words = {
      "カード",     "プレイヤー", "プレーヤー", "ゲーム",   "ルール",   "ルールブック", "テキスト",
      "タイミング", "パス",       "シャッフル", "スペース", "マーク",   "セット",       "ページ",
      "サイト",     "タグ",       "スタート",   "エンド",   "宣言",     "使用",         "処理",
      "終了",       "開始",       "効果",       "回数",     "枚数",     "判定",         "対象",
      "移動",       "参加",       "選択",       "指定",     "発生",     "能力",         "属性",
      "全体",       "複数",       "配置",       "場合",     "場所",     "記載",         "表記",
      "必要",       "可能",       "存在",       "該当",     "変化",     "変更",         "増減",
      "自由",       "位置",       "交互",       "順番",     "順序",     "修正",         "回復",
      "確認",       "公開",       "行動",       "行為",     "方法",     "条件",         "種類",
      "合計",       "最初",       "最後",       "通常",     "本来",     "両方",         "片方",
      "名前",       "同時",       "同様",       "以下",     "以上",     "次回",         "今回",
      "自身",       "有効",       "無効",       "中断",     "再度",     "追加",         "消費",
      "数値",       "値",         "数",         "側",       "者",       "例外",         "説明",
      "手順",       "残り",       "誤字",       "誤記",     "規定",     "同名",         "総数",
      "上限",       "下限",       "最大",       "最小",     "更新",     "敗北",         "勝利",
      "勝者",       "敗者",       "引き分け",   "先攻",     "後攻",     "適用",         "解決",
      "攻撃",       "防御",       "攻撃側",     "防御側",   "裏向き",   "表向き",       "縦向き",
      "横向き",     "ウラ向き",   "オモテ向き", "構成",     "構成要素", "要素",         "特殊",
      "機会",       "順",         "内容",       "範囲",     "目的",     "理由",         "用語",
      "文",         "一覧",       "具体",       "公式",     "大会",     "新",           "旧",
      "全て",       "場",         "提示",       "制限",     "アイコン", "ターン",       "ページ目",
      "発生源",     "発生元",     "打ち消",     "引き継",   "取り消",   "取り除",       "割り当",
      "フェイズ",   "フェーズ",   "マイナス",   "プラス",   "発動",     "状態",         "有利",
      "不利",       "デッキ",     "手札",       "山札",     "ライフ",   "コスト",       "引き直",
      "入れ替",     "組み合",     "サイコロ",   "さいころ", "コマ",     "トランプ"};
  return words;
}

/// The last katakana, or the last two kanji.
std::string tail_of(const std::string& term) {
  const Chars t = decode(term);
  size_t b = t.size();
  while (b > 0 && is_katakana(t[b - 1])) --b;
  if (t.size() - b < 2) {
    b = t.size();
    while (b > 0 && t.size() - b < 2 && is_kanji(t[b - 1])) --b;
  }
  return t.size() - b < 2 ? "" : encode(std::u32string_view(t).substr(b));
}

/// A title's parts: at / ・ 、, and around brackets; `山札について` without its tail.
std::vector<std::string> title_terms(const std::string& title) {
  std::vector<std::string> out;
  Chars part;
  const Chars t = narrow(decode(title));
  const auto trim = [](char32_t c) {
    return is_space(c) || c == U'~' || c == U'〜' || c == U'※' || c == U'→';
  };
  const auto end = [&] {
    while (!part.empty() && trim(part.back())) part.pop_back();
    while (!part.empty() && trim(part.front())) part.erase(part.begin());
    std::string text = encode(part);
    part.clear();
    for (const std::string_view tail :
         {"について", "とは", "の手順", "手順", "の説明", "の定義", "の仕様"})
      if (text.size() > tail.size() && text.ends_with(tail)) {
        out.push_back(text);
        text.erase(text.size() - tail.size());
      }
    if (!text.empty()) out.push_back(text);
  };
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i] == U'(') {  // A(B): another name; A(B・C): a list of what else there is
      const size_t e = t.find(U')', i);
      if (e != t.npos && i > 0 && t.substr(i, e - i).find(U'・') != Chars::npos &&
          std::none_of(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(i),
                       [](char32_t c) { return c == U'時' || c == U'・'; })) {
        end();
        i = e;
        continue;
      }
    }
    const bool quotes = (closing(t[i]) != 0 || is_closing(t[i])) && t[i] != U'(' && t[i] != U')';
    if (quotes && closing(t[0]) == 0) {
      part += t[i];
      continue;
    }  // a title that only mentions 「X」
    if (closing(t[i]) != 0 || is_closing(t[i]) || t[i] == U'/' || t[i] == U'・' || t[i] == U'、' ||
        t[i] == U':') {
      end();
      continue;
    }
    part += t[i];
  }
  end();
  return out;
}

}  // namespace

size_t chars(const std::string& text) { return decode(text).size(); }

std::string inside(const std::string& quoted) {
  const Chars t = decode(quoted);
  return t.size() > 2 ? encode(std::u32string_view(t).substr(1, t.size() - 2)) : "";
}

bool name_like(const std::string& text) {
  const Chars t = decode(text);
  return !t.empty() && std::ranges::all_of(t, [](char32_t c) { return is_noun(c) || c == U'・'; });
}

std::string skeleton(const std::string& term) {
  const Chars t = decode(term);
  Chars out;
  for (size_t i = 0; i < t.size(); ++i) {
    const bool inner = i > 0 && i + 1 < t.size() && is_noun(t[i - 1]) && is_noun(t[i + 1]);
    const bool kana =
        inner && ((is_hiragana(t[i]) && is_kanji(t[i - 1]) && is_kanji(t[i + 1])) || t[i] == U'の');
    if (!kana) out += t[i];
  }
  return plain(encode(out));
}

Vocabulary::Vocabulary(const Book& book) {
  for (size_t u = 0; u < book.units.size(); ++u) {
    const Unit& unit = book.units[u];
    const bool owns = unit.says.size() > 1 ||
                      (u + 1 < book.units.size() && book.units[u + 1].up == static_cast<int>(u));
    if (unit.kind == Kind::Part ||
        !(owns || unit.kind == Kind::Heading || unit.kind == Kind::Entry))
      continue;
    for (const std::string& title : unit.titles) {
      titles_.insert(plain(title));
      skeletons_.insert(skeleton(title));
      for (const View particle : {View(U"に"), View(U"を")}) {  // 捨札に送る, 手札を捨てる
        const Chars t = decode(title);
        const size_t at = t.find(particle);
        if (unit.kind == Kind::Entry && at != Chars::npos && at > 1 && at + 1 < t.size() &&
            is_kanji(t[at + 1]) && !title.ends_with("とき") && !title.ends_with("たび") &&
            !title.ends_with("場合") && name_like(encode(View(t).substr(0, at))))
          titles_.insert(plain(encode(View(t).substr(0, at))));
      }
      for (const std::string& t : title_terms(title)) {
        raw_.insert(t);
        titles_.insert(plain(t));
        skeletons_.insert(skeleton(t));
      }
    }
  }
  std::set<std::string> zones;
  each_sentence(book, [&](size_t, size_t, const Sentence& said) {
    zones.insert(said.zones.begin(), said.zones.end());
  });
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    for (const std::string& b : said.becomes)
      if (!zones.contains(b)) titles_.insert(plain(b));
    for (const std::string& g : said.glossed) titles_.insert(plain(g));
    for (const Mention& d : said.defines) {
      told_[plain(d.text)].push_back({u, s, d.at});
      raw_.insert(d.text);
      shown_.emplace(plain(d.text), d.text);
    }
  });
  // 使用権 in the title カードの使用権: when the section goes on 使用権は…, or lists what it comes
  // to
  for (size_t u = 0; u < book.units.size(); ++u) {
    if (book.units[u].titles.empty()) continue;
    const bool lists = u + 1 < book.units.size() && book.units[u + 1].up == static_cast<int>(u) &&
                       book.units[u + 1].kind != Kind::Heading;
    std::set<std::string> topics;
    for (const Sentence& said : book.units[u].says)
      topics.insert(said.topics.begin(), said.topics.end());
    for (const std::string& title : book.units[u].titles) {
      const size_t of = title.rfind("の");
      const std::string last = of == title.npos ? "" : title.substr(of + 3);
      if (!last.empty() && (lists || topics.contains(last))) titles_.insert(plain(last));
    }
  }
  // バトル参加キャラ指定処理: what two titles or parts end in
  std::map<std::string, int> ends;
  for (const Unit& u : book.units)
    for (const std::string& title : u.titles)
      if (const size_t of = title.rfind("の"); of != title.npos && u.kind != Kind::Part)
        ++ends[plain(title.substr(of + 3))];
  for (const auto& [end, n] : ends)
    if (n > 1) titles_.insert(end);
  // the kinds of something, told one by one
  each_sentence(book, [&](size_t, size_t, const Sentence& said) {
    const bool kinds = std::ranges::any_of(
        said.announces, [](const Mention& a) { return a.text.find("種類") != a.text.npos; });
    if (kinds)
      for (const auto& list : said.lists)
        for (const std::string& item : list) {
          titles_.insert(plain(item));
          titles_.insert(plain(item + "カード"));
        }
  });
  for (const std::string& t : titles_) {
    skeletons_.insert(skeleton(t));
    if (const std::string tail = tail_of(t); !tail.empty()) families_[tail].insert(t);
  }
  for (const auto& [t, places] : told_) {
    skeletons_.insert(skeleton(t));
    if (const std::string tail = tail_of(t); !tail.empty()) families_[tail].insert(t);
  }
}

bool Vocabulary::covers(const std::string& term) const {
  const std::string p = plain(term);
  return titles_.contains(p) || told_.contains(p) || skeletons_.contains(skeleton(term));
}

bool Vocabulary::everyday(const std::string& word) const {
  return common().contains(word) || word.ends_with("的") || word.ends_with("無");
}

bool Vocabulary::composed(const std::string& word, const std::set<std::string>& also) const {
  const Chars t = decode(word);
  if (word.ends_with("プレイヤー") || word.ends_with("プレーヤー") || word.ends_with("フェイズ") ||
      word.ends_with("フェーズ"))
    return false;  // a role or a phase, whatever it is made of
  const auto good = [&](std::u32string_view part) {
    const std::string s = encode(part);
    return covers(s) || everyday(s) || also.contains(s);
  };
  const bool family = kin(word);  // 選択可能状態 among 待機状態, 消耗状態 is a name of its own
  for (size_t i = 1; i < t.size(); ++i) {
    const auto a = std::u32string_view(t).substr(0, i), b = std::u32string_view(t).substr(i);
    if (family) {
      if ((covers(encode(a)) && good(b)) ||
          (everyday(encode(a)) && (covers(encode(b)) || also.contains(encode(b)))))
        return true;
      continue;
    }
    if (good(a) && (good(b) || (b.size() > 3 && i > 1 && composed(encode(b), also)))) return true;
  }
  return false;
}

bool Vocabulary::shortened(const std::string& word) const {
  for (auto it = raw_.lower_bound(word); it != raw_.end() && it->starts_with(word); ++it) {
    const Chars rest = decode(it->substr(word.size()));
    if (rest.size() > 1 && is_katakana(rest[0]) && is_katakana(rest[1]) &&
        encode(rest) != "フェイズ" && encode(rest) != "フェーズ")
      return true;  // a phase says nothing of the act
  }
  return false;
}

std::string Vocabulary::tail(const std::string& word) { return tail_of(word); }

bool Vocabulary::kin(const std::string& word) const {
  const std::string p = plain(word), tail = tail_of(p);
  const auto it = families_.find(tail);
  static const std::set<std::string> plain_tails = {
      "枚数", "回数", "使用", "配置",   "移動",     "回復",  "発生", "以下",
      "以上", "終了", "開始", "中断",   "解決",     "確認",  "名前", "説明",
      "方法", "順番", "修正", "カード", "アイコン", "ルール"};
  return it != families_.end() && it->second.size() > 1 && tail != p && !plain_tails.contains(tail);
}

std::string Vocabulary::shown(const std::string& term) const {
  const auto it = shown_.find(term);
  return it == shown_.end() ? term : it->second;
}

}  // namespace hanrei::audit::print
