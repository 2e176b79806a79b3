// Which phrases there are in a text, and where: a chart in the way of Earley, over characters.
// Internal to model/phrases/.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/phrases/book.h"

namespace hanrei::model::phrases {

/// What a chart may hold.
inline constexpr size_t kMostItems = 2'000'000;

struct Chart {
  /// The rules with which something of a sort stands from one character to another; a lexical sort
  /// has no rule there.
  using Ends = std::map<size_t, std::vector<int>>;
  std::map<std::pair<int, size_t>, Ends> done;  ///< by sort and first character
  size_t furthest = 0;  ///< the last character up to which something that began at 0 was read
  /// What was looked for and not found, by the character where: words, and lexical sorts.
  std::map<size_t, std::set<std::u32string>> words;
  std::map<size_t, std::set<int>> sorts;
  bool cut = false;  ///< more items than a chart may hold

  const Ends* ends(int sort, size_t begin) const {
    const auto it = done.find({sort, begin});
    return it == done.end() ? nullptr : &it->second;
  }
};

/// The sorts `tops` are looked for at the first character, with `anywhere` at every one.
Chart make_chart(const Book& book, const Folded& text, const std::vector<int>& tops, bool anywhere);

/// Do these words stand there? In a book with spaces no word ends within letters.
bool stands(const Book& book, const Folded& text, std::u32string_view words, size_t at);

}  // namespace hanrei::model::phrases
