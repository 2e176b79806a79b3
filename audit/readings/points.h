// Open points: what the rulings in force leave undecided, what they fix, where they clash, and what
// would have to fall if another option were adopted.
#pragma once

#include <optional>
#include <set>

#include "audit/readings/survey.h"

namespace hanrei::audit::readings {

/// A question seen by one reading: its answer under each option, the other readings held still.
struct Row {
  size_t question = 0;
  std::vector<std::pair<size_t, uint8_t>>
      others;  ///< readings that are not as the question's base, so that the difference shows
  std::vector<std::optional<size_t>>
      answers;  ///< by option: which answer of the question; none: not looked at
  std::optional<size_t>
      moves;             ///< choices of a shortest play that only some of the options lead to
  bool settles = false;  ///< no two options that are left have the same answer
  std::set<std::pair<uint8_t, uint8_t>>
      apart;  ///< options that are left and have different answers, the smaller first
  std::vector<Says> as_claimed;  ///< by option: does the ruling stand as it claims?
};

enum class State : uint8_t { Open, Fixed, Untested, Undecided };

struct Point {
  size_t reading = 0;
  State state = State::Untested;
  std::vector<Says> consistent;  ///< by option: with the rulings in force that count
  std::vector<Sets> against;     ///< by option: the minimal sets of precedents that rule it out
  std::vector<Row> rows;         ///< questions that differ: the fewest moves first
  std::vector<size_t> together;  ///< rows: if none settles it alone, the fewest that tell all
                                 ///< options that are left apart; none: there are no such
  size_t looked_at = 0, same = 0,
         in_part = 0;  ///< questions: in whose slice it is; all alike; alike as far as looked at
  std::vector<size_t> undecided;  ///< questions that may or may not differ
};

struct Adopted {
  Sets overturned;  ///< of precedents, the lightest first; one empty set: none has to fall
  std::vector<size_t> may_fall;  ///< precedents of which it is unknown whether they agree, although
                                 ///< none of the sets has them
  std::vector<size_t> premise_lost;  ///< precedents that presume another option
  std::vector<size_t> changed;       ///< questions whose answer changes
  std::vector<size_t> undecided;     ///< questions of which that is not known
};

struct Findings {
  std::vector<Point> points;    ///< of the readings asked for, in the order of game.json
  Sets clashes;                 ///< minimal sets of precedents that no reading is consistent with
  std::vector<size_t> counted;  ///< precedents: those in no clash
  size_t queries = 0;
};

inline constexpr size_t kMostSets = 20;

/// `only`: the readings that are asked for; none: all.
Findings points(const Survey& survey, unsigned units, const std::set<size_t>& only = {});
/// `options`: which option of which reading.
Adopted adopt(const Survey& survey, const std::vector<std::pair<size_t, uint8_t>>& options,
              unsigned units, size_t& queries);

}  // namespace hanrei::audit::readings
