#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::base {

/// Number of code points; an ill-formed sequence of bytes counts as one.
std::size_t count_chars(std::string_view utf8);

/// Where the character that begins at `at` ends. What is no UTF-8 hangs on the byte before it.
std::size_t char_end(std::string_view text, std::size_t at);

/// The characters of a text, one by one.
std::vector<std::string_view> characters(std::string_view text);

/// Columns taken up on a terminal: East Asian wide and full-width 2, combining and invisible 0.
int display_width(std::string_view utf8);

/// Whether the bytes are valid UTF-8 (no surrogates, no overlong forms).
bool valid_utf8(std::string_view bytes);

/// Length of the longest prefix which is valid UTF-8.
std::size_t valid_utf8_prefix(std::string_view bytes);

/// Makes text from a file harmless on a terminal: control characters, bidirectional overrides,
/// zero-width characters and invalid bytes become visible, like `\u{1b}` or `\x{ff}`, and so does
/// the first character of what a CI runner takes for a command (a colon at the start of a line,
/// `##[`). Newline and tab show as `\n` and `\t`, unless `keep_newlines`, which keeps both.
std::string safe_terminal(std::string_view text, bool keep_newlines = false);

/// JSON with the characters beyond ASCII that safe_terminal() would show as escapes, and the CI
/// commands, written as escapes of JSON: the same value, and harmless where it is printed.
std::string escape_unseen(std::string_view json);

/// Is there a letter or a digit in it that can be seen?
bool has_letter(std::string_view text);

/// The form by which two names are one: letters and digits only, without width and case.
std::string name_key(std::string_view name);

/// The first characters of a text, and `…` when there are more.
std::string clip(std::string_view text, std::size_t chars);

/// Fills up with spaces to `width` columns; text already as wide is returned as it is.
std::string pad(std::string_view text, int width);

/// The form in which text is compared: NFKC, case folded, hiragana turned into katakana.
/// Ill-formed bytes stay as they are.
std::string fold(std::string_view text);

}  // namespace hanrei::base
