// Why the claims of a ruling stand as they do.
//
//     Explanation e = explain(result, {options.limits, sources, Lang::Ja, &bases, &session,
//     &document});
#pragma once

#include "checker/explain/explanation.h"
#include "checker/verdict/basis.h"

namespace hanrei::checker::explain {

struct How {
  const Limits& limits;
  const base::SourceMap& sources;
  base::Lang lang = base::Lang::En;
  /// What the verdicts rest on, by claim; nothing: that was not asked for.
  const std::vector<Basis>* bases = nullptr;
  /// With both, claims that hang on a reading get a play under each of two of its options.
  Session* session = nullptr;
  const rulings::Document* document = nullptr;
  bool boards = false;  ///< plays have what lies where beside their sentences, as charts show it
};

Explanation explain(const RulingResult& result, const How& how);

/// The choices of a play, each as a sentence: who decides what.
std::vector<std::string> choices_of(const Question& question, const rulings::Ruling& ruling,
                                    const std::vector<Move>& moves, base::Lang lang);

/// Why no play comes to an item of the case's play, counted from 0: sentences.
std::vector<std::string> why_unplayed(const Question& question, const rulings::Ruling& ruling,
                                      size_t item, const How& how);

/// The play of a claim's witness.
Play play_of(const Question& question, const rulings::Ruling& ruling, const ClaimResult& claim,
             base::Lang lang);

}  // namespace hanrei::checker::explain
