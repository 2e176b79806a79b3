// How much a term counts in each part of a ruling and of a clause.
#pragma once

#include <cstddef>

namespace hanrei::rulings::search {

/// How much a term counts in a part of a document, and beside how long a one (in characters) that
/// is: what is in a long text says less of it. The length is the usual one, and not that of the
/// other documents, so that what is added changes nothing of what is there.
struct FieldWeight {
  double weight = 1, usual = 1;
};
inline constexpr FieldWeight kTitle = {2, 45}, kQuestion = {1, 240}, kAnswer = {1, 160},
                             kCards = {1, 10}, kClauseTitle = {1, 8}, kClauseText = {1, 125};

/// What one place in a part of so many characters says: BM25's length, of which so much counts.
constexpr double says_once(const FieldWeight& field, std::size_t characters) {
  constexpr double kOfLength = 0.75;
  return field.weight / (1 - kOfLength + kOfLength * static_cast<double>(characters) / field.usual);
}

}  // namespace hanrei::rulings::search
