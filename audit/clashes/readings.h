// Clashes under readings that are not the default.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "audit/clashes/clashes.h"

namespace hanrei::audit::clashes {

/// Most rulings that an option is looked at in, spread evenly over those that it can matter to.
inline constexpr size_t kMostRulings = 20;

/// What an audit finds when this one option counts instead of the default.
struct UnderReading {
  std::string reading, option;
  Report report;         ///< its findings are only those that the default does not have
  size_t left_out = 0;   ///< rulings that it can matter to, beyond those
  bool compiles = true;  ///< false: the game is not to be played under it, and nothing was examined
};

/// Each option of each reading alone, the other readings as they are by default: in the situations
/// of rulings to which the reading can make a difference, at most `kMostRulings`, and in none made
/// from them. `usual`: what is found under the default readings.
std::vector<UnderReading> examine_readings(const model::Game& game, const base::SourceMap& sources,
                                           const std::vector<rulings::Document>& documents,
                                           const Asked& asked, const Report& usual);

}  // namespace hanrei::audit::clashes
