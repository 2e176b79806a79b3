// hanrei search, db build: the rulings database.
#include "cli/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/io/file.h"
#include "cli/check.h"
#include "model/model.h"
#include "reports/search.h"
#include "rulings/search/query.h"
#include "rulings/search/words.h"
#include "workspace/verdicts.h"

namespace hanrei::cli {
namespace store = rulings::store;
using reports::shown;

int run_search(SearchOptions o, const Io& io) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const bool ja = o.style.lang == base::Lang::Ja;
  const base::Span text = sources.add(ja ? "検索式" : "query", o.query);
  const auto query = rulings::search::parse_query(sources, text, log);
  if (!query) {
    log.sort(sources);
    reports::write_diagnostics(io.err, sources, log, o.style);
    return kWrongInput;
  }
  const auto as_of = read_as_of(o.database.as_of, io);
  if (!as_of) return kWrongInput;
  Opened db = open_database(o.database, io);
  if (!db.store) return kWrongInput;
  o.search.as_of = *as_of;
  o.search.lang = o.style.lang;
  o.search.games = db.games;
  o.search.program = program_id();
  auto found = db.store->search(*query, o.search);
  if (!found && db.store->damaged() && db.from_sources && !db.report.in_memory) {
    // Reading came upon the damage: the whole file is looked at, and made anew.
    db.store.reset();
    o.database.verify = true;
    db = open_database(o.database, io);
    if (!db.store) return kWrongInput;
    found = db.store->search(*query, o.search);
  }
  if (!found) {
    io.refuse(db.file, found.error().message);
    return kWrongInput;
  }
  if (o.format == "json")
    reports::write_search_json(io.out, o.query, *found, o.search);
  else
    reports::write_search(io.out, *found, o.search, o.style);
  if (found->searched == 0) io.say("there is no ruling to search", "検索する裁定がありません");
  return db.wrong_input ? kWrongInput : found->searched == 0 ? kNothingExamined : kOk;
}

int run_look_up(DatabaseOptions options, const std::vector<std::string>& names,
                const std::string& format, const reports::Style& style, const Io& io) {
  const bool ja = style.lang == base::Lang::Ja;
  const auto as_of = read_as_of(options.as_of, io);
  if (!as_of) return kWrongInput;
  Opened db = open_database(options, io);
  if (!db.store) return kWrongInput;
  store::Options o;
  o.lang = style.lang;
  o.games = db.games;
  o.program = program_id();
  o.as_of = *as_of;
  const bool json = format == "json";
  if (as_of->any() && !json) io.out << reports::as_of_text(*as_of, style.lang) << "\n\n";
  bool missing = false, derived = false;
  store::Things all;
  std::vector<std::string> unknown;
  for (const std::string& name : names) {
    auto things = db.store->look_up(name, o);
    if (!things && db.store->damaged() && db.from_sources && !db.report.in_memory) {
      db.store.reset();
      options.verify = true;
      db = open_database(options, io);
      if (!db.store) return kWrongInput;
      things = db.store->look_up(name, o);
    }
    if (!things) {
      io.refuse(db.file, things.error().message);
      return kWrongInput;
    }
    if (json) {
      const auto add = [](auto& to, auto& from) {
        for (auto& item : from) to.push_back(std::move(item));
      };
      if (things->cards.empty() && things->clauses.empty() && things->rulings.empty())
        unknown.push_back(name);
      for (const auto& s : things->meant) all.meant.push_back(s);
      const bool found = unknown.empty() || unknown.back() != name;
      add(all.cards, things->cards);
      add(all.clauses, things->clauses);
      add(all.rulings, things->rulings);
      if (found) continue;
    } else {
      derived = reports::write_things(io.out, *things, style) || derived;
    }
    if (!things->cards.empty() || !things->clauses.empty() || !things->rulings.empty()) continue;
    missing = true;
    std::string meant;
    for (const auto& s : things->meant) meant += (meant.empty() ? "" : ja ? "、" : ", ") + s.meant;
    const std::string asked = shown(name, 100);
    io.say("no card, clause or ruling is called `" + asked + "`" +
               (meant.empty() ? "" : "; did you mean: " + shown(meant, 400) + "?"),
           "`" + asked + "` というカード・条項・裁定はありません" +
               (meant.empty() ? "" : "。もしかして: " + shown(meant, 400)));
  }
  if (json) reports::write_things_json(io.out, all, unknown, *as_of);
  if (derived) reports::write_derived_note(io.out, style);
  return db.wrong_input ? kWrongInput : missing ? kNothingExamined : kOk;
}

