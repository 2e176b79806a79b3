// What norms and amendments say in the states that play reaches: for each permission how often it
// applied and what forbade it, for each amendment of a step whether it ever applied.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/collisions/finding.h"
#include "checker/collisions/played.h"

namespace hanrei::checker::collisions {

/// What is reached in a situation: acts that some permission lets somebody declare, each with the
/// moments (as in `model::Norm::menus`), and steps that begin.
struct Reached {
  std::set<std::pair<ActId, Id>> acts;
  std::set<std::pair<ProcId, int>> steps;
};
/// Which situation, and which of its values: a place to look for a witness.
struct Spot {
  size_t scene = 0;
  std::vector<int64_t> lets;
};

/// What takes something back: a limit with its repair, or a trigger.
struct Undoing {
  LimitId limit;
  TriggerId trigger;
  auto operator<=>(const Undoing&) const = default;
};

/// The questions that spots are about.
struct Scenes {
  virtual ~Scenes() = default;
  virtual const Question& question(const Spot& spot) const = 0;
  /// Names the ruling, its case, and what was put into its situation.
  virtual void name(const Spot& spot, Met& met) const = 0;
  virtual size_t size() const = 0;
  std::shared_ptr<const model::Program> program;
};

struct Meetings {
  struct Permit {
    size_t times = 0, free = 0;
  };
  struct Pair {
    size_t times = 0, alone = 0;
    Spot first;
  };  ///< alone: no permission but this card's applied
  struct Step {
    size_t times = 0;
    Spot first;
  };
  std::map<NormId, Permit> permits;
  std::map<std::pair<NormId, NormId>, Pair>
      pairs;  ///< a permission and a prohibition at one declaration
  std::map<AmendId, Step> amends;
  std::map<std::pair<AmendId, AmendId>, Step>
      both;  ///< two amendments of one step that say different things
  std::map<std::pair<EventNormId, ClauseId>, Step>
      halted;  ///< a card's prohibition of a procedure (of the event
               ///< norms) that names a clause, where it was called
  std::map<std::pair<NormId, ClauseId>, Step>
      stood;  ///< a card's prohibition that names a clause, where that clause was carried out
  std::map<std::set<LimitId>, Step> rounds;  ///< limits whose repairs undo each other for ever
  std::map<NormId, size_t>
      granted;  ///< declarations carried out that only this permission of a card allowed
  std::map<std::pair<NormId, Undoing>, Step>
      undone;  ///< those of them that were taken back at once
  struct Duties {
    size_t times = 0, exclusive = 0, unknown = 0;
    Spot first;
  };  ///< first: where only one could be fulfilled
  std::map<std::pair<NormId, NormId>, Duties>
      duties;             ///< two duties owed at one moment (`owed_at`)
  std::set<NormId> owed;  ///< duties of which one could have been fulfilled
  std::map<std::pair<EndingId, EndingId>, Step>
      ends;  ///< two endings, met at one judgement, that make different players lose
  Reached reached;
  Played played;
  std::set<NormId> norms;  ///< that applied
  std::set<CardId> cards;  ///< that were there
  size_t states = 0, moments = 0, declarations = 0;

  void add(const Meetings& later);
};

/// A machine that plays a question with every window, in its world or one laid out alike.
Machine<Concrete> player(const World& world, const Question& question, Concrete& domain,
                         Observer* observer);

/// Explores a question for one value of its quantities. What stopped it is returned; none:
/// everything was seen.
Reason meet(const Question& question, const Spot& spot, const Limits& limits, Meetings& into);

/// Is this what is looked for? Asked of each state before an instruction, with a machine of its
/// own, and of each state in which play is over (then without an instruction).
using Found = std::function<bool(const Machine<Concrete>&, const State<int64_t>&,
                                 const model::Code*, const model::Instr*)>;
/// Shortest choices to the first such state; nothing when there is none within the limits.
std::optional<std::vector<Move>> first_play(const Question& question,
                                            const std::vector<int64_t>& lets, const Limits& limits,
                                            const Found& found);

/// Follows the choices to that state again; nothing when they cannot be followed.
std::optional<State<int64_t>> replay_to(const Question& question, const std::vector<int64_t>& lets,
                                        const std::vector<Move>& moves, const Found& found);

/// Who is asked in this state: nobody when the instruction asks nobody, or passes the question
/// over.
int64_t asked_at(const Machine<Concrete>& machine, const State<int64_t>& state,
                 const model::Code& code, const model::Instr& instruction,
                 const model::Program& program);

/// A step that states this clause begins while a card with this text is active.
bool stands_against(const Machine<Concrete>& machine, const State<int64_t>& state,
                    const model::Instr& instruction, const World& world, CardId card,
                    ClauseId clause);

/// A procedure that states this clause, or was called where it is stated, begins although the card
/// prohibits it.
bool halted_by(const Machine<Concrete>& machine, const State<int64_t>& state,
               const model::Code& code, const model::EventNorm& norm, ExprId applies,
               ClauseId clause);

/// Does the amendment say something else than the step that runs now, and apply? Asked of each
/// instruction; of an amendment of attributes only the one that writes them says so.
bool amends_here(const Machine<Concrete>& machine, const State<int64_t>& state,
                 const model::Code& code, const model::Instr& instruction, AmendId amend,
                 ExprId applies);
/// Do two amendments that both apply here say different things?
bool differ_here(const Machine<Concrete>& machine, const State<int64_t>& state,
                 const model::Instr& instruction, AmendId one, AmendId other);

/// The endings that are met in this state, each with the player who loses by it.
std::vector<std::pair<EndingId, int>> endings_met(const Machine<Concrete>& machine,
                                                  const State<int64_t>& state,
                                                  const model::Program& program);

/// The expression that tells whether an amendment applies, by amendment.
base::Table<AmendId, ExprId> amended(const model::Program& program);

}  // namespace hanrei::checker::collisions
