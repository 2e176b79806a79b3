// The facts of a printed rulebook as a file of a game, `facts.json`: made by `hanrei facts`, read
// by `hanrei audit`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/print/reader/reader.h"
#include "base/json/value.h"
#include "base/text/diagnostic.h"

namespace hanrei::audit::reader {

/// Made by hand: which clause states a sentence (known by its digest), where the command finds
/// another one.
struct Correction {
  std::string digest, clause, why;
  bool used = false;
};

struct Facts {
  Book book;
  std::vector<Correction> corrections;
};

/// As JSON in canonical form, without any sentence. Same facts, same bytes.
std::string write_facts(const Facts& facts);
/// What is wrong with it lands in the log (HR1009); then there are no facts.
std::optional<Facts> read_facts(const base::Json& json, base::DiagnosticLog& log);

/// A clause of the game, as far as it is needed to find its sentences.
struct ClauseText {
  std::string id, words;
};

/// Says of each sentence which clause states it: the same order, the most words in common, and the
/// numbers. Corrections come first. Returns how many sentences have a clause.
size_t assign_clauses(Book& book, const std::vector<ClauseText>& clauses,
                      std::vector<Correction>& corrections);

}  // namespace hanrei::audit::reader
