// Rulings that are like a situation: every ruling of a game is compared, by what its last verdict
// touched.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "rulings/store/ask.h"
#include "rulings/store/filters.h"
#include "rulings/store/rank.h"

namespace hanrei::rulings::store {
namespace {

/// What words say beside what rulings turn on, of the best one each.
constexpr double kWords = 0.6;

struct Row {
  std::int64_t key = 0;
  std::string id;
  bool gone = false;
  Profile profile;
};

std::vector<Row> rows_of(Database& db, const std::string& folder, const Options& o) {
  std::vector<Row> out;
  std::map<std::int64_t, std::size_t> at;
  // A card that stands for any card says nothing of what a situation is about.
  std::set<std::string> generic;
  Statement any(db,
                "SELECT c.name FROM card c JOIN game g ON g.id = c.game WHERE g.folder = ? AND "
                "c.generic = 1");
  for (any.bind(folder); any.step();) generic.insert(any.text(0));
  Statement s(db,
              fmt::format("SELECT r.id, r.ruling, r.cards, coalesce({}, ''), {} FROM ruling r JOIN "
                          "game g ON g.id = r.game WHERE g.folder = ? ORDER BY r.ruling, r.path",
                          verdict_column("touches", "r", o), status_column("r", o)));
  for (s.bind(folder); s.step();) {
    if (s.text(4) == "unknown") continue;
    at[s.integer(0)] = out.size();
    out.push_back({s.integer(0),
                   s.text(1),
                   s.text(4) == "withdrawn",
                   {touches_of(s.text(3)), {}, lines_of(s.text(2))}});
    std::erase_if(out.back().profile.cards,
                  [&](const std::string& c) { return generic.contains(c); });
  }
  Statement cites(db,
                  "SELECT c.ruling, c.clause FROM ruling_cites c JOIN ruling r ON r.id = c.ruling "
                  "JOIN game g ON g.id = r.game WHERE g.folder = ? ORDER BY 1, 2");
  for (cites.bind(folder); cites.step();)
    if (const auto i = at.find(cites.integer(0)); i != at.end())
      out[i->second].profile.deciding.push_back(cites.text(1));
  std::map<std::string, std::vector<std::size_t>> named;
  for (std::size_t i = 0; i < out.size(); ++i) named[out[i].id].push_back(i);
  Statement later(db,
                  "SELECT DISTINCT n.target FROM ruling_names n JOIN ruling r ON r.id = n.ruling "
                  "JOIN game g ON g.id = r.game WHERE n.how = 'supersedes' AND g.folder = ? AND " +
                      status_column("r", o) + " IN ('formal', 'provisional', 'derived')");
  for (later.bind(folder); later.step();)
    if (const auto i = named.find(later.text(0)); i != named.end())
      for (const std::size_t k : i->second) out[k].gone = true;
  return out;
}

}  // namespace

base::Result<std::optional<Profile>> Store::profile(const std::string& ruling,
                                                    const std::string& folder,
                                                    const Options& options) {
  return ask<std::optional<Profile>>([&]() -> std::optional<Profile> {
    for (Row& r : rows_of(*db_, folder, options))
      if (r.id == ruling) return std::move(r.profile);
    return std::nullopt;
  });
}

std::map<std::int64_t, double> Store::by_words(const std::string& words, const Options& o) {
  std::map<std::int64_t, double> out;
  const search::Lexicon& lexicon = this->lexicon(o);
  std::vector<search::Unit> units = search::units_of(words, lexicon);
  if (units.empty()) return out;
  Index index(*db_);
  const std::vector<bool> searched = searched_of(*db_, index, {}, o);
  Ranking ranking(index, searched);
  double most = 0;
  for (const Ranked& r :
       ranking.rank(units, [](const std::string&) { return std::vector<std::string>(); })) {
    out[index.documents()[r.document].of] = r.score;
    most = std::max(most, r.score);
  }
  for (auto& [key, score] : out) score /= most;
  return out;
}

base::Result<PrecedentList> Store::precedents(const Sought& sought, const std::string& folder,
                                              const Options& options) {
  return ask<PrecedentList>([&] {
    Options here = options;
    here.games = {folder};
    std::vector<Row> rows = rows_of(*db_, folder, options);
    std::erase_if(rows, [&](const Row& r) { return r.id == sought.itself; });
    if (!sought.query.filters.empty()) {
      const Condition c = condition_of(sought.query, here, true);
      std::set<std::int64_t> fit;
      Statement s(*db_, select(c, "r.id"));
      for (bind(s, c); s.step();) fit.insert(s.integer(0));
      std::erase_if(rows, [&](const Row& r) { return !fit.contains(r.key); });
    }
    PrecedentList out;
    std::vector<Profile> profiles;
    for (const Row& r : rows) {
      profiles.push_back(r.profile);
      ++out.compared;
      if (!r.profile.touches.empty()) ++out.examined;
    }
    const Precedents all(profiles);
    const std::map<std::int64_t, double> words = by_words(sought.words, here);
    std::vector<Likeness> like;
    double most = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      like.push_back(all.likeness(sought.profile, i));
      most = std::max(most, like[i].score);
    }
    std::vector<double> worth;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto said = words.find(rows[i].key);
      worth.push_back((most > 0 ? like[i].score / most : 0) +
                      (said == words.end() ? 0 : kWords * said->second));
      if (worth[i] > 0) order.push_back(i);
    }
    // Equals stay in the order of their ids.
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return rows[a].gone != rows[b].gone ? rows[b].gone : worth[a] > worth[b];
    });
    if (order.size() > options.limit) order.resize(options.limit);
    std::vector<std::int64_t> keys;
    for (const std::size_t i : order) keys.push_back(rows[i].key);
    std::vector<Hit> heads = hits(*db_, keys, {}, options);
    for (std::size_t i = 0; i < heads.size(); ++i)
      out.best.push_back({std::move(heads[i]), !rows[order[i]].profile.touches.empty(),
                          std::move(like[order[i]])});
    Statement titles(*db_,
                     "SELECT c.id, c.title FROM clause c JOIN game g ON g.id = c.game WHERE "
                     "g.folder = ? ORDER BY c.place");
    for (titles.bind(folder); titles.step();) out.titles[titles.text(0)] = titles.text(1);
    return out;
  });
}

base::Result<std::map<std::string, std::vector<Store::Like>>> Store::likest(
    const std::string& folder, const Options& options) {
  return ask<std::map<std::string, std::vector<Like>>>([&] {
    std::map<std::string, std::vector<Like>> out;
    const std::vector<Row> rows = rows_of(*db_, folder, options);
    std::vector<Profile> profiles;
    std::vector<bool> left_out;  // without a verdict there is too little to compare by
    for (const Row& r : rows) {
      profiles.push_back(r.profile);
      left_out.push_back(r.gone || r.profile.touches.empty());
    }
    const Precedents all(profiles);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].profile.touches.empty()) continue;
      for (const std::size_t k : all.likest(i, options.limit, left_out)) {
        Like one{rows[k].id, {}};
        for (const Point& p : all.likeness(rows[i].profile, k).shared)
          if (p.decides || p.trait == Trait::Window || p.trait == Trait::Card)
            one.shared.push_back(p.here);
        out[rows[i].id].push_back(std::move(one));
      }
    }
    return out;
  });
}

}  // namespace hanrei::rulings::store
