#include "rulings/store/build.h"

#include <array>
#include <chrono>
#include <map>
#include <set>

#include "base/io/file.h"
#include "base/stop.h"
#include "base/text/fnv.h"
#include "model/model.h"
#include "rulings/records/digest.h"
#include "rulings/search/tokens.h"
#include "rulings/search/words.h"
#include "rulings/store/ask.h"
#include "rulings/store/index.h"

namespace hanrei::rulings::store {
namespace {

constexpr std::int64_t kEpochShift = 719'163;  // days from 0001-01-01 to 1970-01-01, and one

std::int64_t digest(std::string_view text) { return static_cast<std::int64_t>(base::fnv1a(text)); }

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}
/// A file that changed within this time may change once more without its time showing it.
constexpr std::int64_t kRacy = 2'000'000'000;

struct Seen {
  std::int64_t size = 0, changed = 0, digest = 0;
  bool problem = false;
};
struct File {
  std::string path;
  const GameSources* game = nullptr;
  bool is_ruling = false;
  std::optional<base::FileStamp> stamp;
};

/// All files a library is made of, by their path below its root.
std::map<std::string, File> files_of(const Library& library) {
  std::map<std::string, File> out;
  const auto add = [&](const GameSources& g, const std::string& path, bool ruling) {
    const std::string below =
        path.starts_with(g.folder + "/") ? g.name + path.substr(g.folder.size()) : path;
    out[below] = {path, &g, ruling, base::stamp_of(path)};
  };
  for (const GameSources& g : library.games) {
    add(g, g.folder + "/game.json", false);
    if (base::stamp_of(g.folder + "/words.json")) add(g, g.folder + "/words.json", false);
    for (const char* sub : {"/rulebook", "/cards", "/phrases"})
      for (const std::string& path : base::list_files(g.folder + sub, ".json")) add(g, path, false);
    for (const std::string& path : base::list_files(g.folder + "/imported", ".jsonl"))
      add(g, path, false);
    for (const std::string& path : g.rulings) add(g, path, true);
  }
  return out;
}

std::map<std::string, Seen> seen_before(Database& db) {
  std::map<std::string, Seen> out;
  Statement s(db, "SELECT path, size, changed, digest, problem FROM source");
  while (s.step())
    out.emplace_hint(out.end(), s.text(0),
                     Seen{s.integer(1), s.integer(2), s.integer(3), s.integer(4) != 0});
  return out;
}

bool same(const File& f, const Seen& s) {
  return f.stamp && f.stamp->size == s.size && f.stamp->changed == s.changed;
}

class Builder {
 public:
  Builder(Database& db, const Library& library, Report& report)
      : db_(db), library_(library), report_(report) {}

  void run() {
    const std::map<std::string, File> files = files_of(library_);
    std::map<std::string, Seen> before = seen_before(db_);
    std::set<std::string> folders;
    for (const GameSources& g : library_.games) folders.insert(g.name);
    drop_games(folders);
    std::set<const GameSources*> changed;
    // A game is one thing made of several files: any of them makes all of it be read again.
    for (const auto& [below, f] : files)
      if (!f.is_ruling) {
        const auto it = before.find(below);
        if (it == before.end() || !same(f, it->second)) changed.insert(f.game);
      }
    for (const auto& [below, s] : before)
      if (!files.contains(below)) {
        ++report_.gone;
        forget(below);
        for (const GameSources& g : library_.games)
          if (below.starts_with(g.name + "/") && !below.ends_with(".xml")) changed.insert(&g);
      }
    for (const GameSources& g : library_.games) {
      id_of(g);
      if (changed.contains(&g)) game(g, files);
    }
    for (const auto& [below, f] : files) {
      if (library_.stopped && library_.stopped()) throw Trouble{"interrupted", false, false, false};
      const auto it = before.find(below);
      const bool known = it != before.end();
      if (known && same(f, it->second)) {
        ++report_.unchanged;
        if (it->second.problem) report_.unreadable.push_back(f.path);
        continue;
      }
      if (f.is_ruling) ruling(below, f, known ? &it->second : nullptr);
    }
    index();
  }

