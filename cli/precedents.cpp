#include "cli/precedents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "checker/verdict/can_come.h"
#include "cli/search.h"
#include "model/passes/dated.h"
#include "reports/precedents.h"
#include "rulings/search/query.h"
#include "workspace/games.h"
#include "workspace/profile.h"
#include "workspace/verdicts.h"

namespace hanrei::cli {
namespace fs = std::filesystem;
namespace store = rulings::store;
using reports::shown;

namespace {

/// Of what is data: JSON is the same in every language.
base::Lang lang_of(const CheckOptions& check) {
  return check.format == "json" ? base::Lang::En : check.style.lang;
}

/// What can come of a situation without claims; `not_said` where that cannot be told, or not all of
/// it.
void outcomes_of(checker::Session& session, const rulings::Document& doc,
                 const checker::RulingResult& r, const CheckOptions& check,
                 reports::Compared& out) {
  std::set<std::string> found;
  const auto lines = [](const checker::CanCome& can) {
    std::vector<std::string> all;
    for (const auto& [text, way] : can.outcomes) all.push_back(text);
    return all;
  };
  for (std::size_t i = 0; i < r.questions.size(); ++i) {
    if (r.questions[i]->which->deck) continue;
    const checker::CanCome can =
        can_come(*r.questions[i], check.checker.limits, check.style.lang, false);
    if (!can.not_said.empty()) out.not_said = can.not_said;
    if (can.not_said.empty() && !can.endless && can.unplayed) out.not_played = true;
    for (std::string& line : lines(can)) found.insert(std::move(line));
    for (const checker::Otherwise& o :
         otherwise(session, doc, r, i, can, check.checker.limits, check.style.lang, false))
      out.otherwise.push_back(
          {o.reading->name, o.reading->options[o.option], lines(o.can),
           o.can.possible ? o.can.not_said : base::ReasonCode::NoSuchSituation});
  }
  out.outcomes.assign(found.begin(), found.end());
}

struct Examined {
  rulings::Profile profile;
  std::string words;  ///< its titles and its question
  reports::Compared what;
};

/// Reads and examines a situation; nothing when a file is wrong, which was said then.
std::optional<Examined> examine(const std::string& file, const std::string& folder,
                                const base::AsOf& as_of, const CheckOptions& check, const Io& io) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  Examined out;
  const auto loaded = load_game(sources, folder, log);
  if (loaded != nullptr && as_of.any()) model::keep_in_force(loaded->game, as_of);
  const auto doc = loaded != nullptr ? rulings::read_document(sources, file, log) : std::nullopt;
  if (doc && !log.has_errors()) {
    checker::Session& session = loaded->session;
    (void)loaded->compiles(log);
    checker::RulingResult r = session.prepare(*doc, log, false);
    if (!log.has_errors()) {
      const bool claimed = claims_something(r);
      if (claimed) r = session.check(*doc, check.checker, log);
      rulings::store::Sought sought = sought_by(session, *doc, r);
      out.profile = std::move(sought.profile);
      out.words = std::move(sought.words);
      out.what = {true,      doc->id, {r.ruling.title[0], r.ruling.title[1]},
                  doc->game, file,    !out.profile.touches.empty(),
                  "",        {},      {},
                  false,     {}};
      for (const checker::ClaimResult& c : r.claims) {
        out.what.claims.push_back(
            {std::string(reports::claim_kind_text(c.claim->kind, lang_of(check))),
             c.claim->text.empty() ? c.claim->what : c.claim->text,
             std::string(reports::standing_text(c.standing, lang_of(check)))});
        if (!c.fault.empty()) {
          io.refuse(kInternalError, c.fault);
          return std::nullopt;
        }
      }
      if (!claimed) outcomes_of(session, *doc, r, check, out.what);
    }
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, check.style);
  if (!doc || log.has_errors()) return std::nullopt;
  return out;
}

}  // namespace

