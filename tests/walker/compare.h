// The walker's results beside those of the explicit engine.
#pragma once

#include <string>

#include "checker/checker.h"
#include "checker/explicit_state/explore.h"
#include "tests/walker/walker.h"

namespace hanrei::walker {

/// What can be said of the final states of a space in the walker's words; plays in which something
/// that <play> fixes was not played are left out.
std::set<Result> results_of(const checker::Question& question,
                            const checker::explicit_state::Space& space,
                            const std::vector<model::ExprId>& watch = {});

/// How many plays lead through a space; at most `most`, also when there are plays without end.
size_t plays_in(const checker::explicit_state::Space& space, size_t most);

/// What one set has and the other has not, for a message: empty when they are equal.
std::string difference(const std::set<Result>& walked, const std::set<Result>& counted);

/// What the results say of a claim: 1 it holds, 0 it does not, -1 this is no claim for that.
/// `values` is where the values of the claim's expressions begin among the watched ones.
std::vector<model::ExprId> expressions_of(const rulings::Claim& claim);
int verdict(const rulings::Claim& claim, const Walk& walk, size_t first);

/// How a ruling is compared, and of how many situations plays are walked one by one.
struct Comparing {
  bool all_known = true;  ///< else nothing is said where the walker has no word for something, or
                          ///< the engine has not
  bool claims = true;     ///< else only the results of the plays
  size_t most_nodes = 300, most_plays = 20'000;
};

struct Compared {
  size_t walked = 0, plays = 0, claims = 0, forced = 0;
  std::string differences, left_out;
};

/// Compares all situations of a ruling that are small enough.
void compare(checker::Session& session, const rulings::Document& document, const Comparing& how,
             Compared& out);

}  // namespace hanrei::walker
