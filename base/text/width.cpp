#include "base/text/width.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include "base/check.h"

namespace hanrei::base {
namespace {

/// The normalizers of ICU; they live as long as the program.
struct Forms {
  const icu::Normalizer2 *nfc, *nfkc;
  Forms() {
    UErrorCode status = U_ZERO_ERROR;
    nfc = icu::Normalizer2::getNFCInstance(status);
    nfkc = icu::Normalizer2::getNFKCInstance(status);
    HANREI_CHECK(U_SUCCESS(status), "ICU without its normalization data");
  }
};

/// A character in its usual width.
void append_usual(icu::UnicodeString& out, UChar32 c, const icu::Normalizer2& nfkc) {
  const int kind = u_getIntPropertyValue(c, UCHAR_DECOMPOSITION_TYPE);
  icu::UnicodeString usual;
  if ((kind == U_DT_WIDE || kind == U_DT_NARROW) && nfkc.getDecomposition(c, usual) != 0)
    out.append(usual);
  else
    out.append(c);
}

}  // namespace

std::vector<PrintedChar> fold_width(std::string_view text) {
  static const Forms forms;
  std::vector<PrintedChar> out;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  for (std::int64_t i = 0; i < size;) {
    const std::int64_t begin = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, size, c);
    if (c < 0) {
      out.push_back({0xFFFD, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(i)});
      continue;
    }
    // What combines with it belongs to it, at half width, too.
    icu::UnicodeString cluster;
    append_usual(cluster, c, *forms.nfkc);
    for (std::int64_t next = i; next < size;) {
      UChar32 mark = 0;
      U8_NEXT(bytes, next, size, mark);
      if (mark < 0 || forms.nfkc->hasBoundaryBefore(mark) || next - begin > 256) break;
      append_usual(cluster, mark, *forms.nfkc);
      i = next;
    }
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString folded = forms.nfc->normalize(cluster, status);
    HANREI_CHECK(U_SUCCESS(status), "ICU cannot normalize");
    for (std::int32_t k = 0; k < folded.length(); k = folded.moveIndex32(k, 1))
      out.push_back({static_cast<char32_t>(folded.char32At(k)), static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(i)});
  }
  return out;
}

bool is_letter(char32_t c) { return u_isalpha(static_cast<UChar32>(c)) != 0; }

char32_t lower_case(char32_t c) {
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

}  // namespace hanrei::base
