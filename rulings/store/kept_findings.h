// Reading findings back. Within rulings/store/ only.
#pragma once

#include <functional>

#include "rulings/store/findings.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

/// What was found about something of a game, by each command that keeps findings.
std::vector<RunFindings> findings_about(Database& db, std::int64_t game,
                                        const std::function<bool(const KeptFinding&)>& about,
                                        const Options& o);

}  // namespace hanrei::rulings::store
