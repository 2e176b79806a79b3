// What is asked of the solver about one question: first of memory and of samples, then of Z3.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "checker/question/question.h"
#include "checker/symbolic/samples.h"
#include "checker/symbolic/solver.h"

namespace hanrei::checker::symbolic {

class Memory {
 public:
  Terms terms;
  struct Known {
    Sat sat = Sat::Unknown;
    std::optional<Model> model;
  };
  std::map<std::vector<Term>, Known> known;  ///< by the conditions; never Unknown
};

class Queries {
 public:
  Queries(const Question& question, const Limits& l, std::shared_ptr<Memory> m);

  Sat sat(const std::vector<Term>& conditions, Model* model);
  /// Is there a value of the quantities with `alpha`, for which no choices give `theta`? Choices
  /// are added one by one until the values left have none (counterexample-guided; there are
  /// finitely many choices).
  Sat exists_forall(Term alpha, Term theta, Model* model);

  /// Can anything be the case here? Only a proof that nothing can cuts a branch off.
  bool feasible(Term guard);
  /// Has it been found that this can be the case?
  bool known_feasible(Term guard) const;
  void keep_feasible(Term guard) { feasible_[guard] = true; }
  /// An engine that asks more often, over all its runs, pays for whatever it asks then from one
  /// budget.
  bool exhausted() const;

  const Limits limits;
  const std::shared_ptr<Memory> memory;
  Terms& terms{memory->terms};
  Solver solver;
  std::vector<Term> lets;
  Term where = Terms::kTrue;
  Samples samples;
  bool open = false;  ///< something is left open in this run

 private:
  /// Z3's answer, or the one that it gave before.
  Sat check(const std::vector<Term>& conditions, Model* model);

  std::map<Term, bool> feasible_;
  size_t asked_ = 0, undecided_ = 0;
};

}  // namespace hanrei::checker::symbolic
