#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hanrei::base {

/// An encoding as people call it, and as `iconv -f` takes it.
struct Encoding {
  std::string_view name, iconv;
};

/// What text that is not UTF-8 looks like: UTF-16 (by its mark, or by the zero bytes of ASCII in
/// it), EUC-JP or Shift_JIS (all of its bytes fit, and there is kana or punctuation). Nothing for
/// UTF-8, and for what fits none of them. A guess: bytes do not tell for certain.
std::optional<Encoding> other_encoding(std::string_view bytes);

/// A byte that is not UTF-8, as HR1004 names it: `0x83`, and of what looks like another encoding
/// that and how to convert it.
std::string bad_byte(unsigned char byte, const std::optional<Encoding>& encoding);

}  // namespace hanrei::base
