// Text that comes out of Markdown as it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hanrei::reports {

/// Words, cut after so many characters, of which nothing is taken for a heading, list, link,
/// mention, image or HTML.
std::string markdown_text(std::string_view words, std::size_t chars = 400);

}  // namespace hanrei::reports
