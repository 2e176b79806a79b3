// Where a piece of text is in another one, as it is written up to folding: for exact words and for
// marks. Words in letters are tokens of their own; runs of kana, kanji, digits and symbols are cut
// into overlapping pairs, so that every piece of a run is a phrase of pairs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/fold.h"

namespace hanrei::rulings::search {

struct Token {
  std::string text;                  ///< folded
  std::uint32_t begin = 0, end = 0;  ///< bytes of the original
  bool same_place = false;           ///< stands at the place of the token before it
};

/// Hands each token of a text that is to be found to `use(token)`, in order, until `use` returns
/// false. The last character of a run stands at the place of the last pair: a phrase may then cross
/// what separates two runs.
template <class Use>
void each_token(std::string_view text, std::vector<base::FoldedChar>& room, Use&& use) {
  using base::CharClass;
  base::fold_chars(text, room);
  const std::size_t n = room.size();
  Token t;
  for (std::size_t i = 0; i < n;) {
    if (room[i].kind == CharClass::Separator) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < n && room[end].kind == room[i].kind) ++end;
    if (room[i].kind == CharClass::Word) {
      t.text.clear();
      for (std::size_t k = i; k < end; ++k) base::append_utf8(t.text, room[k].c);
      t.begin = room[i].begin;
      t.end = room[end - 1].end;
      t.same_place = false;
      if (!use(t)) return;
    } else {
      for (std::size_t k = i; k < end; ++k) {
        t.text.clear();
        base::append_utf8(t.text, room[k].c);
        t.begin = room[k].begin;
        t.end = room[k].end;
        t.same_place = k + 1 == end && end - i > 1;
        if (k + 1 < end) {
          base::append_utf8(t.text, room[k + 1].c);
          t.end = room[k + 1].end;
        }
        if (!use(t)) return;
      }
    }
    i = end;
  }
}

/// What somebody looks for: a piece of text that has to be found as it is, up to folding and
/// separators.
struct Phrase {
  std::vector<std::string> tokens;  ///< folded; none: there is nothing in it to look for
  bool open = false;                ///< the last token may be the beginning of a longer one
};

/// `whole`: a word in letters at the end has to be the whole word; otherwise it may have any
/// ending.
Phrase phrase_of(std::string_view text, bool whole);

/// Bytes [begin, end) of a text.
struct Range {
  std::uint32_t begin = 0, end = 0;
  bool operator==(const Range&) const = default;
};

/// Where the phrases are in a text; sorted, overlapping ones joined.
std::vector<Range> matches(std::string_view text, const std::vector<Phrase>& phrases);

/// How many characters have to be put in, left out, replaced or swapped with their neighbour to
/// make one folded text out of the other; more than `most` is `most + 1`.
int edit_distance(std::u32string_view a, std::u32string_view b, int most);

/// A text folded, without separators, for comparing names.
std::u32string name_key(std::string_view text);
std::string name_key_utf8(std::string_view text);

}  // namespace hanrei::rulings::search
