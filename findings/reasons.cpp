#include "findings/reasons.h"

namespace hanrei::findings {
namespace {

struct Reason {
  std::string_view en,
      ja;  ///< `#` is a number; `*` at the end, a reason of its own or words as they are
};

constexpr Reason kReasons[] = {
    // limits
    {"more than # situations made from others", "ほかから作る局面が#を超えた"},
    {"more than # states", "状態数が#を超えた"},
    {"more than # instructions between two choices", "選択から次の選択までの命令数が#を超えた"},
    {"more than # instructions", "命令数が#を超えた"},
    {"more than # terms", "項の数が#を超えた"},
    {"more than # tries", "試行が#回を超えた"},
    {"more than # sets", "組の数が#を超えた"},
    {"more than # information sets", "情報集合の数が#を超えた"},
    {"more than # ends", "終わり方が#通りを超えた"},
    {"more than # queries", "Z3への問いが#を超えた"},
    {"more than # values of the symbolic quantities", "未定の数量の値の組合せが#通りを超えた"},
    {"more than # cards", "カードが#枚を超えた"},
    {"more than # names of cards that sets may hold", "集合に入りうるカード名が#種を超えた"},
    {"more than # statics that hang on each other", "互いに依存する常時効果が#個を超えた"},
    {"more than # instances of edge triggers", "変化を条件とする誘発が#個を超えた"},
    {"more than # triggers of one signal", "一つの合図で誘発するものが#個を超えた"},
    {"telling possible branches from impossible ones took more than # resource units",
     "起こりうる分岐の判別に資源単位#を超えて要した"},
    {"Z3 gave up within # resource units", "Z3は資源単位#以内で決められなかった"},
    {"a bound of the play was reached", "手順の上限に達した"},
    {"the steps set aside for a ruling", "一つの裁定に割り当てた手数を使い切った"},
    // where two versions are compared
    {"ends that only one of them reaches, cut off by a bound of repetition",
     "一方だけが至る結果があるが、繰返しの上限で打ち切られた"},
    {"ends that a player can bring about in one of them only, cut off by a bound of repetition",
     "一方でだけプレイヤーが実現できる結果があるが、繰返しの上限で打ち切られた"},
    {"a play that is cut off by a bound or comes round again",
     "上限で打ち切られるか、もとに戻る進行"},
    {"a card that may be in several zones", "複数の領域にありうるカード"},
    // what a claim asks
    {"this kind of claim", "この種の主張は扱わない"},
    {"a deck", "デッキについての主張"},
    {"the condition of the claim is never met", "主張の条件が満たされることがない"},
    {"the play cannot be played", "書かれた手順のとおりには進められない"},
    {"`for some` with this kind of claim", "この種の主張に「ある値について」は使えない"},
    {"`endless` with symbolic quantities", "未定の数量がある `endless`"},
    {"`undetermined` with symbolic quantities", "未定の数量がある `undetermined`"},
    {"a repetition without end for some of the values", "一部の値について終わりのない繰返しになる"},
    {"what no deck tells", "デッキからは分からないこと"},
    {"the ruling cannot be read: *", "裁定が読めない: *"},
    {"the ruling cannot be read under *", "次の読みの下では裁定が読めない: *"},
    {"the situation cannot be under this reading: *", "この読みの下では状況が成り立たない: *"},
    // what was come upon
    {"endless", "終わりがない"},
    {"stuck", "行き詰まり"},
    {"nobody", "だれでもない"},
    {"not asked", "問われない"},
    {"no such choice is reached", "そのような選択に至らない"},
    {"an outcome is not reached", "至らない結果がある"},
    {"not reached: *", "至らない結果: *"},
    {"reached, but not listed: *", "挙げられていないのに至る結果: *"},
    {"no play comes to item # of its play", "どう進めても、書かれた手順の#番目に至らない"},
    {"illegal also without the clause", "その条項がなくても不可"},
    {"illegal also without the clause: *", "その条項がなくても不可: *"},
    {"# information sets", "情報集合#個"},
    // what a verdict rests on
    {"what it rests on: *", "根拠: *"},
    {"a verdict that is neither confirmed nor contradicted", "確認も反証もされていない判定"},
    {"a chooser that is not as claimed", "主張と異なる選択者"},
    {"a choice of which no clause that can be left open says who makes it",
     "だれが選ぶかを定める条項を、定まらないものとして扱えない選択"},
    {"a play without end, which anything left open might end",
     "終わりのない進行。定まらないことが一つでもあれば終わりうる"},
    {"a count of consistent states, made before anything is played",
     "進行の前に数えられる、常時効果の決まり方の数"},
    {"a strategy, which says nothing of all plays and nothing of one",
     "相手の応手すべてに対する策。すべての進行のことでも、一つの進行のことでもない"},
    {"a comparison of readings, each with rules of its own", "それぞれに規則の異なる解釈の比較"},
    {"texts that are not as claimed", "主張と異なるテキスト"},
    {"a measure that is not as claimed", "主張と異なる値"},
    {"outcomes that are not as claimed", "主張と異なる結果"},
    {"the verdict was reached in another way", "判定は別の方法で得られた"},
    {"a set that did not stand when it was tried again", "再度試すと成り立たなかった組"},
    {"a quantity for which every play goes the same way", "どの手順でも同じになる数量"},
    {"a play of its own for every value of a quantity", "数量の値ごとに別の手順"},
    {"no play was found that shows it", "それを示す手順が見つからなかった"},
    // forms that an engine does not take
    {"something left open", "開いたままの事項"},
    {"a number beyond 64 bits", "64ビットに収まらない数"},
    {"a division by zero or less", "0以下での除算"},
    {"a division by a symbolic quantity", "未定の数量での除算"},
    {"a symbolic quantity without a range", "範囲のない未定の数量"},
    {"a reference that depends on a symbolic quantity", "未定の数量によって変わる参照"},
    {"whether a player is asked depends on a quantity", "プレイヤーに問うかどうかが数量による"},
    {"a value that hangs on itself", "自身に依存する値"},
    {"a set of unknown size", "大きさの分からない集合"},
    {"a price paid with an unknown set", "分からない集合での支払い"},
    {"a choice by an unknown player", "だれの選択か分からない"},
    {"a question to an unknown player", "だれに問うか分からない"},
    {"an order fixed by an unknown player", "だれが順序を決めるか分からない"},
    {"an ending for an unknown player", "だれの終局か分からない"},
    {"the pile of an unknown player", "だれの山か分からない"},
    {"a set presented of more than ten things", "11以上のものの中からの組の提示"},
    {"a number chosen from an unknown range", "範囲の分からない数の選択"},
    {"a number presented between bounds that are not known", "上下限の分からない数の提示"},
    {"a choice among the names of more than # cards", "#枚を超えるカードの名前からの選択"},
    {"a choice among cards that are only counted", "枚数だけが分かるカードからの選択"},
    {"a declaration that may present a card that is only counted",
     "枚数だけが分かるカードを示しうる宣言"},
    {"how many cards there are of a kind to which some may belong that are only counted",
     "枚数だけが分かるカードも含みうる種類のカードの枚数"},
    {"what arises from a card of which it is not known whose it is",
     "だれのものか分からないカードから生じる効果"},
    {"whether a card that is only counted could be declared",
     "枚数だけが分かるカードで何かを宣言できるかどうか"},
    {"a whole order of more than nine items", "10個以上の順序の全体"},
    {"a pile that may or may not have been shuffled", "切ったかどうか定まらない山"},
    {"a pile whose top is not known", "一番上の分からない山"},
    {"what lies on top of a shuffled pile", "切った山の一番上"},
    {"the place of a card that was put onto a pile", "山に置かれたカードの位置"},
    {"a pile onto which something may or may not have been put",
     "カードが置かれたかどうか分からない山"},
    {"a shuffled pile of unknown cards", "中身の分からない切った山"},
    {"a shuffled pile of unknown size", "枚数の分からない切った山"},
    {"an attached card whose host is not known", "付き先の分からないカード"},
    {"a move from an unknown zone", "元の領域の分からない移動"},
    {"a move of a computed card", "計算で決まるカードの移動"},
    {"a move of an unknown card inside a joint commit", "同時処理の中での、分からないカードの移動"},
    {"a modifier of an unknown card", "分からないカードの修整"},
    {"a pool that may be exhausted", "尽きるかもしれない供給"},
    {"a static whose source may or may not be in place", "発生源があるかどうか定まらない常時効果"},
    {"an effect that may or may not reach its object", "対象に及ぶかどうか定まらない効果"},
    {"an unknown act that is negated", "どれか分からない行動の打消し"},
    {"a pass in the play of a player who has a duty", "義務のあるプレイヤーのパス"},
    {"a player who may not pass, and for whom the play names nothing to declare",
     "パスできないプレイヤーの宣言が、書かれた手順にない"},
    {"a player who has a duty, and for whom the play names nothing that fulfils it",
     "義務のあるプレイヤーがそれを果たす宣言が、書かれた手順にない"},
};

bool digit(char c) { return c >= '0' && c <= '9'; }

/// What stands for `#` and `*`, when the pattern fits.
bool fits(std::string_view pattern, std::string_view text, std::string& number, std::string& rest) {
  number.clear();
  rest.clear();
  size_t t = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '*' && i + 1 == pattern.size()) {
      rest = text.substr(t);
      return true;
    }
    if (pattern[i] != '#') {
      if (t >= text.size() || text[t++] != pattern[i]) return false;
      continue;
    }
    while (t < text.size() && digit(text[t])) number += text[t++];
    if (number.empty()) return false;
  }
  return t == text.size();
}

}  // namespace

std::string reason_text(std::string_view reason, base::Lang lang) {
  if (lang == base::Lang::En) return std::string(reason);
  if (const size_t two = reason.find(" | "); two != std::string_view::npos)
    return reason_text(reason.substr(0, two), lang) + " | " +
           reason_text(reason.substr(two + 3), lang);
  std::string number, rest;
  for (const Reason& r : kReasons) {
    if (!fits(r.en, reason, number, rest)) continue;
    std::string out;
    for (const char c : r.ja)
      c == '#' ? out += number : c == '*' ? out += reason_text(rest, lang) : out += c;
    return out;
  }
  return std::string(reason);
}

std::string reason_of(const ClaimEntry& claim, base::Lang lang) {
  for (const ClaimEntry::Engine* e : {&claim.explicit_state, &claim.symbolic})
    if (e->asked && !e->reason.empty()) return reason_text(e->reason, lang);
  return reason_text(claim.detail, lang);
}

}  // namespace hanrei::findings
