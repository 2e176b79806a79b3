// A play that somebody takes step by step: what happened so far, what lies where, and what may be
// done now. As plain values, for writers.
//
//     Stand s = stand_at(question, ruling, lets, {}, Lang::Ja);       // where it begins
//     s = stand_at(question, ruling, lets, {s.ways[0].move}, Lang::Ja);
//
// A stand is worked out from its moves alone, so that going back is taking fewer of them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "checker/explain/explanation.h"
#include "checker/question/question.h"

namespace hanrei::checker::explain {

using Values =
    std::vector<std::pair<std::string, std::string>>;  ///< names, and what they are worth

struct LaidCard {
  std::string id, name;  ///< in the situation, and as printed
  Values values;         ///< that are stored of it, and not nothing
};
/// A zone that holds something.
struct LaidZone {
  std::string name;
  std::vector<LaidCard> cards;
  std::int64_t count = 0;  ///< cards that are only counted
};
struct LaidPlayer {
  std::string name;
  Values values;
};

/// Something that may be done.
struct Way {
  std::string text;  ///< a sentence
  Move move;
  std::vector<ClauseId> by;  ///< of a declaration: the clauses of the act
};

struct Stand {
  base::Reason problem;  ///< why there is none: a form that is not carried out, a move that may not
                         ///< be made; empty: there is none such
  Telling told;          ///< so far
  std::vector<LaidZone> zones;
  std::vector<LaidPlayer> players;
  Values game;                      ///< what the game itself has
  std::vector<std::string> within;  ///< what is running, the outermost first; then the window
  int who = -1;                     ///< who decides; -1: nobody
  bool declares = false;            ///< somebody is asked for a declaration
  std::vector<Way> ways;            ///< none: the play is over
  std::string end;                  ///< of a play that is over: how it ended, a sentence
};

Stand stand_at(const Question& question, const rulings::Ruling& ruling,
               const std::vector<std::int64_t>& lets, const std::vector<Move>& moves,
               base::Lang lang);

/// Values of the open quantities of a case at which its situation can be: the first of a few that
/// are tried. Nothing where none of them will do.
std::optional<std::vector<std::int64_t>> some_values(const Question& question);

/// Why a declaration is not among the ways after these moves.
WhyNot why_not_after(const Question& question, const rulings::Ruling& ruling,
                     const std::vector<std::int64_t>& lets, const std::vector<Move>& moves,
                     const rulings::Claim& claim, const base::SourceMap& sources, base::Lang lang);

/// The case with everything left open: each player may declare whatever is legal.
rulings::Case all_open(const rulings::Case& which, const model::Program& program);

}  // namespace hanrei::checker::explain