int run_precedents(const PrecedentsOptions& options, const CheckOptions& check, const Io& io) {
  const auto say = [&](const std::string& en, const std::string& jp) { io.say(en, jp); };
  std::error_code ec;
  const bool is_file = fs::exists(options.what, ec);
  std::string folder = options.game;
  if (is_file && folder.empty())
    folder = game_above(fs::path(options.what).parent_path().empty()
                            ? "."
                            : fs::path(options.what).parent_path().string());
  if (is_file && folder.empty()) {
    say(shown(options.what) +
            ": no game.json in the folders above it; name the game with --game FOLDER",
        shown(options.what) +
            ": 上のフォルダに game.json がありません。--game フォルダ でゲームを指定してください");
    return kWrongInput;
  }
  if (!folder.empty() && !fs::is_regular_file(fs::path(folder) / "game.json", ec)) {
    say("--game " + shown(folder) + ": expected a folder with a game.json",
        "--game " + shown(folder) + ": game.json のあるフォルダが必要です");
    return kWrongInput;
  }
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto query = rulings::search::parse_query(
      sources, sources.add(check.style.lang == base::Lang::Ja ? "検索式" : "query", options.query),
      log);
  if (!query) {
    log.sort(sources);
    reports::write_diagnostics(io.err, sources, log, check.style);
    return kWrongInput;
  }
  const auto as_of = read_as_of(options.as_of, io);
  if (!as_of) return kWrongInput;
  DatabaseOptions where;
  where.file = options.database;
  if (!folder.empty()) where.paths = {folder};
  Opened db = open_database(where, io);
  if (!db.store) return kWrongInput;
  store::Options asked;
  asked.lang = check.style.lang;
  asked.program = program_id();
  asked.limit = options.limit;
  asked.as_of = *as_of;
  const auto wrong = [&](const base::Error& e) {
    io.refuse(db.file, e.message);
    return kWrongInput;
  };
  Examined about;
  std::string itself, library_folder = db.games.empty() ? "" : db.games.front();
  if (is_file) {
    auto examined = examine(options.what, folder, *as_of, check, io);
    if (!examined) return kWrongInput;
    about = std::move(*examined);
    itself = about.what.id;
  } else {
    asked.games = db.games;
    const auto things = db.store->look_up("ruling:" + options.what, asked);
    if (!things) return wrong(things.error());
    if (things->rulings.empty()) {
      say("no ruling is called `" + shown(options.what, 100) + "`, and no file",
          "`" + shown(options.what, 100) + "` という裁定もファイルもありません");
      return db.wrong_input ? kWrongInput : kNothingExamined;
    }
    const store::Hit& head = things->rulings.front().head;
    if (std::ranges::any_of(things->rulings,
                            [&](const auto& r) { return r.head.folder != head.folder; })) {
      say("several games have a ruling `" + shown(options.what, 100) +
              "`; name one with --game FOLDER",
          "裁定 `" + shown(options.what, 100) +
              "` は複数のゲームにあります。--game フォルダ で指定してください");
      return kWrongInput;
    }
    itself = head.id;
    library_folder = head.folder;
    const auto profile = db.store->profile(head.id, head.folder, asked);
    if (!profile) return wrong(profile.error());
    about.profile = profile->value_or(rulings::Profile{});
    about.words = head.title[0] + "\n" + head.title[1];
    about.what = {false,        head.id,   {head.title[0], head.title[1]},
                  head.game,    head.path, !about.profile.touches.empty(),
                  head.verdict, {},        {},
                  false,        {}};
  }
  for (const rulings::search::Word& w : query->words)
    if (!w.excluded)
      for (const std::string& typed : w.typed) about.words += "\n" + typed;
  const auto list =
      db.store->precedents({about.profile, about.words, itself, *query}, library_folder, asked);
  if (!list) return wrong(list.error());
  if (check.format == "json")
    reports::write_precedents_json(io.out, about.what, *list, *as_of);
  else {
    if (as_of->any()) io.out << reports::as_of_text(*as_of, check.style.lang) << "\n\n";
    reports::write_precedents(io.out, about.what, *list, check.style);
  }
  if (list->compared == 0) say("there is no ruling to compare with", "比べる裁定がありません");
  return db.wrong_input ? kWrongInput : list->compared == 0 ? kNothingExamined : kOk;
}

}  // namespace hanrei::cli
