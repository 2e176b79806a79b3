// Searching: a query becomes SQL whose every value is bound; what is looked for in the index of
// words was cut into folded tokens before, among which no character means anything to SQLite.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text/unicode.h"
#include "rulings/records/digest.h"
#include "rulings/store/ask.h"
#include "rulings/store/build.h"
#include "rulings/store/marks.h"
#include "rulings/store/score.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {
namespace {

using search::Filter;
using search::FilterKind;

std::string match_text(const std::vector<search::Phrase>& any) {
  std::string out;
  for (const search::Phrase& p : any) {
    out += out.empty() ? "(\"" : " OR \"";
    for (std::size_t i = 0; i < p.tokens.size(); ++i) out += (i > 0 ? " " : "") + p.tokens[i];
    out += p.open ? "\" *" : "\"";
  }
  return out + ")";
}

/// The part of a WHERE that a query means, over the alias `r` of table `ruling`, with the values it
/// binds.
struct Condition {
  std::string match;  ///< for the index of words; empty: no word is looked for
  std::string sql;    ///< begins with AND
  std::vector<std::string> values;
};

std::string like_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// `15-5` and everything below it: 15-5-1, 15-5[2], 15-5・x, and not 15-50.
void clause_condition(const std::string& clause, Condition& c, std::string& sql) {
  sql +=
      "r.id IN (SELECT ruling FROM ruling_cites WHERE clause >= ? AND clause < ? AND "
      "substr(clause, length(?) + 1, 1) NOT GLOB '[0-9A-Za-z]')";
  c.values.insert(c.values.end(), {clause, clause + "\U0010FFFF", clause});
}

void add_filter(const Filter& f, Condition& c, const Options& o) {
  std::string any;
  const auto either = [&] {
    if (!any.empty()) any += " OR ";
  };
  if (f.kind == FilterKind::Date) {
    any = "(r.day IS NOT NULL";
    if (f.first) any += fmt::format(" AND r.day >= {}", *f.first);
    if (f.last) any += fmt::format(" AND r.day <= {}", *f.last);
    any += ")";
  }
  for (const std::string& v : f.any) {
    either();
    const auto with = [&](const char* sql) {
      any += sql;
      c.values.push_back(v);
    };
    switch (f.kind) {
      case FilterKind::Game:
        any += "r.game IN (SELECT id FROM game WHERE name = ? OR folder = ?)";
        c.values.insert(c.values.end(), {v, v});
        break;
      case FilterKind::Card:
        any += "r.id IN (SELECT ruling FROM ruling_card WHERE folded = ?)";
        c.values.push_back(search::name_key_utf8(v));
        break;
      case FilterKind::Clause: clause_condition(v, c, any); break;
      case FilterKind::Status:
        any += status_column("r", o) + " = ?";
        c.values.push_back(v);
        break;
      case FilterKind::Verdict:
        any += "coalesce(" + verdict_column("standing", "r", o) + ", 'not examined') = ?";
        c.values.push_back(v);
        break;
      case FilterKind::Evidence:
        any += "' ' || coalesce(" + verdict_column("evidence", "r", o) + ", '') || ' ' LIKE ?";
        c.values.push_back("% " + v + " %");
        break;
      case FilterKind::Authority:
        any += "r.authority LIKE ? ESCAPE '\\'";
        c.values.push_back("%" + like_escaped(v) + "%");
        break;
      case FilterKind::Id: {
        std::string glob;  // only * and ? mean something
        for (const char ch : v) {
          if (ch == '[')
            glob += "[[]";
          else
            glob += ch;
        }
        any += "r.ruling GLOB ?";
        c.values.push_back(glob);
        break;
      }
      case FilterKind::At:
        any +=
            "r.id IN (SELECT ruling FROM ruling_case WHERE '/' || at || '/' LIKE ? ESCAPE '\\' OR "
            "'/' || at LIKE ? ESCAPE '\\')";
        c.values.insert(c.values.end(),
                        {"%/" + like_escaped(v) + "/%", "%/" + like_escaped(v) + "[%"});
        break;
      case FilterKind::Reading:
        with("r.id IN (SELECT ruling FROM ruling_presumes WHERE reading = ?)");
        break;
      case FilterKind::Situation: any += v == "yes" ? "r.situation = 1" : "r.situation = 0"; break;
      case FilterKind::Window:
        with(("EXISTS (SELECT 1 FROM " + each_touched("windows", "r", o) + " WHERE value = ?)")
                 .c_str());
        break;
      case FilterKind::Citator: with("has_mark(r.id, ?)"); break;
      case FilterKind::Date: break;
    }
  }
  c.sql += (f.excluded ? " AND NOT (" : " AND (") + any + ")";
}

Condition condition_of(const search::Query& q, const Options& o) {
  Condition c;
  std::vector<std::string> none_of;
  for (const search::Word& w : q.words) {
    if (w.excluded)
      none_of.push_back(match_text(w.any));
    else
      c.match += (c.match.empty() ? "" : " AND ") + match_text(w.any);
  }
  for (const std::string& n : none_of) {
    c.sql += " AND r.id NOT IN (SELECT rowid FROM words WHERE words MATCH ?)";
    c.values.push_back(n);
  }
  for (const Filter& f : q.filters) add_filter(f, c, o);
  if (o.as_of.any()) c.sql += " AND " + status_column("r", o) + " <> 'unknown'";
  c.sql += in_games("r.game", o);
  c.values.insert(c.values.end(), o.games.begin(), o.games.end());
  return c;
}

/// `SELECT columns` of the rulings that fit, `match` bound first.
std::string select(const Condition& c, const std::string& columns, const std::string& tail) {
  if (c.match.empty()) return "SELECT " + columns + " FROM ruling r WHERE 1" + c.sql + tail;
  // Without a condition on the ruling the index answers alone.
  if (c.sql.empty() && columns.find("r.") == std::string::npos)
    return "SELECT " + columns + " FROM words WHERE words MATCH ?" + tail;
  // CROSS JOIN keeps the order: from the index to the ruling.
  return "SELECT " + columns +
         " FROM words CROSS JOIN ruling r ON r.id = words.rowid WHERE words MATCH ?" + c.sql + tail;
}

void bind(Statement& s, const Condition& c, Scoring* scoring = nullptr) {
  s.reset();
  if (scoring != nullptr) s.pointer(scoring, Scoring::kPointer);
  if (!c.match.empty()) s.one(c.match);
  for (const std::string& v : c.values) s.one(v);
}

/// Rulings that are as good as each other stand by game and id.
using Scored = std::pair<double, std::int64_t>;
void settle_ties(Database& db, std::vector<Scored>::iterator begin,
                 std::vector<Scored>::iterator end) {
  if (end - begin < 2) return;
  Statement s(db,
              "SELECT g.folder, r.ruling, r.path FROM ruling r JOIN game g ON g.id = r.game WHERE "
              "r.id = ?");
  std::vector<std::pair<std::array<std::string, 3>, Scored>> named;
  for (auto it = begin; it != end; ++it) {
    s.bind(it->second);
    named.push_back({s.step() ? std::array<std::string, 3>{s.text(0), s.text(1), s.text(2)}
                              : std::array<std::string, 3>{},
                     *it});
  }
  std::ranges::sort(named);
  for (const auto& n : named) *begin++ = n.second;
}

/// The page of `all`, sorted by score, ties settled where they touch it.
std::vector<std::int64_t> page(Database& db, std::vector<Scored>& all, const Options& o) {
  const std::size_t from = std::min(o.offset, all.size()),
                    to = std::min(from + o.limit, all.size());
  if (to == from) return {};
  if (to <
      all.size()) {  // only the page has to be in order, and who is as good as the last one on it
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(to) - 1, all.end());
    const double last = all[to - 1].first;
    all.erase(std::partition(all.begin() + static_cast<std::ptrdiff_t>(to), all.end(),
                             [&](const Scored& x) { return x.first == last; }),
              all.end());
  }
  std::ranges::sort(all);
  for (std::size_t i = 0; i < to;) {
    std::size_t end = i;
    while (end < all.size() && all[end].first == all[i].first) ++end;
    if (end > from)
      settle_ties(db, all.begin() + static_cast<std::ptrdiff_t>(i),
                  all.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  std::vector<std::int64_t> out;
  for (std::size_t i = from; i < to; ++i) out.push_back(all[i].second);
  return out;
}

/// One character is the beginning of so many pairs that the index is slow to put them together. A
/// frequent one is found sooner by looking through the newest rulings. `false`: they are not
/// enough.
constexpr int kLookThrough = 300;
bool look_through(Database& db, const search::Phrase& phrase, const Condition& c, const Options& o,
                  std::vector<Scored>& all) {
  Condition alone = c;
  alone.match.clear();
  Statement s(db, select(alone,
                         "r.id, r.title_ja, r.title_en, r.question_ja, r.question_en, r.answer_ja, "
                         "r.answer_en, r.partial, r.cards",
                         fmt::format(" ORDER BY r.id DESC LIMIT {}", kLookThrough)));
  bind(s, alone);
  while (s.step()) {
    const double day = -static_cast<double>(day_key(s.integer(0)));
    if (all.size() >= o.offset + o.limit && day != all.back().first) return true;
    bool found = false;
    for (int i = 1; !found && i < 9; ++i) found = !search::matches(s.text(i), {phrase}).empty();
    if (found) all.emplace_back(day, s.integer(0));
  }
  return false;
}

/// The latest first. Keys grow with the date, so the index can stop once a page is full and its
/// last day is over.
std::vector<std::int64_t> newest(Database& db, const search::Query& q, const Condition& c,
                                 const Options& o, std::optional<std::size_t>& total) {
  std::vector<const search::Word*> words;
  for (const search::Word& w : q.words)
    if (!w.excluded) words.push_back(&w);
  if (words.size() == 1 && words[0]->any.size() == 1 && words[0]->any[0].tokens.size() == 1 &&
      words[0]->any[0].open && o.offset + o.limit <= 100) {
    std::vector<Scored> seen;
    if (look_through(db, words[0]->any[0], c, o, seen)) return page(db, seen, o);
  }
  Statement s(db, select(c, c.match.empty() ? "r.id" : "words.rowid",
                         c.match.empty() ? " ORDER BY r.id DESC" : " ORDER BY words.rowid DESC"));
  bind(s, c);
  std::vector<Scored> all;
  bool more = false;
  while (s.step()) {
    const std::int64_t key = s.integer(0);
    more =
        all.size() >= o.offset + o.limit && -static_cast<double>(day_key(key)) != all.back().first;
    if (more) break;
    all.emplace_back(-static_cast<double>(day_key(key)), key);
  }
  if (!more) total = all.size();
  return page(db, all, o);
}

std::vector<std::int64_t> best(Database& db, const Condition& c, const Options& o,
                               std::optional<std::size_t>& total) {
  Scoring scoring(db);
  Statement s(db, select(c, "words.rowid, score(words, ?)", ""));
  bind(s, c, &scoring);
  std::vector<Scored> all;
  while (s.step()) all.emplace_back(s.real(1), s.integer(0));
  total = all.size();
  return page(db, all, o);
}

void count_facets(Database& db, const Condition& c, const Options& o, const Marks& marks,
                  Found& found) {
  const std::string keys = select(c, c.match.empty() ? "r.id" : "words.rowid", "");
  const auto facet = [&](const char* name, const std::string& sql) {
    Statement s(db, fmt::format(fmt::runtime(sql), keys));
    bind(s, c);
    Facet f{name, {}};
    while (s.step()) f.counts.emplace_back(s.text(0), static_cast<std::size_t>(s.integer(1)));
    found.facets.push_back(std::move(f));
  };
  facet("game",
        "SELECT g.folder, count(*) FROM ruling f JOIN game g ON g.id = f.game WHERE f.id IN ({}) "
        "GROUP BY 1 ORDER BY 2 DESC, 1");
  facet("status", "SELECT " + status_column("f", o) +
                      ", count(*) FROM ruling f WHERE f.id IN ({}) GROUP BY 1 ORDER BY 2 DESC, 1");
  facet("verdict", "SELECT coalesce(" + verdict_column("standing", "f", o) +
                       ", 'not examined'), count(*) FROM ruling f WHERE f.id IN ({}) GROUP BY 1 "
                       "ORDER BY 2 DESC, 1");
  std::vector<std::int64_t> all;
  Statement s(db, keys);
  for (bind(s, c); s.step();) all.push_back(s.integer(0));
  found.facets.push_back({"citator", marks.count(all)});
  facet("year",
        "SELECT substr(f.issued, 1, 4), count(*) FROM ruling f WHERE f.day IS NOT NULL AND f.id IN "
        "({}) GROUP BY 1 ORDER BY 1 DESC");
  facet("clause",
        "SELECT k.clause, count(*) FROM ruling_cites k WHERE k.ruling IN ({}) GROUP BY 1 ORDER BY "
        "2 DESC, 1 LIMIT 20");
  facet("window", "SELECT t.value, count(*) FROM ruling f, " + each_touched("windows", "f", o) +
                      " t WHERE f.id IN ({}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20");
  facet("card",
        "SELECT coalesce((SELECT min(name) FROM card WHERE card.folded = k.folded), k.folded), "
        "count(*) FROM ruling_card k WHERE k.ruling IN ({}) GROUP BY k.folded ORDER BY 2 DESC, 1 "
        "LIMIT 20");
}

}  // namespace

std::size_t Store::searched(const Options& o) {
  // Counting looks at every ruling: once is enough, as long as nobody writes.
  const std::int64_t version = db_->number("PRAGMA data_version");
  std::vector<std::string> of = o.games;
  of.push_back(days_text(o.as_of));
  const auto known = searched_.find(of);
  if (known != searched_.end() && known->second.first == version) return known->second.second;
  const Condition all = condition_of({}, o);
  Statement s(*db_, select(all, "count(*)", ""));
  bind(s, all);
  const std::size_t n = s.step() ? static_cast<std::size_t>(s.integer(0)) : 0;
  searched_[of] = {version, n};
  return n;
}

base::Result<Found> Store::search(const search::Query& query, const Options& options) {
  return ask<Found>([&] {
    Database& db = *db_;
    const Condition c = condition_of(query, options);
    Found found;
    const bool marked = std::ranges::any_of(
        query.filters, [](const Filter& f) { return f.kind == FilterKind::Citator; });
    if (marked || options.facets) marks_->prepare(db, options);
    const bool ranked = !c.match.empty() && !options.newest;
    found.hits = hits(
        db, ranked ? best(db, c, options, found.total) : newest(db, query, c, options, found.total),
        query, options);
    if (options.facets) count_facets(db, c, options, *marks_, found);
    found.searched = searched(options);
    if (found.total && *found.total < 3) found.meant = suggestions(db, query, options);
    return found;
  });
}

base::Result<Summary> Store::summary(const Options& options) {
  return ask<Summary>([&] {
    Summary out;
    Statement s(*db_,
                "SELECT g.folder, g.name, g.title_en, g.title_ja, (SELECT count(*) FROM clause "
                "WHERE game = g.id), (SELECT count(*) FROM card WHERE game = g.id), "
                "(SELECT count(*) FROM ruling WHERE game = g.id), (SELECT count(*) FROM ruling "
                "WHERE game = g.id AND situation = 0), "
                "(SELECT count(*) FROM ruling r WHERE r.game = g.id AND " +
                    verdict_column("standing", "r", options) +
                    " IS NOT NULL) FROM game g ORDER BY g.folder");
    while (s.step()) {
      Summary::Game g{s.text(0), s.text(1), {s.text(2), s.text(3)}};
      std::size_t* const counts[] = {&g.clauses, &g.cards, &g.rulings, &g.without_situation,
                                     &g.examined};
      for (int i = 0; i < 5; ++i) *counts[i] = static_cast<std::size_t>(s.integer(4 + i));
      out.games.push_back(std::move(g));
    }
    Statement bad(*db_, "SELECT path FROM source WHERE problem = 1 ORDER BY path");
    while (bad.step()) out.unreadable.push_back(bad.text(0));
    return out;
  });
}

}  // namespace hanrei::rulings::store
