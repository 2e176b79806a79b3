// Turns of phrase that mean something only beside another of the text: a list of what a rule holds
// for, what is granted or barred, one sign in two forms. That they differ is for whoever examines
// them.
#include <algorithm>
#include <array>

#include "audit/print/reader/sign_reader.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;
using Is = Sign::Is;

constexpr size_t kAfter = 8;    ///< characters after a list that say which rule it is
constexpr size_t kMembers = 8;  ///< of a list
constexpr size_t kName = 16;    ///< characters of a name in brackets

class Contrasts : SignReader {
 public:
  Contrasts(View text, const Spot* at, const std::vector<Run>& nouns)
      : SignReader(text, at, nouns, 100) {}

  std::vector<Sign> read() {
    lists();
    if (!exception()) {
      orders();
      any_number();
      compelled();
      per_turn();
    }
    treated();
    dates();
    examples();
    names();
    return std::move(out_);
  }

 private:
  size_t noun_from(size_t i) const {
    while (i < t_.size() && is_noun(t_[i])) ++i;
    return i;
  }
  size_t noun_to(size_t e) const {
    while (e > 0 && is_noun(t_[e - 1])) --e;
    return e;
  }
  bool exception() const {
    return has(U"ただし") || has(U"のみ、") || has(U"限り") || has(U"以外");
  }
  /// It ends so, with or without 。
  bool ends(View w) const {
    return t_.ends_with(w) || (t_.ends_with(U'。') && t_.substr(0, t_.size() - 1).ends_with(w));
  }
  bool barred() const { return ends(U"できない") || ends(U"できません"); }

  /// 星や月の上に置くこと: two nouns or more, and what is said of them.
  void lists() {
    for (size_t i = 0; i < t_.size();) {
      size_t e = noun_from(i);
      if (e == i) {
        ++i;
        continue;
      }
      const size_t begin = i;
      std::string members = cut(i, e);
      size_t n = 1;
      while (n < kMembers) {
        size_t next = e;
        for (const View w : {View(U"または"), View(U"や"), View(U"、"), View(U"・")})
          if (rest(e).starts_with(w)) {
            next = e + w.size();
            break;
          }
        const size_t to = noun_from(next);
        if (next == e || to == next) break;
        members += "・" + cut(next, to);
        e = to;
        ++n;
      }
      i = e;
      const size_t stop = std::min(t_.find_first_of(U"。、「」()", e), t_.size());
      if (n > 1 && e < t_.size() && t_[e] == U'の' && stop - e >= kAfter)
        add(Is::Joined, members, cut(e, e + kAfter), begin);
    }
  }

  /// With the kana inside: 待ちプレイヤー.
  size_t name_to(size_t e) const {
    for (const Run& r : nouns_)
      if (r.end == e) return r.begin;
    return noun_to(e);
  }
  /// …プレイヤーが, or a noun at the beginning of a part of the sentence: 場合、親が.
  bool somebody(size_t ga) const {
    const View before = t_.substr(0, ga);
    if (before.ends_with(U"プレイヤー") || before.ends_with(U"プレーヤー")) return true;
    const size_t b = noun_to(ga);
    return b < ga && (b == 0 || t_[b - 1] == U'、') && !before.ends_with(U"順番") &&
           !before.ends_with(U"効果") && !before.ends_with(U"側");
  }
  /// Somebody (が) settles an order.
  void orders() {
    static constexpr std::array<View, 5> verbs = {U"決定", U"指定", U"選択", U"決め", U"選ぶ"};
    for (size_t i = 1; i < t_.size(); ++i) {
      if (t_[i] != U'順') continue;
      size_t e = i + 1;
      if (e < t_.size() && (t_[e] == U'番' || t_[e] == U'序')) ++e;
      if (e >= t_.size() || (t_[e] != U'を' && t_[e] != U'は')) continue;
      size_t ga = t_.rfind(U'が', t_.size() - 1);
      while (ga != View::npos && ga > 0 && !somebody(ga)) ga = t_.rfind(U'が', ga - 1);
      if (ga == View::npos || ga == 0) return;
      const View tail = rest(std::max(e, ga));
      if (std::ranges::none_of(verbs, [&](View v) { return tail.find(v) != View::npos; })) return;
      const bool does = ends(U"できます") || ends(U"できる") || ends(U"します") || ends(U"する") ||
                        ends(U"決める");
      if (barred() || does) add(Is::Grant, cut(name_to(ga), ga) + "・順", barred() ? "-" : "+", i);
      return;
    }
  }

  /// 同じ名前の札 in any number, or not two of them.
  void any_number() {
    const size_t b = t_.find(U"同じ"), e = b == View::npos ? b : noun_from(b + 2);
    if (b == View::npos || e == b + 2) return;
    const bool open = has(U"何枚でも") || has(U"何体でも") || has(U"何個でも");
    const bool two = has(U"2枚以上") || has(U"2体以上") || has(U"2個以上");
    // …であっても: an exception that says so
    if (open && !barred() && !has(U"であっても") && !has(U"にかかわらず") && !has(U"に関わらず"))
      add(Is::Grant, cut(b, e), "+", b);
    if (two && barred()) add(Is::Grant, cut(b, e), "-", b);
  }

