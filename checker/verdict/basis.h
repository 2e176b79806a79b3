// What a verdict rests on: minimal sets of clauses and sentences of cards of which it follows,
// whatever all the others say.
//
// "Whatever" is meant literally: what does not count is left open (`Held`), it is not just switched
// off. A verdict that says something of all plays has to hold of all of them; one that a play shows
// has to hold of that play, whatever becomes of everything that nobody decides in it.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "checker/symbolic/marco.h"
#include "checker/verdict/session.h"

namespace hanrei::checker {

/// A minimal set, sorted. Some members bring the verdict about: were nothing of them to happen, it
/// would not follow. The others only must not get in the way: it follows as long as they do not say
/// something else. Of some it may not be known which they do.
struct MinimalSet {
  std::vector<rulings::Ground> grounds;
  std::vector<bool> brings;
  std::vector<bool> needed = {};  ///< shown to be necessary; empty: all of them are
  std::vector<bool> quiet = {};   ///< shown not to bring it about; empty: none was
  bool unaided = false;  ///< no member brings it about, and were nothing of any clause to happen,
                         ///< it would follow all the same
  bool only_quiet() const {
    return !grounds.empty() &&
           std::ranges::count(quiet, true) == static_cast<std::ptrdiff_t>(grounds.size());
  }
  std::vector<rulings::Ground> bringing() const {
    std::vector<rulings::Ground> out;
    for (size_t i = 0; i < grounds.size(); ++i)
      if (brings[i]) out.push_back(grounds[i]);
    return out;
  }
};

struct Basis {
  std::vector<MinimalSet> sets;      ///< the smallest first, then in the order of the rulebook
  bool asked = true;                 ///< false: claims of this kind have no such sets
  bool minimal = true;               ///< of each set, every member was shown to be necessary
  bool all = false;                  ///< there are no other minimal sets
  std::vector<rulings::Ground> met;  ///< what play came across that can be left open
  Reason stopped;                    ///< why there is no set, or why there may be others
  bool out_of_steps = false;         ///< more steps would tell more
  size_t runs = 0, queries = 0, steps = 0;
};

/// How much is done for one verdict. Runs: how often the play is worked out anew with what is left
/// open turning out any way. Steps: instructions of all these runs together, and what the solver
/// was asked, by its terms, as so many as take as long; a run that has begun is brought to its end.
struct BasisLimits {
  size_t sets = 8, runs = 100, steps = SIZE_MAX;
  Limits engine{200'000, 10'000, 1'000'000, 40'000};
};

/// Of a claim that was confirmed or contradicted. Not of `forceable`, `settles`, `endless`,
/// `undetermined` and claims about texts that say otherwise; `stopped` then says so.
Basis basis_of(const Question& question, const ClaimResult& result, const BasisLimits& limits = {});

/// Can the verdict fail when only these grounds count? With engines of its own, which know of
/// nothing else that was asked.
symbolic::Sat can_fail(const Question& question, const ClaimResult& result,
                       const std::vector<rulings::Ground>& counts, const BasisLimits& limits = {});

/// Does the claim ask who has won?
bool asks_for_result(const model::Program& program, const rulings::Claim& claim);

}  // namespace hanrei::checker
