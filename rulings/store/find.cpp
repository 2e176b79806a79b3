// Searching: a query becomes SQL whose every value is bound; what is looked for in the index of words was cut into
// folded tokens before, among which no character means anything to SQLite.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text/unicode.h"
#include "rulings/store/build.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {
namespace {

using search::Filter;
using search::FilterKind;

// How much a word counts in title_ja, title_en, question_ja, question_en, answer_ja, answer_en, partial, cards.
constexpr const char* kScore = "bm25(words, 8.0, 8.0, 2.0, 2.0, 2.0, 2.0, 1.0, 6.0)";

std::string match_text(const std::vector<search::Phrase>& any) {
  std::string out;
  for (const search::Phrase& p : any) {
    out += out.empty() ? "(\"" : " OR \"";
    for (std::size_t i = 0; i < p.tokens.size(); ++i) out += (i > 0 ? " " : "") + p.tokens[i];
    out += p.open ? "\" *" : "\"";
  }
  return out + ")";
}

/// The part of a WHERE that a query means, over the alias `r` of table `ruling`, with the values it binds.
struct Condition {
  std::string match;                  ///< for the index of words; empty: no word is looked for
  std::string sql;                    ///< begins with AND
  std::vector<std::string> values;
};

std::string like_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) { if (c == '%' || c == '_' || c == '\\') out += '\\'; out += c; }
  return out;
}

/// `15-5` and everything below it: 15-5-1, 15-5[2], 15-5・x, and not 15-50.
void clause_condition(const std::string& clause, Condition& c, std::string& sql) {
  sql += "r.id IN (SELECT ruling FROM ruling_cites WHERE clause >= ? AND clause < ? AND substr(clause, length(?) + 1, 1) NOT GLOB '[0-9A-Za-z]')";
  c.values.insert(c.values.end(), {clause, clause + "\U0010FFFF", clause});
}

void add_filter(const Filter& f, Condition& c) {
  std::string any;
  const auto either = [&] { if (!any.empty()) any += " OR "; };
  if (f.kind == FilterKind::Date) {
    any = "(r.day IS NOT NULL";
    if (f.first) any += fmt::format(" AND r.day >= {}", *f.first);
    if (f.last) any += fmt::format(" AND r.day <= {}", *f.last);
    any += ")";
  }
  for (const std::string& v : f.any) {
    either();
    const auto with = [&](const char* sql) { any += sql; c.values.push_back(v); };
    switch (f.kind) {
      case FilterKind::Game: any += "r.game IN (SELECT id FROM game WHERE name = ? OR folder = ?)"; c.values.insert(c.values.end(), {v, v}); break;
      case FilterKind::Card: any += "r.id IN (SELECT ruling FROM ruling_card WHERE folded = ?)"; c.values.push_back(search::name_key_utf8(v)); break;
      case FilterKind::Clause: clause_condition(v, c, any); break;
      case FilterKind::Status: with("r.status = ?"); break;
      case FilterKind::Verdict:
        if (v == search::verdicts(base::Lang::En).back()) any += "NOT EXISTS (SELECT 1 FROM verdict v WHERE v.game = r.game AND v.ruling = r.ruling AND v.standing <> 'not examined')";
        else with("EXISTS (SELECT 1 FROM verdict v WHERE v.game = r.game AND v.ruling = r.ruling AND v.standing = ?)");
        break;
      case FilterKind::Authority: any += "r.authority LIKE ? ESCAPE '\\'"; c.values.push_back("%" + like_escaped(v) + "%"); break;
      case FilterKind::Id: {
        std::string glob;  // only * and ? mean something
        for (const char ch : v) { if (ch == '[') glob += "[[]"; else glob += ch; }
        any += "r.ruling GLOB ?";
        c.values.push_back(glob);
        break;
      }
      case FilterKind::At: any += "r.id IN (SELECT ruling FROM ruling_case WHERE '/' || at || '/' LIKE ? ESCAPE '\\' OR '/' || at LIKE ? ESCAPE '\\')"; c.values.insert(c.values.end(), {"%/" + like_escaped(v) + "/%", "%/" + like_escaped(v) + "[%"}); break;
      case FilterKind::Reading: with("r.id IN (SELECT ruling FROM ruling_presumes WHERE reading = ?)"); break;
      case FilterKind::Situation: any += v == "yes" ? "r.situation = 1" : "r.situation = 0"; break;
      case FilterKind::Date: break;
    }
  }
  c.sql += (f.excluded ? " AND NOT (" : " AND (") + any + ")";
}

