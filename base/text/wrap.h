// Text in lines for a terminal.
#pragma once

#include <string_view>
#include <vector>

namespace hanrei::base {

/// The lines of a text that is to be so many columns wide: broken at spaces, and between characters
/// that are not Latin, never before what may not begin a line. Pieces of the text itself. A word
/// that is wider than a line has one of its own.
std::vector<std::string_view> wrap(std::string_view text, int width);

/// The first sentence of a text, and those behind it as long as all are within so many columns.
std::string_view first_sentences(std::string_view text, int width);

}  // namespace hanrei::base
