// Repetitions that change some numbers for ever, and leave all else as it was.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/question/leaving.h"
#include "checker/question/question.h"

namespace hanrei::checker::symbolic {

/// A round of a play after which each of these numbers is greater by as much, or less, and all else
/// is as it was: proved for every value that the numbers then have, so that it can be made again
/// and again.
struct Growth {
  std::vector<std::pair<std::string, int64_t>> numbers;  ///< `A.points`, and by how much
  Leavers leavers;
};

/// Looks for such a round in a play of the question that a bound has broken off. None: there is
/// none, or it could not be proved.
std::optional<Growth> growth(const Question& question, const std::vector<int64_t>& lets,
                             const std::vector<Move>& play, const Limits& limits);

}  // namespace hanrei::checker::symbolic
