#include "rulings/store/marks.h"

#include <sqlite3.h>

#include <algorithm>

#include "rulings/records/digest.h"
#include "rulings/store/ask.h"
#include "rulings/store/look_up.h"

namespace hanrei::rulings::store {
namespace {

void has_mark(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* marks = static_cast<const Marks*>(sqlite3_user_data(context));
  const auto* name = reinterpret_cast<const char*>(sqlite3_value_text(values[1]));
  sqlite3_result_int(context,
                     name != nullptr && marks->has(sqlite3_value_int64(values[0]), name) ? 1 : 0);
}

GameRecords dated_records(Database& db, std::int64_t game) {
  GameRecords out;
  out.clauses = read_clauses(db, game);
  Statement revisions(db,
                      "SELECT name, effective, known FROM revision WHERE game = ? ORDER BY place");
  for (revisions.bind(game); revisions.step();)
    out.revisions.push_back({revisions.text(0), revisions.text(1), revisions.text(2)});
  Statement cards(db,
                  "SELECT c.id FROM card c WHERE c.game = ? AND ((SELECT count(DISTINCT w.since) "
                  "FROM wording w WHERE w.card = c.id) > 1 OR EXISTS (SELECT 1 FROM dated_ability "
                  "a WHERE a.card = c.id)) ORDER BY c.id");
  for (cards.bind(game); cards.step();) out.cards.push_back(read_card(db, cards.integer(0)));
  return out;
}

}  // namespace

const Marks::Game& Marks::game(Database& db, std::int64_t id, const Options& o) {
  const std::string asked =
      std::to_string(db.number("PRAGMA data_version")) + days_text(o.as_of) + " " + o.program;
  if (asked != of_) {
    games_.clear();
    all_.clear();
    of_ = asked;
  }
  if (const auto it = games_.find(id); it != games_.end()) return it->second;
  Game& out = games_[id];
  const auto verdict = [&](const char* column) { return verdict_column(column, "r", o); };
  Statement heads(
      db,
      "SELECT r.id, r.ruling, r.status, r.issued, r.effective, r.known, r.situation, r.cards, " +
          verdict("standing") + ", " + verdict("alone") + ", " + verdict("why_en") + ", " +
          verdict("why_ja") + " FROM ruling r WHERE r.game = ?");
  for (heads.bind(id); heads.step();) {
    RulingRecord& r = out.rulings[heads.integer(0)];
    r.id = heads.text(1);
    r.status = heads.text(2);
    r.issued = heads.text(3);
    r.effective = heads.text(4);
    r.known = heads.text(5);
    if (heads.integer(6) != 0) r.cases.resize(1);
    r.cards = lines_of(heads.text(7));
    if (const std::string standing = heads.text(8); !standing.empty())
      out.found[r.id] = {standing, heads.integer(9) != 0, {heads.text(10), heads.text(11)}};
  }
  Statement cites(db,
                  "SELECT k.ruling, k.clause FROM ruling_cites k JOIN ruling r ON r.id = k.ruling "
                  "WHERE r.game = ? ORDER BY k.clause");
  for (cites.bind(id); cites.step();) out.rulings[cites.integer(0)].cites.push_back(cites.text(1));
  Statement names(db,
                  "SELECT n.ruling, n.how, n.target FROM ruling_names n JOIN ruling r ON r.id = "
                  "n.ruling WHERE r.game = ? ORDER BY n.target");
  for (names.bind(id); names.step();) {
    RulingRecord& r = out.rulings[names.integer(0)];
    const std::string how = names.text(1);
    (how == "supersedes" ? r.supersedes
     : how == "narrows"  ? r.narrows
     : how == "follows"  ? r.follows
                         : r.distinguishes)
        .push_back(names.text(2));
  }
  Statement was(db,
                "SELECT w.ruling, w.status, w.until, w.known FROM ruling_was w JOIN ruling r ON "
                "r.id = w.ruling WHERE r.game = ? ORDER BY w.ruling, w.place");
  for (was.bind(id); was.step();)
    out.rulings[was.integer(0)].was.push_back({was.text(1), was.text(2), was.text(3)});
  std::vector<RulingRecord> all;
  for (const auto& [key, r] : out.rulings) all.push_back(r);
  out.citator = std::make_unique<Citator>(dated_records(db, id), all, o.as_of);
  return out;
}

std::vector<Marked> Marks::of(Database& db, std::int64_t ruling, const Options& o) {
  Statement s(db, "SELECT game FROM ruling WHERE id = ?");
  if (s.bind(ruling); !s.step()) return {{Mark::NotExamined, {}}};
  const Game& g = game(db, s.integer(0), o);
  return g.citator->marks(g.rulings.at(ruling), g.found);
}

void Marks::prepare(Database& db, const Options& o) {
  Statement games(db, "SELECT id FROM game WHERE 1" + in_games("id", o));
  for (const std::string& g : o.games) games.one(g);
  while (games.step()) {
    const Game& g = game(db, games.integer(0), o);
    if (!g.rulings.empty() && all_.contains(g.rulings.begin()->first)) continue;
    for (const auto& [key, r] : g.rulings) {
      std::uint16_t bits = 0;
      for (const Marked& m : g.citator->marks(r, g.found))
        bits = static_cast<std::uint16_t>(bits | 1U << static_cast<unsigned>(m.mark));
      all_[key] = bits;
    }
  }
  if (sqlite3_create_function_v2(db.raw(), "has_mark", 2, SQLITE_UTF8, this, has_mark, nullptr,
                                 nullptr, nullptr) != SQLITE_OK)
    db.fail(sqlite3_errcode(db.raw()));
}

bool Marks::has(std::int64_t ruling, std::string_view mark) const {
  const auto it = all_.find(ruling);
  if (it == all_.end()) return false;
  for (std::size_t i = 0; i < kMarks; ++i)
    if (mark_name(static_cast<Mark>(i)) == mark) return (it->second >> i & 1U) != 0;
  return false;
}

std::vector<std::pair<std::string, std::size_t>> Marks::count(
    const std::vector<std::int64_t>& rulings) const {
  std::size_t n[kMarks] = {};
  for (const std::int64_t key : rulings)
    if (const auto it = all_.find(key); it != all_.end())
      for (std::size_t i = 0; i < kMarks; ++i) n[i] += it->second >> i & 1U;
  std::vector<std::pair<std::string, std::size_t>> out;
  for (std::size_t i = 0; i < kMarks; ++i)
    if (n[i] > 0) out.emplace_back(mark_name(static_cast<Mark>(i)), n[i]);
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

}  // namespace hanrei::rulings::store
