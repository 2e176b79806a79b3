// What decides between two texts under readings that are not the default.
#pragma once

#include <vector>

#include "audit/clashes/clashes.h"
#include "checker/collisions/otherwise.h"

namespace hanrei::audit::clashes {

/// In the order of the readings. Only readings that stand in a relation are looked at.
std::vector<Otherwise> relations_otherwise(const model::Game& game, const base::SourceMap& sources,
                                           const model::Program& usual);

}  // namespace hanrei::audit::clashes
