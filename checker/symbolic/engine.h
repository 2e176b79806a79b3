// The symbolic engine: states as terms, choices as solver constants, branches merged where control
// meets again, one query a claim.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "checker/symbolic/sat.h"

namespace hanrei::checker {
class Held;
}

namespace hanrei::checker::symbolic {

/// Terms, and what Z3 said of them. One case under several readings asks mostly the same.
class Memory;

/// One play: what is decided in it, with these values of the quantities.
struct Followed {
  std::vector<Move> moves;
  std::vector<int64_t> lets;
};

/// What a verdict says, as something that has to hold of every play: of all there are, or, where
/// one play shows it, of that one whatever becomes of everything that nobody decides in it.
/// Chooser: nobody else is asked for the choice; of one play, that it leads to where its player is.
struct Thesis {
  enum class Kind : uint8_t {
    Condition,
    NoMore,
    NoLess,
    Equal,
    Among,
    Outcome,
    Legal,
    Illegal,
    Chooser
  } kind = Kind::Condition;
  const rulings::Claim* claim = nullptr;
  bool negated = false;  ///< Condition: it is false at the end
  size_t outcome = 0;    ///< Outcome: which of the claim's
  std::optional<Followed> follow;
};

/// Yes: it need not hold. No: it does. Unknown: see `stopped`; `gave_up`: the solver did, within
/// its resource units.
struct Refuted {
  Sat sat = Sat::Unknown;
  Reason stopped;
  bool gave_up = false;
};

class Engine {
 public:
  /// With the memory of an engine that has nothing more to answer, what was asked then is not asked
  /// again.
  Engine(const Question& question, const Limits& limits, std::shared_ptr<Memory> memory = nullptr);
  ~Engine();
  Answer answer(const rulings::Claim& claim);
  /// Can the thesis fail when only what `held` says counts?
  Refuted refuted(const Thesis& thesis, const Held& held);
  const Counts& counts() const { return counts_; }
  std::shared_ptr<Memory> memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Counts counts_;
};

}  // namespace hanrei::checker::symbolic
