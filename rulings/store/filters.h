// The filters of a query as a part of a WHERE. Within rulings/store/ only.
#pragma once

#include <string>
#include <vector>

#include "rulings/store/index.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

/// Over the alias `r` of table `ruling`, with the values it binds.
struct Condition {
  std::string sql;  ///< begins with AND; empty: every ruling
  std::vector<std::string> values;
};

/// The filters, the days and, with `games`, the games that are asked about.
Condition condition_of(const search::Query& query, const Options& options, bool games);
/// `SELECT columns` of the rulings that fit, with what stands behind it.
std::string select(const Condition& c, const std::string& columns, const std::string& tail = "");
void bind(Statement& s, const Condition& c);
/// Which documents count: rulings of the games asked about that pass the filters, and the clauses
/// of these games.
std::vector<bool> searched_of(Database& db, const Index& index, const search::Query& query,
                              const Options& options);

}  // namespace hanrei::rulings::store
