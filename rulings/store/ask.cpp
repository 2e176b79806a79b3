#include "rulings/store/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text/unicode.h"
#include "rulings/records/digest.h"

namespace hanrei::rulings::store {

std::string in_games(const char* column, const Options& o) {
  if (o.games.empty()) return "";
  std::string out = std::string(" AND ") + column + " IN (SELECT id FROM game WHERE folder IN (";
  for (std::size_t i = 0; i < o.games.size(); ++i) out += i > 0 ? ", ?" : "?";
  return out + "))";
}

std::string status_column(const std::string& r, const Options& o) {
  if (!o.as_of.any()) return r + ".status";
  const auto after = [](const std::string& day, const std::optional<std::int64_t>& limit) {
    return limit ? fmt::format("coalesce({} > {}, 0)", day, *limit) : std::string("0");
  };
  return fmt::format(
      "(CASE WHEN {0}.day IS NULL THEN iif({0}.status = 'derived', 'derived', 'unknown') WHEN {1} "
      "THEN 'unknown' WHEN {2} THEN 'not yet' "
      "ELSE coalesce((SELECT w.became FROM ruling_was w WHERE w.ruling = {0}.id AND NOT {3} AND "
      "NOT {4} ORDER BY w.place DESC LIMIT 1), "
      "(SELECT w.status FROM ruling_was w WHERE w.ruling = {0}.id ORDER BY w.place LIMIT 1), "
      "{0}.status) END)",
      r, after(r + ".known_day", o.as_of.known), after(r + ".effective_day", o.as_of.valid),
      after("w.until_day", o.as_of.valid), after("w.known_day", o.as_of.known));
}

std::string verdict_column(const char* column, const char* alias, const Options& o) {
  std::string program;  // digits only, so that it can stand in the text
  for (const char c : o.program)
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) program += c;
  if (program.empty()) return "NULL";
  return fmt::format(
      "(SELECT v.{} FROM verdict v JOIN game vg ON vg.folder = v.folder WHERE vg.id = {}.game AND "
      "v.ruling = {}.ruling AND v.sources = vg.digest || ':' || {}.digest || '{}' AND v.program = "
      "'{}' ORDER BY v.serial DESC LIMIT 1)",
      column, alias, alias, alias, days_text(o.as_of), program);
}

