#include "base/text/fnv.h"

#include <fmt/format.h>

namespace hanrei::base {

std::string digest(std::string_view text) {
  std::string dense;
  for (size_t i = 0; i < text.size(); ++i) {
    const char b = text[i];
    if (b == ' ' || b == '\t' || b == '\r' || b == '\n') continue;
    if (text.substr(i, 3) == "\xE3\x80\x80") {
      i += 2;
      continue;
    }
    dense += b;
  }
  return fmt::format("{:016x}", fnv1a(dense));
}

}  // namespace hanrei::base
