// What a rule speaks of without saying all of it: a place, a stop, a change, an end. Whether
// another rule says the rest is for whoever examines them.
#include <algorithm>

#include "audit/print/reader/sign_reader.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;
using Is = Sign::Is;

class Openings : SignReader {
 public:
  Openings(View text, const Spot* at, const std::vector<Run>& nouns)
      : SignReader(text, at, nouns, 40) {}

  std::vector<Sign> read() {
    shown();
    changes();
    stops();
    attached();
    phases();
    return std::move(out_);
  }

 private:
  using SignReader::add;
  void add(Is is, std::string text, size_t at) { add(is, std::move(text), "", at); }
  /// The first of the words, or npos.
  size_t first(std::initializer_list<View> words) const {
    for (const View w : words)
      if (const size_t i = t_.find(w); i != View::npos) return i;
    return View::npos;
  }

  /// Whether the others see it, from where it comes, whether it may be.
  void shown() {
    if (const size_t i = first({U"裏にし", U"裏にする", U"裏で", U"裏のまま", U"裏向き", U"裏返し",
                                U"ウラ向き", U"伏せ", U"見せない", U"見せず"});
        i != View::npos)
      add(Is::Hidden, "", i);
    for (const View w : {View(U"宣言することができ"), View(U"宣言してもよい"), View(U"宣言できる"),
                         View(U"宣言できます")})
      if (has(w)) {
        add(Is::May, encode(w) + (w.ends_with(U"でき") ? "る" : ""), t_.find(w));
        break;
      }
    each(U"から", [&](size_t b, size_t e) {
      if (noun_before(b) < b && (rest(e).starts_with(U"1") || rest(e).starts_with(U"選") ||
                                 rest(e).starts_with(U"カード") || rest(e).starts_with(U"提示")))
        add(Is::From, cut(noun_before(b), b), noun_before(b));
    });
    each(U"適切な", [&](size_t b, size_t e) {
      for (const Run& r : nouns_)
        if (r.begin == e) add(Is::Suitable, cut(r.begin, r.end), b);
    });
  }

  void changes() {
    for (const View w : {View(U"が変化する。"), View(U"が変化します。"), View(U"も変化する。"),
                         View(U"も変化します。")})
      each(w, [&](size_t b, size_t) {
        if (noun_before(b) < b) add(Is::Varies, cut(noun_before(b), b), noun_before(b));
      });
    if (const size_t i = first({U"失われ", U"失う", U"失い", U"まで有効", U"間有効", U"まで続",
                                U"元に戻", U"リセット"});
        i != View::npos)
      add(Is::Lapses, "", i);
    if (const size_t i =
            first({U"元に戻ら", U"元には戻ら", U"元に戻りま", U"元には戻りま", U"返却されな"});
        i != View::npos && (has(U"ない") || has(U"ません")))
      add(Is::Lost, "", i);
    if (const size_t i = first({U"順番を決め", U"順番を決定", U"順番を自由に決め", U"順番を選",
                                U"順を決め", U"順を決定"});
        i != View::npos)
      add(Is::Orders, "", i);
    const bool must = has(U"なければな") || has(U"ねばな");
    if (const size_t i = first({U"即座に", U"直ちに", U"ただちに"}); i != View::npos && must)
      add(Is::AtOnce, "", i);
    if (const size_t i = first({U"複数回", U"何度でも", U"何回でも"});
        i != View::npos && (has(U"互い") || has(U"両者") || has(U"双方")) &&
        (t_.ends_with(U"機会") || t_.ends_with(U"機会。") || has(U"できる")))
      add(Is::Often, "", i);
  }

  void stops() {
    if (const size_t i = first({U"中断する場合", U"中断した場合", U"中断された場合",
                                U"中断したとき", U"中断するとき"});
        i != View::npos)
      add(Is::OnStop, "", i);
    if (t_.starts_with(U"この場合")) add(Is::ThisCase, "", 0);
  }

  /// 装備していた札もゴミ箱送りになる; 場を離れる
  void attached() {
    const bool thrown = has(U"捨て札") || has(U"ゴミ箱") || has(U"ごみ箱");
    for (const View w :
         {View(U"装備していた"), View(U"装備されていた"), View(U"ついていた"), View(U"つけていた"),
          View(U"付いていた"), View(U"セットされていた"), View(U"セットされた")})
      each(w, [&](size_t b, size_t e) {
        for (const Run& r : nouns_)
          if (r.begin == e && thrown) add(Is::Attached, cut(r.begin, r.end), b);
      });
    if (const size_t i =
            first({U"場から離れ", U"場を離れ", U"フィールドを離れ", U"フィールドから離れ",
                   U"フィールド以外", U"場以外", U"手札に戻", U"手札にもど"});
        i != View::npos)
      add(Is::Departs, "", i);
  }

  /// What brings a phase to its end, or leads to the next.
  void phases() {
    static constexpr View ends[] = {U"終了", U"終え", U"終わ", U"移る", U"移り", U"進む", U"進み"};
    if (std::ranges::none_of(ends, [&](View w) { return has(w); })) return;
    for (const View tail : {View(U"フェイズ"), View(U"フェーズ")})
      each(tail, [&](size_t b, size_t e) {
        size_t k = b;
        while (k > 0 && is_noun(t_[k - 1])) --k;
        const size_t near = e + 14;
        for (const View w : ends)
          if (const size_t i = t_.find(w, e); i != View::npos && i < near) {
            if (w == U"終了" && i + 2 < t_.size() && t_[i + 2] == U'時') continue;  // a moment
            const std::string name = cut(k, e);
            add(Is::PhaseEnds, k == b || name.starts_with("各") ? "-" : name, k);
            break;
          }
      });
  }
};

}  // namespace

std::vector<Sign> openings(View text, const Spot* at, const std::vector<Run>& nouns) {
  return text.empty() ? std::vector<Sign>{} : Openings(text, at, nouns).read();
}

}  // namespace hanrei::audit::reader
