// All that can be told of the end of a play, as lines: what two versions of a game are compared by.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/question.h"

namespace hanrei::errata {

using State = checker::State<int64_t>;

class Ends {
 public:
  /// The question must have a world, and outlive this.
  Ends(const checker::Question& question, const std::vector<int64_t>& lets);
  /// How it ended; what the game, the players, the tokens and the cards have; where the cards are; what the printed
  /// numbers of those in play are worth; what modifies them and until when. Sorted by kind, then in the order of the
  /// situation.
  std::vector<std::string> lines(const State& state) const;

 private:
  void attributes(const State& state, model::Id sort, int entity, const std::string& of, bool in_play, std::vector<std::string>& out) const;

  const checker::Question& q_;
  checker::Concrete domain_;
  checker::Machine<checker::Concrete> machine_;
  std::set<model::Id> in_play_;
};

}  // namespace hanrei::errata
