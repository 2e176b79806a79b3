// What a sentence claims of a number, a state, a comparison, and how it is worded. That two of them
// do not go together is for whoever examines them.
#include <algorithm>
#include <array>

#include "audit/print/reader/sign_reader.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;
using Is = Sign::Is;

constexpr size_t kStem = 5;  ///< the longest verb in kana, in characters

class Claims : SignReader {
 public:
  Claims(View text, const Spot* at, const std::vector<Run>& nouns)
      : SignReader(text, at, nouns, 60) {}

  std::vector<Sign> read() {
    caps();
    uses();
    times();
    tops();
    leaves();
    compared();
    form();
    circular();
    hands();
    together();
    pays();
    stems();
    formula();
    for (const View w : {View(U"いずれか"), View(U"全て"), View(U"すべて"), View(U"どれか"),
                         View(U"どちらか"), View(U"1つでも"), View(U"一つでも")})
      if (const size_t i = t_.find(w); i != View::npos) {
        add(Is::Whole, encode(w), "", i);
        break;
      }
    return std::move(out_);
  }

 private:
  /// 部屋の列: the noun with what it is of.
  size_t chain_before(size_t e) const {
    size_t b = noun_before(e);
    while (b < e && b > 1 && t_[b - 1] == U'の' && noun_before(b - 1) < b - 1)
      b = noun_before(b - 1);
    return b;
  }
  /// It ends so, with or without 。
  View whole() const { return t_.ends_with(U"。") ? t_.substr(0, t_.size() - 1) : t_; }
  bool exception() const {
    return t_.starts_with(U"ただし") || has(U"以外") || has(U"場合を除") || has(U"効果");
  }

  /// 手札の上限(枚数)は7枚, 手札の上限の8枚.
  void caps() {
    each(U"上限", [&](size_t b, size_t e) {
      if (b < 2 || t_[b - 1] != U'の' || exception()) return;
      const size_t n = noun_before(b - 1);
      for (const View w : {View(U"枚数"), View(U"数"), View(U"値")})
        if (rest(e).starts_with(w)) {
          e += w.size();
          break;
        }
      if (n == b - 1 || e + 1 >= t_.size() || !one_of(t_[e], U"はの")) return;
      const size_t k = figures(e + 1);
      if (k > e + 1 && k - e < 5 && k < t_.size())
        add(Is::Capped, cut(n, b) + "上限", cut(e + 1, k) + (is_noun(t_[k]) ? cut(k, k + 1) : ""),
            b);
    });
  }

  /// 札は1回の番に2枚まで使え…: what, in which time, and what is done; in whatever words.
  void uses() {
    if (exception()) return;
    each(U"まで", [&](size_t b, size_t e) {
      if (b < 2 || !is_kanji(t_[b - 1])) return;
      size_t k = b - 1;
      while (k > 0 && figure(t_[k - 1])) --k;
      if (k == b - 1) return;
      const size_t topic = t_.substr(0, k).rfind(U'は');
      if (topic == View::npos || noun_before(topic) == topic ||
          t_.substr(topic + 1, k - topic - 1).find(U'、') != View::npos)
        return;
      size_t v = e;
      while (v < t_.size() && v - e < 10 && !is_kanji(t_[v])) ++v;  // しか, 束に
      while (v < t_.size() && is_kanji(t_[v]) && v + 1 < t_.size() &&
             one_of(t_[v + 1], U"にをへ")) {
        v += 2;
        while (v < t_.size() && v - e < 14 && !is_kanji(t_[v])) ++v;
      }
      if (v >= t_.size() || !is_kanji(t_[v])) return;
      // where and in which time: between the topic and the number
      std::string where = cut(topic + 1, k);
      if (where.size() > 24) return;
      const size_t of = noun_before(topic);
      const bool same = of > 3 && t_.substr(0, of).ends_with(U"同じ名前の");
      add(Is::Capped, (same ? "同じ名前の" : "") + cut(of, topic) + "・" + where + cut(v, v + 1),
          cut(k, b), k);
    });
    // 同じ名前の札は束に2枚まで, 同じ名前の札は2枚まで束に
    each(U"同じ名前の", [&](size_t, size_t e) {
      size_t n = e;
      while (n < t_.size() && is_noun(t_[n])) ++n;
      if (n == e || n >= t_.size() || t_[n] != U'は') return;
      for (size_t i = n; i < t_.size(); ++i) {
        if (!figure(t_[i]) || figure(t_[i - 1])) continue;
        const size_t k = figures(i);
        if (k + 2 < t_.size() && rest(k + 1).starts_with(U"まで") && has(U"入れ"))
          add(Is::Capped, "同じ名前の札・入れる", cut(i, k + 1), i);
        return;
      }
    });
  }

