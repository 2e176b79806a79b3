// A play, told: numbered sentences of what changed, who chose, and by which clauses.
#pragma once

#include "checker/explain/speak.h"
#include "checker/replay/replay.h"

namespace hanrei::checker::explain {

struct Sentence {
  /// Moment: words before what happens then. End: how play ends.
  enum class Kind : uint8_t { Event, Choice, Moment, End } kind = Kind::Event;
  std::string text;
  std::vector<Id> by;  ///< clauses that it rests on: those of the step that makes it happen first
  int who = -1;        ///< Choice: the player; -1: nobody
  int move = -1;       ///< Choice: which of the moves it is; -1: the play says so
  int depth = 0;       ///< frames that run
  std::vector<std::string> cards = {};  ///< whose texts it rests on: the printed names
  std::vector<std::pair<Id, std::string>> amended =
      {};  ///< clauses of the step that read otherwise by the text of such a card
};

struct Told {
  bool ok = false;  ///< the moves can be played and lead to an end
  Reason problem;
  S end;
  std::vector<Sentence> sentences;
};

/// Plays the moves and tells what happens. `cards`: see card_names(). `probe`: as of replay::play.
Told tell(const Question& question, const std::vector<int64_t>& lets,
          const std::vector<Move>& moves, const rulings::Claim* probe, base::Lang lang,
          std::vector<std::string> cards);

/// The act that stands in this slot, as a sentence about its declaration.
std::string declaration_sentence(const Question& question, const Speaker& speaker, const S& state,
                                 int slot);

/// A choice as a sentence: what is declared, picked, ordered or declined. `before`: the state at
/// which somebody is asked, `after`: once it is done.
std::string choice_sentence(const Question& question, const Speaker& speaker, const S& before,
                            const Move& move, const S& after);

}  // namespace hanrei::checker::explain
