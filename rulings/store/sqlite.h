// SQLite behind three small words: Database, Statement, Transaction. Nothing outside rulings/store/
// sees more of it.
//
// Errors of the library are exceptions within this folder (`Trouble`); store.cpp turns them into a
// base::Result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/diagnostic.h"

struct sqlite3;
struct sqlite3_stmt;

namespace hanrei::rulings::store {

/// SQLite refused. `damaged`: the file is no database, or a broken one.
struct Trouble {
  std::string message;
  bool damaged = false;
  bool cannot_write = false;  ///< read-only, full, or no such folder
  bool busy = false;          ///< another process holds it

  /// Why it went wrong, in both languages where it is we who say it.
  std::string reason() const {
    return busy ? base::in_both("another process is writing it, and did not end",
                                "別のプロセスが書き込み中で、終わりません")
                : message;
  }
};

class Database {
 public:
  /// `path` empty: in memory, gone at the end. `create`: if it is not there.
  Database(const std::string& path, bool create);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const char* sql);
  std::int64_t number(const char* sql);
  sqlite3* raw() const { return db_; }
  [[noreturn]] void fail(int code) const;

 private:
  sqlite3* db_ = nullptr;
};

/// A prepared statement. Values are bound in order, rows are read in order.
///
///     Statement s(db, "SELECT name FROM card WHERE game = ?");
///     for (s.bind(game); s.step();) use(s.text(0));
class Statement {
 public:
  Statement(Database& db, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <class... Values>
  Statement& bind(const Values&... values) {
    reset();
    (one(values), ...);
    return *this;
  }
  void reset();
  void one(std::int64_t value);
  void one(int value) { one(static_cast<std::int64_t>(value)); }
  void one(std::string_view value);
  void one(const std::string& value) { one(std::string_view(value)); }
  void nothing();  ///< NULL
  /// Something of this program for a function of this program, which asks for it by `type`. It is
  /// not copied.
  void pointer(void* p, const char* type);
  void one(const char* value) { one(std::string_view(value)); }

  /// The next row; false when there is none left.
  bool step();
  /// For statements without rows: runs to the end.
  void done() {
    while (step()) {
    }
    reset();
  }
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;

 private:
  Database& db_;
  sqlite3_stmt* statement_ = nullptr;
  int next_ = 1;
};

/// Rolled back unless committed. `write` takes the write lock at once, so that what is read in it
/// stays true.
class Transaction {
 public:
  explicit Transaction(Database& db, bool write) : db_(db) {
    db.run(write ? "BEGIN IMMEDIATE" : "BEGIN");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    db_.run("COMMIT");
    open_ = false;
  }

 private:
  Database& db_;
  bool open_ = true;
};

/// How long a process waits for another one that is writing.
inline constexpr int kBusyMilliseconds = 120'000;

}  // namespace hanrei::rulings::store
