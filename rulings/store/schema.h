#pragma once

namespace hanrei::rulings::store {

/// `PRAGMA application_id` of our files: "Hnri".
inline constexpr int kApplication = 0x486e7269;
/// `PRAGMA user_version`. A file of another version is built anew: everything in it comes from
/// files. docs/database.md documents the tables; keep the two alike.
inline constexpr int kSchema = 10;

inline constexpr const char* kTables = R"sql(
CREATE TABLE game(
  id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, name TEXT NOT NULL, title_en TEXT NOT NULL, title_ja TEXT NOT NULL,
  digest TEXT NOT NULL, indexed INTEGER NOT NULL) STRICT;
CREATE TABLE source(
  path TEXT PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL,
  size INTEGER NOT NULL, changed INTEGER NOT NULL, digest INTEGER NOT NULL, problem INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE clause(
  game INTEGER NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
  text_en TEXT NOT NULL, text_ja TEXT NOT NULL, status TEXT NOT NULL, since TEXT NOT NULL, before TEXT NOT NULL,
  PRIMARY KEY(game, place)) STRICT, WITHOUT ROWID;
CREATE INDEX clause_id ON clause(id);
CREATE TABLE revision(
  game INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, effective TEXT NOT NULL, known TEXT NOT NULL,
  PRIMARY KEY(game, place)) STRICT, WITHOUT ROWID;
CREATE TABLE card(
  id INTEGER PRIMARY KEY, game INTEGER NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL,
  invented INTEGER NOT NULL, generic INTEGER NOT NULL, imported TEXT NOT NULL) STRICT;
CREATE INDEX card_name ON card(folded, game);
CREATE TABLE wording(
  card INTEGER NOT NULL, place INTEGER NOT NULL, since TEXT NOT NULL, known TEXT NOT NULL, span TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY(card, place)) STRICT, WITHOUT ROWID;
CREATE TABLE attribute(
  card INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(card, place)) STRICT, WITHOUT ROWID;
CREATE TABLE ability(
  card INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, form TEXT NOT NULL, PRIMARY KEY(card, place)) STRICT, WITHOUT ROWID;
CREATE INDEX ability_form ON ability(form);
CREATE TABLE dated_ability(
  card INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, since TEXT NOT NULL, before TEXT NOT NULL,
  PRIMARY KEY(card, place)) STRICT, WITHOUT ROWID;
CREATE TABLE term(
  game INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY(game, kind, name)) STRICT, WITHOUT ROWID;
CREATE TABLE synonym(
  game INTEGER NOT NULL, place INTEGER NOT NULL, words TEXT NOT NULL, PRIMARY KEY(game, place)) STRICT, WITHOUT ROWID;
CREATE TABLE stopword(
  game INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY(game, word)) STRICT, WITHOUT ROWID;

CREATE TABLE ruling(
  id INTEGER PRIMARY KEY, game INTEGER NOT NULL, ruling TEXT NOT NULL, path TEXT NOT NULL,
  status TEXT NOT NULL, source TEXT NOT NULL, issued TEXT NOT NULL, day INTEGER, authority TEXT NOT NULL,
  title_ja TEXT NOT NULL, title_en TEXT NOT NULL, question_ja TEXT NOT NULL, question_en TEXT NOT NULL,
  answer_ja TEXT NOT NULL, answer_en TEXT NOT NULL, partial TEXT NOT NULL, cards TEXT NOT NULL, situation INTEGER NOT NULL,
  digest TEXT NOT NULL, known TEXT NOT NULL, effective TEXT NOT NULL, known_day INTEGER, effective_day INTEGER,
  document INTEGER) STRICT;
CREATE INDEX ruling_id ON ruling(ruling);
CREATE INDEX ruling_path ON ruling(path);
CREATE INDEX ruling_not_indexed ON ruling(id) WHERE document IS NULL;
CREATE TABLE ruling_card(folded TEXT NOT NULL, ruling INTEGER NOT NULL, PRIMARY KEY(folded, ruling)) STRICT, WITHOUT ROWID;
CREATE INDEX ruling_card_of ON ruling_card(ruling);
CREATE TABLE ruling_cites(clause TEXT NOT NULL, ruling INTEGER NOT NULL, PRIMARY KEY(clause, ruling)) STRICT, WITHOUT ROWID;
CREATE INDEX ruling_cites_of ON ruling_cites(ruling);
CREATE TABLE ruling_names(
  target TEXT NOT NULL, how TEXT NOT NULL, ruling INTEGER NOT NULL, PRIMARY KEY(target, how, ruling)) STRICT, WITHOUT ROWID;
CREATE INDEX ruling_names_of ON ruling_names(ruling);
CREATE TABLE ruling_was(
  ruling INTEGER NOT NULL, place INTEGER NOT NULL, status TEXT NOT NULL, became TEXT NOT NULL, until TEXT NOT NULL, known TEXT NOT NULL,
  until_day INTEGER, known_day INTEGER, PRIMARY KEY(ruling, place)) STRICT, WITHOUT ROWID;
CREATE TABLE ruling_group(
  ruling INTEGER NOT NULL, place INTEGER NOT NULL, how TEXT NOT NULL, pattern TEXT NOT NULL, PRIMARY KEY(ruling, place)) STRICT, WITHOUT ROWID;
CREATE TABLE ruling_presumes(
  ruling INTEGER NOT NULL, reading TEXT NOT NULL, option TEXT NOT NULL, PRIMARY KEY(ruling, reading)) STRICT, WITHOUT ROWID;
CREATE TABLE ruling_case(
  ruling INTEGER NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY(ruling, place)) STRICT, WITHOUT ROWID;
CREATE TABLE claim(
  ruling INTEGER NOT NULL, in_case INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY(ruling, in_case, place)) STRICT, WITHOUT ROWID;
CREATE TABLE verdict(
  serial INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, folder TEXT NOT NULL, ruling TEXT NOT NULL,
  sources TEXT NOT NULL, program TEXT NOT NULL, standing TEXT NOT NULL, evidence TEXT NOT NULL,
  touches TEXT NOT NULL, alone INTEGER NOT NULL, why_en TEXT NOT NULL, why_ja TEXT NOT NULL, record TEXT NOT NULL, looked TEXT NOT NULL, seal TEXT NOT NULL) STRICT;
CREATE TABLE finding_run(
  folder TEXT NOT NULL, command TEXT NOT NULL, digest TEXT NOT NULL, program TEXT NOT NULL, seal TEXT NOT NULL,
  PRIMARY KEY(folder, command)) STRICT, WITHOUT ROWID;
CREATE TABLE finding(
  folder TEXT NOT NULL, command TEXT NOT NULL, place INTEGER NOT NULL, code TEXT NOT NULL, severity TEXT NOT NULL,
  en TEXT NOT NULL, ja TEXT NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  subjects TEXT NOT NULL, clauses TEXT NOT NULL, PRIMARY KEY(folder, command, place)) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_of ON verdict(folder, ruling, serial);

CREATE TABLE batch(
  id INTEGER PRIMARY KEY, first INTEGER NOT NULL, count INTEGER NOT NULL, documents BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
CREATE TABLE posting(term TEXT NOT NULL, batch INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(term, batch)) STRICT;
CREATE TABLE gone(document INTEGER PRIMARY KEY) STRICT;
CREATE TABLE citable(id INTEGER PRIMARY KEY, game INTEGER NOT NULL, clause TEXT NOT NULL, UNIQUE(game, clause)) STRICT;
CREATE TABLE clause_document(game INTEGER NOT NULL, document INTEGER NOT NULL, PRIMARY KEY(game, document)) STRICT, WITHOUT ROWID;
)sql";

}  // namespace hanrei::rulings::store