 private:
  std::int64_t id_of(const GameSources& g) {
    if (const auto it = ids_.find(g.name); it != ids_.end()) return it->second;
    Statement find(db_, "SELECT id FROM game WHERE folder = ?");
    find.bind(g.name);
    std::int64_t id = 0;
    if (find.step()) id = find.integer(0);
    if (id == 0) {
      Statement(
          db_,
          "INSERT INTO game(folder, name, title_en, title_ja, digest, indexed) VALUES(?, ?, '', "
          "'', '', 0)")
          .bind(g.name, g.name)
          .done();
      id = db_.number("SELECT last_insert_rowid()");
    }
    return ids_[g.name] = id;
  }

  void forget_game_tables(std::int64_t id) {
    for (const char* sql :
         {"DELETE FROM wording WHERE card IN (SELECT id FROM card WHERE game = ?)",
          "DELETE FROM attribute WHERE card IN (SELECT id FROM card WHERE game = ?)",
          "DELETE FROM ability WHERE card IN (SELECT id FROM card WHERE game = ?)",
          "DELETE FROM dated_ability WHERE card IN (SELECT id FROM card WHERE game = ?)",
          "DELETE FROM card WHERE game = ?", "DELETE FROM clause WHERE game = ?",
          "DELETE FROM revision WHERE game = ?", "DELETE FROM term WHERE game = ?",
          "DELETE FROM synonym WHERE game = ?", "DELETE FROM stopword WHERE game = ?",
          "INSERT INTO gone SELECT document FROM clause_document WHERE game = ?",
          "DELETE FROM clause_document WHERE game = ?", "UPDATE game SET indexed = 0 WHERE id = ?"})
      Statement(db_, sql).bind(id).done();
  }

  void drop_games(const std::set<std::string>& folders) {
    std::vector<std::int64_t> gone;
    Statement s(db_, "SELECT id, folder FROM game");
    while (s.step())
      if (!folders.contains(s.text(1))) gone.push_back(s.integer(0));
    for (const std::int64_t id : gone) {
      forget_game_tables(id);
      for (const char* table : {"verdict", "finding", "finding_run"})
        Statement(db_, std::string("DELETE FROM ") + table +
                           " WHERE folder = (SELECT folder FROM game WHERE id = ?)")
            .bind(id)
            .done();
      Statement(db_, "DELETE FROM game WHERE id = ?").bind(id).done();
    }
  }

  /// The rulings of a file, and the file itself.
  void forget(const std::string& below) {
    std::vector<std::int64_t> keys;
    Statement find(db_, "SELECT id FROM ruling WHERE path = ?");
    for (find.bind(below); find.step();) keys.push_back(find.integer(0));
    for (const std::int64_t key : keys) {
      Statement(db_,
                "INSERT OR IGNORE INTO gone SELECT document FROM ruling WHERE id = ? AND document "
                "IS NOT NULL")
          .bind(key)
          .done();
      for (const char* sql :
           {"DELETE FROM ruling_card WHERE ruling = ?", "DELETE FROM ruling_cites WHERE ruling = ?",
            "DELETE FROM ruling_names WHERE ruling = ?", "DELETE FROM ruling_was WHERE ruling = ?",
            "DELETE FROM ruling_presumes WHERE ruling = ?",
            "DELETE FROM ruling_group WHERE ruling = ?", "DELETE FROM ruling_case WHERE ruling = ?",
            "DELETE FROM claim WHERE ruling = ?", "DELETE FROM ruling WHERE id = ?"})
        Statement(db_, sql).bind(key).done();
    }
    Statement(db_, "DELETE FROM source WHERE path = ?").bind(below).done();
  }

