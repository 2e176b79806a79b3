// The rulings and decks that a command line chooses.
#pragma once

#include <string>
#include <vector>

#include "workspace/io.h"

namespace hanrei::workspace {

/// The rulings asked for by `--id`; all when none is.
class Selection {
 public:
  explicit Selection(const std::vector<std::string>& globs) : globs_(globs), met_(globs.size()) {}
  /// Is it one of them? Every ruling that is there has to be asked about.
  bool has(const std::string& id);
  /// Says on standard error which globs fit no ruling. False when there are such and others fit:
  /// what fits none at all is a run that examined nothing.
  bool complete(const Io& io) const;

 private:
  const std::vector<std::string>& globs_;
  std::vector<char> met_;
};

}  // namespace hanrei::workspace
