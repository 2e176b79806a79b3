// Findings that are kept, so that a card, a clause or a ruling can be looked up together with what
// was found about it. The last whole run of a command on a game replaces what was kept of it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace hanrei::rulings::store {

struct KeptFinding {
  std::string code, severity;
  std::string message[2];  ///< by base::Lang
  std::string path;        ///< below the library; empty: it has no place
  std::int64_t line = 0, column = 0;
  std::vector<std::string> subjects, clauses;  ///< names that it is about
};

/// What one command found.
struct RunFindings {
  std::string command;            ///< `check`, `audit`
  std::vector<KeptFinding> list;  ///< about what was asked for
  bool current =
      false;  ///< found by this program on the files as they are; otherwise `list` is empty
};

/// The digest of all files of a game that findings hang on: that of the game, and those of its
/// rulings in any order.
std::string digest_of_all(const std::string& game, std::vector<std::string> rulings);

/// Replaces what the command found in the game folder `folder`. All of it, or nothing.
base::Result<void> keep_findings(const std::string& database, const std::string& folder,
                                 const std::string& command, const std::string& digest,
                                 const std::string& program, const std::vector<KeptFinding>& list);

}  // namespace hanrei::rulings::store