namespace {

/// Why a list of words is not in the database.
void read_words_again(base::SourceMap& sources, const std::string& path, base::DiagnosticLog& log) {
  if (auto text = base::read_file(path, std::size_t{512} << 20))
    (void)rulings::search::read_words(sources, sources.add(path, std::move(*text)), log);
}

}  // namespace

int run_db_build(const DatabaseOptions& options, const std::optional<CheckOptions>& check_options,
                 const reports::Style& style, const Io& io) {
  const bool ja = style.lang == base::Lang::Ja;
  DatabaseOptions whole = options;
  whole.verify = true;
  if (whole.paths.empty() && !whole.file.empty()) whole.paths = {"."};
  Opened db = open_database(whole, io);
  if (!db.store) return kWrongInput;
  std::optional<Checked> checked;
  if (check_options) {
    CheckOptions o = *check_options;
    o.paths = paths_of(whole);
    o.database = db.file;
    checked = check(o, io);
    reports::write_diagnostics(io.err, checked->sources, checked->log, style);
    if (!checked->begun) return kWrongInput;
  }
  store::Options counted;
  counted.program = program_id();
  const auto summary = db.store->summary(counted);
  if (!summary) {
    io.refuse(db.file, summary.error().message);
    return kWrongInput;
  }
  // What could not be read is read once more, to say why.
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::vector<std::string> games;
  for (const std::string& path : db.report.unreadable) {
    if (path.ends_with(".xml")) {
      (void)rulings::read_document(sources, path, log);
    } else if (path.ends_with("/words.json")) {
      read_words_again(sources, path, log);
    } else if (path.ends_with(".jsonl")) {
      if (auto text = base::read_file(path, std::size_t{512} << 20))
        (void)rulings::exchange::from_json_lines(sources, sources.add(path, std::move(*text)), log);
    } else {
      std::string folder = path.substr(0, path.rfind('/'));
      if (!path.ends_with("/game.json")) folder = folder.substr(0, folder.rfind('/'));
      if (!base::contains(games, folder)) games.push_back(folder);
    }
  }
  for (const std::string& folder : games) (void)model::read_game(sources, folder, log);
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, style);
  io.out << shown(db.report.in_memory ? (ja ? "(メモリ)" : "(in memory)") : db.file, 1000) << "\n";
  std::size_t rulings = 0;
  for (const auto& g : summary->games) {
    if (!base::contains(db.games, g.folder)) continue;
    rulings += g.rulings;
    const std::string& title = g.title[ja].empty() ? g.title[!ja] : g.title[ja];
    if (ja)
      io.out << fmt::format("  {}  {}: 条項 {}、カード {}、裁定 {} (状況なし {}、未検査 {})\n",
                            shown(g.folder, 60), shown(title, 200), g.clauses, g.cards, g.rulings,
                            g.without_situation, g.rulings - g.examined);
    else
      io.out << fmt::format(
          "  {}  {}: {} clauses, {} cards, {} rulings ({} without a situation, {} not examined)\n",
          shown(g.folder, 60), shown(title, 200), g.clauses, g.cards, g.rulings,
          g.without_situation, g.rulings - g.examined);
  }
  const store::Report& r = db.report;
  if (ja)
    io.out << fmt::format(
        "  読んだファイル {}、変わらないもの {}、なくなったもの {}、読めないもの {}\n", r.read,
        r.unchanged, r.gone, r.unreadable.size());
  else
    io.out << fmt::format("  files: {} read, {} unchanged, {} gone, {} not readable\n", r.read,
                          r.unchanged, r.gone, r.unreadable.size());
  if (checked) {
    const findings::Report& c = checked->report;
    io.out << fmt::format(fmt::runtime(ja ? "  今回検査した裁定 {}、判定が残っていた裁定 {}\n  "
                                          : "  examined now: {}, verdicts kept before: {}\n  "),
                          c.results.size() - c.timings.kept, c.timings.kept);
    reports::write_tally(io.out, c, ja);
  }
  return db.wrong_input ? kWrongInput
         : rulings == 0 ? kNothingExamined
         : checked      ? checked->report.exit_code
                        : kOk;
}

}  // namespace hanrei::cli
