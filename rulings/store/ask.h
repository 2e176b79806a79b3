// What questions to a database have in common. Within rulings/store/ only.
#pragma once

#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

template <class T, class F>
base::Result<T> Store::ask(F&& question) {
  damaged_ = false;
  try {
    const Transaction same_state(*db_, false);
    return question();
  } catch (const Trouble& t) {
    damaged_ = t.damaged;
    return base::Error{t.message};
  }
}

/// What a list shows of each ruling, in the order of the keys, and where the words of the query are
/// in it.
std::vector<Hit> hits(Database& db, const std::vector<std::int64_t>& keys, const search::Query& q,
                      const Options& o);
/// Names of cards and terms that are near what was typed.
std::vector<Suggestion> suggestions(Database& db, const search::Query& q, const Options& o);
/// The status of the ruling `alias` as of the day asked about: `status_as_of` as SQL.
std::string status_column(const std::string& alias, const Options& o);
/// A column of the verdict that this program found last on the ruling `alias`, its files being as
/// they are; NULL: none.
std::string verdict_column(const char* column, const char* alias, const Options& o);
/// The names in a list of what the ruling `alias` touches, by the same verdict, as a table with a
/// column `value`.
std::string each_touched(const char* list, const char* alias, const Options& o);
/// ` AND column IN (…)` with a `?` for each game that is asked about; empty for all.
std::string in_games(const char* column, const Options& o);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace hanrei::rulings::store
