#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hanrei::base {

/// A character of a text in Unicode's form NFKC, with the bytes of the text that it stands for.
struct NfkcChar {
  char32_t c = 0;
  std::uint32_t begin = 0, end = 0;
};

/// A text in the form NFKC, character by character: case and kana stay as they are. Several
/// characters may stand for the same bytes (㍻), and one for several (ﾄﾞ). A byte that is no UTF-8
/// is U+FFFD.
std::vector<NfkcChar> nfkc_chars(std::string_view text);

/// Is it a letter, of any script?
bool is_letter(char32_t c);
/// Upper case as lower case, character by character.
char32_t lower_case(char32_t c);

}  // namespace hanrei::base
