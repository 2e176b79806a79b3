#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hanrei::base {

/// A character of a text with one width, with the bytes of the text that it stands for.
struct PrintedChar {
  char32_t c = 0;
  std::uint32_t begin = 0, end = 0;
};

/// A text with full and half width made one, character by character, in Unicode's form NFC. All
/// else stays as it is: case and kana, and characters that only look like others (², ①, ㍻). One
/// character may stand for several (ﾄﾞ). A byte that is no UTF-8 is U+FFFD.
std::vector<PrintedChar> fold_width(std::string_view text);

/// Is it a letter, of any script?
bool is_letter(char32_t c);
/// Upper case as lower case, character by character.
char32_t lower_case(char32_t c);

}  // namespace hanrei::base
