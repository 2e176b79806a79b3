#include "rulings/store/verdicts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/text/sha256.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {
namespace {

/// A broken page may go unnoticed where nobody looks at the whole file; a wrong verdict must not
/// come of it.
std::string seal(const Verdict& v) {
  base::Sha256 h;
  for (const std::string* part :
       {&v.key, &v.folder, &v.ruling, &v.sources, &v.program, &v.standing, &v.evidence, &v.touches,
        &v.why[0], &v.why[1], &v.record, &v.looked})
    h.add_piece(*part);
  h.add_piece(v.alone ? "alone" : "");
  return h.hex();
}

constexpr const char* kColumns =
    "key, folder, ruling, sources, program, standing, evidence, touches, alone, why_en, why_ja, "
    "record, looked, seal";

/// The row, when it is what was put in.
std::optional<Verdict> sound(const Statement& s) {
  Verdict v{s.text(0),  s.text(1), s.text(2), s.text(3),         s.text(4),
            s.text(5),  s.text(6), s.text(7), s.integer(8) != 0, {s.text(9), s.text(10)},
            s.text(11), s.text(12)};
  return s.text(13) == seal(v) ? std::optional(std::move(v)) : std::nullopt;
}

}  // namespace

Verdicts::Verdicts(std::unique_ptr<Database> db) : db_(std::move(db)) {}
Verdicts::~Verdicts() = default;

base::Result<std::unique_ptr<Verdicts>> Verdicts::open(const std::string& path) {
  auto db = open_or_create(path);
  if (!db) return db.error();
  return std::make_unique<Verdicts>(std::move(*db));
}

base::Result<std::optional<Verdict>> Verdicts::verdict(const std::string& key) {
  try {
    Statement s(*db_, fmt::format("SELECT {} FROM verdict WHERE key = ?", kColumns));
    s.bind(key);
    return s.step() ? sound(s) : std::nullopt;
  } catch (const Trouble& t) {
    return base::Error{t.message};
  }
}

base::Result<std::vector<std::string>> Verdicts::looked(const std::string& folder,
                                                        const std::string& ruling) {
  try {
    Statement s(*db_,
                "SELECT looked FROM verdict WHERE folder = ? AND ruling = ? ORDER BY serial DESC");
    s.bind(folder, ruling);
    std::vector<std::string> out;
    while (s.step())
      if (std::string one = s.text(0); !base::contains(out, one)) out.push_back(std::move(one));
    return out;
  } catch (const Trouble& t) {
    return base::Error{t.message};
  }
}

base::Result<void> Verdicts::put(const std::vector<Verdict>& verdicts) {
  try {
    Transaction all(*db_, true);
    Statement last(
        *db_,
        fmt::format(
            "SELECT {} FROM verdict WHERE folder = ? AND ruling = ? ORDER BY serial DESC LIMIT 1",
            kColumns));
    Statement gone(*db_, "DELETE FROM verdict WHERE key = ?");
    Statement in(*db_,
                 "INSERT INTO verdict(key, folder, ruling, sources, program, standing, evidence, "
                 "touches, alone, why_en, why_ja, record, looked, seal) VALUES(?, ?, ?, ?, ?, ?, "
                 "?, ?, ?, ?, ?, ?, ?, ?)");
    Statement trim(*db_,
                   "DELETE FROM verdict WHERE serial IN (SELECT serial FROM verdict WHERE folder = "
                   "? AND ruling = ? ORDER BY serial DESC LIMIT -1 OFFSET ?)");
    bool wrote = false;
    for (const Verdict& v : verdicts) {
      const std::string sum = seal(v);
      last.bind(v.folder, v.ruling);
      const auto before = last.step() ? sound(last) : std::nullopt;
      const bool there = before && seal(*before) == sum;
      last.reset();
      if (there) continue;
      wrote = true;
      gone.bind(v.key).done();
      in.bind(v.key, v.folder, v.ruling, v.sources, v.program, v.standing, v.evidence, v.touches,
              v.alone ? 1 : 0, v.why[0], v.why[1], v.record, v.looked, sum)
          .done();
      trim.bind(v.folder, v.ruling, kKeptOfOne).done();
    }
    if (wrote) all.commit();
    return {};
  } catch (const Trouble& t) {
    return base::Error{t.reason()};
  }
}

}  // namespace hanrei::rulings::store
