// The two states of a folder that a gate compares, as they are found in the file system and in git.
#pragma once

#include <string>
#include <vector>

#include "workspace/revision.h"
#include "workspace/side.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

/// The states of a folder that are compared: what it is, and what it was where its branch began.
struct States {
  std::string path;  ///< of what is gated
  Workspace after, before;
  Deeper deeper, deeper_before;
  std::vector<std::string> unread;  ///< what cannot be read, and why, each once
};

/// `after`: what was found in `path`. `fork`: laid out.
States states_of(const std::string& path, Workspace after, const Revision& fork);

/// Does the path lie within the folder, and not at it?
bool inside(const std::string& path, const std::string& folder);

/// For each game the one of its name in the same folder, else the one of its name; it is taken out
/// of `old`.
std::vector<Side> paired(const std::vector<Side>& now, std::vector<Side>& old, const States& states,
                         const Revision& fork);

}  // namespace hanrei::workspace
