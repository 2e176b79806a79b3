// Z3 behind a small value type. The only place that sees its headers is solver.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checker/symbolic/sat.h"
#include "checker/symbolic/term.h"

namespace hanrei::checker::symbolic {

struct Model {
  std::vector<int64_t> bools, ints;
  bool exact = true;
};  ///< exact: every integer fits in 64 bits

/// A condition that may be given up, at a price above 0.
struct Soft {
  Term condition;
  int64_t weight = 1;
};

/// Queries with resource units instead of time. Integers are mathematical. A context is made when
/// the first query comes; making one costs more than most queries.
class Solver {
 public:
  Solver(const Terms& terms, unsigned units);
  ~Solver();
  /// Asks in the context of this thread, which other solvers use as well; only what depends on what
  /// a context did before, a model or a limit, is asked again in a context of its own. Before the
  /// first query only.
  void share();
  /// From now on in a context of its own, where units add up the same way every time.
  void own();
  Sat check(const std::vector<Term>& conditions, Model* model);
  /// Meets all conditions and gives up the lightest of others: what that costs. In a context of its
  /// own.
  Sat lightest(const std::vector<Term>& conditions, const std::vector<Soft>& others, int64_t& cost);
  /// A query that nobody has to answer again.
  void spare();
  /// All of them.
  size_t queries() const;
  /// Units used since `own`.
  uint64_t units() const;
  const Reason& why() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hanrei::checker::symbolic
