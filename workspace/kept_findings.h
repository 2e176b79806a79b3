// Findings of a whole run, kept in the database of the library for `show`.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "rulings/rulings.h"
#include "workspace/io.h"
#include "workspace/options.h"

namespace hanrei::workspace {

/// A game that was examined whole: its folder, and the digest of its files (rulings/digest.h).
struct ExaminedGame {
  std::string folder, digest;
};

/// The digest of a game and all its rulings.
std::string whole_digest(const base::SourceMap& sources, const model::Game& game,
                         const std::vector<rulings::Document>& documents);

/// Keeps those of the findings that have their place in one of the games. What stands in the way is
/// said on standard error.
void keep_findings(const JudgeOptions& options, const Io& io, const std::string& command,
                   const std::vector<ExaminedGame>& games,
                   const std::vector<findings::Finding>& findings);

}  // namespace hanrei::workspace