  /// 札は何度でも使え…, 1ターンに1度だけ札を使え…: what, and what is done.
  void times() {
    if (exception()) return;
    for (const View w : {View(U"何度でも"), View(U"何回でも"), View(U"度だけ"), View(U"回だけ"),
                         View(U"度しか"), View(U"回しか")}) {
      const size_t i = t_.find(w);
      if (i == View::npos) continue;
      const bool any = w[0] == U'何';
      size_t b = i;
      while (!any && b > 0 && figure(t_[b - 1])) --b;
      if (!any && b == i) continue;
      size_t v = i + w.size(), noun = 0;
      const size_t wo = t_.find(U'を', v), topic = t_.substr(0, b).rfind(U'は');
      if (wo != View::npos && wo - v < 8 && noun_before(wo) < wo) {
        noun = wo;
        v = wo + 1;
      } else if (topic != View::npos && noun_before(topic) < topic)
        noun = topic;
      if (noun == 0 || v + 1 >= t_.size() || !is_kanji(t_[v]) || !is_hiragana(t_[v + 1])) continue;
      if (noun_before(noun) > 1 && t_[noun_before(noun) - 1] == U'の' &&
          one_of(t_[noun_before(noun) - 2], U"つ枚体個"))
        continue;  // 1つの効果は: of that one
      add(Is::Capped, cut(noun_before(noun), noun) + "・何度" + cut(v, v + 1),
          any ? encode(w) : cut(b, i + 1), i);
      return;
    }
  }

  /// 手間は0から5まで, 霊力は10まで, 列は10部屋まで; 手間が6以上.
  void tops() {
    each(U"まで", [&](size_t b, size_t e) {
      size_t k = b;
      while (k > 0 && is_kanji(t_[k - 1]) && b - k < 3) --k;
      size_t f = k;
      while (f > 0 && figure(t_[f - 1])) --f;
      if (f == k || k - f > 3 || f == 0) return;
      const bool counted = k < b;
      size_t topic = f;
      if (t_.substr(0, f).ends_with(U"から") && f > 3) {
        topic = f - 2;
        while (topic > 0 && figure(t_[topic - 1])) --topic;
      }
      const bool from = topic != f;
      const bool stated = rest(e).starts_with(U"です") || rest(e).starts_with(U"で、") ||
                          rest(e).starts_with(U"である") || rest(e).starts_with(U"の値") ||
                          rest(e).starts_with(U"とす") || rest(e).starts_with(U"の数") ||
                          rest(e) == U"。" || rest(e).empty();
      if (topic == 0 || t_[topic - 1] != U'は' || !stated || exception()) return;
      const size_t n = chain_before(topic - 1);
      if (n < topic - 1 && !t_.substr(n, topic - 1 - n).ends_with(U"上限"))
        add(Is::Topped, cut(n, topic - 1), cut(f, k) + (counted && !from ? "+" : ""), f);
    });
    each(U"以上", [&](size_t b, size_t) {
      size_t k = b;
      while (k > 0 && is_kanji(t_[k - 1]) && b - k < 3) --k;
      size_t f = k;
      while (f > 0 && figure(t_[f - 1])) --f;
      if (f == k || k - f > 3 || f < 2 || t_[f - 1] != U'が') return;
      const size_t n = chain_before(f - 1);
      if (n < f - 1) add(Is::Reaches, cut(n, f - 1), cut(f, k), f);
    });
  }

