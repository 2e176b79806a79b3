// Who could leave a repetition.
#pragma once

#include <set>
#include <vector>

#include "checker/question/question.h"

namespace hanrei::checker {

/// Where somebody decides, and what that leads to.
struct Crossings {
  std::vector<std::vector<int>> next;  ///< by place; empty: an end, or nothing is known of it
  std::vector<int> who;                ///< decides there: a player, -1: chance
  std::vector<bool> end;               ///< a play that is over
};

struct Leavers {
  std::set<int> alone;    ///< players each of whom can bring it to an end, whatever others do
  bool together = false;  ///< nobody alone, but all of those who decide
  std::set<int> all;      ///< who decides anything on the way to an end; -1: chance
  bool nobody() const { return alone.empty() && !together; }
};

/// From a place of the repetition.
Leavers leavers(const Crossings& crossings, int from);

/// Their names.
Reason leavers_text(const Question& question, const Leavers& leavers);

}  // namespace hanrei::checker
