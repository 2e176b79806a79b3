// The characters of print, of any width.
#pragma once

#include <string>
#include <string_view>

namespace hanrei::audit::reader {

using Chars = std::u32string;
using View = std::u32string_view;

Chars decode(std::string_view utf8);
std::string encode(View chars);

bool is_kanji(char32_t c);
bool is_hiragana(char32_t c);
bool is_katakana(char32_t c);
bool is_figure(char32_t c);
/// A letter of the Latin alphabet; of a narrow text.
bool is_letter(char32_t c);
bool is_space(char32_t c);
inline bool is_japanese(char32_t c) { return is_kanji(c) || is_hiragana(c) || is_katakana(c); }
/// A letter, a figure, kana or kanji: what words are made of.
inline bool is_word(char32_t c) { return is_japanese(c) || is_letter(c) || is_figure(c); }
bool has_japanese(View text);
/// 。 and its like, of a narrow text.
inline bool ends_sentence(char32_t c) { return c == U'。' || c == U'!' || c == U'?' || c == U'.'; }

/// Full-width letters, figures and brackets as ASCII, dashes as `-`; one character stays one.
char32_t narrow(char32_t c);
Chars narrow(View text);
View trimmed(View text);

/// `[` and its like: which closing bracket belongs to it; 0 for others.
char32_t closing(char32_t open);
bool is_closing(char32_t c);

/// The value of 12, 十二 or 三; -1 when it is no number, or a large one.
int number_of(View text);

}  // namespace hanrei::audit::reader
