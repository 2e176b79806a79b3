// The characters and nouns of Japanese print.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hanrei::audit::reader {

using Chars = std::u32string;

Chars decode(std::string_view utf8);
std::string encode(std::u32string_view chars);

bool is_kanji(char32_t c);
bool is_hiragana(char32_t c);
bool is_katakana(char32_t c);
/// A letter or a figure, of any width.
bool is_latin(char32_t c);
inline bool is_noun(char32_t c) { return is_kanji(c) || is_katakana(c) || is_latin(c); }
bool is_space(char32_t c);

/// Full-width letters, figures and brackets as ASCII; one character stays one character.
char32_t narrow(char32_t c);
Chars narrow(std::u32string_view text);

struct Run {
  size_t begin = 0, end = 0;
};
/// Nouns: runs of kanji, katakana and letters, with the kana inside of a compound (割り込み型,
/// 捨て札).
std::vector<Run> nouns(std::u32string_view text);

/// `[` and its like: which closing bracket belongs to it; 0 for others.
char32_t closing(char32_t open);
bool is_closing(char32_t c);

}  // namespace hanrei::audit::reader
