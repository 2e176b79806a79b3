// A deliberately naive walker: the oracle of the tests for small situations.
//
//     walker::Walk w = walker::walk(program, question, 10'000);
//     w.results   // every final result that a play can have
//
// It is written straight from the typed program and from docs/language.md, apart from the checker:
// it must not include model/ir/code.h nor anything of checker/. A play is a recursive run of
// procedures over plain maps, from the start to the end, along a list of numbers that says what is
// chosen at each choice. The next play is the next list, as an odometer counts. Nothing is packed,
// merged or reduced, so it is slow and easy to believe.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rulings/ruling.h"

namespace hanrei::walker {

/// What is left when a play is over: the result, where cards are, and every stored number, member
/// and truth value of the game, its players and its cards, by name. A play that a bound has cut off
/// leaves nothing but that.
using Facts = std::map<std::string, std::string>;

struct Result {
  Facts facts;
  std::vector<int64_t> watched;  ///< values of the watched expressions
  auto operator<=>(const Result&) const = default;
};

struct Walk {
  std::set<Result> results;  ///< of the plays in which all that <play> fixes was played
  size_t plays = 0;          ///< how many were walked, others included
  size_t unplayed = 0;       ///< in which something that <play> fixes was not
  std::set<std::pair<std::string, int64_t>>
      choosers;  ///< of choices with two ways to go: their names, and the players or -1
  int settled =
      1;  ///< how many consistent states of statics that hang on each other the situation has
  bool complete = false;  ///< every play was walked
  std::string stopped;    ///< why not
};

/// Whether a declaration may be made where its player is next asked, once all that <play> fixes was
/// played.
struct Asked {
  bool asked = false;  ///< there is such a place
  bool always = true, ever = false;
  bool complete = false;
  std::string stopped;
};

/// Walks every play of a case without symbolic quantities, at most so many. `watch`: expressions of
/// the program that are evaluated at the end of each play.
Walk walk(const model::Program& program, const rulings::Case& question, size_t most_plays,
          const std::vector<model::ExprId>& watch = {});

/// The same for a claim `legal` or `illegal`, without what it says of a clause.
Asked ask(const model::Program& program, const rulings::Case& question, size_t most_plays,
          const rulings::Claim& claim);

/// Can the player of a claim `forceable` bring it about, by a strategy that hangs on what that
/// player has seen? Every strategy is tried, on all plays.
struct Forced {
  bool forced = false, complete = false;
  std::string stopped;
};
Forced forceable(const model::Program& program, const rulings::Case& question, size_t most_plays,
                 const rulings::Claim& claim);

}  // namespace hanrei::walker