  /// What cannot be read is looked at again each time: permissions change without the time showing
  /// it.
  void remember(const std::string& below, const File& f, const char* kind, std::int64_t sum,
                bool problem) {
    const std::int64_t size = f.stamp ? f.stamp->size : -1;
    const bool settled = !problem && f.stamp && f.stamp->changed < started_ - kRacy;
    const std::int64_t changed = settled ? f.stamp->changed : 0;
    remember_.bind(below, id_of(*f.game), kind, size, changed, sum, problem ? 1 : 0).done();
    if (problem) report_.unreadable.push_back(f.path);
  }

  void game(const GameSources& g, const std::map<std::string, File>& files) {
    const std::int64_t id = id_of(g);
    forget_game_tables(id);
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto read = model::read_game(sources, g.folder, log);
    const bool words_read = words(id, g, files);
    std::set<std::string> broken;
    if (!words_read) broken.insert(g.folder + "/words.json");
    for (const base::Diagnostic& d : log.all())
      if (d.severity == base::Severity::Error)
        broken.insert(std::string(sources.path(d.span.file)));
    for (const auto& [below, f] : files) {
      if (f.is_ruling || f.game != &g) continue;
      report_.read += below.find("/phrases/") == std::string::npos ? 1 : 0;
      if (!is_imported(f))
        remember(below, f, "game", 0,
                 !f.stamp || broken.contains(f.path) || (!read && f.path.ends_with("/game.json")));
    }
    if (!read) return;
    const GameRecords r = records_of(*read);
    Statement(db_, "UPDATE game SET name = ?, title_en = ?, title_ja = ?, digest = ? WHERE id = ?")
        .bind(r.id.empty() ? g.name : r.id, r.title[0], r.title[1], digest_of(sources, *read), id)
        .done();
    int place = 0;
    for (const RevisionRecord& v : r.revisions)
      Statement(db_, "INSERT INTO revision VALUES(?, ?, ?, ?, ?)")
          .bind(id, place++, v.name, v.effective, v.known)
          .done();
    place = 0;
    contents(id, r, "", place);
    Statement term(db_, "INSERT OR IGNORE INTO term VALUES(?, ?, ?)");
    for (const TermRecord& t : r.terms) term.bind(id, t.kind, t.name).done();
    for (const auto& [below, f] : files)
      if (f.game == &g && is_imported(f)) imported(id, below, f, place);
  }

  /// What words of the game mean the same. Nothing of a file with a mistake counts.
  bool words(std::int64_t game, const GameSources& g, const std::map<std::string, File>& files) {
    const std::string path = g.folder + "/words.json";
    if (!files.contains(g.name + "/words.json")) return true;
    auto text = base::read_file_within(path, g.folder);
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto list =
        text ? search::read_words(sources, sources.add(path, std::move(*text)), log) : std::nullopt;
    if (!list) return false;
    int place = 0;
    Statement synonym(db_, "INSERT INTO synonym VALUES(?, ?, ?)");
    for (const std::vector<std::string>& group : list->synonyms) {
      std::string lines;
      for (const std::string& word : group) lines += (lines.empty() ? "" : "\n") + word;
      synonym.bind(game, place++, lines).done();
    }
    Statement stopword(db_, "INSERT OR IGNORE INTO stopword VALUES(?, ?)");
    for (const std::string& word : list->stopwords) stopword.bind(game, word).done();
    return true;
  }

  static bool is_imported(const File& f) { return f.path.ends_with(".jsonl"); }