  /// 石化状態でなくなる, 石化状態を解く, 石化状態の札を縦向きに戻す, 石化状態の札を休み状態にする.
  void leaves() {
    const bool never = whole().ends_with(U"ません") || whole().ends_with(U"できない") ||
                       whole().ends_with(U"れない");
    if (never) {
      each(U"状態", [&](size_t, size_t e) {
        const size_t n = noun_before(e);
        if (e < t_.size() && t_[e] == U'の' && n + 2 < e) add(Is::Leaves, cut(n, e), "bar", n);
      });
      return;
    }
    static constexpr std::array<View, 12> out = {
        U"状態でなくな", U"状態ではなくな", U"状態でなくす", U"状態を解",
        U"状態が解",     U"状態を取り除",   U"状態をやめ",   U"状態から",
        U"状態が終わ",   U"状態を終",       U"状態がなくな", U"状態を失"};
    each(U"状態", [&](size_t b, size_t e) {
      const size_t n = noun_before(e);
      if (n >= b || rest(e).starts_with(U"でない")) return;
      bool leaves = std::ranges::any_of(out, [&](View w) { return rest(b).starts_with(w); });
      const View after = rest(e);
      // up again, or in another state
      for (const View w :
           {View(U"縦向きに"), View(U"向きで出"), View(U"向きで場"), View(U"表向きに"),
            View(U"表にし"), View(U"起こ"), View(U"治"), View(U"直"), View(U"まで続")})
        leaves = leaves || after.find(w) != View::npos;
      const size_t other = after.find(U"状態");
      for (const View w :
           {View(U"状態に戻"), View(U"状態にもど"), View(U"状態にする"), View(U"状態にし"),
            View(U"状態になる"), View(U"状態になり"), View(U")に戻"), View(U"状態」に戻")})
        leaves = leaves || (other != View::npos && after.find(w) != View::npos);
      if (leaves) add(Is::Leaves, cut(n, e), "", n);
    });
    // 『活動状態』『休息状態』のいずれか: from each to the other
    if (has(U"いずれか"))
      each(U"状態』", [&](size_t b, size_t) {
        const size_t n = noun_before(b + 2);
        if (n < b) add(Is::Leaves, cut(n, b + 2), "", n);
      });
  }

  void compared() {
    static constexpr std::array<View, 11> even = {U"同じ", U"等し", U"同値",    U"同数",
                                                  U"同点", U"以上", U"以下",    U"引き分",
                                                  U"引分", U"互角", U"そうでな"};
    const bool level = std::ranges::any_of(even, [&](View w) { return has(w); });
    static constexpr std::array<View, 4> when = {U"場合", U"とき", U"時", U"なら"};
    static constexpr std::array<View, 5> more = {U"が大きい", U"が高い", U"が多い", U"より大きい",
                                                 U"が強い"},
                                         fewer = {U"が小さい", U"が低い", U"が少ない",
                                                  U"より小さい", U"が弱い"};
    const auto look = [&](const auto& words, Is is) {
      for (const View w : words)
        each(w, [&](size_t b, size_t e) {
          if (std::ranges::any_of(when, [&](View c) { return rest(e).starts_with(c); }))
            add(is, b > 0 ? cut(noun_before(b), b) : "", "", b);
        });
    };
    if (!level) {
      look(more, Is::More);
      look(fewer, Is::Fewer);
    }
    if (level && (has(U"場合") || has(U"とき") || has(U"なら"))) add(Is::Even, "", "", 0);
  }

  /// です・ます, or である; of a sentence that has its end.
  void form() {
    if (!t_.ends_with(U"。") || t_.size() < 8) return;
    static constexpr std::array<View, 6> polite = {U"ます",   U"ません",   U"です",
                                                   U"ました", U"ください", U"下さい"};
    const View w = whole();
    if (std::ranges::any_of(polite, [&](View p) { return w.ends_with(p); }))
      add(Is::Polite, "", "", t_.size() - 2);
    else if (one_of(w.back(), U"るうくすつぬぶむぐいただ") &&
             !(w.back() == U'つ' && one_of(w[w.size() - 2], U"0123456789一二三")))
      add(Is::Plain, "", "", t_.size() - 2);
  }

