// What tells the ends of a question's plays apart: the result, what its claims look at, where the
// cards are, and every stored value that somebody may see. What is stored of a stay means nothing
// on cards that are not in play, and what is bookkeeping (`say` is false) means nothing at all.
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
  /// What the claims look at, as `text = value`; each card with its zone and its numbers; and what
  /// else is not as it was where the situation begins, as `name = value`.
  struct Parts {
    std::vector<std::string> looked_at, cards, changed;
  };
  Parts parts(const State<int64_t>& state) const;
  /// Equal for equal outcomes, and for no others.
  std::string key(const State<int64_t>& state) const;

 private:
  using Values = std::vector<std::pair<std::string, std::string>>;
  /// Of the game, the players, the cards, the lots and the tokens; always in the same order.
  Values values(const State<int64_t>& state) const;
  void attribute(const State<int64_t>& state, AttrId attr, Values& out) const;
  void tokens(const State<int64_t>& state, const TokenSort& sort, Values& out) const;
  bool observable(const model::AttrDef& attr) const;
  bool counts(const State<int64_t>& state, const model::AttrDef& attr, int card) const;

  const Question& q_;
  Concrete domain_;
  Machine<Concrete> machine_;
  std::set<ZoneId> in_play_;
  Values first_;  ///< where the situation begins
};

/// Is a play over in which everything was carried out that the case declares?
bool played_out(const Question& question, const State<int64_t>& state);

}  // namespace hanrei::checker
