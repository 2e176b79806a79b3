// Writers: what was found, for people and for programs. One writer per file.
#pragma once

#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "audit/clashes/clashes.h"
#include "audit/coverage/coverage.h"
#include "audit/rules/rules.h"
#include "base/text/diagnostic.h"
#include "checker/checker.h"
#include "checker/verdict/basis.h"
#include "checker/verdict/can_come.h"
#include "findings/entry.h"
#include "findings/finding.h"

namespace hanrei::audit::clashes {
struct UnderReading;
}

namespace hanrei::reports {

using namespace model::ids;

struct Unfinished;

/// How text looks.
struct Style {
  base::Lang lang = base::Lang::En;
  bool color = false;
  bool verbose = false;
  int width = 100;  ///< columns, where plays stand side by side
};

// What they write of.
using checker::result_text;
using findings::claim_kind_text;
using findings::claim_words;
using findings::ClaimEntry;
using findings::reason_of;
using findings::Report;
using findings::RulingEntry;
using findings::standing_text;
using findings::tally;
using findings::TextAudit;

/// The rulings that took longest: ten of them, and any other above so many seconds.
inline constexpr double kSlow = 1;
std::vector<const RulingEntry*> slowest(const Report& report);

/// `sources`: where the rulings stand.
void write_text(std::ostream& out, const Report& report, const base::SourceMap& sources,
                const Style& style);
/// The receipt's first line: how many rulings stand how.
void write_tally(std::ostream& out, const Report& report, bool ja);
void write_json(std::ostream& out, const Report& report, const base::SourceMap& sources,
                const base::DiagnosticLog& log);
/// Diagnostics with place, line of the file and caret.
void write_diagnostics(std::ostream& out, const base::SourceMap& sources,
                       const base::DiagnosticLog& log, const Style& style);
/// How long it took, as a table, and which rulings took longest.
void write_timings(std::ostream& out, const Report& report, const Style& style);

/// Which clause is carried by what and touched and pinned by which rulings. Without `verbose` only
/// what is lacking. `ratchet`: what is found of the figures that the policy holds.
void write_coverage_text(std::ostream& out, const audit::coverage::Report& report,
                         const base::SourceMap& sources, const Style& style);
void write_coverage_json(std::ostream& out, const audit::coverage::Report& report,
                         const base::SourceMap& sources,
                         const std::vector<findings::Finding>& ratchet,
                         const Unfinished& unfinished, int exit_code);
/// What clashes, with its smallest sets, and what was examined.
void write_audit_text(std::ostream& out, const checker::collisions::Report& report,
                      const base::SourceMap& sources, const Style& style);
void write_audit_json(std::ostream& out, const checker::collisions::Report& report,
                      const base::SourceMap& sources, int exit_code, const TextAudit* text,
                      const audit::rules::Findings* model,
                      const std::vector<audit::clashes::UnderReading>& under,
                      const Unfinished& unfinished);
/// The same for a printed rulebook alone.
void write_text_audit_text(std::ostream& out, const TextAudit& audit, const Style& style);
void write_text_audit_json(std::ostream& out, const TextAudit& audit, int exit_code);
/// The findings of a game's `facts.json`, each with its clause, as a part of the audit of the game.
void write_text_part(std::ostream& out, const TextAudit& audit, const base::SourceMap& sources,
                     const Style& style);

/// How a claim stands under each option of the readings that change it, a line for each reading.
std::string readings_text(const std::vector<checker::UnderReading>& readings, const Style& style);
/// What is known of the play of a claim when what it rests on is told: by which clauses its choice
/// is made, and which clauses the sentences about the play name, in their order; and whether the
/// verdict is that something may or may not be declared, as which acts, with which cards.
/// `permitted`: something permits it, whatever else stops it.
struct Rests {
  enum class Of : uint8_t { Plays, Legal, Illegal } of = Of::Plays;
  std::vector<ClauseId> decides, told;
  std::vector<ActId> acts;
  std::vector<CardId> cards;
  std::set<std::string>
      texts;  ///< printed names of the cards whose texts were at work in what was told
  bool permitted = false;
  bool refused = false;  ///< why it may not be declared was told, with the words of the clauses
  std::vector<rulings::Ground>
      direct;  ///< what decides it in the play that is told (explain::Deciding)
  std::vector<rulings::Ground> spared;
  std::vector<rulings::Ground> named;  ///< in the answer, with their words
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

}  // namespace hanrei::reports
