#include "rulings/store/store.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/io/file.h"
#include "base/text/filled.h"
#include "rulings/store/build.h"
#include "rulings/store/index.h"
#include "rulings/store/marks.h"
#include "rulings/store/schema.h"
#include "rulings/store/sqlite.h"

namespace hanrei::rulings::store {
namespace {

namespace fs = std::filesystem;

enum class Kind { None, Ours, Other };

/// Whose file it is, by the first bytes of it. An empty file is nobody's.
Kind kind_of(const std::string& path) {
  std::error_code ec;
  if (!fs::exists(path, ec)) return Kind::None;
  if (!fs::is_regular_file(path, ec)) return Kind::Other;
  std::ifstream file(path, std::ios::binary);
  std::string head(100, '\0');
  file.read(head.data(), 100);
  if (file.gcount() == 0) return Kind::None;
  if (head.find_first_not_of('\0') == std::string::npos)
    return Kind::Ours;  // its first page was not written before a kill
  std::uint32_t id = 0;
  for (std::size_t i = 68; i < 72; ++i) id = id << 8 | static_cast<unsigned char>(head[i]);
  return head.starts_with(std::string_view("SQLite format 3\0", 16)) && id == kApplication
             ? Kind::Ours
             : Kind::Other;
}

bool is_sound(Database& db) {
  Statement s(db, "PRAGMA quick_check(1)");
  return s.step() && s.text(0) == "ok";
}

/// Everything, the index of terms too.
bool is_whole(Database& db) { return is_sound(db) && index_is_whole(db); }

/// What is wrong with a database that can be opened; empty: nothing.
std::string objection(Database& db) {
  if (db.number("PRAGMA application_id") != kApplication)
    return base::in_both("it is no database of Hanrei", "Hanrei のデータベースではありません");
  return db.number("PRAGMA user_version") == kSchema
             ? ""
             : base::in_both("it was made by another version", "別の版が作ったものです");
}

void create_tables(Database& db) {
  Transaction all(db, true);
  if (db.number("PRAGMA user_version") == 0 &&
      db.number("SELECT count(*) FROM sqlite_schema") == 0) {
    db.run(fmt::format("PRAGMA application_id = {}", kApplication).c_str());
    db.run(kTables);
    db.run(fmt::format("PRAGMA user_version = {}", kSchema).c_str());
  }
  all.commit();
}

void remove_file(const std::string& path) {
  // The database before its journal: a journal beside no database is dropped, a database without
  // its journal is lost.
  std::error_code ec;
  fs::remove(path, ec);
  fs::remove(path + "-journal", ec);
}

base::Error somebody_elses() {
  return base::Error{base::in_both(
      "it is no database of Hanrei; remove it, or name another file",
      "Hanrei のデータベースではありません。取り除くか、別のファイルを指定してください")};
}

}  // namespace

Store::Store(std::unique_ptr<Database> db)
    : db_(std::move(db)), marks_(std::make_unique<Marks>()) {}
Store::~Store() = default;

base::Result<std::unique_ptr<Store>> open(const std::string& path) {
  switch (kind_of(path)) {
    case Kind::None:
      return base::Error{base::in_both("there is no database; `hanrei db build` makes one",
                                       "データベースがありません。`hanrei db build` で作れます")};
    case Kind::Other: return somebody_elses();
    case Kind::Ours: break;
  }
  try {
    auto db = std::make_unique<Database>(path, false);
    if (const std::string why = objection(*db); !why.empty())
      return base::Error{base::filled("{0}; `hanrei db build` makes it anew",
                                      "{0}。`hanrei db build` で作り直せます", {why})};
    return std::make_unique<Store>(std::move(db));
  } catch (const Trouble& t) {
    return base::Error{
        t.damaged ? base::filled("the file is damaged ({0}); `hanrei db build` makes it anew",
                                 "ファイルが壊れています ({0})。`hanrei db build` で作り直せます",
                                 {t.message})
                  : t.reason()};
  }
}

base::Result<std::unique_ptr<Database>> open_or_create(const std::string& path) {
  try {
    const Kind kind = kind_of(path);
    if (kind == Kind::Other) return somebody_elses();
    if (kind == Kind::Ours) {
      try {
        auto db = std::make_unique<Database>(path, false);
        if (db->number("PRAGMA page_count") > 0 && objection(*db).empty()) return db;
      } catch (const Trouble& t) {
        if (!t.damaged) throw;
      }
    }
    std::error_code ec;
    if (const fs::path folder = fs::path(path).parent_path(); !folder.empty())
      fs::create_directories(folder, ec);
    const base::FileLock alone(path + ".lock");
    for (int attempt = 0;; ++attempt) {
      try {
        auto db = std::make_unique<Database>(path, true);
        if (const std::string why = db->number("PRAGMA page_count") == 0 ? "" : objection(*db);
            !why.empty())
          throw Trouble{why, true, false, false};
        create_tables(*db);
        return db;
      } catch (const Trouble& t) {
        if (!t.damaged || attempt > 0) throw;
        remove_file(path);
      }
    }
  } catch (const Trouble& t) {
    return base::Error{t.reason()};
  }
}

base::Result<std::unique_ptr<Store>> up_to_date(const std::string& path, const Library& library,
                                                Report& report, bool verify) {
  const Report empty;
  std::string cannot_write;
  const auto in_memory = [&]() -> base::Result<std::unique_ptr<Store>> {
    report = empty;
    report.in_memory = true;
    report.stale = cannot_write;
    auto db = std::make_unique<Database>("", true);
    create_tables(*db);
    build(*db, library, report);
    return std::make_unique<Store>(std::move(db));
  };
  try {
    if (path.empty()) return in_memory();
    std::string rebuilt;
    for (int attempt = 0; attempt < 3; ++attempt) {
      report = empty;
      report.rebuilt = rebuilt;
      const Kind kind = kind_of(path);
      if (kind == Kind::Other) return somebody_elses();
      std::unique_ptr<Database> db;
      bool usable = false;
      try {
        if (kind == Kind::Ours) {
          db = std::make_unique<Database>(path, false);
          const bool nothing = db->number("PRAGMA page_count") == 0;
          const std::string why = nothing ? "" : objection(*db);
          usable = !nothing && why.empty();
          if (!why.empty()) throw Trouble{why, true, false, false};
          if (verify && usable && !is_whole(*db))
            throw Trouble{base::in_both("the file is damaged", "ファイルが壊れています"), true,
                          false, false};
          if (usable && !is_stale(*db, library, report))
            return std::make_unique<Store>(std::move(db));
          report = empty;
          report.rebuilt = rebuilt;
          db.reset();
        }
        std::error_code ec;
        if (const fs::path folder = fs::path(path).parent_path(); !folder.empty())
          fs::create_directories(folder, ec);
        const base::FileLock alone(path + ".lock");
        db = std::make_unique<Database>(path, true);
        create_tables(*db);
        build(*db, library, report);
        return std::make_unique<Store>(std::move(db));
      } catch (const Trouble& t) {
        db.reset();
        if (t.damaged && attempt < 2) {
          const base::FileLock alone(path + ".lock");
          // Somebody else may have made it anew while this process waited.
          bool still = true;
          try {
            Database again(path, false);
            still = !objection(again).empty() || !is_sound(again) || rebuilt == t.message;
          } catch (const Trouble&) {
          }
          if (still) remove_file(path);
          rebuilt = t.message;
          continue;
        }
        if (!t.cannot_write && !t.busy) return base::Error{t.message};
        cannot_write = t.reason();
        if (!usable) return in_memory();
        report = empty;
        report.stale = cannot_write;
        return open(path);
      }
    }
    return base::Error{base::filled("the database cannot be made: {0}",
                                    "データベースを作れません: {0}", {rebuilt})};
  } catch (const Trouble& t) {
    return base::Error{t.message};
  }
}

}  // namespace hanrei::rulings::store
