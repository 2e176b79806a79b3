#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/check.h"

namespace hanrei::cli {

struct ReadOptions {
  std::vector<std::string> cards;   ///< names; none: the pool, unless there is a text
  std::optional<std::string> text;  ///< words to read instead of those of a card
  bool print = false;               ///< the wording of the house too
  bool in_play = false;             ///< what differs from the abilities is compared in play
};

/// read: the words of cards as the phrasebook of the game reads them.
int run_read(const CheckOptions& options, const ReadOptions& read, const Io& io);

/// phrases propose: the phrase that the phrasebook of the game lacks for a card. `write`: the first
/// one goes into the book.
int run_propose(const CheckOptions& options, const std::string& card, bool write, const Io& io);

}  // namespace hanrei::cli
