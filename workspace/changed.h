// What a report of a gate shows of a change beside its findings.
#pragma once

#include <string>
#include <vector>

#include "errata/changes.h"
#include "errata/renames.h"
#include "reports/findings.h"

namespace hanrei::workspace {

/// Every card, clause, provision … that changed: how, and its words before and after where they
/// did. `before`: the game as it was; null: there was none.
std::vector<reports::Run::Changed> changed_of(const errata::Changes& changes,
                                              const model::Game* before, const model::Game& after);

/// Takes in what rulings are called.
void add_titles(const std::vector<rulings::Document>& rulings,
                std::map<std::string, findings::Both>& titles);

}  // namespace hanrei::workspace
