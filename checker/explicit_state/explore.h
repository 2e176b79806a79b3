// Explicit-state exploration: every state at which somebody decides is stored once.
#pragma once

#include <string>
#include <vector>

#include "checker/question.h"

namespace hanrei::checker::explicit_state {

using S = State<int64_t>;

struct Node {
  S state;
  int parent = -1;
  Move move;                    ///< that led here from the parent
  bool terminal = false;
};

/// What is reachable. Nodes are in breadth-first order, so the path to a node is a shortest one.
struct Space {
  std::vector<Node> nodes;
  std::vector<std::vector<int>> next;   ///< successors by alternative, for counting
  std::vector<int> terminals;
  std::vector<std::pair<int, std::vector<Move>>> choices;  ///< node, its alternatives
  bool complete = false;                ///< nothing was left out
  bool endless = false;                 ///< a play may go on for ever
  std::string stopped;                  ///< why it is not complete
  bool limit = false;
  std::vector<int64_t> lets;

  std::vector<Move> path(int node) const;
};

/// Explores one question for one value of its quantities. `probe`: stop where that claim's declaration is judged.
Space explore(const Question& question, const std::vector<int64_t>& lets, const Limits& limits, const rulings::Claim* probe = nullptr, model::Id dropped = model::kNone, const Faults& faults = {}, model::Id ignored_card = model::kNone);

/// Decides claims by exploration. Quantities with small declared ranges are enumerated; others are not ours.
class Engine {
 public:
  Engine(const Question& question, const Limits& limits, const Faults& faults = {}) : q_(question), limits_(limits), faults_(faults) {}
  Answer answer(const rulings::Claim& claim);
  /// Answers for given values of the quantities only: for sampling.
  Answer answer_at(const rulings::Claim& claim, const std::vector<int64_t>& lets);
  const Counts& counts() const { return counts_; }

 private:
  Answer judge(const rulings::Claim& claim, const Space& space);
  Answer overrides(const rulings::Claim& claim, const std::vector<int64_t>& lets);
  Answer legality(const rulings::Claim& claim, const std::vector<int64_t>& lets);
  const Space& space(const std::vector<int64_t>& lets);

  const Question& q_;
  const Limits& limits_;
  Faults faults_;
  std::vector<std::pair<std::vector<int64_t>, Space>> spaces_;
  Counts counts_;
};

}  // namespace hanrei::checker::explicit_state