std::string each_touched(const char* list, const char* alias, const Options& o) {
  return fmt::format("json_each(coalesce(nullif({}, ''), 'null'), '$.{}')",
                     verdict_column("touches", alias, o), list);
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

std::vector<Hit> hits(Database& db, const std::vector<std::int64_t>& keys,
                      const std::vector<search::Phrase>& phrases, const Options& o) {
  Statement s(db, "SELECT r.ruling, g.name, g.folder, r.path, " + status_column("r", o) +
                      ", r.issued, r.authority, r.situation, r.cards, r.title_ja, r.title_en, "
                      "r.question_ja, r.question_en, r.answer_ja, r.answer_en, r.partial, "
                      "coalesce(" +
                      verdict_column("standing", "r", o) + ", 'not examined'), r.game, coalesce(" +
                      verdict_column("evidence", "r", o) +
                      ", '') FROM ruling r JOIN game g ON g.id = r.game WHERE r.id = ?");
  Statement cites(
      db,
      "SELECT c.clause, coalesce((SELECT k.title FROM clause k WHERE k.id = c.clause "
      "AND k.game = r.game ORDER BY k.place DESC LIMIT 1), '') FROM ruling_cites c JOIN "
      "ruling r ON r.id = c.ruling WHERE c.ruling = ? ORDER BY c.clause");
  Statement later(db,
                  "SELECT DISTINCT r.ruling FROM ruling_names s JOIN ruling r ON r.id = s.ruling "
                  "WHERE s.target = ? AND s.how = 'supersedes' AND r.game = ? AND " +
                      status_column("r", o) +
                      " IN ('formal', 'provisional', 'derived') ORDER BY 1");
  std::vector<Hit> out;
  for (const std::int64_t key : keys) {
    if (s.bind(key); !s.step()) continue;
    Hit h;
    h.key = key;
    std::string* const fields[] = {&h.id,     &h.game,   &h.folder,   &h.path,
                                   &h.status, &h.issued, &h.authority};
    for (int i = 0; i < 7; ++i) *fields[i] = s.text(i);
    h.situation = s.integer(7) != 0;
    h.cards = lines_of(s.text(8));
    h.title[1] = s.text(9);
    h.title[0] = s.text(10);
    // One without a title, as in lists of questions and answers, is called by its question.
    if (h.title[0].empty() && h.title[1].empty())
      for (const int l : {0, 1}) h.title[l] = base::clip(s.text(l == 1 ? 11 : 12), 40);
    h.verdict = s.text(16);
    h.evidence = s.text(18);
    for (cites.bind(key); cites.step();) {
      h.cites.push_back(cites.text(0));
      h.clauses.push_back(cites.text(1));
    }
    for (const int l : {0, 1}) {
      h.question[l] = s.text(l == 1 ? 11 : 12);
      h.answer[l] = s.text(l == 1 ? 13 : 14);
    }
    for (later.bind(h.id, s.integer(17)); later.step();) h.superseded_by.push_back(later.text(0));
    static constexpr std::array<std::string_view, 3> kFields = {"title", "question", "answer"};
    for (int f = 0; f < 3; ++f) {
      for (const base::Lang lang : {base::Lang::Ja, base::Lang::En}) {
        Hit::Place p{std::string(kFields[f]),
                     lang,
                     s.text(9 + 2 * f + (lang == base::Lang::En ? 1 : 0)),
                     {}};
        p.marks = search::matches(p.text, phrases);
        if (!p.marks.empty()) h.places.push_back(std::move(p));
      }
    }
    Hit::Place partial{"partial", base::Lang::En, s.text(15), {}};
    partial.marks = search::matches(partial.text, phrases);
    if (!partial.marks.empty()) h.places.push_back(std::move(partial));
    std::ranges::stable_sort(h.places, [&](const Hit::Place& a, const Hit::Place& b) {
      return (a.lang == o.lang) > (b.lang == o.lang);
    });
    out.push_back(std::move(h));
  }
  return out;
}

namespace {

struct NamedThing {
  std::string name, kind;
  std::u32string key;
};
std::vector<NamedThing> names_of(Database& db, const Options& o) {
  std::vector<NamedThing> out;
  const std::string games = in_games("game", o);
  for (const std::string& sql : {"SELECT DISTINCT name, 'card' FROM card WHERE 1" + games,
                                 "SELECT DISTINCT name, kind FROM term WHERE 1" + games}) {
    Statement s(db, sql);
    for (const std::string& g : o.games) s.one(g);
    while (s.step()) out.push_back({s.text(0), s.text(1), search::name_key(s.text(0))});
  }
  return out;
}

void suggest_from(const std::vector<NamedThing>& names, const std::string& typed, bool card_only,
                  std::vector<Suggestion>& out) {
  const std::u32string key = search::name_key(typed);
  if (key.size() < 2 || key.size() > 100) return;
  const int most = std::max(1, static_cast<int>(key.size()) / 3);
  std::vector<std::tuple<int, std::string, std::string>> near;
  for (const NamedThing& n : names) {
    if (card_only && n.kind != "card") continue;
    int distance = search::edit_distance(key, n.key, most);
    if (distance == 0) return;
    if (distance > most && card_only && n.key.find(key) != std::u32string::npos)
      distance = most;  // a part of the name
    if (distance <= most) near.emplace_back(distance, n.name, n.kind);
  }
  std::sort(near.begin(), near.end());
  std::set<std::string> said;
  for (const auto& [distance, name, kind] : near)
    if (said.size() < 5 && said.insert(name).second) out.push_back({typed, name, kind});
}

}  // namespace

void suggest(Database& db, const search::Query& q, const Options& o, std::vector<Suggestion>& out) {
  std::vector<std::pair<std::string, bool>> typed;  // and whether only a card can be meant
  for (const search::Word& w : q.words)
    if (!w.excluded)
      for (const std::string& t : w.typed) typed.emplace_back(t, false);
  for (const search::Filter& f : q.filters)
    if (f.kind == search::FilterKind::Card && !f.excluded)
      for (const std::string& t : f.any) typed.emplace_back(t, true);
  if (typed.empty()) return;
  const std::vector<NamedThing> names = names_of(db, o);
  for (const auto& [text, card_only] : typed)
    if (std::ranges::none_of(out, [&](const Suggestion& s) { return s.typed == text; }))
      suggest_from(names, text, card_only, out);
}

std::vector<Suggestion> suggestions(Database& db, const std::string& typed, const Options& o) {
  std::vector<Suggestion> out;
  suggest_from(names_of(db, o), typed, false, out);
  return out;
}

const std::vector<Near::Word>& Near::all() {
  if (all_) return *all_;
  all_.emplace();
  for (NamedThing& n : names_of(db_, options_))
    all_->push_back({std::move(n.name), std::move(n.kind), std::move(n.key)});
  for (const std::vector<search::Name>& group : words_.groups())
    for (const search::Name& n : group) all_->push_back({n.text, "word", search::name_key(n.text)});
  for (const std::string& word : index_.words_in_letters())
    all_->push_back({word, "word", search::name_key(word)});
  return *all_;
}

std::vector<std::string> Near::to(const std::string& typed) {
  // A slip changes a character; of a short word that would make any other one.
  constexpr std::size_t kShortest = 3, kLong = 6, kLongest = 40, kMostMeant = 3;
  const std::u32string key = search::name_key(typed);
  std::vector<std::string> out;
  if (key.size() < kShortest || key.size() > kLongest) return out;
  int least = key.size() < kLong ? 1 : 2;
  bool named = false;  // what the game calls so comes before other words that are as near
  for (const Word& w : all()) {
    if (w.key.size() < kShortest) continue;
    const int distance = search::edit_distance(key, w.key, least);
    if (distance == 0 || distance > least) continue;
    const bool name = w.kind != "word";
    if (distance == least && named && !name) continue;
    if (distance < least || (name && !named)) out.clear();
    least = distance;
    named = name;
    if (std::ranges::find(out, w.text) == out.end()) out.push_back(w.text);
  }
  std::ranges::sort(out);
  if (out.size() > kMostMeant) out.resize(kMostMeant);
  return out;
}

void Near::tell(const search::Unit& unit, std::vector<Suggestion>& meant) {
  for (const std::string& word : unit.meant) {
    const auto at =
        std::find_if(all().begin(), all().end(), [&](const Word& w) { return w.text == word; });
    meant.push_back({unit.typed, word, at == all().end() ? "word" : at->kind});
  }
}

}  // namespace hanrei::rulings::store
