// Records in and out: as JSON Lines, as CSV, and from lists that others keep.
//
// A record is one JSON object; docs/exchange.md has its members. Members that would be empty are
// left out. What is written reads back as the same record, in either form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "rulings/records/records.h"

namespace hanrei::rulings::exchange {

/// What a file of records has for one game.
struct Records {
  GameRecords game;  ///< of the terms nothing is written: they come from the rules
  std::vector<RulingRecord> rulings;
};

/// One line each, game first, then clauses, cards, rulings.
std::string to_json_lines(const Records& records);
/// The same as rows. A cell that a spreadsheet would take for a formula begins with an apostrophe,
/// which reading takes away again.
std::string to_csv(const Records& records);

/// Reads records of one game; the log says what is wrong, with its place. What was good is returned
/// all the same.
Records from_json_lines(const base::SourceMap& sources, base::Span file, base::DiagnosticLog& log);
Records from_csv(const base::SourceMap& sources, base::Span file, base::DiagnosticLog& log);

/// Reads a list in somebody else's shape, CSV, JSON (an array of objects) or JSON Lines, with a
/// mapping file that says which column is what. `csv`: what the list is written in.
Records from_list(const base::SourceMap& sources, base::Span list, bool csv, base::Span mapping,
                  base::DiagnosticLog& log);

/// A table read from CSV (RFC 4180, UTF-8, with or without a byte order mark): its rows, the first
/// one has the names.
struct Cell {
  std::string text;
  base::Span span;
};
std::vector<std::vector<Cell>> read_csv(const base::SourceMap& sources, base::Span file,
                                        base::DiagnosticLog& log);

}  // namespace hanrei::rulings::exchange
