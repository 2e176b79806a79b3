// Looking up a card, a clause or a ruling by its name, and reading whole records back.
#include "rulings/store/look_up.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text/unicode.h"
#include "model/passes/dated.h"
#include "rulings/store/ask.h"
#include "rulings/store/kept_findings.h"
#include "rulings/store/marks.h"

namespace hanrei::rulings::store {

CardRecord read_card(Database& db, std::int64_t key) {
  CardRecord c;
  Statement head(db, "SELECT name, invented, generic, imported FROM card WHERE id = ?");
  if (head.bind(key); head.step()) {
    c.name = head.text(0);
    c.invented = head.integer(1) != 0;
    c.generic = head.integer(2) != 0;
    c.imported = !head.text(3).empty();
  }
  Statement wordings(db,
                     "SELECT since, span, text, known FROM wording WHERE card = ? ORDER BY place");

  for (wordings.bind(key); wordings.step();) {
    // A name that comes again begins another wording, even of the same date.
    bool again = c.wordings.empty() || wordings.text(0) != c.wordings.back().from;
    if (!again)
      for (const auto& [span, text] : c.wordings.back().spans)
        again = again || span == wordings.text(1);
    if (again) c.wordings.push_back({wordings.text(0), wordings.text(3), {}});
    c.wordings.back().spans.emplace_back(wordings.text(1), wordings.text(2));
  }
  Statement attributes(db, "SELECT name, value FROM attribute WHERE card = ? ORDER BY place");
  for (attributes.bind(key); attributes.step();)
    c.attributes.emplace_back(attributes.text(0), attributes.text(1));
  Statement abilities(db, "SELECT name, form FROM ability WHERE card = ? ORDER BY place");
  for (abilities.bind(key); abilities.step();) {
    c.abilities.push_back(abilities.text(0));
    c.forms.push_back(abilities.text(1));
  }
  Statement dated(db,
                  "SELECT name, since, before FROM dated_ability WHERE card = ? ORDER BY place");
  for (dated.bind(key); dated.step();)
    c.dated.push_back({dated.text(0), dated.text(1), dated.text(2)});
  return c;
}

RulingRecord read_ruling(Database& db, std::int64_t key) {
  RulingRecord r;
  Statement head(
      db,
      "SELECT r.ruling, g.name, r.status, r.source, r.issued, r.authority, r.title_en, r.title_ja, "
      "r.question_en, r.question_ja, r.answer_en, r.answer_ja, r.partial, r.known, r.effective, "
      "r.cards FROM ruling r JOIN game g ON g.id = r.game WHERE r.id = ?");
  if (head.bind(key); !head.step()) return r;
  std::string* const fields[] = {&r.id,          &r.game,        &r.status,    &r.source,
                                 &r.issued,      &r.authority,   &r.title[0],  &r.title[1],
                                 &r.question[0], &r.question[1], &r.answer[0], &r.answer[1],
                                 &r.partial,     &r.known,       &r.effective};
  for (int i = 0; i < 15; ++i) *fields[i] = head.text(i);
  r.cards = lines_of(head.text(15));
  Statement cites(db, "SELECT clause FROM ruling_cites WHERE ruling = ? ORDER BY 1"),
      names(db, "SELECT target, how FROM ruling_names WHERE ruling = ? ORDER BY 1"),
      was(db, "SELECT status, until, known FROM ruling_was WHERE ruling = ? ORDER BY place"),
      presumes(db, "SELECT reading, option FROM ruling_presumes WHERE ruling = ? ORDER BY 1");
  for (cites.bind(key); cites.step();) r.cites.push_back(cites.text(0));
  for (names.bind(key); names.step();)
    (names.text(1) == "supersedes" ? r.supersedes
     : names.text(1) == "narrows"  ? r.narrows
     : names.text(1) == "follows"  ? r.follows
                                   : r.distinguishes)
        .push_back(names.text(0));
  for (was.bind(key); was.step();) r.was.push_back({was.text(0), was.text(1), was.text(2)});
  for (presumes.bind(key); presumes.step();)
    r.presumes.emplace_back(presumes.text(0), presumes.text(1));
  Statement groups(db, "SELECT how, pattern FROM ruling_group WHERE ruling = ? ORDER BY place");
  for (groups.bind(key); groups.step();) r.groups.push_back({groups.text(0), groups.text(1)});
  Statement cases(db, "SELECT place, id, at FROM ruling_case WHERE ruling = ? ORDER BY place"),
      claims(db, "SELECT kind, text FROM claim WHERE ruling = ? AND in_case = ? ORDER BY place");
  for (cases.bind(key); cases.step();) {
    CaseRecord c{cases.text(1), cases.text(2), {}};
    for (claims.bind(key, cases.integer(0)); claims.step();)
      c.claims.push_back({claims.text(0), claims.text(1)});
    r.cases.push_back(std::move(c));
  }
  return r;
}

std::vector<ClauseRecord> read_clauses(Database& db, std::int64_t game) {
  std::vector<ClauseRecord> out;
  Statement s(db,
              "SELECT id, kind, title, text_en, text_ja, status, since, before FROM clause WHERE "
              "game = ? ORDER BY place");
  for (s.bind(game); s.step();)
    out.push_back(
        {s.text(0), s.text(1), s.text(2), {s.text(3), s.text(4)}, s.text(5), s.text(6), s.text(7)});
  return out;
}

bool is_below(const std::string& clause, const std::string& top) {
  if (!clause.starts_with(top) || clause.size() == top.size()) return false;
  const char c = clause[top.size()];
  return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

namespace {

/// The clauses that were in force, in the order of the rulebook; with `over` also those that were
/// before.
std::vector<ClauseRecord> clauses_then(Database& db, std::int64_t game, const base::AsOf& as_of,
                                       bool over = false) {
  std::vector<model::Revision> begun;
  Statement s(db, "SELECT name, effective, known FROM revision WHERE game = ? ORDER BY place");
  for (s.bind(game); s.step();)
    if (const model::Revision r{s.text(0), s.text(1), s.text(2)}; r.begun(as_of))
      begun.push_back(r);
  const auto has = [&](const std::string& name) {
    return std::ranges::any_of(begun, [&](const model::Revision& r) { return r.name == name; });
  };
  std::vector<ClauseRecord> out = read_clauses(db, game);
  std::erase_if(out, [&](const ClauseRecord& c) {
    return (!c.since.empty() && !has(c.since)) || (!over && has(c.before));
  });
  return out;
}

/// The abilities that counts then, as far as they have dates; the others always do.
void keep_abilities_then(Database& db, std::int64_t game, const base::AsOf& as_of,
                         CardRecord& card) {
  if (!as_of.any() || card.dated.empty()) return;
  std::vector<RevisionRecord> revisions;
  Statement s(db, "SELECT name, effective, known FROM revision WHERE game = ? ORDER BY place");
  for (s.bind(game); s.step();) revisions.push_back({s.text(0), s.text(1), s.text(2)});
  for (const DatedAbility& a : card.dated)
    if (const auto it = std::ranges::find(card.abilities, a.name);
        a.before.empty() && it != card.abilities.end())
      card.abilities.erase(it);
  std::erase_if(card.dated, [&](const DatedAbility& a) {
    return !counts_then(a.since, a.before, revisions, &card, as_of);
  });
  for (const DatedAbility& a : card.dated) card.abilities.push_back(a.name);
}

bool begun(const Wording& w, const base::AsOf& as_of) {
  return as_of.begun(day_of(w.from), day_of(w.known.empty() ? w.from : w.known));
}

/// The rulings that a filter finds in one game, the newest first.
std::vector<Hit> rulings_of(Database& db, const std::string& condition,
                            const std::vector<std::string>& values, std::int64_t game,
                            const Options& o) {
  Statement s(db, "SELECT r.id FROM ruling r WHERE r.game = ? AND " + condition +
                      (o.as_of.any() ? " AND " + status_column("r", o) + " <> 'unknown'" : "") +
                      " ORDER BY r.day DESC, r.ruling, r.path");
  s.bind(game);
  for (const std::string& v : values) s.one(v);
  std::vector<std::int64_t> keys;
  while (s.step()) keys.push_back(s.integer(0));
  return hits(db, keys, {}, o);
}

}  // namespace

base::Result<std::vector<exchange::Records>> Store::records(const Options& o) {
  return ask<std::vector<exchange::Records>>([&] {
    Database& db = *db_;
    std::vector<exchange::Records> out;
    Statement games(db, "SELECT id, name, title_en, title_ja FROM game WHERE 1" +
                            in_games("id", o) + " ORDER BY folder");
    for (const std::string& g : o.games) games.one(g);
    Statement cards(db, "SELECT id FROM card WHERE game = ? ORDER BY name, id"),
        rulings(db, "SELECT id FROM ruling WHERE game = ? ORDER BY ruling, path, id");
    Statement verdict(db, "SELECT " + verdict_column("standing", "r", o) + ", " +
                              verdict_column("evidence", "r", o) + " FROM ruling r WHERE r.id = ?");
    while (games.step()) {
      exchange::Records r;
      r.game.id = games.text(1);
      r.game.title[0] = games.text(2);
      r.game.title[1] = games.text(3);
      r.game.clauses = read_clauses(db, games.integer(0));
      Statement revisions(
          db, "SELECT name, effective, known FROM revision WHERE game = ? ORDER BY place");
      for (revisions.bind(games.integer(0)); revisions.step();)
        r.game.revisions.push_back({revisions.text(0), revisions.text(1), revisions.text(2)});
      for (cards.bind(games.integer(0)); cards.step();)
        r.game.cards.push_back(read_card(db, cards.integer(0)));
      for (rulings.bind(games.integer(0)); rulings.step();) {
        r.rulings.push_back(read_ruling(db, rulings.integer(0)));
        if (verdict.bind(rulings.integer(0)); verdict.step()) {
          r.rulings.back().verdict = verdict.text(0);
          r.rulings.back().evidence = verdict.text(1);
        }
        for (const Marked& m : marks_->of(db, rulings.integer(0), o))
          r.rulings.back().marks.push_back({std::string(mark_name(m.mark)), m.why[0], m.why[1]});
      }
      out.push_back(std::move(r));
    }
    return out;
  });
}

base::Result<std::vector<RunFindings>> Store::findings(const std::string& folder,
                                                       const Options& o) {
  return ask<std::vector<RunFindings>>([&] {
    std::vector<RunFindings> out;
    Statement games(*db_, "SELECT id FROM game WHERE folder = ?");
    games.one(folder);
    while (games.step())
      out = findings_about(
          *db_, games.integer(0), [](const KeptFinding&) { return true; }, o);
    return out;
  });
}

base::Result<Things> Store::look_up(const std::string& asked, const Options& o) {
  return ask<Things>([&] {
    Database& db = *db_;
    Things out;
    std::string name = asked, kind;
    for (const char* k : {"card:", "clause:", "ruling:"})
      if (asked.starts_with(k)) {
        kind = k;
        name = asked.substr(kind.size());
      }
    const auto wants = [&](const char* k) { return kind.empty() || kind == k; };
    Statement games(
        db, "SELECT id, name, folder FROM game WHERE 1" + in_games("id", o) + " ORDER BY folder");
    for (const std::string& g : o.games) games.one(g);
    const std::string key = search::name_key_utf8(name), folded = base::fold(name);
    while (games.step()) {
      const std::int64_t game = games.integer(0);
      if (wants("card:") && !key.empty()) {
        Statement cards(db, "SELECT id FROM card WHERE folded = ? AND game = ? ORDER BY id");
        for (cards.bind(key, game); cards.step();) {
          CardRecord card = read_card(db, cards.integer(0));
          const bool written = !card.wordings.empty();
          keep_abilities_then(db, game, o.as_of, card);
          std::erase_if(card.wordings, [&](const Wording& w) { return !begun(w, o.as_of); });
          if (written && card.wordings.empty()) continue;  // it was not there yet
          out.cards.push_back({games.text(1), games.text(2), std::move(card), {}, {}, {}, {}});
          const std::string& its = out.cards.back().card.name;
          out.cards.back().findings = findings_about(
              db, game, [&](const KeptFinding& f) { return base::contains(f.subjects, its); }, o);
          out.cards.back().rulings = rulings_of(
              db, "r.id IN (SELECT ruling FROM ruling_card WHERE folded = ?)", {key}, game, o);
          add_alike(db, game, cards.integer(0), o, out.cards.back());
        }
      }
      std::vector<ClauseRecord> clauses;
      if (kind != "card:") clauses = clauses_then(db, game, o.as_of);
      if (wants("clause:")) {
        for (const ClauseRecord& c : clauses) {
          if (base::fold(c.id) != folded) continue;
          ClauseView v{
              games.text(1),
              games.text(2),
              c,
              {},
              rulings_of(db,
                         "r.id IN (SELECT ruling FROM ruling_cites WHERE clause >= ? AND clause < "
                         "? AND substr(clause, length(?) + 1, 1) NOT GLOB '[0-9A-Za-z]')",
                         {c.id, c.id + "\U0010FFFF", c.id}, game, o),
              {},
              {}};
          for (const ClauseRecord& w : clauses_then(db, game, o.as_of, true))
            if (w.id == c.id) v.wordings.push_back(w);
          v.findings = findings_about(
              db, game, [&](const KeptFinding& f) { return base::contains(f.clauses, c.id); }, o);
          for (const ClauseRecord& b : clauses)
            if (is_below(b.id, c.id)) v.below.push_back(b);
          out.clauses.push_back(std::move(v));
        }
      }
      if (wants("ruling:")) {
        Statement rulings(
            db, "SELECT id FROM ruling r WHERE ruling = ? COLLATE NOCASE AND game = ?" +
                    std::string(o.as_of.any() ? " AND " + status_column("r", o) + " <> 'unknown'"
                                              : "") +
                    " ORDER BY ruling, path");
        for (rulings.bind(name, game); rulings.step();) {
          RulingView v{hits(db, {rulings.integer(0)}, {}, o).at(0),
                       read_ruling(db, rulings.integer(0)),
                       marks_->of(db, rulings.integer(0), o),
                       {},
                       {},
                       {}};
          v.findings = findings_about(
              db, game,
              [&](const KeptFinding& f) {
                return base::contains(f.subjects, v.ruling.id) ||
                       (f.path == v.head.path && !f.path.ends_with(".jsonl"));
              },
              o);
          for (const std::string& c : v.ruling.cites) {
            const auto at =
                std::ranges::find_if(clauses, [&](const ClauseRecord& k) { return k.id == c; });
            v.cited.emplace_back(c, at == clauses.end() ? "" : at->title);
          }
          Statement by(db,
                       "SELECT DISTINCT n.how, r.ruling FROM ruling_names n JOIN ruling r ON r.id "
                       "= n.ruling WHERE n.target = ? AND r.game = ? AND " +
                           status_column("r", o) + " <> 'unknown' ORDER BY 1, 2");
          for (by.bind(v.ruling.id, game); by.step();)
            v.named_by.emplace_back(by.text(0), by.text(1));
          out.rulings.push_back(std::move(v));
        }
      }
    }
    if (out.cards.empty() && out.clauses.empty() && out.rulings.empty()) {
      out.meant = suggestions(db, name, o);
    }
    return out;
  });
}

}  // namespace hanrei::rulings::store
