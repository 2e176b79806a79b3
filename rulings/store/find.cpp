// Searching: filters by SQL, words by the index of terms, and what is asked exactly by reading the
// texts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "base/text/unicode.h"
#include "rulings/records/digest.h"
#include "rulings/store/ask.h"
#include "rulings/store/build.h"
#include "rulings/store/filters.h"
#include "rulings/store/marks.h"
#include "rulings/store/rank.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {
namespace {

using search::Filter;
using search::FilterKind;

/// What a ruling has to have of a question, by weight, to be one that fits.
constexpr double kFits = 0.2;
constexpr std::size_t kNearest = 3;  // of those that do not, when none does

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

/// A list as JSON, for `json_each`.
std::string json_of(const std::vector<std::int64_t>& keys) {
  std::string out = "[";
  for (const std::int64_t key : keys) out += (out.size() > 1 ? "," : "") + std::to_string(key);
  return out + "]";
}

void count_facets(Database& db, const std::vector<std::int64_t>& fitting, const Options& o,
                  const Marks& marks, Found& found) {
  const std::string keys = json_of(fitting);
  const auto facet = [&](const char* name, const std::string& sql) {
    Statement s(db, fmt::format(fmt::runtime(sql), "SELECT value FROM json_each(?)"));
    s.bind(keys);
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
  found.facets.push_back({"citator", marks.count(fitting)});
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

/// Rulings that have one of the phrases as it is. The index says which may; their texts say which
/// do. None when more than `most` may have a phrase.
std::vector<bool> having(Database& db, Index& index, const search::Word& word,
                         std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max()) {
  std::vector<bool> out(index.documents().size(), false);
  Statement texts(db,
                  "SELECT title_ja, title_en, question_ja, question_en, answer_ja, answer_en, "
                  "partial, cards FROM ruling WHERE id = ?");
  for (const search::Phrase& p : word.any) {
    std::vector<bool> may(out.size(), true);
    for (std::size_t i = 0; i < p.tokens.size(); ++i) {
      std::vector<bool> has(out.size(), false);
      const bool letters = search::is_letters(p.tokens[i]);
      const bool open = !letters && base::count_chars(p.tokens[i]) == 1;
      const std::string term = letters ? std::string(search::stem(p.tokens[i])) : p.tokens[i];
      for (const Posting& posting : index.postings(term, open || (letters && p.open)))
        has[posting.document] = true;
      for (std::size_t d = 0; d < may.size(); ++d) may[d] = may[d] && has[d];
    }
    if (std::ranges::count(may, true) > most) continue;
    for (std::size_t d = 0; d < may.size(); ++d) {
      const Index::Document& doc = index.documents()[d];
      if (!may[d] || out[d] || doc.clause) continue;
      if (texts.bind(doc.of); !texts.step()) continue;
      for (int i = 0; !out[d] && i < 8; ++i) out[d] = !search::matches(texts.text(i), {p}).empty();
    }
  }
  return out;
}

/// The units of what is asked: neighbouring words as one text, alternatives as one unit.
std::vector<search::Unit> units_of(const search::Query& q, const search::Lexicon& lexicon) {
  std::vector<search::Unit> out;
  std::string text;
  const auto take = [&] {
    for (search::Unit& u : search::units_of(text, lexicon)) out.push_back(std::move(u));
    text.clear();
  };
  for (const search::Word& w : q.words) {
    if (w.excluded) continue;
    if (w.any.size() == 1) {
      text += (text.empty() ? "" : " ") + w.typed.front();
      continue;
    }
    take();
    out.push_back(search::unit_of(w.typed, lexicon));
  }
  take();
  return out;
}

/// Rulings in which a question of several words stands as it was typed. What many may have is not
/// looked for: it would say little, and take long.
std::vector<bool> as_typed(Database& db, Index& index, const search::Query& q,
                           const std::vector<search::Unit>& units) {
  std::string text;
  bool whole =
      std::ranges::count_if(units, [](const search::Unit& u) { return !u.typed.empty(); }) > 1;
  for (const search::Word& w : q.words) {
    if (w.excluded) continue;
    whole = whole && w.any.size() == 1;
    text += (text.empty() ? "" : " ") + w.typed.front();
  }
  if (!whole) return std::vector<bool>(index.documents().size(), false);
  constexpr std::ptrdiff_t kMost = 300;
  return having(db, index, {{search::phrase_of(text, false)}, {text}}, kMost);
}

/// What was looked for, as phrases to mark. Exact ones only as they are.
std::vector<search::Phrase> phrases_of(const search::Query& q,
                                       const std::vector<search::Unit>& units) {
  std::vector<search::Phrase> out;
  for (const search::Unit& u : units) {
    if (u.names.empty() && !u.typed.empty()) out.push_back(search::phrase_of(u.typed, false));
    for (const search::Name& n : u.names) out.push_back(search::phrase_of(n.text, false));
  }
  for (const search::Word& w : q.words)
    if (!w.excluded) out.insert(out.end(), w.any.begin(), w.any.end());
  return out;
}

/// The latest first. Keys grow with the date, so that reading can stop once a page is full and its
/// last day is over.
std::vector<std::int64_t> newest(Database& db, const search::Query& q, const Options& o,
                                 std::optional<std::size_t>& total) {
  const Condition c = condition_of(q, o, true);
  Statement s(db, select(c, "r.id", " ORDER BY r.id DESC"));
  std::vector<Scored> all;
  bool more = false;
  for (bind(s, c); s.step();) {
    const std::int64_t key = s.integer(0);
    more =
        all.size() >= o.offset + o.limit && -static_cast<double>(day_key(key)) != all.back().first;
    if (more) break;
    all.emplace_back(-static_cast<double>(day_key(key)), key);
  }
  if (!more) total = all.size();
  return page(db, all, o);
}

}  // namespace

std::vector<bool> searched_of(Database& db, const Index& index, const search::Query& q,
                              const Options& o) {
  std::set<std::int64_t> games;
  Statement g(db, "SELECT id FROM game WHERE 1" + in_games("id", o));
  for (const std::string& name : o.games) g.one(name);
  while (g.step()) games.insert(g.integer(0));
  const Condition c = condition_of(q, o, true);
  const bool all = condition_of(q, o, false).sql.empty();
  std::vector<std::int64_t> keys;
  if (!all) {
    Statement s(db, select(c, "r.id", " ORDER BY 1"));
    for (bind(s, c); s.step();) keys.push_back(s.integer(0));
  }
  std::vector<bool> out;
  out.reserve(index.documents().size());
  for (const Index::Document& d : index.documents())
    out.push_back(!d.gone && games.contains(d.game) &&
                  (all || d.clause || std::binary_search(keys.begin(), keys.end(), d.of)));
  return out;
}

const search::Lexicon& Store::lexicon(const Options& o) {
  const std::int64_t version = db_->number("PRAGMA data_version");
  auto& [of, known] = lexicons_[o.games];
  if (known != nullptr && of == version) return *known;
  of = version;
  known = std::make_unique<search::Lexicon>();
  known->add(search::everyday_words());
  search::WordList own;
  const std::string games = in_games("game", o);
  Statement synonyms(*db_, "SELECT words FROM synonym WHERE 1" + games + " ORDER BY game, place");
  for (const std::string& g : o.games) synonyms.one(g);
  while (synonyms.step()) own.synonyms.push_back(lines_of(synonyms.text(0)));
  Statement stopwords(*db_, "SELECT word FROM stopword WHERE 1" + games + " ORDER BY 1");
  for (const std::string& g : o.games) stopwords.one(g);
  while (stopwords.step()) own.stopwords.push_back(stopwords.text(0));
  // Names of cards are words as well, though nothing else stands for them.
  Statement cards(*db_, "SELECT DISTINCT name FROM card WHERE 1" + games + " ORDER BY 1");
  for (const std::string& g : o.games) cards.one(g);
  while (cards.step()) own.synonyms.push_back({cards.text(0)});
  known->add(own);
  return *known;
}

std::size_t Store::searched(const Options& o) {
  // Counting looks at every ruling: once is enough, as long as nobody writes.
  const std::int64_t version = db_->number("PRAGMA data_version");
  std::vector<std::string> of = o.games;
  of.push_back(days_text(o.as_of));
  const auto known = searched_.find(of);
  if (known != searched_.end() && known->second.first == version) return known->second.second;
  const Condition all = condition_of({}, o, true);
  Statement s(*db_, select(all, "count(*)"));
  bind(s, all);
  const std::size_t n = s.step() ? static_cast<std::size_t>(s.integer(0)) : 0;
  searched_[of] = {version, n};
  return n;
}

namespace {

/// An id as rulings have it: letters, a hyphen, and what is counted, as in `LF-x041`.
std::string as_id(std::string typed) {
  const std::size_t hyphen = std::min(typed.find('-'), typed.size());
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (i < hyphen && typed[i] >= 'a' && typed[i] <= 'z') typed[i] -= 32;
    if (i > hyphen && typed[i] >= 'A' && typed[i] <= 'Z') typed[i] += 32;
  }
  return typed;
}

/// The rulings that a word of the query names by their id; where it is the only word, also those
/// that cite the clause of that number: how many times more than by any words they fit.
std::map<std::int64_t, int> named_by(Database& db, const search::Query& query) {
  std::map<std::int64_t, int> out;
  Statement cites(db, "SELECT ruling FROM ruling_cites WHERE clause = ?"),
      ids(db, "SELECT id FROM ruling WHERE ruling IN (?, ?)");
  for (const search::Word& w : query.words) {
    if (w.excluded) continue;
    for (const std::string& typed : w.typed) {
      if (query.words.size() == 1)
        for (cites.bind(typed); cites.step();) out[cites.integer(0)] = 2;
      for (ids.bind(typed, as_id(typed)); ids.step();) out[ids.integer(0)] = 3;
    }
  }
  return out;
}

}  // namespace

Found Store::by_words(const search::Query& query, const Options& o,
                      std::vector<std::int64_t>& fitting) {
  Database& db = *db_;
  Found found;
  Index index(db);
  std::vector<bool> searched = searched_of(db, index, query, o);
  const std::vector<bool> filtered = searched;
  bool exact = false, asked = false;
  for (const search::Word& w : query.words) {
    asked = asked || !w.excluded;
    if (!w.exact && !w.excluded) continue;
    exact = exact || !w.excluded;
    const std::vector<bool> has = having(db, index, w);
    bool any = false;
    for (std::size_t d = 0; d < searched.size(); ++d) {
      if (index.documents()[d].clause || !filtered[d]) continue;
      any = any || has[d];
      searched[d] = searched[d] && has[d] != w.excluded;
    }
    if (!any && !w.excluded) found.missing.push_back(w.typed.front());
  }
  if (!found.missing.empty()) searched = filtered;  // for those that are nearest

  const search::Lexicon& words = lexicon(o);
  std::vector<search::Unit> units = units_of(query, words);
  if (units.empty()) units = units_of(query, {});  // what usually says nothing is all there is
  Ranking ranking(index, searched);
  Near near(db, o, words, index);
  const std::vector<Ranked> ranked =
      ranking.rank(units, [&](const std::string& typed) { return near.to(typed); });
  const bool none_exact = exact && !found.missing.empty();
  if (!none_exact) found.missing = ranking.missing();

  const std::vector<bool> typed = as_typed(db, index, query, units);
  const std::map<std::int64_t, int> named = named_by(db, query);
  double most = 0;
  for (const Ranked& r : ranked) most = std::max(most, r.score);
  std::vector<Scored> fits, others;
  auto at = ranked.begin();
  for (std::size_t d = 0; d < searched.size(); ++d) {
    const Index::Document& doc = index.documents()[d];
    if (!searched[d] || doc.clause) continue;
    while (at != ranked.end() && at->document < d) ++at;
    const bool has = at != ranked.end() && at->document == d;
    // What has the question as it was typed comes before all others, what is named before that.
    const auto by_name = named.find(doc.of);
    const bool is_named = by_name != named.end();
    const double score = (has ? at->score : 0) + (typed[d] ? most : 0) +
                         (is_named ? (most + 1) * by_name->second : 0);
    const bool fit =
        none_exact ? false : exact || !asked || typed[d] || is_named || (has && at->share >= kFits);
    if (fit) {
      fitting.push_back(doc.of);
      fits.emplace_back(o.newest || !asked ? -static_cast<double>(day_key(doc.of)) : -score,
                        doc.of);
    } else if (has) {
      others.emplace_back(-score, doc.of);
    }
  }
  found.total = fits.size();
  Options three = o;
  if (fits.empty()) {
    found.nearest = !others.empty();
    three.offset = 0;
    three.limit = std::min(o.limit, kNearest);
  }
  found.hits = hits(db, page(db, fits.empty() ? others : fits, three), phrases_of(query, units), o);
  for (const search::Unit& u : units)
    if (!u.meant.empty()) near.tell(u, found.meant);
  return found;
}

base::Result<Found> Store::search(const search::Query& query, const Options& options) {
  return ask<Found>([&] {
    Database& db = *db_;
    const bool marked = std::ranges::any_of(
        query.filters, [](const Filter& f) { return f.kind == FilterKind::Citator; });
    if (marked || options.facets) marks_->prepare(db, options);
    Found found;
    std::vector<std::int64_t> fitting;
    if (query.words.empty()) {
      found.hits = hits(db, newest(db, query, options, found.total), {}, options);
      if (options.facets) {
        const Condition c = condition_of(query, options, true);
        Statement s(db, select(c, "r.id"));
        for (bind(s, c); s.step();) fitting.push_back(s.integer(0));
      }
    } else {
      found = by_words(query, options, fitting);
    }
    if (options.facets) count_facets(db, fitting, options, *marks_, found);
    found.searched = searched(options);
    if (found.total && *found.total < 3) suggest(db, query, options, found.meant);
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
