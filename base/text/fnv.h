// FNV-1a: a short name for a text, the same everywhere. Not against those who look for collisions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hanrei::base {

inline constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325ULL;
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t h = kFnvBasis) {
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}

/// Sixteen hexadecimal digits of a text without its white space (the ideographic space too).
std::string digest(std::string_view text);

}  // namespace hanrei::base
