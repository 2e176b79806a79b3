// The one analysis of text, for what is searched and for what is asked: a text becomes terms, of
// which each says something of its own about it. docs/searching.md tells it in a few lines.
//
// Kana, kanji, digits and symbols are cut into overlapping pairs, so that nothing depends on a
// dictionary; kanji stand alone as well, and across the hiragana between two of them (捨て札 has
// 捨札), so that endings and okurigana do not matter. Words in letters lose their endings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/fold.h"

namespace hanrei::rulings::search {

enum class TermKind : std::uint8_t {
  Word,    ///< letters, without their ending
  Pair,    ///< two characters, neither of them hiragana
  Mixed,   ///< two characters, one of them hiragana
  Kana,    ///< two hiragana
  Single,  ///< a kanji; something else that stands alone
  Bridge,  ///< two kanji, with a hiragana or two between them
  Last,    ///< the last character of a run, for those who look for one character
};

/// How much a term says, before its rarity.
constexpr double says(TermKind kind) {
  switch (kind) {
    case TermKind::Word:
    case TermKind::Pair: return 1;
    case TermKind::Mixed: return 0.4;
    case TermKind::Kana: return 0.2;
    case TermKind::Single: return 0.5;
    case TermKind::Bridge: return 0.7;
    case TermKind::Last: return 0;
  }
  return 0;
}

struct Term {
  std::string text;  ///< folded
  TermKind kind = TermKind::Word;
  std::size_t first = 0, last = 0;  ///< characters of the folded text, both included
};

bool is_kanji(char32_t c);
/// Is a folded token a word in letters?
bool is_letters(std::string_view token);
/// A word in folded letters without its ending: plural, -ing, -ed, a silent e. Always a beginning
/// of the word.
std::string_view stem(std::string_view word);

/// Hands each term of folded characters to `use(term)`.
template <class Use>
void each_term(const std::vector<base::FoldedChar>& chars, Use&& use) {
  using base::CharClass;
  constexpr std::size_t kAcross = 2;
  const std::size_t n = chars.size();
  Term t;
  const auto give = [&](TermKind kind, std::size_t first, std::size_t last) {
    t.text.clear();
    base::append_utf8(t.text, chars[first].c);
    if (last != first) base::append_utf8(t.text, chars[last].c);
    t.kind = kind;
    t.first = first;
    t.last = last;
    use(static_cast<const Term&>(t));
  };
  for (std::size_t i = 0, end; i < n; i = end) {
    end = i + 1;
    if (chars[i].kind == CharClass::Separator) continue;
    while (end < n && chars[end].kind == chars[i].kind) ++end;
    if (chars[i].kind == CharClass::Word) {
      std::string word;
      for (std::size_t k = i; k < end; ++k) base::append_utf8(word, chars[k].c);
      t.text = stem(word);
      t.kind = TermKind::Word;
      t.first = i;
      t.last = end - 1;
      use(static_cast<const Term&>(t));
      continue;
    }
    for (std::size_t k = i; k < end; ++k) {
      const bool kanji = is_kanji(chars[k].c);
      if (k + 1 < end)
        give(chars[k].hiragana && chars[k + 1].hiragana   ? TermKind::Kana
             : chars[k].hiragana || chars[k + 1].hiragana ? TermKind::Mixed
                                                          : TermKind::Pair,
             k, k + 1);
      if (kanji || (end - i == 1 && !chars[k].hiragana))
        give(TermKind::Single, k, k);
      else if (k + 1 == end)
        give(TermKind::Last, k, k);
      if (!kanji) continue;
      std::size_t to = k + 1;
      while (to < end && to - k <= kAcross && chars[to].hiragana) ++to;
      if (to > k + 1 && to < end && is_kanji(chars[to].c)) give(TermKind::Bridge, k, to);
    }
  }
}

}  // namespace hanrei::rulings::search
