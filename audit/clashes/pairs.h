// Every pair of cards of a game, side by side: what clashes between the two.
//
//     Pairs pairs(session);
//     pairs.go_through(game, sources, documents, asked);
//     Pairs::Result r = pairs.examine({one, other});
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

  /// The game of the session, under its default readings.
  explicit Pairs(checker::Session& session);

  const model::Program& program() const { return *program_; }
  std::shared_ptr<const model::Program> shared_program() const { return program_; }
  /// Is what the one says about anything that the other says? Only such pairs are put into
  /// situations.
  bool may_meet(const Pair& pair) const;
  /// Goes through the situations of the documents, for what is reached in them. Without it only
  /// pairs that cannot meet may be examined.
  void go_through(const model::Game& game, const base::SourceMap& sources,
                  const std::vector<rulings::Document>& documents, const Asked& asked);

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

  std::shared_ptr<const model::Program> program_;
  std::map<Pair, std::vector<std::set<TriggerId>>> rounds_;
  // Once the situations were gone through:
  std::shared_ptr<Stage> stage_;
  Asked asked_;
  std::vector<checker::collisions::Otherwise> otherwise_;  ///< what decides under other readings
  std::vector<size_t> order_;                              ///< situations, the smallest first
  std::vector<std::set<CardId>> there_;  ///< by situation: the cards that lie in it
};

}  // namespace hanrei::audit::clashes
