// What is known of a printed rulebook, as a file of a game, `facts.json`: where each sentence
// stands, which clause states it, and what the audit of the print found. Made by `hanrei facts`,
// read by `hanrei audit`. It holds no sentence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/print/print.h"
#include "audit/print/reader/clauses.h"
#include "base/json/value.h"
#include "base/text/diagnostic.h"

namespace hanrei::audit::print {

struct Facts {
  reader::Book book;  ///< without words: places, digests, titles, clauses
  Findings findings;
  std::vector<reader::Correction> corrections;
};

/// As JSON in canonical form, without any sentence. Same facts, same bytes.
std::string write_facts(const Facts& facts);
/// What is wrong with it lands in the log (HR1009); then there are no facts.
std::optional<Facts> read_facts(const base::Json& json, base::DiagnosticLog& log);

}  // namespace hanrei::audit::print
