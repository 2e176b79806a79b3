// All plays at once: states as terms, each under the condition on which it is reached.
#pragma once

#include <vector>

#include "checker/question/question.h"
#include "checker/symbolic/engine.h"
#include "checker/symbolic/machine.h"
#include "checker/symbolic/queries.h"

namespace hanrei::checker::symbolic {

using S = State<Term>;

struct Point {
  Control control;
  Term guard = 0;
  std::vector<Move> moves;
  std::vector<Term> picks, guards;
};
struct Terminal {
  S state;
  Term guard = 0;
};

struct Run {
  std::vector<Terminal> ends;
  std::vector<Point> points;
  bool covers =
      true;  ///< every way to choose, with every value of the quantities, leads to one of the ends
  Term asked = Terms::kFalse,
       asked_others =
           Terms::kFalse;  ///< of a claim `chooser`: its player was asked; somebody else was
  Reason stopped;
  bool limit = false;
};

/// What is explored. Held: the play with only what it says counting; where somebody decides as in
/// `follow`, so is decided.
struct Setup {
  const rulings::Claim* probe = nullptr;  ///< stop where this claim's declaration is judged
  ClauseId dropped = kNone;               ///< a clause that does not count
  const Held* held = nullptr;
  const Followed* follow = nullptr;
  /// The choice that is looked for; a play that is followed ends there.
  const rulings::Claim* awaited = nullptr;
};

/// What was found stays in the run whatever is thrown.
void explore(Run& run, const Question& question, Queries& queries, Symbolic& domain, Counts& counts,
             const Setup& setup);

/// The play that a model stands for: follow its selectors on the concrete machine.
void decode(const Run& run, const Question& question, const Queries& queries, const Model& model,
            const rulings::Claim* probe, Answer& out);

}  // namespace hanrei::checker::symbolic
