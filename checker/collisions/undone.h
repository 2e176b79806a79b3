// Is what a permission grants taken back at once?
#pragma once

#include <compare>
#include <optional>

#include "checker/collisions/meetings.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::collisions {

/// Declares it and carries it out, with no other declaration. `carried`: every way to choose what
/// is chosen comes to its end. `by`: the limit or trigger of a clause that, each time, took back
/// before that end what the act had made of one of the cards declared: moved it on, or gave an
/// attribute the value it had before. `world`: of the question, or of a copy without some grounds.
struct Granted {
  bool carried = false;
  std::optional<Undoing> by;
};
Granted grant(const World& world, const Question& question, const std::vector<int64_t>& lets,
              const State<int64_t>& asked, const Machine<Concrete>::Considered& declared);

}  // namespace hanrei::checker::collisions
