// The commands that look into the database of rulings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "reports/reports.h"
#include "workspace/check.h"
#include "workspace/library.h"

namespace hanrei::cli {

struct SearchOptions {
  DatabaseOptions database;
  std::string query, format = "text";
  rulings::store::Options search;
  reports::Style style;
};

int run_search(SearchOptions options, const Io& io);
/// show: cards, clauses and rulings by their names.
int run_look_up(DatabaseOptions options, const std::vector<std::string>& names,
                const std::string& format, const reports::Style& style, const Io& io);
/// export: the records of one game. import: records, or a list with a mapping, into GAME/imported/.
int run_export(const DatabaseOptions& options, const std::string& format, const Io& io);
int run_import(const std::string& file, const std::string& game, const std::string& mapping,
               const reports::Style& style, const Io& io);
/// log: what became known since a day.
int run_log(const DatabaseOptions& options, const std::string& since, const std::string& format,
            const reports::Style& style, const Io& io);
/// db build. `check`: rulings without a kept verdict are examined as `check` does, under these
/// options; then the exit code is that of `check`.
int run_db_build(const DatabaseOptions& options, const std::optional<CheckOptions>& check,
                 const reports::Style& style, const Io& io);

}  // namespace hanrei::cli
