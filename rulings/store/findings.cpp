#include "rulings/store/findings.h"

#include <algorithm>

#include "base/text/sha256.h"
#include "rulings/store/ask.h"
#include "rulings/store/kept_findings.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {
namespace {

std::string lines(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& s : list) out += (out.empty() ? "" : "\n") + s;
  return out;
}

/// All files of the game as the database has them.
std::string digest_now(Database& db, std::int64_t game) {
  Statement s(db, "SELECT digest FROM game WHERE id = ?"),
      r(db, "SELECT digest FROM ruling WHERE game = ? AND digest <> ''");
  s.bind(game);
  const std::string digest = s.step() ? s.text(0) : "";
  std::vector<std::string> rulings;
  for (r.bind(game); r.step();) rulings.push_back(r.text(0));
  return digest_of_all(digest, std::move(rulings));
}

}  // namespace

std::string digest_of_all(const std::string& game, std::vector<std::string> rulings) {
  std::ranges::sort(rulings);
  base::Sha256 h;
  h.add_piece(game);
  for (const std::string& r : rulings) h.add_piece(r);
  return h.hex();
}

base::Result<void> keep_findings(const std::string& database, const std::string& folder,
                                 const std::string& command, const std::string& digest,
                                 const std::string& program, const std::vector<KeptFinding>& list) {
  auto db = open_or_create(database);
  if (!db) return db.error();
  base::Sha256 h;
  for (const KeptFinding& f : list)
    for (const std::string& part :
         {f.code, f.severity, f.message[0], f.message[1], f.path, std::to_string(f.line),
          std::to_string(f.column), lines(f.subjects), lines(f.clauses)})
      h.add_piece(part);
  const std::string sum = h.hex();
  try {
    {
      Statement same(**db,
                     "SELECT 1 FROM finding_run WHERE folder = ? AND command = ? AND digest = ? "
                     "AND program = ? AND seal = ?");
      if (same.bind(folder, command, digest, program, sum); same.step()) return {};
    }
    Transaction all(**db, true);
    Statement(**db, "DELETE FROM finding WHERE folder = ? AND command = ?")
        .bind(folder, command)
        .done();
    Statement(**db, "INSERT OR REPLACE INTO finding_run VALUES(?, ?, ?, ?, ?)")
        .bind(folder, command, digest, program, sum)
        .done();
    Statement in(**db, "INSERT INTO finding VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::int64_t place = 0;
    for (const KeptFinding& f : list)
      in.bind(folder, command, place++, f.code, f.severity, f.message[0], f.message[1], f.path,
              f.line, f.column, lines(f.subjects), lines(f.clauses))
          .done();
    all.commit();
    return {};
  } catch (const Trouble& t) {
    return base::Error{t.reason()};
  }
}

std::vector<RunFindings> findings_about(Database& db, std::int64_t game,
                                        const std::function<bool(const KeptFinding&)>& about,
                                        const Options& o) {
  std::vector<RunFindings> out;
  Statement name(db, "SELECT folder FROM game WHERE id = ?");
  if (name.bind(game); !name.step()) return out;
  const std::string folder = name.text(0), digest = digest_now(db, game);
  for (const char* command : {"check", "audit"}) {
    RunFindings run{command, {}, false};
    Statement was(db,
                  "SELECT 1 FROM finding_run WHERE folder = ? AND command = ? AND digest = ? AND "
                  "program = ?");
    was.bind(folder, command, digest, o.program);
    run.current = was.step() && !o.as_of.any();
    Statement s(db,
                "SELECT code, severity, en, ja, path, line, column, subjects, clauses FROM finding "
                "WHERE folder = ? AND command = ? ORDER BY place");
    if (run.current)
      for (s.bind(folder, command); s.step();) {
        KeptFinding f{s.text(0),    s.text(1),    {s.text(2), s.text(3)}, s.text(4),
                      s.integer(5), s.integer(6), lines_of(s.text(7)),    lines_of(s.text(8))};
        if (about(f)) run.list.push_back(std::move(f));
      }
    out.push_back(std::move(run));
  }
  return out;
}

}  // namespace hanrei::rulings::store
