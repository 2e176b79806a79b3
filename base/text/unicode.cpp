#include "base/text/unicode.h"

#include <fmt/format.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>

#include "base/check.h"

namespace hanrei::base {
namespace {

/// One step through UTF-8: a code point, or an ill-formed run of bytes.
struct Step {
  UChar32 c;  // negative when ill-formed
  std::string_view bytes;
};

Step next_char(std::string_view text, std::size_t& offset) {
  const std::size_t begin = offset;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto i = static_cast<std::int64_t>(offset);
  const auto size = static_cast<std::int64_t>(text.size());
  UChar32 c = 0;
  U8_NEXT(bytes, i, size, c);
  offset = static_cast<std::size_t>(i);
  return Step{c, text.substr(begin, offset - begin)};
}

bool is_ascii(std::string_view text) {
  for (const char byte : text) {
    if (static_cast<unsigned char>(byte) >= 0x80) return false;
  }
  return true;
}

int char_width(UChar32 c) {
  if (c < 0) return 1;
  if (c >= 0x20 && c < 0x7F) return 1;
  const std::uint32_t category = U_GET_GC_MASK(c);
  if (category & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_MN_MASK | U_GC_ME_MASK)) return 0;
  if (c >= 0x1160 && c <= 0x11FF) return 0;  // vowels and finals that join the Hangul before them
  const int wide = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return wide == U_EA_WIDE || wide == U_EA_FULLWIDTH ? 2 : 1;
}

/// Characters which a terminal obeys rather than shows, or which hide or reorder others.
bool is_unsafe(UChar32 c) {
  return (U_GET_GC_MASK(c) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK)) != 0;
}

std::string nfkc_casefold(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
  HANREI_CHECK(U_SUCCESS(status), "ICU without its normalization data");
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  normalizer->normalizeUTF8(0,
                            icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())),
                            sink, nullptr, status);
  HANREI_CHECK(U_SUCCESS(status), "ICU cannot normalize");
  return out;
}

/// Hiragana and katakana stand in the same order, 0x60 apart. In UTF-8 both take three bytes.
std::string hiragana_to_katakana(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Step step = next_char(text, i);
    const bool hiragana =
        (step.c >= 0x3041 && step.c <= 0x3096) || step.c == 0x309D || step.c == 0x309E;
    if (!hiragana) {
      out += step.bytes;
      continue;
    }
    const auto katakana = static_cast<std::uint32_t>(step.c + 0x60);
    out += static_cast<char>(0xE0 | (katakana >> 12));
    out += static_cast<char>(0x80 | ((katakana >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (katakana & 0x3F));
  }
  return out;
}

}  // namespace

std::size_t count_chars(std::string_view utf8) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < utf8.size(); ++count) next_char(utf8, i);
  return count;
}

std::size_t char_end(std::string_view text, std::size_t at) {
  if (at < text.size()) ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return at;
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = char_end(text, at);
    out.push_back(text.substr(at, end - at));
  }
  return out;
}

int display_width(std::string_view utf8) {
  int width = 0;
  for (std::size_t i = 0; i < utf8.size();) width += char_width(next_char(utf8, i).c);
  return width;
}

std::size_t valid_utf8_prefix(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t begin = i;
    if (next_char(bytes, i).c < 0) return begin;
  }
  return bytes.size();
}

bool valid_utf8(std::string_view bytes) { return valid_utf8_prefix(bytes) == bytes.size(); }

std::string safe_terminal(std::string_view text, bool keep_newlines) {
  std::string out;
  out.reserve(text.size());
  bool begins = true;  // only spaces so far on this line
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const Step step = next_char(text, i);
    // two colons; one at the end may be the first of two
    const bool colons = begins && (rest == ":" || rest.starts_with("::"));
    const bool command = colons || rest.substr(0, 3) == "##[" || rest.substr(0, 6) == "##vso[";
    begins = step.c == '\n' || (begins && step.c >= 0 && u_isUWhiteSpace(step.c));
    if (command) {
      out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(step.c));
    } else if (step.c < 0) {
      for (const char byte : step.bytes) {
        out += fmt::format("\\x{{{:02x}}}", static_cast<unsigned char>(byte));
      }
    } else if (step.c == '\n' || step.c == '\t') {
      if (keep_newlines) {
        out += step.bytes;
      } else {
        out += step.c == '\n' ? "\\n" : "\\t";
      }
    } else if (is_unsafe(step.c)) {
      out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(step.c));
    } else {
      out += step.bytes;
    }
  }
  return out;
}

std::string escape_unseen(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size();) {
    const bool command = json.substr(i, 3) == "##[" || json.substr(i, 6) == "##vso[";
    const Step step = next_char(json, i);
    if (!command && (step.c < 0x80 || !is_unsafe(step.c))) {
      out += step.bytes;
    } else if (step.c < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(step.c));
    } else {
      const auto rest = static_cast<std::uint32_t>(step.c) - 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
    }
  }
  return out;
}

bool has_letter(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const UChar32 c = next_char(text, i).c;
    const bool letter = c >= 0 && (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_ND_MASK)) != 0;
    if (letter && u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0) return true;
  }
  return false;
}

std::string name_key(std::string_view name) {
  std::string out;
  const std::string folded = fold(name);
  for (const std::string_view c : characters(folded))
    if (has_letter(c)) out += c;
  return out;
}

std::string clip(std::string_view text, std::size_t chars) {
  std::size_t end = 0;
  while (end < text.size() && chars > 0) {
    next_char(text, end);
    --chars;
  }
  return std::string(text.substr(0, end)) + (end < text.size() ? "…" : "");
}

std::string pad(std::string_view text, int width) {
  std::string out(text);
  const int missing = width - display_width(text);
  if (missing > 0) out.append(static_cast<std::size_t>(missing), ' ');
  return out;
}

std::string fold(std::string_view text) {
  if (is_ascii(text)) {
    std::string out(text);
    for (char& c : out) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
  }
  const std::string katakana = hiragana_to_katakana(nfkc_casefold(text));
  // わ followed by a combining voicing mark has no hiragana of its own, but a katakana: ヷ.
  const bool combining_mark =
      katakana.find("\u3099") != std::string::npos || katakana.find("\u309A") != std::string::npos;
  return combining_mark ? nfkc_casefold(katakana) : katakana;
}

}  // namespace hanrei::base