Condition condition_of(const search::Query& q, const Options& o) {
  Condition c;
  std::vector<std::string> none_of;
  for (const search::Word& w : q.words) {
    if (w.excluded) none_of.push_back(match_text(w.any));
    else c.match += (c.match.empty() ? "" : " AND ") + match_text(w.any);
  }
  for (const std::string& n : none_of) {
    c.sql += " AND r.id NOT IN (SELECT rowid FROM words WHERE words MATCH ?)";
    c.values.push_back(n);
  }
  for (const Filter& f : q.filters) add_filter(f, c);
  if (!o.games.empty()) {
    c.sql += " AND r.game IN (SELECT id FROM game WHERE folder IN (";
    for (std::size_t i = 0; i < o.games.size(); ++i) { c.sql += i > 0 ? ", ?" : "?"; c.values.push_back(o.games[i]); }
    c.sql += "))";
  }
  return c;
}

/// `SELECT columns` of the rulings that fit, `match` bound first.
std::string select(const Condition& c, const std::string& columns, const std::string& tail) {
  if (c.match.empty()) return "SELECT " + columns + " FROM ruling r WHERE 1" + c.sql + tail;
  // Without a condition on the ruling the index answers alone.
  if (c.sql.empty() && columns.find("r.") == std::string::npos) return "SELECT " + columns + " FROM words WHERE words MATCH ?" + tail;
  // CROSS JOIN keeps the order: from the index to the ruling.
  return "SELECT " + columns + " FROM words CROSS JOIN ruling r ON r.id = words.rowid WHERE words MATCH ?" + c.sql + tail;
}

void bind(Statement& s, const Condition& c) {
  s.reset();
  if (!c.match.empty()) s.one(c.match);
  for (const std::string& v : c.values) s.one(v);
}

/// Rulings that are as good as each other stand by game and id.
using Scored = std::pair<double, std::int64_t>;
void settle_ties(Database& db, std::vector<Scored>::iterator begin, std::vector<Scored>::iterator end) {
  if (end - begin < 2) return;
  Statement s(db, "SELECT g.folder, r.ruling, r.path FROM ruling r JOIN game g ON g.id = r.game WHERE r.id = ?");
  std::vector<std::pair<std::array<std::string, 3>, Scored>> named;
  for (auto it = begin; it != end; ++it) {
    s.bind(it->second);
    named.push_back({s.step() ? std::array<std::string, 3>{s.text(0), s.text(1), s.text(2)} : std::array<std::string, 3>{}, *it});
  }
  std::sort(named.begin(), named.end());
  for (const auto& n : named) *begin++ = n.second;
}

/// The page of `all`, sorted by score, ties settled where they touch it.
std::vector<std::int64_t> page(Database& db, std::vector<Scored>& all, const Options& o) {
  std::sort(all.begin(), all.end());
  const std::size_t from = std::min(o.offset, all.size()), to = std::min(from + o.limit, all.size());
  for (std::size_t i = 0; i < to;) {
    std::size_t end = i;
    while (end < all.size() && all[end].first == all[i].first) ++end;
    if (end > from) settle_ties(db, all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  std::vector<std::int64_t> out;
  for (std::size_t i = from; i < to; ++i) out.push_back(all[i].second);
  return out;
}

/// The latest first. Keys grow with the date, so the index can stop once a page is full and its last day is over.
std::vector<std::int64_t> newest(Database& db, const Condition& c, const Options& o, std::optional<std::size_t>& total) {
  Statement s(db, select(c, c.match.empty() ? "r.id" : "words.rowid", c.match.empty() ? " ORDER BY r.id DESC" : " ORDER BY words.rowid DESC"));
  bind(s, c);
  std::vector<Scored> all;
  bool more = false;
  while (s.step()) {
    const std::int64_t key = s.integer(0);
    more = all.size() >= o.offset + o.limit && -static_cast<double>(day_key(key)) != all.back().first;
    if (more) break;
    all.emplace_back(-static_cast<double>(day_key(key)), key);
  }
  if (!more) total = all.size();
  return page(db, all, o);
}

std::vector<std::int64_t> best(Database& db, const Condition& c, const Options& o, std::optional<std::size_t>& total) {
  Statement s(db, select(c, std::string("words.rowid, ") + kScore, ""));
  bind(s, c);
  std::vector<Scored> all;
  while (s.step()) all.emplace_back(s.real(1), s.integer(0));
  total = all.size();
  return page(db, all, o);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find('\n', i), text.size());
    out.push_back(text.substr(i, end - i));
    i = end + 1;
  }
  return out;
}

