// The audit: every clash of permissions, prohibitions, amendments, limits and endings that play reaches, with the smallest
// sets of clauses and card sentences that cannot all stand.
//
//     audit::Report r = audit::examine(game, sources, documents, asked);
//
// docs/audit.md says what is looked for and how it is decided.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checker/audit/finding.h"
#include "checker/audit/played.h"
#include "checker/checker.h"

namespace hanrei::checker::audit {

struct Asked {
  Limits limits{.states = 20'000};    ///< of a situation
  size_t made = 5'000;                ///< most situations made from others
  size_t made_states = 2'000;         ///< of each of them
  std::map<std::string, std::string> readings;  ///< options that count instead of the defaults; the game must compile under them
  int jobs = 1;
  std::function<bool()> stopped;
};

/// What was examined, and what was not.
struct Receipt {
  size_t rulings = 0, situations = 0, made = 0, states = 0, moments = 0, declarations = 0, queries = 0;
  size_t rounds = 0, rounds_played = 0;  ///< triggers of cards that may set each other off; those that a situation could be made for
  struct Cut { std::string ruling, why; };
  std::vector<Cut> cut;               ///< situations that were not seen to their end
  std::vector<std::string> left_out;  ///< rulings that could not be read
  std::vector<Id> cards;              ///< in no situation
  std::vector<Id> norms;              ///< applied in no state: permissions and prohibitions
  std::vector<Id> amends;
  /// Pairs of duties that somebody owed at once; those of them of which it is not known whether both can be fulfilled.
  size_t duties = 0, duties_open = 0;
  /// What a sentence of any card that says otherwise than a clause would come to, by clause: those that prohibitions of
  /// declarations, and those that steps state.
  struct Form { std::vector<Id> wins, loses, undecided; } permission, amendment;
};

struct Report {
  std::shared_ptr<const model::Program> program;
  std::vector<Finding> findings;      ///< worst first
  Receipt receipt;
  Played played;
  std::vector<std::string> faults;    ///< our own: a set that is not minimal, a play that cannot be played again
};

/// Examines the situations of the documents under the default readings of the game, or those asked for.
Report examine(const model::Game& game, const base::SourceMap& sources, const std::vector<rulings::Document>& documents, const Asked& asked);

/// The subset-minimal sets of members that cannot stand together, the smallest first.
std::vector<std::vector<Ground>> minimal_sets(const std::vector<Ground>& members, const std::function<bool(const std::vector<Ground>&)>& stands);

}  // namespace hanrei::checker::audit
