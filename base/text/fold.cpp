#include "base/text/fold.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "base/check.h"

namespace hanrei::base {
namespace {

/// Marks that belong to the character before them: Latin accents, voicing marks of both widths.
bool joins(UChar32 c) {
  return (c >= 0x300 && c <= 0x36F) || c == 0x3099 || c == 0x309A || c == 0xFF9E || c == 0xFF9F;
}

/// Characters that folding leaves as they are, or only shifts from hiragana to katakana.
bool is_plain(UChar32 c) {
  return (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FE) ||
         (c >= 0x4E00 && c <= 0x9FFF);
}

bool is_hiragana(UChar32 c) { return (c >= 0x3041 && c <= 0x3096) || c == 0x309D || c == 0x309E; }

char32_t to_katakana(UChar32 c) { return static_cast<char32_t>(is_hiragana(c) ? c + 0x60 : c); }

constexpr UChar32 kMiddleDot = 0x30FB, kHalfMiddleDot = 0xFF65;

CharClass class_of(UChar32 c, CharClass before) {
  if (c < 0x80) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return CharClass::Word;
    if (c >= '0' && c <= '9') return CharClass::Gram;
  }
  const std::uint32_t category = U_GET_GC_MASK(c);
  if (category & (U_GC_MN_MASK | U_GC_MC_MASK | U_GC_ME_MASK)) return before;
  if (category & (U_GC_N_MASK | U_GC_S_MASK)) return CharClass::Gram;
  if (category & U_GC_L_MASK)
    return c < 0x0E00 || (c >= 0x10A0 && c < 0x1100) || (c >= 0x1E00 && c < 0x2E00)
               ? CharClass::Word
               : CharClass::Gram;
  return CharClass::Separator;
}

void normalize(std::string_view text, std::string& out) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(status);
  HANREI_CHECK(U_SUCCESS(status), "ICU without its normalization data");
  icu::StringByteSink<std::string> sink(&out);
  normalizer->normalizeUTF8(0,
                            icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())),
                            sink, nullptr, status);
  HANREI_CHECK(U_SUCCESS(status), "ICU cannot normalize");
}

}  // namespace

void fold_chars(std::string_view text, std::vector<FoldedChar>& out) {
  out.clear();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  CharClass before = CharClass::Separator;
  std::string cluster, shifted;
  bool hiragana = false;
  const auto emit = [&](char32_t c, std::int64_t begin, std::int64_t end) {
    before = class_of(static_cast<UChar32>(c), before);
    out.push_back(
        {c, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), before, hiragana});
  };
  for (std::int64_t i = 0; i < size;) {
    const std::int64_t begin = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, size, c);
    if (c == kMiddleDot || c == kHalfMiddleDot) continue;
    hiragana = is_hiragana(c);
    if (c < 0) {
      emit(0xFFFD, begin, i);
      out.back().kind = before = CharClass::Separator;
      continue;
    }
    std::int64_t end = i;
    for (std::int64_t k = i; k < size; end = k) {
      UChar32 mark = 0;
      if (bytes[k] < 0x80) break;
      U8_NEXT(bytes, k, size, mark);
      if (mark < 0 || !joins(mark)) break;
    }
    if (end == i) {
      if (c < 0x80) {
        emit(static_cast<char32_t>(c >= 'A' && c <= 'Z' ? c + 32 : c), begin, i);
        continue;
      }
      if (is_plain(c)) {
        emit(to_katakana(c), begin, i);
        continue;
      }
    }
    i = end;
    cluster.clear();
    normalize(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)),
              cluster);
    // わ followed by a voicing mark has no hiragana of its own, but a katakana: shift, then compose
    // again.
    shifted.clear();
    bool marked = false;
    const auto each = [](const std::string& s, auto&& use) {
      const auto* b = reinterpret_cast<const std::uint8_t*>(s.data());
      const auto n = static_cast<std::int64_t>(s.size());
      for (std::int64_t k = 0; k < n;) {
        UChar32 u = 0;
        U8_NEXT(b, k, n, u);
        if (u >= 0) use(u);
      }
    };
    each(cluster, [&](UChar32 u) {
      marked = marked || joins(u);
      append_utf8(shifted, to_katakana(u));
    });
    if (marked) {
      cluster.clear();
      normalize(shifted, cluster);
    }
    each(marked ? cluster : shifted,
         [&](UChar32 u) { emit(static_cast<char32_t>(u), begin, end); });
  }
}

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

}  // namespace hanrei::base
