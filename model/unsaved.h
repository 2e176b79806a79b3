// A game of which some files are being edited.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/io/file.h"
#include "model/model.h"

namespace hanrei::model {

/// Texts by path; they count instead of what is on the disk, or beside it.
using Unsaved = std::map<std::string, std::string>;

/// As read_game() without them. Paths begin with `folder`, as those that the diagnostics name do.
std::optional<Game> read_game(base::SourceMap& sources, const std::string& folder,
                              const Unsaved& unsaved, base::DiagnosticLog& log);

/// The `.json` files of a folder of the game, in order, and those that are only in `unsaved`.
std::vector<std::string> game_files(const std::string& folder, const std::string& sub,
                                    const Unsaved& unsaved,
                                    std::vector<base::RefusedPath>* refused = nullptr);

}  // namespace hanrei::model