/// Reads what a list shows of each ruling, and where the words are in it.
std::vector<Hit> hits(Database& db, const std::vector<std::int64_t>& keys, const search::Query& q, const Options& o) {
  std::vector<search::Phrase> phrases;
  for (const search::Word& w : q.words) if (!w.excluded) phrases.insert(phrases.end(), w.any.begin(), w.any.end());
  Statement s(db, "SELECT r.ruling, g.name, g.folder, r.path, r.status, r.issued, r.authority, r.situation, r.cards, r.title_ja, r.title_en, r.question_ja, r.question_en, r.answer_ja, r.answer_en, r.partial, "
                  "coalesce((SELECT standing FROM verdict v WHERE v.game = r.game AND v.ruling = r.ruling), 'not examined'), r.game FROM ruling r JOIN game g ON g.id = r.game WHERE r.id = ?");
  Statement cites(db, "SELECT clause FROM ruling_cites WHERE ruling = ? ORDER BY clause");
  Statement later(db, "SELECT DISTINCT r.ruling FROM ruling_supersedes s JOIN ruling r ON r.id = s.ruling WHERE s.target = ? AND r.game = ? ORDER BY 1");
  std::vector<Hit> out;
  for (const std::int64_t key : keys) {
    if (s.bind(key); !s.step()) continue;
    Hit h;
    h.key = key;
    std::string* const fields[] = {&h.id, &h.game, &h.folder, &h.path, &h.status, &h.issued, &h.authority};
    for (int i = 0; i < 7; ++i) *fields[i] = s.text(i);
    h.situation = s.integer(7) != 0;
    h.cards = lines_of(s.text(8));
    h.title[1] = s.text(9);
    h.title[0] = s.text(10);
    h.verdict = s.text(16);
    for (cites.bind(key); cites.step();) h.cites.push_back(cites.text(0));
    for (later.bind(h.id, s.integer(17)); later.step();) h.superseded_by.push_back(later.text(0));
    static constexpr std::array<std::string_view, 3> kFields = {"title", "question", "answer"};
    for (int f = 0; f < 3; ++f) {
      for (const base::Lang lang : {base::Lang::Ja, base::Lang::En}) {
        Hit::Place p{std::string(kFields[static_cast<std::size_t>(f)]), lang, s.text(9 + 2 * f + (lang == base::Lang::En ? 1 : 0)), {}};
        p.marks = search::matches(p.text, phrases);
        if (!p.marks.empty()) h.places.push_back(std::move(p));
      }
    }
    Hit::Place partial{"partial", base::Lang::En, s.text(15), {}};
    partial.marks = search::matches(partial.text, phrases);
    if (!partial.marks.empty()) h.places.push_back(std::move(partial));
    std::stable_sort(h.places.begin(), h.places.end(), [&](const Hit::Place& a, const Hit::Place& b) { return (a.lang == o.lang) > (b.lang == o.lang); });
    out.push_back(std::move(h));
  }
  return out;
}

void count_facets(Database& db, const Condition& c, Found& found) {
  const std::string keys = select(c, c.match.empty() ? "r.id" : "words.rowid", "");
  const auto facet = [&](const char* name, const std::string& sql) {
    Statement s(db, fmt::format(fmt::runtime(sql), keys));
    bind(s, c);
    Facet f{name, {}};
    while (s.step()) f.counts.emplace_back(s.text(0), static_cast<std::size_t>(s.integer(1)));
    found.facets.push_back(std::move(f));
  };
  facet("game", "SELECT g.folder, count(*) FROM ruling f JOIN game g ON g.id = f.game WHERE f.id IN ({}) GROUP BY 1 ORDER BY 2 DESC, 1");
  facet("status", "SELECT f.status, count(*) FROM ruling f WHERE f.id IN ({}) GROUP BY 1 ORDER BY 2 DESC, 1");
  facet("verdict", "SELECT coalesce(v.standing, 'not examined'), count(*) FROM ruling f LEFT JOIN verdict v ON v.game = f.game AND v.ruling = f.ruling WHERE f.id IN ({}) GROUP BY 1 ORDER BY 2 DESC, 1");
  facet("year", "SELECT substr(f.issued, 1, 4), count(*) FROM ruling f WHERE f.day IS NOT NULL AND f.id IN ({}) GROUP BY 1 ORDER BY 1 DESC");
  facet("clause", "SELECT k.clause, count(*) FROM ruling_cites k WHERE k.ruling IN ({}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20");
  facet("card", "SELECT coalesce((SELECT min(name) FROM card WHERE card.folded = k.folded), k.folded), count(*) FROM ruling_card k WHERE k.ruling IN ({}) GROUP BY k.folded ORDER BY 2 DESC, 1 LIMIT 20");
}