  void contents(std::int64_t game, const GameRecords& r, const std::string& from, int& place) {
    Statement clause(db_, "INSERT INTO clause VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const ClauseRecord& c : r.clauses)
      clause
          .bind(game, place++, c.id, c.kind, c.title, c.text[0], c.text[1], c.status, c.since,
                c.before)
          .done();
    for (const CardRecord& c : r.cards) card(game, c, from);
  }

  /// A file of records. With a mistake in it nothing of it counts.
  void imported(std::int64_t game, const std::string& below, const File& f, int& place) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    base::Result<std::string> text =
        base::read_file_within(f.path, f.game->folder, std::size_t{512} << 20);
    exchange::Records r;
    if (text) r = exchange::from_json_lines(sources, sources.add(f.path, std::move(*text)), log);
    forget(below);
    const bool good = text.ok() && !log.has_errors();
    remember(below, f, "imported", 0, !good);
    if (!good) return;
    contents(game, r.game, below, place);
    for (RulingRecord& u : r.rulings) add(game, u, below, "");
  }

  void card(std::int64_t game, const CardRecord& c, const std::string& imported) {
    Statement(db_,
              "INSERT INTO card(game, name, folded, invented, generic, imported) VALUES(?, ?, ?, "
              "?, ?, ?)")
        .bind(game, c.name, search::name_key_utf8(c.name), c.invented ? 1 : 0, c.generic ? 1 : 0,
              imported)
        .done();
    const std::int64_t id = db_.number("SELECT last_insert_rowid()");
    int place = 0;
    for (const Wording& w : c.wordings)
      for (const auto& [span, text] : w.spans)
        Statement(db_, "INSERT INTO wording VALUES(?, ?, ?, ?, ?, ?)")
            .bind(id, place++, w.from, w.known, span, text)
            .done();
    place = 0;
    for (const auto& [name, value] : c.attributes)
      Statement(db_, "INSERT INTO attribute VALUES(?, ?, ?, ?)")
          .bind(id, place++, name, value)
          .done();
    place = 0;
    for (std::size_t i = 0; i < c.abilities.size(); ++i)
      Statement(db_, "INSERT INTO ability VALUES(?, ?, ?, ?)")
          .bind(id, place++, c.abilities[i], i < c.forms.size() ? c.forms[i] : "")
          .done();
    place = 0;
    for (const DatedAbility& a : c.dated)
      Statement(db_, "INSERT INTO dated_ability VALUES(?, ?, ?, ?, ?)")
          .bind(id, place++, a.name, a.since, a.before)
          .done();
  }

  void ruling(const std::string& below, const File& f, const Seen* before) {
    base::Result<std::string> text = base::read_file_within(f.path, f.game->folder);
    const std::int64_t sum = text ? digest(*text) : 0;
    if (text && before != nullptr && before->digest == sum && !before->problem) {
      Statement(db_, "DELETE FROM source WHERE path = ?").bind(below).done();
      remember(below, f, "ruling", sum, false);
      ++report_.unchanged;
      return;
    }
    if (before != nullptr) forget(below);
    ++report_.read;
    base::SourceMap sources;
    base::DiagnosticLog log;
    std::optional<Document> doc;
    if (text) doc = parse_document(sources, f.path, std::move(*text), log);
    remember(below, f, doc && doc->is_deck ? "deck" : "ruling", sum, !doc);
    if (doc && !doc->is_deck) add(id_of(*f.game), record_of(*doc), below, digest_of(sources, *doc));
  }

  /// The first free key of a day, so that keys grow with the date.
  std::int64_t free_key(std::optional<std::int64_t> day) {
    const std::int64_t start = day && ((*day + kEpochShift) << kDayShift) >= kUndated
                                   ? (*day + kEpochShift) << kDayShift
                                   : 0;
    auto it = next_key_.find(start);
    if (it == next_key_.end()) {
      Statement s(db_, "SELECT coalesce(max(id), 0) FROM ruling WHERE id > ? AND id < ?");
      s.bind(start, start == 0 ? kUndated : start + (std::int64_t{1} << kDayShift));
      it = next_key_.emplace(start, s.step() && s.integer(0) > 0 ? s.integer(0) : start).first;
    }
    return ++it->second;
  }

  static void maybe(Statement& s, const std::optional<std::int64_t>& day) {
    if (day)
      s.one(*day);
    else
      s.nothing();
  }

