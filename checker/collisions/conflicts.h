// From what met to what is found: defeat relations first, then the smallest sets that cannot stand,
// each with a play.
#pragma once

#include "checker/collisions/implies.h"
#include "checker/collisions/meetings.h"
#include "checker/collisions/otherwise.h"
#include "checker/collisions/report.h"

namespace hanrei::checker::collisions {

/// Which relation decides between a card sentence and a clause (or two sources alike), and for
/// whom.
struct Decided {
  DefeatId defeat;
  bool wins = false;
};
Decided decided(const model::Program& program, const model::Source& one, const model::Source& other,
                ClauseId clause);
/// The clauses that a relation rests on where it decides about this clause for a text that cites
/// `by`: those of its own that the text cites; else that clause, where it is one of them; else all
/// of them.
std::vector<Ground> grounds_of(const model::Defeat& defeat, ClauseId clause,
                               const std::vector<ClauseId>& by);

/// Can a permission and a prohibition stand together, as far as they count? Not, when whatever the
/// one permits the other forbids, in every state. Nothing, when that is neither proved nor refuted.
std::optional<bool> both_stand(const model::Program& program, NormId permit, bool permits,
                               NormId forbid, bool forbids, size_t& queries);
/// The same of two limits about one thing.
std::optional<bool> both_hold(const model::Program& program, LimitId one, bool first, LimitId other,
                              bool second, size_t& queries);

class Conflicts {
 public:
  Conflicts(std::shared_ptr<const Scenes> scenes, const Meetings& met, const Limits& limits,
            Report& out, std::vector<Otherwise> otherwise = {})
      : scenes_(std::move(scenes)),
        p_(*scenes_->program),
        met_(met),
        limits_(limits),
        out_(out),
        otherwise_(std::move(otherwise)) {}
  void all();
  /// Only of what two cards say: declarations, amendments, duties.
  void of_cards();

 private:
  /// Permissions and prohibitions at one declaration.
  void declarations();
  /// Prohibitions of cards that name a clause which something is carried out by.
  void prohibitions();
  /// Prohibitions of procedures by cards that name a clause which calls them.
  void halts();
  /// Amendments of a clause, and two of one step.
  void amendments();
  /// Two duties of which only one can be fulfilled.
  void duties();
  /// Limits that exclude each other, or undo each other for ever.
  void limits();
  /// Endings that contradict each other.
  void endings();
  /// What a card permits and a clause takes back at once, every time.
  void idle();

  using Stands = std::function<bool(const std::vector<Ground>&)>;
  void collision(NormId permit, NormId forbid, const Meetings::Pair& pair);
  Finding decided_between(const model::Source& one, const model::Source& other, ClauseId clause);
  Finding begin(Code code, const model::Source& one, const model::Source& other, DefeatId defeat,
                ClauseId clause);
  /// Finds the play to where it is met. Whether members of its set can stand is from then on asked
  /// of that play without the others.
  void witness(Finding& f, const Spot& spot, const Found& found);
  void add(Finding f);

  std::shared_ptr<const Scenes> scenes_;
  const model::Program& p_;
  const Meetings& met_;
  const Limits& limits_;
  Report& out_;
  const std::vector<Otherwise> otherwise_;  ///< what decides under other readings
};

}  // namespace hanrei::checker::collisions
