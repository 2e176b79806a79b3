// Cards whose abilities are their words, as the commands tell of them.
#pragma once

#include "findings/entry.h"
#include "findings/finding.h"
#include "model/model.h"

namespace hanrei::workspace {

/// Enters those of a game, with what of them no confirmed ruling that stands comes across. `first`:
/// where the results of the game begin, which have to be those of all its rulings, marked.
void enter_compiled(const model::Game& game, const std::string& id, size_t first,
                    findings::Report& report);

/// Of such words that could not be read in one way, nobody knows what their card does: what was
/// found of the rest says nothing of it.
void leave_undecided(std::vector<findings::Finding>& findings);

}  // namespace hanrei::workspace
