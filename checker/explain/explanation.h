// A ruling explained, as plain values: everything that is worked out to say why its claims stand as
// they do. What is written of it, and how, is the writer's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/reason.h"
#include "checker/semantics/state.h"
#include "model/ir/program.h"
#include "rulings/ruling.h"

namespace hanrei::checker::explain {

using namespace model::ids;

/// What lies where: zones as they are called, each with what it holds; behind them what players
/// have, by their names.
using Board = std::vector<std::pair<std::string, std::string>>;

struct Sentence {
  /// Moment: words before what happens then. End: how play ends.
  enum class Kind : uint8_t { Event, Choice, Moment, End } kind = Kind::Event;
  std::string text;
  std::vector<ClauseId>
      by;         ///< clauses that it rests on: those of the step that makes it happen first
  int who = -1;   ///< Choice: the player; -1: nobody
  int move = -1;  ///< Choice: which of the moves it is; -1: the play says so
  int depth = 0;  ///< frames that run
  std::vector<std::string> cards = {};  ///< whose texts it rests on: the printed names
  std::vector<std::pair<ClauseId, std::string>> amended =
      {};            ///< clauses of the step that read otherwise by the text of such a card
  Board board = {};  ///< what is otherwise on it than before; an empty text: nothing is left there
};

/// A play as it is told.
struct Telling {
  bool ok = false;  ///< the moves can be played and lead to an end
  base::Reason problem;
  int result = 0;  ///< of the game
  std::vector<Sentence> sentences;
  Board start;  ///< what lies where before the first of them
};

/// Two plays of one situation that end differently.
struct Parting {
  bool found = false;
  Telling plays[2];
  std::vector<Move> moves[2];  ///< of each
  std::string ends[2];         ///< what each comes to
  std::vector<int64_t> lets;   ///< the values of open quantities in both
  size_t common = 0;           ///< sentences that both have before they part
  std::string who, better;     ///< sentences: who chooses there, and for whom which play is better;
                               ///< that may be empty
  bool settled = false;  ///< somebody picks or orders there, by a step or an order: `by` are its
                         ///< clauses, if it has any
  std::vector<ClauseId> by;
  std::vector<std::string> ways;  ///< of a claim that asks who chooses: all that may be chosen
                                  ///< there, as sentences; empty: there are too many
  /// Of readings: after the moves `before` the second goes on with a declaration that may not be
  /// made there under the reading of the first; and under which options it may.
  std::optional<Move> declared;
  std::vector<Move> before;
  std::vector<std::pair<std::string, bool>> may;
};

/// One thing that stops a declaration.
struct Obstacle {
  std::string text;          ///< a sentence
  std::vector<ClauseId> by;  ///< clauses that it rests on
  std::string here = {};     ///< of a prohibition: what is so here, a sentence
};

struct WhyNot {
  std::string declaration;  ///< what is declared, as a sentence; empty when it cannot be said
  std::string where;  ///< where the claim asks for it, in brackets behind a space; empty: anywhere
  bool elsewhere = false;  ///< it is asked for at one of several places where it can be declared
  bool legal = false;      ///< nothing stops it
  bool permitted = false;  ///< something permits the nearest form, whatever else stops it
  bool free = false;  ///< the claim leaves open what is presented: `declaration` is the form that
                      ///< the fewest things stop
  std::vector<Obstacle>
      obstacles;  ///< all that stops the nearest form of the declaration, what is asked first first
  std::vector<Obstacle>
      besides;  ///< what other permissions lack, each the first thing: they would have done as well
  std::vector<std::string> others;  ///< free: what stops the other things that could be presented,
                                    ///< a sentence for each kind of reason
  bool free_choice = false;         ///< the claim leaves open what the effect that is used chooses
  std::vector<rulings::Ground> at_other_places;  ///< what permits it, but not here
  /// Without just these obstacles the declaration is legal: tried on the interpreter, with each
  /// condition taken for true and each prohibition left out.
  bool nearest = false;
};

/// A condition or a measure of a claim: in words, or, where there are none, as the ruling writes
/// it.
struct Words {
  std::string text;
  bool written = false;  ///< as the ruling writes it
};

/// What a claim says, as far as there are words for it.
struct Claimed {
  std::optional<std::string> condition, denied;  ///< that it is so, and that it is not
  Words measure, is;                  ///< what it measures, and the value that is claimed
  std::optional<Words> when;          ///< for which values of open quantities it is claimed
  std::vector<std::string> outcomes;  ///< that it lists
  bool play = false;                  ///< the ruling has one
  bool free = false;                  ///< of what may be declared only
};

/// A play that is told, with the values of open quantities in it.
struct Play {
  Telling told;
  bool more_choices = false;  ///< it ends before a choice
  std::vector<int64_t> lets;
};

/// Why somebody can or cannot be sure of something, and a play that shows it.
struct Assured {
  std::optional<bool> knowing;          ///< cannot: could somebody who knew everything?
  bool others = false, chance = false;  ///< decide in the play
  std::optional<Play> play;
  size_t same_as = SIZE_MAX;  ///< the first claim before it with the same play
};

/// A clause by which something may be declared in a play: without it, it may not.
struct Allowing {
  ClauseId clause;
  std::string declaration;  ///< a sentence
  bool last = false;        ///< it is the last one of the play
};

/// A clause, or a sentence of a card, that an answer names.
struct Because {
  rulings::Ground ground;
  std::string name;   ///< of the clause, or of the card with 《》
  std::string words;  ///< what it says
  std::string lets;   ///< what may not be declared without it, as a clause that says that it may;
                      ///< empty: it is about what is claimed
  bool forbids = false;  ///< what is claimed: it is no permission that only does not reach so far
  bool within = false;   ///< it only bounds what is declared, and that is not against it
};

/// The answer to one claim, as it is said before anything is shown.
struct ShortAnswer {
  std::string says;                ///< a sentence
  std::string exact;               ///< the same with all plays of which it is true
  bool words = true;               ///< they say what is claimed
  std::vector<std::string> each;   ///< one line for each outcome, option or play
  std::vector<std::string> stops;  ///< what stops a declaration: the first thing, and of others
                                   ///< that were open to be chosen what stops those
  std::vector<Because> because;    ///< what decides it, the nearest first; a few
  bool forbidden = false;          ///< these forbid it, and `stops` says what is so here
  std::string unknown;             ///< what is not known of it, a sentence; empty: nothing
};

/// One claim.
struct ClaimExplained {
  bool has_situation = false;           ///< its case can be laid out
  bool asked = false;                   ///< its case was asked about
  std::string setting;                  ///< where its case begins, in one line
  std::vector<std::string> quantities;  ///< names of the open ones
  Claimed says;
  Parting parting;                ///< two plays on which its answer hangs
  Parting under_readings;         ///< two plays, each under an option of the reading it hangs on
  size_t same_as = SIZE_MAX;      ///< the claim before it whose play is the same
  std::optional<Play> play;       ///< its witness
  std::optional<Play> for_value;  ///< of a claim about every value: one for some value
  WhyNot why_not;
  std::optional<Assured> assured;
  std::vector<std::string> breaches;  ///< of a deck
  std::vector<CardId> cards;          ///< printed cards that its declaration presents
  std::vector<std::string> about;     ///< names of all cards that its declaration names
  bool declares = false;              ///< the play of the ruling has a declaration
  std::vector<rulings::Ground> direct,
      spared;                    ///< what decides in the play that is told (Deciding)
  std::vector<Allowing> allows;  ///< cited clauses that declarations of its play need
  ShortAnswer answer;
};

struct Explanation {
  std::vector<ClaimExplained> claims;  ///< in the order of the ruling
};

}  // namespace hanrei::checker::explain
