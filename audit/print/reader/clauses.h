// Which clause of a game states which sentence of the print.
#pragma once

#include <string>
#include <vector>

#include "audit/print/reader/book.h"

namespace hanrei::audit::reader {

/// Made by hand: which clause states a sentence (known by its digest), where the command finds
/// another one.
struct Correction {
  std::string digest, clause, why;
  bool used = false;
};

/// A clause of the game, as far as it is needed to find its sentences.
struct ClauseText {
  std::string id, words;
};

/// Says of each sentence which clause states it: the same order, the most words in common, and the
/// numbers. Corrections come first. Returns how many sentences have a clause.
size_t assign_clauses(Book& book, const std::vector<ClauseText>& clauses,
                      std::vector<Correction>& corrections);

}  // namespace hanrei::audit::reader
