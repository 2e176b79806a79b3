// From what met to what is found: defeat relations first, then the smallest sets that cannot stand, each with a play.
#pragma once

#include <functional>

#include "checker/audit/audit.h"
#include "checker/audit/implies.h"
#include "checker/audit/meetings.h"

namespace hanrei::checker::audit {

struct Place { const Question* question = nullptr; const rulings::Ruling* ruling = nullptr; std::vector<int64_t> lets; };

/// Which relation decides between a card sentence and a clause (or two sources alike), and for whom.
struct Decided { Id defeat = kNone; bool wins = false; };
Decided decided(const model::Program& program, const model::Source& winner, const model::Source& loser, Id clause);
/// The clauses that a relation rests on where it decides about this clause for a text that cites `by`: those of its own that
/// the text cites; else that clause, where its own wording is what gives way; else all of them.
std::vector<Ground> grounds_of(const model::Defeat& defeat, Id clause, const std::vector<Id>& by);

/// Does the condition of the permission always bring that of the prohibition with it?
bool always_barred(const model::Program& program, Id permit, Id forbid, Formulas& formulas);

class Conflicts {
 public:
  using Find = std::function<Place(const Spot&)>;
  Conflicts(const model::Program& program, const Meetings& met, Find find, const Limits& limits, Report& out) : p_(program), met_(met), find_(std::move(find)), limits_(limits), out_(out) {}
  /// Permissions and prohibitions at one declaration.
  void declarations();
  /// Prohibitions of cards that name a clause which something is carried out by.
  void prohibitions();
  /// Amendments of a clause, and two of one step.
  void amendments();

 private:
  void collision(Id permit, Id forbid, const Meetings::Pair& pair);
  Finding decided_between(const model::Source& one, const model::Source& other, Id clause);
  Finding begin(Code code, const model::Source& one, const model::Source& other, Id defeat, Id clause);
  void witness(Finding& f, const Spot& spot, const Found& found);
  void add(Finding f);

  const model::Program& p_;
  const Meetings& met_;
  Find find_;
  const Limits& limits_;
  Report& out_;
};

}  // namespace hanrei::checker::audit
