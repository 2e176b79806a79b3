// Writers: what was found, for people and for programs. One writer per file.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "checker/checker.h"

namespace hanrei::reports {

/// How text looks.
struct Style {
  base::Lang lang = base::Lang::En;
  bool color = false;
  bool verbose = false;
};

/// What one run of `check` examined and found.
struct Report {
  struct Game { std::string id, folder, title[2]; size_t clauses = 0, cards = 0; };
  std::vector<Game> games;
  std::vector<checker::RulingResult> results;   ///< sorted by game and id
  std::vector<checker::DeckResult> decks;       ///< sorted by game and id
  std::vector<std::string> skipped;             ///< files that could not be read
  std::vector<std::string> problems;            ///< paths that name nothing, files that were refused
  checker::Options options;
  int interrupted = 0;                          ///< the signal that stopped the run, or 0
  size_t left = 0;                              ///< rulings it kept from being examined
  int exit_code = 0;
  /// Only when it was asked for: seconds, those of several threads added up.
  struct Timings { bool asked = false; double loading = 0, exploring = 0, explicit_state = 0, symbolic = 0, whole = 0; } timings;
};

void write_text(std::ostream& out, const Report& report, const Style& style);
void write_json(std::ostream& out, const Report& report, const base::SourceMap& sources, const base::DiagnosticLog& log);
/// Diagnostics with place, line of the file and caret.
void write_diagnostics(std::ostream& out, const base::SourceMap& sources, const base::DiagnosticLog& log, const Style& style);
/// How long it took, as a table.
void write_timings(std::ostream& out, const Report::Timings& timings, const Style& style);
/// A play as numbered events.
void write_play(std::ostream& out, const checker::Question& question, const std::vector<int64_t>& lets, const std::vector<checker::Move>& moves, const rulings::Claim* probe, const Style& style);

/// `confirmed` or 確認; `necessary` or 必然.
std::string_view standing_text(checker::Standing standing, base::Lang lang);
std::string_view claim_kind_text(rulings::ClaimKind kind, base::Lang lang);

/// A result of the game: `win(A)`, or Aの勝ち.
std::string result_text(const model::Program& program, int result, base::Lang lang);

/// How a claim stands under each option of the readings that change it, a line for each reading.
std::string readings_text(const checker::ClaimResult& claim, const Style& style);

/// Decks: which conform, and what the others break.
void write_decks(std::ostream& out, const Report& report, const Style& style);

/// Text of a user as a line for people may hold it: harmless, and not longer than this.
std::string shown(std::string_view text, size_t chars = 1000);

/// Numbers of claims and rulings by standing, in the order of `Standing`.
std::vector<size_t> tally(const Report& report);

}  // namespace hanrei::reports
