#pragma once

struct sqlite3;

namespace hanrei::rulings::store {

/// Makes search/tokens.h known to the full text index of a database, as `hanrei`. Returns a code of
/// SQLite.
int add_tokenizer(sqlite3* db);

}  // namespace hanrei::rulings::store
