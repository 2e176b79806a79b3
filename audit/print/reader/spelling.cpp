// Words that Japanese spells in two ways, with kanji and without, and signs that have two forms.
// Which of them a text has is a fact of the print; that it has both is for whoever examines it.
#include <array>

#include "audit/print/reader/sentence.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;

/// What may stand before a form, so that it is the word and no part of another.
enum class Before : uint8_t {
  Any,
  Word,   ///< a particle, a sign, kanji, katakana, a figure, or the beginning
  NotNi,  ///< the same without に: における
  Verb,   ///< the end of a verb or an adjective, or の: する時
  Ga,     ///< が, は, も, の, and no では
};
struct Form {
  View text;
  Before before = Before::Any;
  View after = {};
};  ///< after: one of these follows, where it is given
struct Pair {
  View word;
  Form kanji, kana;
};

constexpr View kVerb = U"るたうくすつぬぶむぐいの";
constexpr View kParticle = U"をにがはもでとへや、。(「」）)・:";

constexpr Pair kPairs[] = {
    {U"出す", {U"出す"}, {U"だす", Before::Word}},
    {U"出す", {U"出し"}, {U"だし", Before::Word}},
    {U"出す", {U"出せ"}, {U"だせ", Before::Word}},
    {U"置く", {U"置け"}, {U"おけ", Before::NotNi}},
    {U"置く", {U"置かれ"}, {U"おかれ", Before::Word}},
    {U"戻す", {U"戻す"}, {U"もどす", Before::Word}},
    {U"戻す", {U"戻し"}, {U"もどし", Before::Word}},
    {U"戻る", {U"戻る"}, {U"もどる", Before::Word}},
    {U"戻る", {U"戻り"}, {U"もどり", Before::Word}},
    {U"引き継ぐ", {U"引き継"}, {U"ひきつ"}},
    {U"増やす", {U"増やす"}, {U"ふやす"}},
    {U"増やす", {U"増やし"}, {U"ふやし"}},
    {U"減らす", {U"減らす"}, {U"へらす"}},
    {U"減らす", {U"減らし"}, {U"へらし"}},
    {U"使う", {U"使う"}, {U"つかう", Before::Word}},
    {U"使う", {U"使っ"}, {U"つかっ", Before::Word}},
    {U"使う", {U"使え"}, {U"つかえ", Before::Word}},
    {U"できる", {U"出来る"}, {U"できる"}},
    {U"できる", {U"出来ま"}, {U"できま"}},
    {U"できる", {U"出来な"}, {U"できな"}},
    {U"違う", {U"違い"}, {U"ちがい", Before::Word}},
    {U"違う", {U"違う"}, {U"ちがう", Before::Word}},
    {U"すべて", {U"全て"}, {U"すべて"}},
    {U"必ず", {U"必ず"}, {U"かならず", Before::Any, U"0"}},
    {U"行う", {U"行う"}, {U"おこなう"}},
    {U"行う", {U"行っ"}, {U"おこなっ"}},
    {U"行う", {U"行わ"}, {U"おこなわ"}},
    {U"開く", {U"開い"}, {U"ひらい", Before::Word}},
    {U"開く", {U"開く"}, {U"ひらく", Before::Word}},
    {U"見せる", {U"見せ"}, {U"みせ", Before::Word}},
    {U"ない", {U"無い", Before::Ga}, {U"ない", Before::Ga}},
    {U"こと", {U"事", Before::Verb, U"がはをでもに"}, {U"こと", Before::Verb, U"がはをでもに"}},
    {U"とき", {U"時", Before::Verb, U"、にはの。も"}, {U"とき", Before::Verb, U"、にはの。も"}},
    {U"ため", {U"為", Before::Verb}, {U"ため", Before::Verb}},
    {U"ずつ", {U"ずつ"}, {U"づつ"}},
    {U"割り込む", {U"割り込"}, {U"割りこ"}},
    {U"1枚", {U"一枚"}, {U"1枚"}},
    {U"1体", {U"一体"}, {U"1体"}},
    {U"2枚", {U"二枚"}, {U"2枚"}},
    {U"2体", {U"二体"}, {U"2体"}},
    {U"送りにする", {U"送りにする"}, {U"送りする"}},
    {U"〜", {U"〜"}, {U"~"}},
};

bool stands(View t, size_t i, const Form& f) {
  const char32_t before = i > 0 ? t[i - 1] : U'。',
                 after = i + f.text.size() < t.size() ? t[i + f.text.size()] : U'。';
  if (f.after == View(U"0") ? after == U'し'
                            : !f.after.empty() && f.after.find(after) == View::npos)
    return false;
  const bool word = kParticle.find(before) != View::npos || is_kanji(before) ||
                    is_katakana(before) || is_latin(before);
  switch (f.before) {
    case Before::Any: return true;
    case Before::Word: return word;
    case Before::NotNi: return word && before != U'に';
    case Before::Verb:
      if (before == U'の' && i > 1 && t[i - 2] == U'次') return false;  // 次の時: a part of play
      // 払い時 is a noun, and い no end of an adjective there
      return before == U'い' && f.text == View(U"時")
                 ? i > 1 && View(U"なしたよす").find(t[i - 2]) != View::npos
                 : kVerb.find(before) != View::npos;
    case Before::Ga:
      return View(U"がはもの").find(before) != View::npos &&
             !(before == U'は' && i > 1 && t[i - 2] == U'で');
  }
  return false;
}

}  // namespace

std::vector<Sign> spellings(View t, const Spot* at) {
  std::vector<Sign> out;
  for (const Pair& pair : kPairs)
    for (const Form* form : {&pair.kanji, &pair.kana}) {
      for (size_t i = 0; (i = t.find(form->text, i)) != View::npos; i += form->text.size()) {
        if (!stands(t, i, *form)) continue;
        out.push_back({Sign::Is::Spelled, encode(form->text), encode(pair.word), at[i]});
        break;  // once for a sentence
      }
    }
  return out;
}

}  // namespace hanrei::audit::reader
