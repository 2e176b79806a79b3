#pragma once

#include <string>
#include <string_view>

namespace hanrei::base {

/// Puts `to` wherever `from`, which is not empty, stands in the text; not into what was put there.
inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace hanrei::base