  void add(std::int64_t game, const RulingRecord& r, const std::string& below,
           const std::string& digest) {
    const std::optional<std::int64_t> day = day_of(r.issued);
    const std::int64_t key = free_key(day);
    std::string cards;
    for (const std::string& c : r.cards) cards += (cards.empty() ? "" : "\n") + c;
    ruling_.bind(key, game, r.id, below, r.status, r.source, r.issued);
    maybe(ruling_, day);
    for (const std::string* s : std::initializer_list<const std::string*>{
             &r.authority, &r.title[1], &r.title[0], &r.question[1], &r.question[0], &r.answer[1],
             &r.answer[0], &r.partial, &cards})
      ruling_.one(*s);
    ruling_.one(r.cases.empty() ? 0 : 1);
    for (const std::string* s : {&digest, &r.known, &r.effective}) ruling_.one(*s);
    for (const std::string* s : {&r.known, &r.effective})
      maybe(ruling_, day_of(s->empty() ? r.issued : *s));
    ruling_.done();
    for (const std::string& c : r.cards) card_.bind(search::name_key_utf8(c), key).done();
    for (const std::string& c : r.cites) cites_.bind(c, key).done();
    for (const auto& [how, list] :
         {std::pair{"supersedes", &r.supersedes}, std::pair{"narrows", &r.narrows},
          std::pair{"distinguishes", &r.distinguishes}, std::pair{"follows", &r.follows}})
      for (const std::string& target : *list) names_.bind(target, how, key).done();
    for (std::size_t i = 0; i < r.was.size(); ++i) {
      const WasRecord& w = r.was[i];
      was_.bind(key, static_cast<std::int64_t>(i), w.status,
                i + 1 < r.was.size() ? r.was[i + 1].status : r.status, w.until, w.known);
      for (const std::string* s : {&w.until, &w.known})
        maybe(was_, day_of(s->empty() ? w.until : *s));
      was_.done();
    }
    for (const auto& [reading, option] : r.presumes) presumes_.bind(key, reading, option).done();
    for (std::size_t i = 0; i < r.groups.size(); ++i)
      group_.bind(key, static_cast<std::int64_t>(i), r.groups[i].how, r.groups[i].pattern).done();
    int place = 0;
    for (const CaseRecord& c : r.cases) {
      case_.bind(key, place, c.id, c.at).done();
      int n = 0;
      for (const ClaimRecord& claim : c.claims)
        claim_.bind(key, place, n++, claim.kind, claim.text).done();
      ++place;
    }
  }

  /// Puts what is not in the index of terms into it.
  void index() {
    IndexWriter writer(db_);
    if (writer.worn()) {
      for (const char* sql : {"DELETE FROM posting", "DELETE FROM batch", "DELETE FROM gone",
                              "DELETE FROM clause_document", "UPDATE ruling SET document = NULL",
                              "UPDATE game SET indexed = 0"})
        db_.run(sql);
      return index();
    }
    index_clauses(writer);
    Statement rulings(db_,
                      "SELECT id, game, title_ja, title_en, question_ja, question_en, answer_ja, "
                      "answer_en, partial, cards FROM ruling WHERE document IS NULL ORDER BY id");
    Statement cites(db_, "SELECT clause FROM ruling_cites WHERE ruling = ? ORDER BY clause");
    std::vector<std::pair<std::int64_t, std::int64_t>> documents;
    while (rulings.step()) {
      base::heed_stop();
      std::string text[10];
      for (int i = 2; i < 10; ++i) text[i] = rulings.text(i);
      std::vector<std::int64_t> numbers;
      for (cites.bind(rulings.integer(0)); cites.step();)
        numbers.push_back(writer.clause_number(rulings.integer(1), cites.text(0)));
      documents.emplace_back(rulings.integer(0),
                             writer.ruling(rulings.integer(0), rulings.integer(1),
                                           {{search::kTitle, {text[2], text[3]}},
                                            {search::kQuestion, {text[4], text[5]}},
                                            {search::kAnswer, {text[6], text[7], text[8]}},
                                            {search::kCards, {text[9]}}},
                                           numbers));
    }
    writer.finish();
    Statement done(db_, "UPDATE ruling SET document = ? WHERE id = ?");
    for (const auto& [key, document] : documents) done.bind(document, key).done();
  }

