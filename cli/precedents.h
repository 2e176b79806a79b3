// hanrei precedents: which rulings decide a situation, or are like a ruling.
#pragma once

#include <string>

#include "cli/check.h"

namespace hanrei::cli {

struct PrecedentsOptions {
  std::string what;  ///< the id of a ruling, or the file of a situation
  std::string game;  ///< its folder; empty: the one above the file, else the one above this folder
  std::string database;  ///< empty: that of the library
  std::size_t limit = 10;
  AsOfText as_of;     ///< the law of which day
  std::string query;  ///< words and filters beside it, as for `search`
};

int run_precedents(const PrecedentsOptions& options, const CheckOptions& check, const Io& io);

}  // namespace hanrei::cli
