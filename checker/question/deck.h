// Decks: are they built as the rules say? Every card of a deck is looked at by itself, so counts
// count copies.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "rulings/rulings.h"

namespace hanrei::checker {

/// A limit of construction that a deck breaks.
struct Breach {
  LimitId limit;
  std::string name;                  ///< of the limit
  std::vector<std::string> clauses;  ///< that it states
  /// Who breaks it, and the number that is compared: `甲: 5, expected <= 4`. Without cards the deck
  /// as a whole.
  struct Item {
    std::vector<std::string> cards;
    std::optional<int64_t> number;
    std::string relation;
    std::optional<int64_t> bound;
  };
  std::vector<Item> items;
};

struct DeckResult {
  rulings::DeckList list;
  size_t cards = 0;
  std::vector<Breach> breaches;  ///< in the order of the limits
  Reason unsupported;            ///< why it was not judged
};

/// Judges a deck by all limits of construction but those that state `dropped`. Throws Unsupported
/// for a number beyond 64 bits.
std::vector<Breach> breaches(const model::Program& program, const rulings::Deck& deck,
                             ClauseId dropped = kNone);

/// Answers a claim about a deck. Throws as above.
Answer judge_deck(const Question& question, const rulings::Claim& claim);

/// `同名枚数 (3-2): 甲: 5, expected <= 4`.
std::string describe(const Breach& breach, base::Lang lang);

}  // namespace hanrei::checker
