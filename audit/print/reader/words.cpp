#include "audit/print/reader/words.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "audit/print/reader/japanese.h"

namespace hanrei::audit::reader {
namespace {

/// `a|b c|d e` as pairs; a word without a partner is its own.
std::unordered_map<std::string, std::string> table(std::string_view text) {
  std::unordered_map<std::string, std::string> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view one = text.substr(0, end);
    const size_t bar = std::min(one.find('|'), one.size());
    out.emplace(one.substr(0, bar), bar == one.size() ? one : one.substr(bar + 1));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return out;
}

const auto& small_words() {
  static const auto words = table(
      "a an the this that these those it its he she they them their his her him you your we our i "
      "of to in into on onto at by for from with without within as than and or but nor if when "
      "whenever while until unless before after because so such then there here which who whose "
      "whom what where how each every any all both some no none either neither other another "
      "same only also even just is are was were be been being am has have had do does did done "
      "up down out off over under between among again more most less fewer least too very once "
      "twice per several see");
  return words;
}
const auto& modals() {
  static const auto words = table(
      "may must can can't cannot could will won't shall should would not n't never don't "
      "doesn't didn't isn't aren't wasn't mustn't mayn't shouldn't needn't need");
  return words;
}
const auto& numbers() {
  static const auto words = table(
      "zero|0 one|1 two|2 three|3 four|4 five|5 six|6 seven|7 eight|8 nine|9 ten|10 eleven|11 "
      "twelve|12 twenty|20 thirty|30 forty|40 fifty|50 sixty|60");
  return words;
}
/// The stems of words whose endings do not tell it.
const auto& irregular() {
  static const auto words = table(
      "drawn|draw drew|draw put|put paid|pay payment|pay won|win winning|win winner|win lost|lose "
      "losing|lose spent|spend sold|sell gone|go goes|go went|go taken|take took|take given|give "
      "gave|give chosen|choose chose|choose choice|choose held|hold kept|keep "
      "leaving|leave made|make shown|show began|begin begun|begin ran|run running|run says|say "
      "said|say dice|die dying|die tied|tie tying|tie ties|tie dealt|deal met|meet "
      "bought|buy brought|bring thrown|throw rolled|roll used|use using|use uses|use");
  return words;
}

bool vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

std::string english_stem(std::string w) {
  if (const auto it = irregular().find(w); it != irregular().end()) return it->second;
  const auto ends = [&](std::string_view e) { return w.size() > e.size() + 2 && w.ends_with(e); };
  const auto cut = [&](size_t n) { w.resize(w.size() - n); };
  if (ends("'s")) cut(2);
  if (ends("ies")) return w.substr(0, w.size() - 3) + "y";
  if (ends("sses") || ends("shes") || ends("ches") || ends("xes"))
    cut(2);
  else if (ends("s") && !ends("ss") && !ends("us"))
    cut(1);
  const bool ing = ends("ing"), ed = ends("ed");
  if ((ing || ed) && std::any_of(w.begin(), w.end() - (ing ? 3 : 2), vowel)) {
    cut(ing ? 3 : 2);
    if (w.ends_with("i"))
      w.back() = 'y';
    else if (w.size() > 3 && w.back() == w[w.size() - 2] && !vowel(w.back()) && w.back() != 's' &&
             w.back() != 'l')
      w.pop_back();
  }
  if (w.size() > 3 && w.ends_with("e")) w.pop_back();
  return w;
}

Word english_word(View text, size_t b, size_t e) {
  Word w;
  w.begin = static_cast<uint32_t>(b);
  w.end = static_cast<uint32_t>(e);
  w.text = encode(text.substr(b, e - b));
  w.lemma = w.text;
  for (char& c : w.lemma) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  w.stem = english_stem(w.lemma);
  w.pos = modals().contains(w.lemma)        ? Pos::Modal
          : numbers().contains(w.lemma)     ? Pos::Number
          : small_words().contains(w.lemma) ? Pos::Function
                                            : Pos::Noun;
  if (w.pos == Pos::Number) w.lemma = numbers().at(w.lemma);
  return w;
}

Pos mark(char32_t c) {
  if (closing(c) != 0) return Pos::Open;
  if (is_closing(c)) return Pos::Close;
  if (ends_sentence(c)) return Pos::Stop;
  if (c == U'、' || c == U',' || c == U';') return Pos::Comma;
  return c == U'・' || c == U'/' ? Pos::Middle : Pos::Other;
}

std::vector<Word> english(View t) {
  std::vector<Word> out;
  const auto inner = [&](size_t i) {
    return (t[i] == U'\'' || t[i] == U'-') && i + 1 < t.size() && is_letter(t[i + 1]);
  };
  for (size_t i = 0; i < t.size();) {
    if (is_space(t[i])) {
      ++i;
      continue;
    }
    size_t e = i + 1;
    if (is_letter(t[i])) {
      while (e < t.size() && (is_letter(t[e]) || is_figure(t[e]) || inner(e))) ++e;
      out.push_back(english_word(t, i, e));
    } else {
      Word w;
      if (is_figure(t[i]))
        while (e < t.size() && is_figure(t[e])) ++e;
      w.begin = static_cast<uint32_t>(i);
      w.end = static_cast<uint32_t>(e);
      w.text = w.lemma = w.stem = encode(t.substr(i, e - i));
      w.pos = is_figure(t[i]) ? Pos::Number : mark(t[i]);
      out.push_back(std::move(w));
    }
    i = e;
  }
  return out;
}

/// What the dictionary takes for words of another kind, wide: brackets and the like.
Chars wide_marks(View t) {
  Chars out(t);
  for (char32_t& c : out) {
    if (c > U' ' && c < 0x7F && !is_letter(c) && !is_figure(c)) c += 0xFEE0;
    if (c == U'.' + 0xFEE0 || c == 0x2022) c = U'・';
  }
  // 六つ, which the dictionary has as one word
  for (size_t i = 0; i + 1 < out.size(); ++i)
    if (const int n = number_of(View(out).substr(i, 1)); n > 0 && n < 10 && out[i + 1] == U'つ')
      out[i] = U'0' + static_cast<char32_t>(n);
  return out;
}

constexpr View kEndings = U"側者中時間内用目数式全各同";

/// Two kanji that the dictionary does not know together: 灯守.
void join_kanji(std::vector<Word>& words, View text) {
  std::vector<Word> out;
  for (Word& w : words) {
    // 十三
    if (w.pos == Pos::Number && !out.empty() && out.back().pos == Pos::Number &&
        out.back().end == w.begin &&
        number_of(text.substr(out.back().begin, w.end - out.back().begin)) >= 0) {
      out.back().end = w.end;
      continue;
    }
    const bool one = w.end == w.begin + 1 && is_kanji(text[w.begin]);
    if (one && !out.empty() &&
        (w.pos == Pos::Noun || w.pos == Pos::VerbNoun || w.pos == Pos::Counter ||
         (w.pos == Pos::Suffix && kEndings.find(text[w.begin]) == View::npos))) {
      Word& before = out.back();
      const bool noun =
          before.pos == Pos::Noun || before.pos == Pos::VerbNoun ||
          (before.pos == Pos::Suffix && (out.size() < 2 || !is_noun(out[out.size() - 2].pos)));
      if (noun && before.end == w.begin && before.end == before.begin + 1 &&
          is_kanji(text[before.begin])) {
        before.end = w.end;
        before.lemma += w.lemma;
        before.pos = Pos::Noun;
        before.sound += w.sound;
        continue;
      }
    }
    out.push_back(std::move(w));
  }
  words = std::move(out);
}

/// 三種, which the dictionary may have as one word.
void split_counts(std::vector<Word>& words, View text) {
  std::vector<Word> out;
  for (Word& w : words) {
    const bool two = w.pos == Pos::Noun && w.end == w.begin + 2 &&
                     number_of(text.substr(w.begin, 1)) > 0 && !is_figure(text[w.begin]) &&
                     View(U"種枚人回段個色体本匹組").find(text[w.begin + 1]) != View::npos;
    if (two) {
      Word number = w;
      number.end = w.begin + 1;
      number.pos = Pos::Number;
      out.push_back(std::move(number));
      w.begin += 1;
      w.pos = Pos::Counter;
      w.lemma = encode(text.substr(w.begin, 1));
    }
    out.push_back(std::move(w));
  }
  words = std::move(out);
}

/// Numbers and what they count; marks; the stems.
void finish(std::vector<Word>& words, View text) {
  for (size_t i = 0; i < words.size(); ++i) {
    Word& w = words[i];
    const char32_t c = text[w.begin];
    w.text = encode(text.substr(w.begin, w.end - w.begin));
    if (w.end == w.begin + 1 && !is_word(c)) w.pos = mark(c);
    if (is_figure(c) ||
        (w.pos == Pos::Number && number_of(text.substr(w.begin, w.end - w.begin)) >= 0))
      w.pos = Pos::Number;
    else if (w.pos == Pos::Number)
      w.pos = Pos::Noun;  // 数, 何
    if (w.pos == Pos::Noun && w.end == w.begin + 1 && number_of(text.substr(w.begin, 1)) > 0 &&
        w.begin + 1 < text.size() && text[w.begin + 1] == U'つ')
      w.pos = Pos::Number;
    if (w.pos != Pos::Number && i > 0 && words[i - 1].pos == Pos::Number && w.end == w.begin + 1 &&
        (is_kanji(c) || c == U'つ' || c == U'個') && w.pos != Pos::Topic)
      w.pos = Pos::Counter;
    if (w.pos == Pos::Number) w.lemma = w.text;
    if (w.pos == Pos::Bound && w.text == "者") w.pos = Pos::Noun;
    if (is_letter(c)) {
      const Word latin = english_word(text, w.begin, w.end);
      w.lemma = latin.lemma;
      w.pos = Pos::Noun;
      w.stem = latin.stem;
    } else {
      w.stem = stem_of(w.lemma);
    }
  }
}

}  // namespace

std::string stem_of(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c > 0; }))
    return english_stem(word);
  Chars out;
  for (const char32_t c : decode(word))
    if (!is_hiragana(c)) out += c;
  return out.empty() ? word : encode(out);
}

std::vector<Word> words_of(View text) {
  if (!has_japanese(text)) return english(text);
  std::vector<Word> out = japanese(wide_marks(text));
  join_kanji(out, text);
  split_counts(out, text);
  finish(out, text);
  return out;
}

}  // namespace hanrei::audit::reader
