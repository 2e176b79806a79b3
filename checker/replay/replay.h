// Replay: re-runs a play move by move on the solver-free interpreter, and says what happened.
#pragma once

#include <string>
#include <vector>

#include "checker/question.h"

namespace hanrei::checker::replay {

/// One thing that happened: a step that was carried out, a window, or a choice.
struct Event {
  enum class Kind : uint8_t { Step, Window, Choice, End } kind = Kind::Step;
  int depth = 0;
  std::string where;                 ///< procedure and step, or the window's name
  std::vector<model::Id> by;         ///< clauses
  std::vector<std::string> changes;  ///< `X.life: 3 → 1`
  Move move;                         ///< Choice
};

struct Played {
  bool ok = false;                   ///< every move was possible and the play came to an end
  std::string problem;
  bool unsupported = false;          ///< the problem is a form that is not carried out, such as a number beyond 64 bits
  State<int64_t> end;
  std::vector<Event> events;
};

/// Follows `moves`; `trace` collects events. A situation condition that is false, or a move that is not
/// among the alternatives, is a problem.
Played play(const Question& question, const std::vector<int64_t>& lets, const std::vector<Move>& moves, bool trace, const rulings::Claim* probe = nullptr, base::Lang lang = base::Lang::En);

/// The move in words of the game, such as `A: イベントカードを使う e → X`.
std::string describe(const Question& question, const Move& move, base::Lang lang = base::Lang::En);

}  // namespace hanrei::checker::replay
