// What tells the ends of a question's plays apart: the result, what its claims look at, where the
// cards are and the numbers on those that are in play. What is stored of a stay means nothing on
// other cards.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker {

class Outcomes {
 public:
  /// The question must have a world and no symbolic quantities, and outlive this.
  explicit Outcomes(const Question& question);
  /// What the claims look at, as `text = value`, then each card with its zone and its numbers.
  struct Parts {
    std::vector<std::string> looked_at, cards;
  };
  Parts parts(const State<int64_t>& state) const;
  /// Equal for equal outcomes, and for no others.
  std::string key(const State<int64_t>& state) const;

 private:
  const Question& q_;
  Concrete domain_;
  Machine<Concrete> machine_;
  std::set<ZoneId> in_play_;
};

/// Is a play over in which everything was carried out that the case declares?
bool played_out(const Question& question, const State<int64_t>& state);

}  // namespace hanrei::checker
