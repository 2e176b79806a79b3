// Words that point at something without naming it, or name it otherwise than its like: 相手札
// beside 相手の札, その場所, 持ち主の元. Whether the rest of the text settles it is for whoever
// examines it.
#include <algorithm>

#include "audit/print/reader/sign_reader.h"

namespace hanrei::audit::reader {
namespace {

constexpr size_t kNear = 14;  ///< characters between a zone and what is done

class Pointers : SignReader {
 public:
  Pointers(View text, const Spot* at, const std::vector<Run>& nouns)
      : SignReader(text, at, nouns, 40) {}

  std::vector<Sign> read() {
    unlinked();
    written();
    counted();
    reserved();
    back();
    points();
    handled();
    glued();
    acts();
    facing();
    personal();
    return std::move(out_);
  }

 private:
  bool at_any(size_t i, std::initializer_list<View> words) const {
    return std::ranges::any_of(words, [&](View w) { return rest(i).starts_with(w); });
  }
  size_t noun_from(size_t b) const {
    for (const Run& r : nouns_)
      if (r.begin == b) return r.end;
    return b;
  }

  /// 相手札: the owner and the thing in one word.
  void unlinked() {
    for (const Run& r : nouns_) {
      const View w = t_.substr(r.begin, r.end - r.begin);
      for (const View who : {View(U"自分"), View(U"相手")})
        if (w.starts_with(who) && w.size() > 3)
          add(Is::Unlinked, encode(w.substr(2)), encode(who), r.begin);
    }
  }

  /// カードに書かれた色: a field of the card.
  void written() {
    for (const View w : {View(U"書かれた"), View(U"書かれている"), View(U"記載された"),
                         View(U"記載されている"), View(U"表記された"), View(U"表記されている")})
      each(w, [&](size_t, size_t e) {
        const size_t to = noun_from(e);
        if (to > e + 1 && (to == t_.size() || one_of(t_[to], U"がをはのとに、。)")))
          add(Is::Written, cut(e, to), "", e);
      });
  }

  /// 行動1回につき, 2つの作品のみ: something that is counted, and a rule for the number.
  void counted() {
    for (const View w :
         {View(U"1回につき"), View(U"1回ごと"), View(U"1つにつき"), View(U"1個につき")})
      each(w, [&](size_t b, size_t) {
        size_t k = b;
        while (k > 0 && is_noun(t_[k - 1]) && !figure(t_[k - 1])) --k;
        if (b - k > 1) add(Is::Counted, cut(k, b), "", k);
      });
    for (size_t i = 0; i < t_.size(); ++i) {
      if (!figure(t_[i]) || (i > 0 && is_noun(t_[i - 1]))) continue;
      const size_t e = figures(i);
      if (!rest(e).starts_with(U"つの")) continue;
      const size_t to = noun_from(e + 2);
      if (to > e + 3 && at_any(to, {U"のみ", U"につき", U"だけ"}))
        add(Is::Counted, cut(e + 2, to), "", e + 2);
    }
  }

  /// …限り、基本的に: an exception, and room for others.
  void reserved() {
    const size_t until = std::min(t_.find(U"限り"), t_.find(U"かぎり"));
    if (until == View::npos) return;
    for (const View w : {View(U"基本的に"), View(U"原則として"), View(U"原則的に")})
      if (const size_t i = t_.find(w); i != View::npos && i > until) {
        add(Is::Reserved, encode(w), "", i);
        return;
      }
  }

  /// 持ち主の元に戻る: somebody, and no place.
  void back() {
    for (const View who : {View(U"所有者"), View(U"持ち主"), View(U"使用者"), View(U"プレイヤー"),
                           View(U"プレーヤー")})
      each(who, [&](size_t b, size_t e) {
        if (at_any(e, {U"の元に", U"のもとに", U"の元へ", U"のもとへ"}) &&
            t_.find(U"戻", e) < e + 8)
          add(Is::BackTo, cut(b, rest(e).starts_with(U"の元") ? e + 2 : e + 3), "", b);
      });
  }