  /// 必ず…を引用する, 引用することができない.
  void compelled() {
    if (has(U"場合") || has(U"とき")) return;
    for (const View w : {View(U"する"), View(U"します"), View(U"することができない"),
                         View(U"することができません")}) {
      if (!ends(w)) continue;
      const size_t e = t_.size() - (t_.back() == U'。' ? 1 : 0) - w.size(), b = noun_to(e);
      if (e - b < 2 || b == 0 || t_[b - 1] != U'を') continue;
      const bool never = w.size() > 3;
      if (!never && !has(U"必ず")) continue;
      add(Is::Grant, "必ず" + cut(b, e), never ? "-" : "+", b);
    }
    // 1枚ドローする: a number before the verb
    for (const View w : {View(U"する"), View(U"します")})
      if (ends(w) && has(U"必ず")) {
        const size_t e = t_.size() - (t_.back() == U'。' ? 1 : 0) - w.size();
        size_t b = noun_to(e), k = b;
        while (k < e && figure(t_[k])) ++k;
        if (k == b || k + 1 >= e || b == 0 || t_[b - 1] != U'を' ||
            View(U"枚体個").find(t_[k]) == View::npos)
          continue;
        out_.erase(std::remove_if(out_.begin(), out_.end(),
                                  [&](const Sign& s) {
                                    return s.is == Is::Grant && s.text == "必ず" + cut(b, e);
                                  }),
                   out_.end());
        add(Is::Grant, "必ず" + cut(k + 1, e), "+", b);
      }
  }

  /// 星の札は1ターンに1枚しか: a kind of cards, and nobody's.
  void per_turn() {
    for (const View w :
         {View(U"自分"), View(U"相手"), View(U"各"), View(U"それぞれ"), View(U"互い"),
          View(U"プレイヤー"), View(U"プレーヤー"), View(U"合計"), View(U"につき")})
      if (has(w)) return;
    const size_t b = t_.find(U"1ターンに");
    if (b == View::npos) return;
    size_t e = b + 5;
    while (e < t_.size() && figure(t_[e])) ++e;
    if (e == b + 5 || e >= t_.size() || t_[e] != U'枚' ||
        !(rest(e + 1).starts_with(U"しか") || rest(e + 1).starts_with(U"のみ") ||
          rest(e + 1).starts_with(U"だけ") || rest(e + 1).starts_with(U"まで")))
      return;
    const size_t topic = t_[b - (b > 0 ? 1 : 0)] == U'、' ? b - 1 : b;
    if (topic == 0 || t_[topic - 1] != U'は') return;
    size_t n = noun_to(topic - 1);
    if (!t_.substr(n, topic - 1 - n).ends_with(U"カード") &&
        !t_.substr(n, topic - 1 - n).ends_with(U"札"))
      return;
    if (figure(t_[n]) ||
        (n > 0 && t_[n - 1] == U'の' && n > 1 && View(U"枚体つ個").find(t_[n - 2]) != View::npos))
      return;  // 1枚の札は: a limit of that card
    if (n > 1 && t_.substr(n - 2, 2) == U"この") return;
    if (n > 1 && t_.substr(n - 2, 2) == U"同じ") n -= 2;
    add(Is::PerTurn, cut(n, topic - 1), cut(b + 5, e + 1), n);
  }

  void treated() {
    for (const View w : {View(U"』の効果として扱"), View(U"』として扱い"), View(U"』として扱う")}) {
      const size_t e = t_.find(w), b = e == View::npos ? e : t_.rfind(U'『', e);
      if (b != View::npos && b > 0 && t_[b - 1] == U'を' && e - b <= kName)
        add(Is::Treated, cut(b + 1, e), "", b);
    }
  }

  void dates() {
    for (size_t i = 0; i < t_.size(); ++i) {
      if (!figure(t_[i]) || (i > 0 && (figure(t_[i - 1]) || t_[i - 1] == U'/'))) continue;
      const auto two = [&](size_t k) {
        return k + 2 < t_.size() && t_[k] == U'/' && figure(t_[k + 1]) && figure(t_[k + 2]);
      };
      size_t k = i;
      while (k < t_.size() && figure(t_[k])) ++k;
      if ((k - i == 4 || k - i == 2) && two(k) && two(k + 3) &&
          (k + 6 >= t_.size() || (!figure(t_[k + 6]) && t_[k + 6] != U'/')))
        add(Is::Form, cut(i, k + 6), k - i == 4 ? "date" : "date.", i);
    }
  }

  void examples() {
    if (const size_t i = t_.find(U"(例)"); i != View::npos) add(Is::Form, "(例)", "example", i);
    const size_t i = t_.find(U"例:");
    if (i != View::npos && (i == 0 || View(U"。(・ ").find(t_[i - 1]) != View::npos))
      add(Is::Form, "例:", "example.", i);
  }

  /// 「星の確認」, 「星」の確認
  void names() {
    for (size_t i = 0; i < t_.size(); ++i) {
      if (t_[i] != U'「') continue;
      const size_t e = t_.find(U'」', i);
      if (e == View::npos || e - i > kName || e - i < 3) continue;
      const View in = t_.substr(i + 1, e - i - 1);
      if (!std::ranges::all_of(in,
                               [](char32_t c) { return is_noun(c) || c == U'・' || c == U'の'; }))
        continue;
      if (in.find(U'の') != View::npos) {
        add(Is::Form, cut(i, e + 1), encode(in), i);
        continue;
      }
      if (e + 1 >= t_.size() || t_[e + 1] != U'の') continue;
      const size_t to = noun_from(e + 2);
      if (to - e - 2 >= 2) add(Is::Form, cut(i, to), encode(in) + cut(e + 1, to) + ".", i);
    }
  }
};

}  // namespace

std::vector<Sign> contrasts(View text, const Spot* at, const std::vector<Run>& nouns) {
  return Contrasts(text, at, nouns).read();
}

}  // namespace hanrei::audit::reader
