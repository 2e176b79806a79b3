// A card or a clause under another name, in every file of its game that names it.
//
//     auto texts = renamed_files("games/tako", {true, "奴凧", "大凧"}, log, sources);
//     if (texts) write(*texts);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text/source_map.h"
#include "workspace/io.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

struct RenameAsked {
  bool card = true;  ///< else a clause
  std::string from, to;
};

/// A file as it is and as it becomes.
struct Rewritten {
  std::string path, was, is;
  size_t places = 0;
};

/// The files in which something changes, by path; nothing is written. They keep their form: only
/// names change, and the digests of signatures that were good, since what was signed says what it
/// said. Nothing, after a complaint, where the game has errors, the name is unknown, or the new one
/// stands for something already.
std::optional<std::vector<Rewritten>> renamed_files(const GameFiles& files,
                                                    const RenameAsked& asked, const Io& io);

/// Writes all of them or none: when one cannot be written, those before it are put back.
base::Result<void> write_all(const std::vector<Rewritten>& files);

}  // namespace hanrei::workspace
