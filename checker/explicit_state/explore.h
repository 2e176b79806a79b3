// Explicit-state exploration: every state at which somebody decides is stored once.
#pragma once

#include <string>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::explicit_state {

using S = State<int64_t>;

/// A stored state: its bytes in the arena, and how it was first reached.
struct Node {
  size_t begin = 0;
  uint32_t size = 0;
  int parent = -1;
  uint16_t alternative = 0;  ///< of the parent's; after all orders at once: of their ends
  bool ordered = false;      ///< reached by some order of the parent's simultaneous items
  bool terminal = false;
};

/// What is reachable. Nodes are in breadth-first order, so the path to a node is a shortest one;
/// where all orders of simultaneous items were explored at once, such an order counts as one
/// choice.
struct Space {
  std::vector<Node> nodes;
  std::string arena;
  std::vector<int> edges;          ///< successors, node after node in the order of the alternatives
  std::vector<size_t> first_edge;  ///< of each node that was expanded, and one past the last
  std::vector<int> terminals;
  bool complete = false;  ///< nothing was left out
  bool endless = false;   ///< a play may go on for ever
  Reason stopped;         ///< why it is not complete
  bool limit = false;
  size_t folded_states = 0,
         folded_edges = 0;  ///< subsets of simultaneous items with what they can leave
  std::vector<int64_t> lets;
  const World* world = nullptr;  ///< of the question that was explored; must live as long

  std::string_view bytes(int node) const {
    const Node& n = nodes[node];
    return std::string_view(arena).substr(n.begin, n.size);
  }
  S state(int node) const;
  /// The nodes on the way to a node, without the first.
  std::vector<int> way_to(int node) const;
  size_t expanded() const { return first_edge.empty() ? 0 : first_edge.size() - 1; }
};

/// How a space was explored: needed to name the moves of a path again.
struct Setup {
  const rulings::Claim* probe = nullptr;  ///< stop where this claim's declaration is judged
  ClauseId dropped = kNone;               ///< a clause that does not count
  bool reduced = false;    ///< states that go on alike are one, orders of simultaneous items are
                           ///< explored at once
  Trace* trace = nullptr;  ///< what is executed leaves marks here
  Observer* observer = nullptr;  ///< sees what is executed
  bool every_window = false;  ///< also windows in which the play declares nothing are gone through
  size_t forget_from =
      500;  ///< reduced: nodes after which it is worked out which counts of uses no longer matter
};

/// The real choices on a shortest path to a node.
std::vector<Move> path(const Question& question, const Space& space, int node,
                       const Setup& setup = {});

/// Explores one question for one value of its quantities.
Space explore(const Question& question, const std::vector<int64_t>& lets, const Limits& limits,
              const Setup& setup = {});

/// Decides claims by exploration. Quantities with small declared ranges are enumerated; others are
/// not ours.
class Engine {
 public:
  Engine(const Question& question, const Limits& limits) : q_(question), limits_(limits) {}
  Answer answer(const rulings::Claim& claim);
  /// Answers for given values of the quantities only: for sampling.
  Answer answer_at(const rulings::Claim& claim, const std::vector<int64_t>& lets);
  const Counts& counts() const { return counts_; }
  /// What is explored from here on leaves marks.
  void trace(Trace* to) { trace_ = to; }
  /// Is there a play in which everything that the case plays is played? True as well when that is
  /// not known.
  bool played(const std::vector<int64_t>& lets);
  /// What is reachable for these values.
  const Space& space(const std::vector<int64_t>& lets);

 private:
  Answer judge(const rulings::Claim& claim, const Space& space);
  Answer settles(const rulings::Claim& claim, const std::vector<int64_t>& lets);
  Answer legality(const rulings::Claim& claim, const std::vector<int64_t>& lets);

  const Question& q_;
  Limits limits_;
  Trace* trace_ = nullptr;
  std::vector<std::pair<std::vector<int64_t>, Space>> spaces_;
  Counts counts_;
};

}  // namespace hanrei::checker::explicit_state
