// All pairs of the cards of games: what clashes between two cards that lie side by side.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "workspace/check.h"

namespace hanrei::workspace {

/// What the pairs of some cards came to.
struct PairCounts {
  std::size_t pairs = 0;
  std::size_t apart = 0;    ///< nothing that the one says is about what the other says
  std::size_t nowhere = 0;  ///< no situation could be made
  std::size_t played = 0, situations = 0, states = 0;
  std::size_t cut = 0;  ///< of those played: situations were not seen to their end
  void add(const PairCounts& more);
};

/// What was found of one game.
struct PairedGame {
  std::string game, folder;
  std::size_t cards = 0;
  PairCounts counts;
  std::vector<std::string> faults;  ///< of ours
  /// Of two cards, in the order of the game's.
  struct Clash {
    std::string one, other;
    findings::Finding finding;
  };
  std::vector<Clash> clashes;
};

struct Paired {
  bool begun = false;  ///< else what was asked for is wrong, which was said
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::vector<PairedGame> games;
  reports::Run run;
};
/// The items of a sweep: each card, with itself and the cards that stand after it.
Paired pairs(const CheckOptions& options, const Io& io);

}  // namespace hanrei::workspace
