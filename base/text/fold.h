#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::base {

/// What a folded character is to a search.
enum class CharClass : std::uint8_t {
  Separator,  ///< spaces, punctuation, controls, ill-formed bytes: never compared
  Word,       ///< letters of scripts that put spaces between words
  Gram,       ///< kana, kanji, digits, symbols: searched character by character
};

/// A character of fold(text), with the bytes of the text that it stands for. Several characters may
/// stand for the same bytes (㍻), and one for several (ﾄﾞ).
struct FoldedChar {
  char32_t c = 0;
  std::uint32_t begin = 0, end = 0;
  CharClass kind = CharClass::Separator;
  bool hiragana = false;  ///< it was written so: particles and endings are
};

/// fold() character by character, in the order of the text, without middle dots: バトル・イン is
/// バトルイン. `out` is overwritten; it is an argument so that a caller with many texts can keep
/// its memory.
void fold_chars(std::string_view text, std::vector<FoldedChar>& out);

/// Appends a character as UTF-8.
void append_utf8(std::string& out, char32_t c);

}  // namespace hanrei::base
