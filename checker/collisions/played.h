// What the plays that are examined come to: the instructions that run, and what becomes of the
// things that effects name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/question/question.h"

namespace hanrei::checker::collisions {

struct Played {
  /// How often the effect came to the point where the things that it names are looked at: carried
  /// out with one of them, or with none, because they were gone or fit no longer. What a situation
  /// begins with does not count.
  struct Use {
    size_t carried = 0, gone = 0, unfit = 0;
    size_t scene = 0;          ///< where it came to nothing first
    std::string ruling, card;  ///< the same by name, as in `Met`
  };
  std::map<EffectId, Use> uses;  ///< by effect that names cards
  std::vector<bool> ran;         ///< instructions carried out, one code after the other

  void add(const Played& later);
};

/// Takes down one situation.
class Tally {
 public:
  Tally(const Question& question, size_t scene, Played& into);
  void before(const Machine<Concrete>& machine, const State<int64_t>& state,
              const model::Code& code, const model::Instr& instruction);

 private:
  void count(const State<int64_t>& state, bool fits);

  const Question& q_;
  const model::Program& p_;
  const size_t scene_;
  Played& into_;
  std::vector<size_t> first_;  ///< of each code: its first instruction among all
  std::set<ExprId> asks_;      ///< needs that ask whether what was named fits
};

}  // namespace hanrei::checker::collisions
