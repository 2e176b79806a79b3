// What counted on former days stays what it was: older wordings, what a revision or a wording
// ended, and the days and revisions from which things count. Only new revisions and new wordings
// add to it.
#pragma once

#include <vector>

#include "errata/gate.h"

namespace hanrei::errata {

/// Both games as they are written, with all that was in force once.
std::vector<findings::Finding> judge_former(const model::Game& before, const model::Game& after,
                                            const Changes& changes, const Declared& declared,
                                            const base::SourceMap& sources);

}  // namespace hanrei::errata
