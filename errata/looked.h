// What texts of rules look at: what a situation has to have otherwise for them to come out
// otherwise.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "errata/scenes.h"
#include "model/ir/program.h"

namespace hanrei::errata {

/// What texts look at: attributes with values to try, numbers around those that stand there,
/// zones.
struct Looked {
  std::vector<Knob> knobs;
  std::set<int64_t> numbers{0, 1};
  std::set<std::string> zones;
  bool negative = false;
};

/// Of the texts that stand there in two versions of a program.
Looked looked_at(const std::array<const model::Program*, 2>& programs,
                 const std::array<std::vector<base::Span>, 2>& places);

}  // namespace hanrei::errata