  /// 作るとは、…作ることをいう: the verb by itself.
  void circular() {
    const size_t to = t_.find(U"とは、");
    if (to == View::npos || to < 2 || to > 8 || !is_hiragana(t_[to - 1])) return;
    const Chars deed = Chars(t_.substr(0, to)) + U"こと";
    for (const View w : {View(U"をいう"), View(U"をいいます"), View(U"です"), View(U"である"),
                         View(U"を指します"), View(U"を指す")})
      if (whole().ends_with(deed + Chars(w))) add(Is::Circular, cut(0, to), "", 0);
  }

  /// ゲームの初めに札を5枚引く: how many one begins with; where the section is about the beginning,
  /// any.
  void hands() {
    if ((has(U"先攻") || has(U"後攻") || has(U"先手") || has(U"後手")) && !has(U"先手も") &&
        !has(U"先攻も"))
      return;
    for (const View w :
         {View(U"枚引"), View(U"枚を引"), View(U"枚ドロー"), View(U"枚配"), View(U"枚ずつ配")})
      each(w, [&](size_t b, size_t) {
        size_t k = b;
        while (k > 0 && figure(t_[k - 1])) --k;
        if (k == b || k == 0 || !(t_[k - 1] == U'を' || t_[k - 1] == U'ら')) return;
        const bool hand = has(U"手札");
        const bool begins = has(U"ゲームの初め") || has(U"ゲームの始め") || has(U"ゲーム開始時") ||
                            has(U"ゲームの最初");
        if (hand) add(Is::Capped, begins ? "手札・初め" : "手札・準備", cut(k, b + 1), k);
      });
  }

  /// すべて同時に行われる: a rule, and no case of two that happen to come together.
  void together() {
    if (has(U"場合") || has(U"発生") || has(U"決定") || has(U"順")) return;
    for (const View w : {View(U"同時に行われ"), View(U"同時に処理され"), View(U"同時に効力を失"),
                         View(U"同時に解決され"), View(U"同時に終わ")})
      if (const size_t i = t_.find(w); i != View::npos) {
        add(Is::Together, encode(w), "", i);
        return;
      }
  }

  void pays() {
    for (const View w : {View(U"払う"), View(U"払います")})
      if (whole().ends_with(w)) add(Is::Pays, "", "", t_.size() - w.size());
  }

  /// Behind the stem: ます, たら, たとき.
  bool stops(size_t i) const {
    for (const View w :
         {View(U"ます"), View(U"ません"), View(U"ました"), View(U"たら"), View(U"たとき")})
      if (rest(i).starts_with(w)) return true;
    return false;
  }

  /// 点をあたえます: a verb in kana behind a noun and its particle.
  void stems() {
    for (const Run& r : nouns_) {
      if (r.end + 3 >= t_.size() || !one_of(t_[r.end], U"をにが") || !is_hiragana(t_[r.end + 1]))
        continue;
      size_t e = r.end + 1;
      while (e < t_.size() && e - r.end <= kStem && is_hiragana(t_[e]) && !stops(e)) ++e;
      if (e - r.end < 3 || e - r.end > kStem || !stops(e)) continue;
      add(Is::Stem, cut(r.begin, r.end + 1), cut(r.end + 1, e), r.end + 1);
    }
  }

  /// 合計=星の力+速さ: what is added, each by its last noun.
  void formula() {
    const size_t equal = t_.find(U'=');
    if (equal == View::npos) return;
    const auto sums = [](char32_t c) { return one_of(c, U"+-−×"); };
    if (std::none_of(t_.begin() + static_cast<std::ptrdiff_t>(equal), t_.end(), sums)) return;
    for (const Run& r : nouns_) {
      if (r.begin < equal || r.end - r.begin < 2) continue;
      const size_t e = std::min(t_.find_first_not_of(U" )", r.end), t_.size());
      if (e == t_.size() || sums(t_[e]) || one_of(t_[e], U"、。"))
        add(Is::Formula, cut(r.begin, r.end), "", r.begin);
    }
  }
};

}  // namespace

std::vector<Sign> claims(View text, const Spot* at, const std::vector<Run>& nouns) {
  return text.empty() ? std::vector<Sign>() : Claims(text, at, nouns).read();
}

}  // namespace hanrei::audit::reader
