// The door to SQLite's full-text search, for what a connection adds to it.
#pragma once

#include <sqlite3.h>

namespace hanrei::rulings::store {

/// The extension interface of this connection. An SQLite result code; with SQLITE_OK `api` is set.
inline int find_fts5(sqlite3* db, fts5_api*& api) {
  api = nullptr;
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, nullptr);
  if (code == SQLITE_OK) code = sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", nullptr);
  if (code == SQLITE_OK) sqlite3_step(statement);
  sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  return api == nullptr ? SQLITE_ERROR : SQLITE_OK;
}

}  // namespace hanrei::rulings::store
