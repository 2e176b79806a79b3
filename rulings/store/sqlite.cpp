#include "rulings/store/sqlite.h"

#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "base/stop.h"

namespace hanrei::rulings::store {
namespace {

/// Whoever has the file is waited for, unless an end is asked for.
int wait(void*, int times) {
  constexpr int kEvery = 10;
  if (base::stop_asked() || times * kEvery >= kBusyMilliseconds) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(kEvery));
  return 1;
}

}  // namespace

Database::Database(const std::string& path, bool create) {
  // A reader asks for writing, too: what a killed writer left half done can only be undone by
  // writing. SQLite makes do with reading where the file or its disk cannot be written.
  const int flags = SQLITE_OPEN_READWRITE | (path.empty() || create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(path.empty() ? ":memory:" : path.c_str(), &db_,
                                   flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nullptr);
  try {
    if (code != SQLITE_OK) fail(code);
    sqlite3_extended_result_codes(db_, 1);
    sqlite3_busy_handler(db_, wait, nullptr);
    // Nothing in a database file that somebody hands over may run as we read it.
    sqlite3_db_config(db_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(db_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    run("PRAGMA cell_size_check = ON");
    run("PRAGMA temp_store = MEMORY");
    if (create) run("PRAGMA cache_size = -131072");
  } catch (...) {
    sqlite3_close_v2(db_);
    throw;
  }
}

Database::~Database() { sqlite3_close_v2(db_); }

void Database::fail(int code) const {
  const int kind = code & 0xFF;
  Trouble t;
  t.message = db_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(db_);
  t.damaged = kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB;
  t.cannot_write = kind == SQLITE_READONLY || kind == SQLITE_CANTOPEN || kind == SQLITE_FULL ||
                   kind == SQLITE_PERM || kind == SQLITE_IOERR;
  t.busy = kind == SQLITE_BUSY || kind == SQLITE_LOCKED;
  throw t;
}

void Database::run(const char* sql) {
  if (const int code = sqlite3_exec(db_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK)
    fail(code);
}

std::int64_t Database::number(const char* sql) {
  Statement s(*this, sql);
  return s.step() ? s.integer(0) : 0;
}

Statement::Statement(Database& db, std::string_view sql) : db_(db) {
  if (const int code = sqlite3_prepare_v2(db.raw(), sql.data(), static_cast<int>(sql.size()),
                                          &statement_, nullptr);
      code != SQLITE_OK)
    db.fail(code);
}
Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::reset() {
  sqlite3_reset(statement_);
  next_ = 1;
}
void Statement::one(std::int64_t value) {
  if (const int code = sqlite3_bind_int64(statement_, next_++, value); code != SQLITE_OK)
    db_.fail(code);
}
void Statement::one(std::string_view value) {
  if (const int code =
          sqlite3_bind_text64(statement_, next_++, value.data() == nullptr ? "" : value.data(),
                              value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
      code != SQLITE_OK)
    db_.fail(code);
}
void Statement::nothing() {
  if (const int code = sqlite3_bind_null(statement_, next_++); code != SQLITE_OK) db_.fail(code);
}
void Statement::pointer(void* p, const char* type) {
  if (const int code = sqlite3_bind_pointer(statement_, next_++, p, type, nullptr);
      code != SQLITE_OK)
    db_.fail(code);
}
bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3_reset(statement_);
  db_.fail(code);
}
std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}
double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }
std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return text == nullptr
             ? ""
             : std::string(text,
                           static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(db_.raw(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace hanrei::rulings::store
