// Which database a command works with, and what it is made from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/as_of.h"
#include "cli/cli.h"
#include "reports/reports.h"
#include "rulings/store/store.h"

namespace hanrei::cli {

struct DatabaseOptions {
  std::vector<std::string> paths;     ///< games; none: the one above, or those in this folder
  std::string file;                   ///< the database; empty: one for each library, among the user's caches
  bool verify = false;
  AsOfText as_of;                     ///< search, show: the law of which day
};

struct Opened {
  std::unique_ptr<rulings::store::Store> store;   ///< nothing: it was said why not
  std::string file;
  std::vector<std::string> games;     ///< folders the command is about; empty: all of the database
  rulings::store::Report report;
  bool wrong_input = false;           ///< a path that is none, a file that was refused or cannot be read
  bool from_sources = false;
};

/// Finds the games, brings the database up to date and opens it. Says on standard error what is amiss.
Opened open_database(const DatabaseOptions& options, const Io& io);

/// Where the database of a library is kept when nobody says where: in $XDG_CACHE_HOME/hanrei, or ~/.cache/hanrei.
/// Empty when there is neither.
std::string default_database(const std::string& root);

struct SearchOptions {
  DatabaseOptions database;
  std::string query, format = "text";
  rulings::store::Options search;
  reports::Style style;
};

int run_search(SearchOptions options, const Io& io);
/// show: cards, clauses and rulings by their names.
int run_look_up(DatabaseOptions options, const std::vector<std::string>& names, const std::string& format, const reports::Style& style, const Io& io);
/// export: the records of one game. import: records, or a list with a mapping, into GAME/imported/.
int run_export(const DatabaseOptions& options, const std::string& format, const Io& io);
int run_import(const std::string& file, const std::string& game, const std::string& mapping, const reports::Style& style, const Io& io);
/// log: what became known since a day.
int run_log(const DatabaseOptions& options, const std::string& since, const std::string& format, const reports::Style& style, const Io& io);
int run_db_build(const DatabaseOptions& options, const reports::Style& style, const Io& io);

}  // namespace hanrei::cli
