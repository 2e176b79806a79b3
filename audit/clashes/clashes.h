// The audit: every clash of permissions, prohibitions, amendments, limits and endings that play
// reaches, with the smallest sets of clauses and card sentences that cannot all stand.
//
//     clashes::Report r = clashes::examine(game, sources, documents, asked);
//
// docs/audit.md says what is looked for and how it is decided.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "audit/names.h"
#include "checker/collisions/report.h"

namespace hanrei::audit::clashes {

using namespace checker::collisions;

struct Asked {
  Limits limits{.states = 20'000};  ///< of a situation
  size_t made = 5'000;              ///< most situations made from others
  size_t made_states = 2'000;       ///< of each of them
  std::map<std::string, std::string>
      readings;  ///< options that count instead of the defaults; the game must compile under them
  int jobs = 1;
};

/// Examines the situations of the documents under the default readings of the game, or those asked
/// for. Where an end is asked for (base/stop.h) the receipt says what was left, and nothing is said
/// of every use of a permission.
Report examine(const model::Game& game, const base::SourceMap& sources,
               const std::vector<rulings::Document>& documents, const Asked& asked);

}  // namespace hanrei::audit::clashes
