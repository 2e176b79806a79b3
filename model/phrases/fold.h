// A printed text as it is compared with a phrasebook: folded characters, each with its place in the
// print.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hanrei::model::phrases {

/// How a text is folded: `text.fold` of a phrasebook. Full and half width are one always, and
/// so are the minus signs and the tildes.
struct Folding {
  bool no_space = false;    ///< spaces do not count
  bool one_space = false;   ///< a run of spaces is one; words end where their letters end
  bool lower_case = false;  ///< upper case counts as lower case
};

/// The spans of a text with their words, in their order.
using Words = std::vector<std::pair<std::string, std::string>>;

struct Folded {
  struct Origin {
    uint32_t part = 0;            ///< which span
    uint32_t begin = 0, end = 0;  ///< bytes of its words
  };
  Words words;
  std::u32string chars;
  std::vector<Origin> from;    ///< of each character
  std::vector<bool> boundary;  ///< before each character, and at the end: does a span begin here?

  size_t size() const { return chars.size(); }
  /// The print of a range of characters, span after span.
  std::string print(size_t begin, size_t end) const;
};

Folded fold(Words words, const Folding& how);
/// Words of a pattern, folded alike.
std::u32string fold_words(std::string_view text, const Folding& how);
std::string utf8(std::u32string_view text);

}  // namespace hanrei::model::phrases
