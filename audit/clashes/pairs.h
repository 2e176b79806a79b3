// Every pair of cards of a game, side by side: what clashes between the two.
//
//     Pairs pairs(game, sources, documents, asked);
//     for (const Pair& p : pairs.list()) Pairs::Result r = pairs.examine(p);
//
// docs/audit.md says which situations are made for a pair.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "audit/clashes/rounds.h"
#include "audit/clashes/scope.h"
#include "audit/clashes/stage.h"
#include "checker/collisions/otherwise.h"

namespace hanrei::audit::clashes {

/// Two cards, or two copies of one.
struct Pair {
  CardId one, other;
  auto operator<=>(const Pair&) const = default;
};

class Pairs {
 public:
  /// Most situations that are made for a pair.
  static constexpr size_t kEach = 24;

  /// Goes through the situations of the documents, for what is reached in them.
  Pairs(const model::Game& game, const base::SourceMap& sources,
        const std::vector<rulings::Document>& documents, const Asked& asked);

  const model::Program& program() const { return *stage_->program; }
  std::shared_ptr<const model::Program> shared_program() const { return stage_->program; }
  /// In the order of the cards.
  std::vector<Pair> list() const;

  enum class Fate : uint8_t {
    Apart,    ///< nothing that the one says is about what the other says
    Nowhere,  ///< no situation could be made in which both lie where that could show
    Played
  };
  struct Result {
    Fate fate = Fate::Apart;
    size_t situations = 0, states = 0;
    bool cut = false;  ///< some of them were not seen to their end
    std::vector<Finding> findings;
    std::vector<std::string> faults;
  };
  /// Several threads may ask.
  Result examine(const Pair& pair) const;

 private:
  /// Where what the two say can meet.
  std::vector<Wish> meetings(const Pair& pair) const;
  std::vector<Put> made_for(const Pair& pair, const std::vector<Wish>& wishes) const;

  std::shared_ptr<Stage> stage_;
  Asked asked_;
  std::vector<checker::collisions::Otherwise> otherwise_;  ///< what decides under other readings
  std::vector<size_t> order_;                              ///< situations, the smallest first
  std::vector<std::set<CardId>> there_;  ///< by situation: the cards that lie in it
  std::map<Pair, std::vector<std::set<TriggerId>>> rounds_;
};

}  // namespace hanrei::audit::clashes
