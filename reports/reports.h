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
  std::vector<std::string> skipped;             ///< files that could not be read
  checker::Options options;
  int interrupted = 0;                          ///< the signal that stopped the run, or 0
  size_t left = 0;                              ///< rulings it kept from being examined
  int exit_code = 0;
};

void write_text(std::ostream& out, const Report& report, const Style& style);
void write_json(std::ostream& out, const Report& report, const base::SourceMap& sources, const base::DiagnosticLog& log);
/// Diagnostics with place, line of the file and caret.
void write_diagnostics(std::ostream& out, const base::SourceMap& sources, const base::DiagnosticLog& log, const Style& style);
/// A play as numbered events.
void write_play(std::ostream& out, const checker::Question& question, const std::vector<int64_t>& lets, const std::vector<checker::Move>& moves, const rulings::Claim* probe, const Style& style);

/// `confirmed` or 確認; `necessary` or 必然.
std::string_view standing_text(checker::Standing standing, base::Lang lang);
std::string_view claim_kind_text(rulings::ClaimKind kind, base::Lang lang);

/// Text of a user as a line for people may hold it: harmless, and not longer than this.
std::string shown(std::string_view text, size_t chars = 1000);

/// Numbers of claims and rulings by standing, in the order of `Standing`.
std::vector<size_t> tally(const Report& report);

}  // namespace hanrei::reports
