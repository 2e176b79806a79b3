// The phrase that a book lacks, from a card that has both words and abilities: the words that are
// not read and the part of the ability that is not matched, made general together.
//
//     const Proposals p = propose(book, files, game, card);
//     p.list[0].phrase      // JSON, as it would stand in the book
#pragma once

#include <string>
#include <vector>

#include "model/phrases/report.h"

namespace hanrei::model::phrases {

inline constexpr size_t kMostProposed = 3;    ///< phrases that are proposed
inline constexpr size_t kMostHoles = 200;     ///< places where a phrase may be lacking
inline constexpr size_t kMostTrials = 1'500;  ///< texts that are read to find it

struct Proposal {
  base::Json phrase;
  size_t begin = 0, end = 0;  ///< its words, in folded characters of the card
};

struct Proposals {
  std::vector<Proposal> list;  ///< each reads the card as its abilities; the fewest words first
  size_t holes = 0;            ///< places that were tried
  bool bounded = false;        ///< not all were
};

/// `files`: those of the book. Nothing is proposed for a card that is read whole.
Proposals propose(const Book& book, const std::vector<base::Json>& files, const Game& game,
                  const base::Json& card);

/// The book with one phrase more, as a file of its own.
std::vector<base::Json> with_phrase(std::vector<base::Json> files, const base::Json& phrase);

}  // namespace hanrei::model::phrases
