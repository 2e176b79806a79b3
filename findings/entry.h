// What a run examined and found, as plain values: nobody has to keep the program and the situations
// of every ruling until the report is written.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/print/print.h"
#include "base/date.h"
#include "base/text/reason.h"
#include "checker/checker.h"
#include "rulings/law/citator.h"

namespace hanrei::findings {

/// What a report says of a claim and of a ruling.
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
  double seconds = 0;          ///< that this ruling took
  std::string touches;         ///< what its plays came across, as rulings::touches_text
  std::size_t pairs_left = 0;  ///< pairs of readings that were not tried together
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
/// Says where the ruling and its claims stand.
void place(RulingEntry& entry, const rulings::Document& document);

/// Instead of a signal: what ended a run was its budget.
inline constexpr int kSpent = -1;

/// What one run of `check` examined and found.
struct Report {
  struct Game {
    std::string id, folder, title[2];
    size_t clauses = 0, cards = 0;
  };
  std::vector<Game> games;
  std::vector<RulingEntry> results;        ///< sorted by game and id
  std::vector<checker::DeckResult> decks;  ///< sorted by game and id
  /// A card whose abilities are its words as compiled, where all rulings of its game were examined.
  struct Compiled {
    std::string card, game;
    size_t abilities = 0, loose = 0;  ///< loose: that no confirmed ruling comes across
    base::Span span{};
  };
  std::vector<Compiled> compiled;
  std::vector<std::string> skipped;   ///< files that could not be read
  std::vector<std::string> problems;  ///< paths that name nothing, files that were refused
  checker::Options options;
  std::map<std::string, std::string> readings;  ///< assumed instead of the defaults
  base::AsOf as_of;                             ///< the law of which day
  int interrupted = 0;                          ///< the signal that stopped the run, kSpent, or 0
  size_t left = 0;                              ///< rulings it kept from being examined
  int exit_code = 0;
  /// Only when it was asked for: seconds, those of several threads added up.
  struct Timings {
    bool asked = false;
    double loading = 0, exploring = 0, explicit_state = 0, symbolic = 0, whole = 0;
    size_t kept = 0, states = 0, queries = 0;
  } timings;  ///< kept: verdicts of an earlier run; the others took so many states and solver calls
};

/// What the print of a rulebook shows (audit/print).
struct TextAudit {
  audit::reader::Book book;
  audit::print::Findings findings;
  std::string path;                           ///< of the text, or of the game's facts
  std::map<std::string, base::Span> clauses;  ///< of the game, with their places
  std::map<std::string, std::string> untold;  ///< those that no sentence states, with their words
};

/// `confirmed` or 確認; `necessary` or 必然.
std::string_view standing_text(checker::Standing standing, base::Lang lang);
std::string_view claim_kind_text(rulings::ClaimKind kind, base::Lang lang);

/// A claim in a sentence: its case, its kind and what it says.
std::string claim_words(const ClaimEntry& claim, base::Lang lang);
/// Why a claim is neither right nor wrong.
std::string reason_of(const ClaimEntry& claim, base::Lang lang);
/// Numbers of claims and rulings by standing, in the order of `Standing`.
std::vector<size_t> tally(const Report& report);

}  // namespace hanrei::findings
