// The meanings of words that have several, compared in play: those that a player could tell apart,
// and those that end alike.
//
//     for (const Ambiguous& a : compare_meanings(book, game, sources, read, corpus, asked)) …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "errata/examine.h"
#include "model/phrases/report.h"

namespace hanrei::errata {

/// Apart: two of them end otherwise in some situation. Alike: within the scope no two do. Unknown:
/// neither was found, and not all could be compared.
enum class Meant : uint8_t { Apart, Alike, Unknown };

struct OneMeaning {
  model::phrases::Words wording;  ///< of the house, with this meaning only; empty: none was found
  std::optional<size_t> as;       ///< the first meaning that ends as this one does
  bool written = false;           ///< the abilities of the card say it
};

struct Ambiguous {
  std::string card;
  base::Span place;                  ///< of the card
  std::vector<OneMeaning> meanings;  ///< in the order of the reading
  size_t compared = 0;               ///< so many of them, from the first on
  bool abilities = false;            ///< the card has some of its own
  Meant meant = Meant::Unknown;
  /// Which two were compared, and what came of it: the first of its kind with each one after it.
  struct Pair {
    size_t first = 0, second = 0;
    Item item;
  };
  std::vector<Pair> pairs;

  /// The two that end otherwise, the smallest situation first.
  const Pair* apart() const;
};

/// Meanings of one text that are compared.
inline constexpr size_t kMostMeanings = 6;

/// Of the cards of `read` whose words are read in several ways. Those of a text without a card are
/// not compared. `game` must compile.
std::vector<Ambiguous> compare_meanings(const model::phrases::Book& book, const model::Game& game,
                                        base::SourceMap& sources,
                                        const model::phrases::CardsRead& read,
                                        const std::vector<Document>& corpus, const Asked& asked);

}  // namespace hanrei::errata