/// Names of cards and terms that are near what was typed and is found in few rulings.
void suggest(Database& db, const search::Query& q, const Options& o, Found& found) {
  std::vector<std::pair<std::string, bool>> typed;  // and whether only a card can be meant
  for (const search::Word& w : q.words) if (!w.excluded) for (const std::string& t : w.typed) typed.emplace_back(t, false);
  for (const Filter& f : q.filters) if (f.kind == FilterKind::Card && !f.excluded) for (const std::string& t : f.any) typed.emplace_back(t, true);
  if (typed.empty()) return;
  std::string in_games = "1";
  if (!o.games.empty()) {
    in_games = "game IN (SELECT id FROM game WHERE folder IN (";
    for (std::size_t i = 0; i < o.games.size(); ++i) in_games += i > 0 ? ", ?" : "?";
    in_games += "))";
  }
  struct Name { std::string name, kind; std::u32string key; };
  std::vector<Name> names;
  for (const std::string& sql : {"SELECT DISTINCT name, 'card' FROM card WHERE " + in_games, "SELECT DISTINCT name, kind FROM term WHERE " + in_games}) {
    Statement s(db, sql);
    for (const std::string& g : o.games) s.one(g);
    while (s.step()) names.push_back({s.text(0), s.text(1), search::name_key(s.text(0))});
  }
  for (const auto& [text, card_only] : typed) {
    const std::u32string key = search::name_key(text);
    if (key.size() < 2 || key.size() > 100) continue;
    const int most = std::max(1, static_cast<int>(key.size()) / 3);
    std::vector<std::tuple<int, std::string, std::string>> near;
    bool exact = false;
    for (const Name& n : names) {
      if (card_only && n.kind != "card") continue;
      int distance = search::edit_distance(key, n.key, most);
      exact = exact || distance == 0;
      if (distance > most && card_only && n.key.find(key) != std::u32string::npos) distance = most;  // a part of the name
      if (distance <= most) near.emplace_back(distance, n.name, n.kind);
    }
    if (exact) continue;
    std::sort(near.begin(), near.end());
    std::set<std::string> said;
    for (const auto& [distance, name, kind] : near) if (said.size() < 5 && said.insert(name).second) found.meant.push_back({text, name, kind});
  }
}

}  // namespace

template <class T, class F>
base::Result<T> Store::ask(F&& question) {
  damaged_ = false;
  try {
    const Transaction same_state(*db_, false);
    return question();
  } catch (const Trouble& t) {
    damaged_ = t.damaged;
    return base::Error{t.message};
  }
}

base::Result<Found> Store::search(const search::Query& query, const Options& options) {
  return ask<Found>([&] {
    Database& db = *db_;
    const Condition c = condition_of(query, options);
    Found found;
    const bool ranked = !c.match.empty() && !options.newest;
    found.hits = hits(db, ranked ? best(db, c, options, found.total) : newest(db, c, options, found.total), query, options);
    if (options.facets) count_facets(db, c, found);
    Condition all;
    all = condition_of({}, options);
    Statement searched(db, select(all, "count(*)", ""));
    bind(searched, all);
    if (searched.step()) found.searched = static_cast<std::size_t>(searched.integer(0));
    if (found.total && *found.total < 3) suggest(db, query, options, found);
    return found;
  });
}

base::Result<Summary> Store::summary() {
  return ask<Summary>([&] {
    Summary out;
    Statement s(*db_, "SELECT g.folder, g.name, g.title_en, g.title_ja, (SELECT count(*) FROM clause WHERE game = g.id), (SELECT count(*) FROM card WHERE game = g.id), "
                      "(SELECT count(*) FROM ruling WHERE game = g.id), (SELECT count(*) FROM ruling WHERE game = g.id AND situation = 0), "
                      "(SELECT count(*) FROM ruling r JOIN verdict v ON v.game = r.game AND v.ruling = r.ruling WHERE r.game = g.id) FROM game g ORDER BY g.folder");
    while (s.step()) {
      Summary::Game g{s.text(0), s.text(1), {s.text(2), s.text(3)}};
      std::size_t* const counts[] = {&g.clauses, &g.cards, &g.rulings, &g.without_situation, &g.examined};
      for (int i = 0; i < 5; ++i) *counts[i] = static_cast<std::size_t>(s.integer(4 + i));
      out.games.push_back(std::move(g));
    }
    Statement bad(*db_, "SELECT path FROM source WHERE problem = 1 ORDER BY path");
    while (bad.step()) out.unreadable.push_back(bad.text(0));
    return out;
  });
}

}  // namespace hanrei::rulings::store
