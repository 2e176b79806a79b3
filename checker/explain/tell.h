// A play, told: numbered sentences of what changed, who chose, and by which clauses.
#pragma once

#include "checker/explain/explanation.h"
#include "checker/explain/speak.h"
#include "checker/replay/replay.h"

namespace hanrei::checker::explain {

/// A play that was told, with the state at its end.
struct Told : Telling {
  S end;
};

/// Plays the moves and tells what happens. `cards`: see card_names(). `boards`: with each sentence
/// what lies otherwise after it, for charts.
Told tell(const Question& question, const std::vector<int64_t>& lets,
          const replay::Followed& followed, base::Lang lang, std::vector<std::string> cards,
          bool boards);

}  // namespace hanrei::checker::explain
