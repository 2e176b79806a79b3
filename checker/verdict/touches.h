// What the plays of a question came across, by name (rulings::Touches), read off the marks that
// exploring it leaves.
#pragma once

#include <string>
#include <vector>

#include "checker/question/elements.h"
#include "rulings/records/touches.h"

namespace hanrei::checker {

/// Made once for a game.
class Touching {
 public:
  explicit Touching(const model::Game& game);
  /// Adds what the trace shows. When nothing was run for it, as where only the solver answered, one
  /// run on some values of the quantities is made up for, up to a bound.
  void add(const Question& question, Trace& trace, rulings::Touches& out) const;

 private:
  std::vector<std::string>
      abilities_;  ///< by element: the form and the card; empty: of the rulebook
  std::vector<elements::Element>
      elements_;  ///< of the rulebook, and behind them the provisions of the cards
  elements::Reached reached_;
};

}  // namespace hanrei::checker
