#include "base/text/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/text/diagnostic.h"
#include "base/text/unicode.h"

namespace hanrei::base {
namespace {

unsigned char byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Do all bytes fit, and is there Japanese punctuation or kana, which has one of these first bytes?
/// Other texts rarely have it. `length` gives the bytes of the character that begins at a place, 0
/// where none can.
template <class Length>
bool fits(std::string_view text, std::string_view kana, const Length& length) {
  bool japanese = false;
  for (std::size_t at = 0; at < text.size();) {
    const unsigned char first = byte(text, at);
    const std::size_t n = first == 0 ? 0 : first < 0x80 ? 1 : length(text, at);
    if (n == 0) return false;
    japanese = japanese || (n == 2 && kana.find(text[at]) != std::string_view::npos);
    at += n;
  }
  return japanese;
}

std::size_t euc_jp(std::string_view text, std::size_t at) {
  const auto trails = [&](std::size_t n) {
    if (at + n >= text.size()) return false;
    for (std::size_t i = 1; i <= n; ++i)
      if (byte(text, at + i) < 0xA1 || byte(text, at + i) == 0xFF) return false;
    return true;
  };
  const unsigned char first = byte(text, at);
  if (first == 0x8F) return trails(2) ? 3 : 0;
  if (first == 0x8E || (first >= 0xA1 && first != 0xFF)) return trails(1) ? 2 : 0;
  return 0;
}

std::size_t shift_jis(std::string_view text, std::size_t at) {
  const unsigned char first = byte(text, at);
  if (first >= 0xA1 && first <= 0xDF) return 1;
  if (first == 0x80 || first == 0xA0 || first > 0xFC || at + 1 >= text.size()) return 0;
  const unsigned char second = byte(text, at + 1);
  return second >= 0x40 && second != 0x7F && second <= 0xFC ? 2 : 0;
}

/// Is nearly every second one of the first bytes zero, as where ASCII stands in UTF-16?
bool zero_every_second(std::string_view text, std::size_t from) {
  std::size_t zeros = 0, asked = 0;
  for (std::size_t at = from; at < std::min<std::size_t>(text.size(), 64); at += 2, ++asked)
    zeros += byte(text, at) == 0 ? 1 : 0;
  return asked >= 4 && zeros * 2 > asked;
}

}  // namespace

std::optional<Encoding> other_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    return Encoding{"UTF-16", "UTF-16"};
  if (zero_every_second(bytes, 1)) return Encoding{"UTF-16", "UTF-16LE"};
  if (zero_every_second(bytes, 0)) return Encoding{"UTF-16", "UTF-16BE"};
  if (valid_utf8(bytes)) return std::nullopt;
  if (fits(bytes, "\xA1\xA4\xA5", euc_jp)) return Encoding{"EUC-JP", "EUC-JP"};
  if (fits(bytes, "\x81\x82\x83", shift_jis))
    return Encoding{"Shift_JIS", "CP932"};  // whose `\` and `~` stay what they are
  return std::nullopt;
}

std::string bad_byte(unsigned char byte, const std::optional<Encoding>& encoding) {
  const std::string shown = fmt::format("0x{:02x}", byte);
  if (!encoding) return shown;
  return in_both(
      fmt::format("{} of a file that looks like {} (convert it: `iconv -f {} -t UTF-8 OLD > NEW`)",
                  shown, encoding->name, encoding->iconv),
      fmt::format("{}（{} のファイルと思われます。変換: `iconv -f {} -t UTF-8 旧 > 新`）", shown,
                  encoding->name, encoding->iconv));
}

}  // namespace hanrei::base
