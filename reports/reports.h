// Writers: what was found, for people and for programs. One writer per file.
#pragma once

#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "audit/clashes/clashes.h"
#include "audit/coverage/coverage.h"
#include "audit/print/print.h"
#include "audit/rules/rules.h"
#include "base/date.h"
#include "base/text/diagnostic.h"
#include "checker/checker.h"
#include "checker/verdict/basis.h"
#include "rulings/law/citator.h"

namespace hanrei::checker::collisions {
struct UnderReading;
}

namespace hanrei::reports {

/// How text looks.
struct Style {
  base::Lang lang = base::Lang::En;
  bool color = false;
  bool verbose = false;
  int width = 100;  ///< columns, where plays stand side by side
};

/// What a report says of a claim and of a ruling: plain values, so that nobody has to keep the
/// program and the situations of every ruling until the report is written.
struct ClaimEntry {
  struct Engine {
    bool asked = false;
    checker::Verdict verdict = checker::Verdict::Unknown;
    base::Reason reason;
    bool limit = false, vacuous = false;
  };
  std::string case_id, text;  ///< as written
  rulings::ClaimKind kind = rulings::ClaimKind::Necessary;
  checker::Standing standing = checker::Standing::NotExamined;
  checker::Evidence evidence = checker::Evidence::None;
  Engine explicit_state, symbolic;
  base::Reason detail;
  std::string fault;
  std::vector<checker::UnderReading> readings;
  bool has_witness = false;
  std::vector<std::string> witness, witness_ja;  ///< in English, in Japanese
  std::vector<int64_t> values;                   ///< of the symbolic quantities in the witness
  std::string play;   ///< of a claim that is contradicted: its witness, step by step
  base::Span span{};  ///< of the claim, once `place` has said
};
struct RulingEntry {
  std::string id, game, status, partial, title[2];
  checker::Standing standing = checker::Standing::NotExamined;
  std::vector<ClaimEntry> claims;
  bool fault = false;
  checker::Counts counts;
  double seconds = 0;   ///< that this ruling took
  std::string touches;  ///< what its plays came across, as rulings::touches_text
  /// Only with assumed readings: how it stands with the defaults, by claim; and those that it
  /// presumes itself.
  struct Usual {
    bool asked = false;
    checker::Standing standing = checker::Standing::NotExamined;
    std::vector<checker::Standing> claims;
    std::vector<std::pair<std::string, std::string>> own;
  };
  Usual usual;
  base::Span span{};                   ///< of the ruling, likewise
  std::vector<rulings::Marked> marks;  ///< what the citator says of it; none: it was not asked
};
RulingEntry entry_of(const checker::RulingResult& result, const Style& style);
/// Says where the ruling and its claims stand.
void place(RulingEntry& entry, const rulings::Document& document);

/// What one run of `check` examined and found.
struct Report {
  struct Game {
    std::string id, folder, title[2];
    size_t clauses = 0, cards = 0;
  };
  std::vector<Game> games;
  std::vector<RulingEntry> results;        ///< sorted by game and id
  std::vector<checker::DeckResult> decks;  ///< sorted by game and id
  std::vector<std::string> skipped;        ///< files that could not be read
  std::vector<std::string> problems;       ///< paths that name nothing, files that were refused
  checker::Options options;
  std::map<std::string, std::string> readings;  ///< assumed instead of the defaults
  base::AsOf as_of;                             ///< the law of which day
  int interrupted = 0;                          ///< the signal that stopped the run, or 0
  size_t left = 0;                              ///< rulings it kept from being examined
  int exit_code = 0;
  /// Only when it was asked for: seconds, those of several threads added up.
  struct Timings {
    bool asked = false;
    double loading = 0, exploring = 0, explicit_state = 0, symbolic = 0, whole = 0;
    size_t kept = 0, states = 0, queries = 0;
  } timings;  ///< kept: verdicts of an earlier run; the others took so many states and solver calls
};

/// The rulings that took longest: ten of them, and any other above so many seconds.
inline constexpr double kSlow = 1;
std::vector<const RulingEntry*> slowest(const Report& report);

/// `sources`: where the rulings stand.
void write_text(std::ostream& out, const Report& report, const base::SourceMap& sources,
                const Style& style);
void write_json(std::ostream& out, const Report& report, const base::SourceMap& sources,
                const base::DiagnosticLog& log);
/// Diagnostics with place, line of the file and caret.
void write_diagnostics(std::ostream& out, const base::SourceMap& sources,
                       const base::DiagnosticLog& log, const Style& style);
/// How long it took, as a table, and which rulings took longest.
void write_timings(std::ostream& out, const Report& report, const Style& style);
/// A play as numbered sentences. `ruling` says what the cards are called.
void write_play(std::ostream& out, const checker::Question& question, const rulings::Ruling& ruling,
                const checker::ClaimResult& result, const Style& style);

/// Which clause is carried by what and touched and pinned by which rulings. Without `verbose` only
/// what is lacking.
void write_coverage_text(std::ostream& out, const audit::coverage::Report& report,
                         const base::SourceMap& sources, const Style& style);
void write_coverage_json(std::ostream& out, const audit::coverage::Report& report,
                         const base::SourceMap& sources, int exit_code);

/// What the print of a rulebook shows (audit/print).
struct TextAudit {
  audit::reader::Book book;
  audit::print::Findings findings;
  std::string path;                           ///< of the text, or of the game's facts
  std::map<std::string, base::Span> clauses;  ///< of the game, with their places
  std::map<std::string, std::string> untold;  ///< those that no sentence states, with their words
};
/// What clashes, with its smallest sets, and what was examined.
void write_audit_text(std::ostream& out, const checker::collisions::Report& report,
                      const base::SourceMap& sources, const Style& style);
void write_audit_json(std::ostream& out, const checker::collisions::Report& report,
                      const base::SourceMap& sources, int exit_code, const TextAudit* text,
                      const audit::rules::Findings* model,
                      const std::vector<audit::clashes::UnderReading>& under);
/// The same for a printed rulebook alone.
void write_text_audit_text(std::ostream& out, const TextAudit& audit, const Style& style);
void write_text_audit_json(std::ostream& out, const TextAudit& audit, int exit_code);
/// The findings of a game's `facts.json`, each with its clause, as a part of the audit of the game.
void write_text_part(std::ostream& out, const TextAudit& audit, const base::SourceMap& sources,
                     const Style& style);

/// `confirmed` or 確認; `necessary` or 必然.
std::string_view standing_text(checker::Standing standing, base::Lang lang);
std::string_view claim_kind_text(rulings::ClaimKind kind, base::Lang lang);

/// A result of the game: `win(A)`, or Aの勝ち.
std::string result_text(const model::Program& program, int result, base::Lang lang);

/// How a claim stands under each option of the readings that change it, a line for each reading.
std::string readings_text(const std::vector<checker::UnderReading>& readings, const Style& style);
/// What is known of the play of a claim when what it rests on is told: by which clauses its choice
/// is made, and which clauses the sentences about the play name, in their order; and whether the
/// verdict is that something may or may not be declared, as which acts, with which cards.
/// `permitted`: something permits it, whatever else stops it.
struct Rests {
  enum class Of : uint8_t { Plays, Legal, Illegal } of = Of::Plays;
  std::vector<model::Id> decides, told, acts, cards;
  std::set<std::string>
      texts;  ///< printed names of the cards whose texts were at work in what was told
  bool permitted = false;
  bool refused = false;  ///< why it may not be declared was told, with the words of the clauses
  std::vector<rulings::Ground>
      direct;  ///< what decides it in the play that is told (explain::Deciding)
  std::vector<rulings::Ground> spared;
};

/// What the assumed readings change against the defaults.
void write_changes(std::ostream& out, const Report& report, const Style& style);

/// Decks: which conform, and what the others break.
void write_decks(std::ostream& out, const Report& report, const Style& style);

/// `as of 2005-05-31, as known on 2005-06-30`
std::string as_of_text(const base::AsOf& as_of, base::Lang lang);

/// Text of a user as a line for people may hold it: harmless, and not longer than this.
std::string shown(std::string_view text, size_t chars = 1000);

/// The items of a list in a line, with the comma of the language.
std::string joined(const std::vector<std::string>& list, bool ja);

/// Numbers of claims and rulings by standing, in the order of `Standing`.
std::vector<size_t> tally(const Report& report);

}  // namespace hanrei::reports
