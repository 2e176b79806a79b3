// Replay: re-runs a play move by move on the solver-free interpreter, and says what happened.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::replay {

/// Watches a play that is run again.
struct Watcher : Observer {
  /// Somebody has decided: `move` is the alternative that was taken.
  virtual void chosen(const State<int64_t>& before, const Move& move,
                      const State<int64_t>& after) = 0;
};

/// What is followed. With `loop_from` the moves from there on come round: that they do is looked
/// at, and there the play is over.
struct Followed {
  const std::vector<Move>& moves;
  std::optional<size_t> loop_from = std::nullopt;
  const rulings::Claim* probe = nullptr;  ///< the play is over where its declaration is judged
  bool anywhere = false;                  ///< also where its player can declare nothing
};

struct Played {
  bool ok = false;  ///< every move was possible and the play came to an end, or round
  Reason problem;   ///< MoreChoices: so ends a witness about who chooses
  bool unsupported =
      false;  ///< the problem is a form that is not carried out, such as a number beyond 64 bits
  State<int64_t> end;
  std::vector<Alt<int64_t>> ways = {};  ///< MoreChoices: what may be taken at the end
};

/// Follows the moves. A situation condition that is false, or a move that is not among the
/// alternatives, is a problem. `machine` must be fresh; it plays and can be asked afterwards.
Played play(const Question& question, Machine<Concrete>& machine, const std::vector<int64_t>& lets,
            const Followed& followed, Watcher* watcher = nullptr);
Played play(const Question& question, const std::vector<int64_t>& lets, const Followed& followed);

/// The moves of a play that are given as numbers of the ways at each choice, from 0 on. Nothing
/// where there are not so many choices or ways.
std::optional<std::vector<Move>> numbered(const Question& question,
                                          const std::vector<int64_t>& lets,
                                          const std::vector<size_t>& ways);

/// The move in words of the game, such as `A: イベントカードを使う e → X`.
std::string describe(const Question& question, const Move& move, base::Lang lang = base::Lang::En);

}  // namespace hanrei::checker::replay
