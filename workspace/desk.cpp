#include "workspace/desk.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "base/text/sha256.h"
#include "checker/explain/explain.h"
#include "reports/told.h"
#include "rulings/law/groups.h"
#include "rulings/search/words.h"
#include "workspace/games.h"
#include "workspace/selection.h"
#include "workspace/verdicts.h"

namespace hanrei::workspace {
namespace {

namespace fs = std::filesystem;
namespace html = reports::html;
namespace store = rulings::store;

constexpr std::size_t kMostBytes = std::size_t{512} << 20;
constexpr std::size_t kMostNear = 3, kMostShared = 4;  // of similar rulings, of what both have

std::string name_of_folder(const std::string& folder) {
  std::error_code ec;
  const fs::path real = fs::canonical(folder, ec);
  return (ec ? fs::path(folder) : real).filename().string();
}

/// Adds every source file of a game, with its path.
void add_digest(const std::string& folder, base::Sha256& digest) {
  std::vector<std::string> files;
  for (const char* suffix : {".json", ".jsonl", ".xml"})
    for (std::string& path : base::list_files(folder, suffix)) files.push_back(std::move(path));
  std::ranges::sort(files);
  for (const std::string& path : files) {
    digest.add_piece(std::string_view(path).substr(folder.size()));
    if (const auto text = base::read_file(path, kMostBytes)) digest.add_piece(*text);
  }
}

/// The latest day that anything in the records gives.
void take_latest(const html::Game& game, std::optional<std::int64_t>& latest) {
  const auto take = [&](const std::string& date) {
    if (const auto day = base::day_of(date); day && (!latest || *day > *latest)) latest = day;
  };
  for (const auto& r : game.records.revisions) {
    take(r.effective);
    take(r.known);
  }
  for (const auto& c : game.records.cards)
    for (const auto& w : c.wordings) {
      take(w.from);
      take(w.known);
    }
  for (const html::Ruling& r : game.rulings) {
    for (const std::string* d : {&r.record.issued, &r.record.known, &r.record.effective}) take(*d);
    for (const auto& w : r.record.was) take(w.until);
  }
}

html::Reading reading_of(const model::ReadingDef& d) {
  html::Reading out{d.name, {d.title_en, d.title_ja}, d.fallback, d.presumed, {}};
  for (std::size_t i = 0; i < d.options.size(); ++i)
    out.options.push_back(
        {d.options[i],
         {i < d.why_en.size() ? d.why_en[i] : "", i < d.why_ja.size() ? d.why_ja[i] : ""}});
  return out;
}

/// Cards that look like one of the game and have rulings of their own; those that do the same in
/// the same words first.
void add_alike(html::Game& game) {
  struct Look {
    const rulings::CardRecord* card;
    std::set<std::string> sentences;
    std::vector<std::string> forms;
  };
  std::vector<Look> looks;
  for (const rulings::CardRecord& c : game.records.cards) {
    if (c.generic) continue;
    Look look{&c, {}, rulings::forms_of(c)};
    for (const std::string& s : rulings::sentences_of(c))
      look.sentences.insert(rulings::sentence_key(s));
    looks.push_back(std::move(look));
  }
  std::map<std::string, std::vector<std::string>> with;
  for (const html::Ruling& r : game.rulings)
    for (const std::string& card : r.record.cards) with[card].push_back(r.record.id);
  const auto meet = [](const auto& a, const auto& b) {
    return std::ranges::any_of(a, [&](const auto& x) { return base::contains(b, x); });
  };
  for (const Look& one : looks) {
    std::vector<std::pair<int, html::LookAlike>> found;
    const std::vector<std::string>& own = with[one.card->name];
    for (const Look& other : looks) {
      if (other.card->name == one.card->name) continue;
      const bool sentence = meet(one.sentences, other.sentences),
                 form = meet(one.forms, other.forms);
      if (!sentence && !form) continue;
      html::LookAlike alike{other.card->name, {}};
      for (const std::string& id : with[other.card->name])
        if (!base::contains(own, id)) alike.rulings.push_back(id);
      if (!alike.rulings.empty())
        found.emplace_back((form ? 0 : 2) + (sentence ? 0 : 1), std::move(alike));
    }
    std::ranges::stable_sort(found, {}, [](const auto& f) { return f.first; });
    for (auto& f : found) game.alike[one.card->name].push_back(std::move(f.second));
  }
}

/// Makes the plays of the rulings that were selected. What is wrong with one of them is logged.
/// False: an end was asked for.
bool add_plays(LoadedGame& loaded, const base::SourceMap& sources,
               const std::vector<rulings::Document>& documents, const CheckOptions& check,
               const Io& io, base::DiagnosticLog& log, html::Game& game) {
  std::map<std::string, html::Ruling*> by_id;
  for (html::Ruling& r : game.rulings) by_id.try_emplace(r.record.id, &r);
  std::vector<std::optional<html::Ruling::Plays>> made(documents.size());
  std::vector<std::string> standing(documents.size());  // as it came out now
  std::vector<base::DiagnosticLog> logs(documents.size());
  base::in_parallel(documents.size(), threads(check), [&](std::size_t i) {
    base::heed_stop();
    const rulings::Document& doc = documents[i];
    const checker::RulingResult r = loaded.session.check(doc, check.checker, logs[i]);
    if (logs[i].has_errors()) return;
    if (!r.fault && r.standing != checker::Standing::NotExamined)
      standing[i] = checker::standing_name(r.standing);
    html::Ruling::Plays plays;
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      plays.in[static_cast<std::size_t>(lang)] = reports::told_of(
          r,
          checker::explain::explain(
              r, {check.checker.limits, sources, lang, nullptr, &loaded.session, &doc, true}),
          lang);
    made[i] = std::move(plays);
  });
  for (std::size_t i = 0; i < documents.size(); ++i) {
    log.append(logs[i]);
    const auto at = by_id.find(documents[i].id);
    if (!made[i] || at == by_id.end()) continue;
    html::Ruling& one = *at->second;
    one.plays = std::move(made[i]);
    if (one.record.verdict.empty()) one.record.verdict = standing[i];
  }
  return !io.stopped();
}

}  // namespace

std::optional<html::Bundle> gather_desk(const DeskOptions& options, const CheckOptions& check,
                                        const Io& io, int& code) {
  code = kWrongInput;
  if (!options.date.empty() && !base::day_of(options.date)) {
    io.say("--date " + reports::shown(options.date, 60) + ": expected YYYY-MM-DD",
           "--date " + reports::shown(options.date, 60) + ": YYYY-MM-DD の形で指定してください");
    return std::nullopt;
  }
  Games games(options.database.paths, io);
  if (games.wrong()) return std::nullopt;
  Opened db = open_database(options.database, io);
  if (!db.store || db.wrong_input) return std::nullopt;
  html::Bundle out;
  out.face = io.lang;
  base::Sha256 digest;
  std::optional<std::int64_t> latest;
  std::size_t rulings = 0;
  Selection chosen(check.ids);
  std::size_t played = 0;
  for (const GameFiles& files : games.list()) {
    html::Game game;
    game.folder = name_of_folder(files.folder);
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;  // the log says why
    for (const model::ReadingDef& d : loaded->program().readings)
      game.readings.push_back(reading_of(d));
    for (const std::string& p : loaded->program().players) game.players.push_back(p);
    store::Options o;
    o.games = {game.folder};
    o.program = program_id();
    auto records = db.store->records(o);
    if (!records) {
      io.refuse(db.file, records.error().message);
      return std::nullopt;
    }
    for (rulings::exchange::Records& r : *records) {
      game.records = std::move(r.game);
      for (rulings::RulingRecord& one : r.rulings)
        game.rulings.push_back({std::move(one), {}, std::nullopt});
    }
    add_alike(game);
    o.limit = kMostNear;
    auto near = db.store->likest(game.folder, o);
    if (!near) {
      io.refuse(db.file, near.error().message);
      return std::nullopt;
    }
    for (html::Ruling& r : game.rulings)
      for (store::Store::Like& like : (*near)[r.record.id]) {
        like.shared.resize(std::min(like.shared.size(), kMostShared));
        r.near.push_back({std::move(like.id), std::move(like.shared)});
      }
    auto found = db.store->findings(game.folder, o);
    if (!found) {
      io.refuse(db.file, found.error().message);
      return std::nullopt;
    }
    game.findings = std::move(*found);
    if (options.plays) {
      std::vector<rulings::Document> documents = documents_of(games.sources, files, games.log);
      std::erase_if(documents, [&](const rulings::Document& d) {
        return d.is_deck || !chosen.has(d.id) || names_left_out(*loaded, d);
      });
      played += documents.size();
      if (!add_plays(*loaded, games.sources, documents, check, io, games.log, game)) {
        io.say(ended_by(io.ending()));
        return std::nullopt;
      }
    }
    if (auto text = base::read_file(files.folder + "/words.json"))
      if (auto words = rulings::search::read_words(
              games.sources, games.sources.add(files.folder + "/words.json", std::move(*text)),
              games.log))
        game.words = std::move(*words);
    add_digest(files.folder, digest);
    take_latest(game, latest);
    rulings += game.rulings.size();
    out.games.push_back(std::move(game));
  }
  games.tell_log(check.style);
  if (games.log.has_errors() || (options.plays && !chosen.complete(io))) return std::nullopt;
  if (rulings == 0 || (options.plays && played == 0)) {
    io.say("there is no ruling to show", "示す裁定がありません");
    code = kNothingExamined;
    return std::nullopt;
  }
  out.date = !options.date.empty() ? options.date : latest ? base::date_text(*latest) : "";
  out.digest = digest.hex();
  code = kOk;
  return out;
}

}  // namespace hanrei::workspace
