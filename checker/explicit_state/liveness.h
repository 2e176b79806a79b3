// Which counts of uses can still matter: those of effects that may yet be declared. States that
// differ in other counts only go on alike, so that they are stored as one.
#pragma once

#include <bitset>
#include <vector>

#include "checker/semantics/machine.h"
#include "model/passes/reads.h"

namespace hanrei::checker::explicit_state {

class Liveness {
 public:
  /// `start` is the state in which the situation begins; the machine must be as it explores.
  Liveness(const World& world, const Machine<Concrete>& machine, const State<int64_t>& start);

  /// Sets the counts of uses that no declaration will ever look at again to 0.
  void forget(State<int64_t>& s);

 private:
  using Effects = std::bitset<256>;  ///< instances of effects

  /// What an instruction itself lets somebody declare.
  Effects declared(const model::Code& code, const model::Instr& ins, SignalId below) const;
  Effects open(ExchangeId exchange, SignalId signal) const;
  Effects rest(const Frame& frame, bool top, Id below);

  const World& w_;
  const Machine<Concrete>& machine_;
  const State<int64_t>& start_;
  model::Present there_;                 ///< the cards, and the acts that somebody may declare
  bool any_ = false;                     ///< counts are set and are read by declarations only
  base::Table<CodeId, Effects> within_;  ///< declared while it runs
  /// by signal of the frame below + 1 and instruction: declared from there on; empty: not asked
  /// for yet
  base::Table<CodeId, base::Table<Id, std::vector<Effects>>> after_;
};

}  // namespace hanrei::checker::explicit_state
