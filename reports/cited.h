// What a ruling cites: what each clause says, and what part it has in the verdicts.
#pragma once

#include <set>
#include <vector>

#include "checker/explain/explanation.h"
#include "reports/reports.h"
#include "rulings/naming.h"

namespace hanrei::reports {

using rulings::covers;

/// The clauses of each rule of the model.
using Rules = std::set<std::vector<ClauseId>>;
Rules rules_of(const checker::RulingResult& ruling);

/// What was told of the clauses of a ruling: those whose words were shown, those of what was told
/// of the plays, and those of steps that read otherwise by the text of a card, with the card.
struct ToldClauses {
  std::set<ClauseId> worded, played;
  std::set<ClauseId> cited;  ///< those whose words stand at the head of the ruling
  std::set<std::pair<ClauseId, std::string>> amended;
  void take(const checker::explain::Telling& told) {
    for (const auto& s : told.sentences) {
      played.insert(s.by.begin(), s.by.end());
      amended.insert(s.amended.begin(), s.amended.end());
    }
  }
};

/// What a verdict rests on, as lines: each minimal set with what its clauses and sentences say.
/// `told` gets the clauses whose words are shown.
void write_basis(std::ostream& out, const checker::RulingResult& ruling,
                 const checker::Basis& basis, const Rests& rests, const Rules& rules, bool whole,
                 const Style& style, ToldClauses& told);

/// After the claims: clauses that every minimal set needs and the ruling does not cite; and of
/// those that it cites and whose words were not shown, what they say and what part they have. `not
/// needed` is only said where all minimal sets of all claims are known.
void write_citations(std::ostream& out, const checker::RulingResult& ruling,
                     const std::vector<checker::Basis>& bases,
                     const checker::explain::Explanation& explanation, const ToldClauses& told,
                     const Rules& rules, const Style& style);

}  // namespace hanrei::reports
