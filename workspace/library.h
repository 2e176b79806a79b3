// Which database a command works with, and what it is made from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reports/reports.h"
#include "rulings/store/store.h"
#include "workspace/as_of.h"
#include "workspace/io.h"

namespace hanrei::workspace {

struct DatabaseOptions {
  std::vector<std::string> paths;  ///< games; none: the one above, or those in this folder
  std::string file;  ///< the database; empty: one for each library, among the user's caches
  bool verify = false;
  AsOfText as_of;  ///< search, show: the law of which day
};

struct Opened {
  std::unique_ptr<rulings::store::Store> store;  ///< nothing: it was said why not
  std::string file;
  std::vector<std::string> games;  ///< folders the command is about; empty: all of the database
  rulings::store::Report report;
  bool wrong_input = false;  ///< a path that is none, a file that was refused or cannot be read
  bool from_sources = false;
};

/// Finds the games, brings the database up to date and opens it. Says on standard error what is
/// amiss.
Opened open_database(const DatabaseOptions& options, const Io& io);

/// The paths of the options, or where there are none the game above this folder, or this folder.
std::vector<std::string> paths_of(const DatabaseOptions& options);

/// Where the database of a library is kept when nobody says where: in $XDG_CACHE_HOME/hanrei, or
/// ~/.cache/hanrei. Empty when there is neither.
std::string default_database(const std::string& root);

}  // namespace hanrei::workspace
