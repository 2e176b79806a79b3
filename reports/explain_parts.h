// The parts of an explanation, as text: what stands in each of its lines. Used by explain.cpp
// alone.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "checker/explain/explanation.h"
#include "reports/cited.h"
#include "reports/reports.h"

namespace hanrei::reports::explained {

using checker::explain::Assured;
using checker::explain::Parting;
using checker::explain::Play;
using checker::explain::Sentence;

inline bool about_legality(rulings::ClaimKind kind) {
  return kind == rulings::ClaimKind::Legal || kind == rulings::ClaimKind::Illegal;
}

// ---------------------------------------------------------------- explain_verdict.cpp

/// The answer to a claim as a sentence, with what is claimed; of what has no words, as the ruling
/// writes it. `exact`: with all plays of which it is true.
std::string claim_sentence(const checker::ClaimResult& claim,
                           const checker::explain::ClaimExplained& explained, bool exact,
                           base::Lang lang);

/// What an answer rests on, one line each: what stops it, the clauses and sentences that it names,
/// what is not known.
std::vector<std::string> reason_lines(const checker::explain::ShortAnswer& answer, base::Lang lang);

/// Where this verdict has to do with two texts of which another claim says that nothing decides
/// between them: that it does. Of a declaration: where a card with such a text is presented.
std::string open_clash(const checker::RulingResult& ruling, const checker::ClaimResult& claim,
                       const checker::explain::ClaimExplained& explained,
                       const checker::Basis& basis, bool ja);

// ---------------------------------------------------------------- explain_play.cpp

/// A sentence with its clauses before the full stop.
std::string with_clauses(const model::Program& program, const std::string& sentence,
                         const std::vector<ClauseId>& clauses, const Style& style,
                         const std::vector<std::string>& cards = {});
std::string with_clauses(const model::Program& program, const Sentence& sentence,
                         const Style& style);

/// The plays that were told before, line by line, each with the number of its claim.
using Plays = std::vector<std::pair<size_t, std::vector<std::string>>>;

/// "x = 3, y = 0": the values of the open quantities of a play; nothing where there are none.
std::string values_text(const std::vector<std::string>& quantities,
                        const std::vector<int64_t>& values, bool ja);
/// A play with its values, numbered; how it begins is told once. `legality`: it belongs to a claim
/// about a declaration.
void write_told(std::ostream& out, const model::Program& program, const Play& play,
                const std::vector<std::string>& quantities, bool legality, size_t number,
                Plays& before, const Style& style);
/// Two plays: what they have in common, where they part, and how each goes on: side by side, or one
/// below the other.
void write_parting(std::ostream& out, const model::Program& program, const Parting& parting,
                   const Style& style);
/// Why a declaration is not legal: what stops it, what the clauses behind that say, and whether
/// that is all. Unless it is told in `whole`, what was told in the answer is left out.
void write_why_not(std::ostream& out, const model::Program& program, const rulings::Ruling& ruling,
                   const checker::explain::WhyNot& why, bool whole, bool told, ToldClauses& clauses,
                   const Style& style);

}  // namespace hanrei::reports::explained
