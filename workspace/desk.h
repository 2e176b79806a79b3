// The judge's desk: everything its pages show, gathered as finished values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/html/bundle.h"
#include "workspace/check.h"
#include "workspace/library.h"

namespace hanrei::workspace {

struct DeskOptions {
  DatabaseOptions database;  ///< and of which games
  std::string date;          ///< printed on every page; empty: the latest that the sources give
  bool plays = false;        ///< the plays of the rulings that `--id` selects, or of all
};

/// Nothing: something is wrong with the input, or there is no ruling, and that was said. `code`:
/// the exit code then.
std::optional<reports::html::Bundle> gather_desk(const DeskOptions& options,
                                                 const CheckOptions& check, const Io& io,
                                                 int& code);

}  // namespace hanrei::workspace
