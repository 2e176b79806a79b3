// What decides in one play what a claim asks for: the clauses and sentences of cards behind each
// change of it.
#pragma once

#include <vector>

#include "checker/question/question.h"

namespace hanrei::checker::explain {

/// Adds the clauses of a source, or the sentences of its card, each once.
void add_grounds(std::vector<rulings::Ground>& to, const model::Source& source);

/// Unlike the minimal sets of `basis.h` it is no proof that nothing else is needed: it is what
/// happened in the play that is told.
struct Deciding {
  /// In the order of play, each once. Of plays: what has changed a value that the claim reads, and
  /// the endings that were met. Of what may be declared: the act, and what permits it.
  std::vector<rulings::Ground> grounds;
  /// Of what may be declared: what forbids such a declaration, and not this one.
  std::vector<rulings::Ground> spared;
  /// Why it is somebody's turn to declare, where the claim hangs on that.
  std::vector<rulings::Ground> turns;
};

/// Empty where the play changes nothing that the claim reads, where it cannot be played, and of
/// what may not be declared: why_not() says what decides that.
Deciding deciding(const Question& question, const std::vector<int64_t>& lets,
                  const std::vector<Move>& moves, const rulings::Claim& claim);

}  // namespace hanrei::checker::explain