  /// その場所, where no place was spoken of; 次に移る, and to what.
  void points() {
    static constexpr View places[] = {U"場",   U"場所",   U"ゾーン",    U"エリア",
                                      U"領域", U"置き場", U"フィールド"};
    const auto place = [&](View w) {
      return std::ranges::any_of(places, [&](View p) { return w.ends_with(p); });
    };
    each(U"その", [&](size_t b, size_t e) {
      const size_t to = noun_from(e);
      const View w = t_.substr(e, to - e);
      if (to == e || !place(w) || rest(to).starts_with(U"で")) return;
      if (std::ranges::none_of(nouns_, [&](const Run& r) {
            return r.end <= b && place(t_.substr(r.begin, r.end - r.begin));
          }))
        add(Is::Points, cut(b, to), "", b);
    });
    for (const View w : {View(U"次に移"), View(U"次へ移"), View(U"次に進"), View(U"次へ進")})
      each(w, [&](size_t b, size_t e) {
        if (b == 0 || one_of(t_[b - 1], U"、。("))
          add(Is::Points, cut(b, std::min(e + 1, t_.size())), "", b);
      });
  }

  /// 相手を捨て札に送る, 相手に攻撃をする: done to a player.
  void handled() {
    for (const View who : {View(U"相手を"), View(U"自分を")})
      each(who, [&](size_t b, size_t e) {
        const size_t ni = t_.find(U'に', e);
        if ((b > 0 && is_noun(t_[b - 1])) || ni == View::npos || ni > e + 6 || noun_before(ni) != e)
          return;
        if (at_any(ni + 1, {U"送", U"置", U"戻"})) add(Is::Handled, cut(b, ni + 2), "", b);
      });
    each(U"相手に攻撃", [&](size_t b, size_t e) {
      if ((b == 0 || !is_noun(t_[b - 1])) && at_any(e, {U"を", U"す", U"し"}))
        add(Is::Handled, cut(b, e), "", b);
    });
  }

  /// 「始め」札を出す, * at the beginning: no particle, no note.
  void glued() {
    if (t_[0] == U'*') add(Is::Glued, "*", "", 0);
    if (t_[0] == U'(' && t_.ends_with(U")。") && t_.find(U'(', 1) == View::npos)
      add(Is::Glued, "。(…)。", "", 0);
    if (t_[0] != U'「') return;
    const size_t e = t_.find(U'」');
    if (e == View::npos || e < 3 || e > 10 || e + 2 >= t_.size()) return;
    const View name = t_.substr(1, e - 1);
    if (!std::ranges::all_of(name, is_katakana)) return;
    const size_t to = noun_from(e + 1);
    const bool owner = to > e + 2 && to < t_.size() && one_of(t_[to], U"のから");
    if (owner || at_any(e + 1, {U"お互い"})) add(Is::Glued, cut(0, e + 1), "", 0);
  }

  /// 効果を終了させる: what, and what is done.
  void acts() {
    for (size_t i = 1; i + 3 < t_.size(); ++i) {
      if (t_[i] != U'を' || noun_before(i) == i) continue;
      size_t v = i + 1;
      while (v < t_.size() && is_kanji(t_[v])) ++v;
      if (v - i == 3 && at_any(v, {U"する", U"させる", U"します", U"させます"}))
        add(Is::Acts, cut(noun_before(i), i), cut(i + 1, v), i);
    }
  }

  void facing() {
    for (const View w : {View(U"表向き"), View(U"裏向き"), View(U"オモテ"), View(U"ウラ"),
                         View(U"表側"), View(U"裏側"), View(U"表に"), View(U"裏に"), View(U"裏返")})
      if (const size_t i = t_.find(w); i != View::npos) {
        add(Is::Facing, encode(w), "", i);
        return;
      }
  }

  /// プレイヤーが「疲労」になる: a state, and of a player.
  void personal() {
    for (const View who : {View(U"プレイヤーが"), View(U"プレーヤーが")})
      each(who, [&](size_t, size_t e) {
        const size_t b = e < t_.size() && t_[e] == U'「' ? e + 1 : e, to = noun_from(b);
        size_t k = to;
        while (k < t_.size() && k - b < kNear && is_hiragana(t_[k]) &&
               !at_any(k, {U"にな", U"とな"}))
          ++k;
        if (to == b) return;
        const size_t q = b > e && k < t_.size() && t_[k] == U'」' ? k + 1 : k;
        if (q - b < kNear && at_any(q, {U"になった", U"になる", U"となった", U"となる"}))
          add(Is::Personal, cut(b, k), "", b);
      });
  }
};

}  // namespace

std::vector<Sign> pointers(std::u32string_view text, const Spot* at,
                           const std::vector<Run>& nouns) {
  return text.empty() ? std::vector<Sign>{} : Pointers(text, at, nouns).read();
}

}  // namespace hanrei::audit::reader