  /// A clause is one document, whatever wordings it had.
  void index_clauses(IndexWriter& writer) {
    Statement games(db_, "SELECT id FROM game WHERE indexed = 0 ORDER BY id");
    std::vector<std::int64_t> ids;
    while (games.step()) ids.push_back(games.integer(0));
    Statement clauses(db_,
                      "SELECT id, title, text_ja, text_en FROM clause WHERE game = ? AND kind <> "
                      "'meta' ORDER BY id, place");
    Statement add(db_, "INSERT INTO clause_document VALUES(?, ?)");
    for (const std::int64_t game : ids) {
      std::map<std::string, std::vector<std::array<std::string, 3>>> wordings;
      for (clauses.bind(game); clauses.step();)
        wordings[clauses.text(0)].push_back({clauses.text(1), clauses.text(2), clauses.text(3)});
      for (const auto& [clause, all] : wordings) {
        FieldText title{search::kClauseTitle, {}}, text{search::kClauseText, {}};
        for (const auto& w : all) {
          title.texts.push_back(w[0]);
          text.texts.insert(text.texts.end(), {w[1], w[2]});
        }
        add.bind(game, writer.clause(writer.clause_number(game, clause), game, {title, text}))
            .done();
      }
      Statement(db_, "UPDATE game SET indexed = 1 WHERE id = ?").bind(game).done();
    }
  }

  Database& db_;
  const Library& library_;
  Report& report_;
  const std::int64_t started_ = now();
  std::map<std::string, std::int64_t> ids_;
  std::map<std::int64_t, std::int64_t> next_key_;
  Statement remember_{db_, "INSERT OR REPLACE INTO source VALUES(?, ?, ?, ?, ?, ?, ?)"};
  Statement ruling_{db_,
                    "INSERT INTO ruling VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                    "?, ?, ?, ?, ?, ?, NULL)"};
  Statement card_{db_, "INSERT OR IGNORE INTO ruling_card VALUES(?, ?)"};
  Statement cites_{db_, "INSERT OR IGNORE INTO ruling_cites VALUES(?, ?)"};
  Statement names_{db_, "INSERT OR IGNORE INTO ruling_names VALUES(?, ?, ?)"};
  Statement was_{db_, "INSERT INTO ruling_was VALUES(?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement group_{db_, "INSERT INTO ruling_group VALUES(?, ?, ?, ?)"};
  Statement presumes_{db_, "INSERT OR IGNORE INTO ruling_presumes VALUES(?, ?, ?)"};
  Statement case_{db_, "INSERT INTO ruling_case VALUES(?, ?, ?, ?)"};
  Statement claim_{db_, "INSERT INTO claim VALUES(?, ?, ?, ?, ?)"};
};

}  // namespace

bool is_stale(Database& db, const Library& library, Report& report) {
  const std::map<std::string, File> files = files_of(library);
  const std::map<std::string, Seen> before = seen_before(db);
  if (files.size() != before.size() ||
      static_cast<std::size_t>(db.number("SELECT count(*) FROM game")) != library.games.size())
    return true;
  for (const auto& [below, f] : files) {
    const auto it = before.find(below);
    if (it == before.end() || !same(f, it->second)) return true;
    ++report.unchanged;
    if (it->second.problem) report.unreadable.push_back(f.path);
  }
  return false;
}

void build(Database& db, const Library& library, Report& report) {
  Transaction all(db, true);
  Builder(db, library, report).run();
  all.commit();
}

}  // namespace hanrei::rulings::store
