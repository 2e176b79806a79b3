#include "workspace/versions.h"

#include "reports/errata.h"
#include "workspace/games.h"

namespace hanrei::workspace {

int Versions::refuse(std::string_view en, std::string_view jp) {
  io.say(en, jp);
  return kWrongInput;
}

int Versions::complain() {
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, options.style);
  return kWrongInput;
}

std::optional<GameFiles> Versions::one_game(const std::vector<std::string>& paths) {
  Workspace work = find(paths.empty() ? std::vector<std::string>{"."} : paths);
  tell(io, work.problems);
  if (!work.problems.empty()) return std::nullopt;
  if (work.games.size() != 1) {
    refuse(work.games.empty() ? "no game there" : "one game at a time: name its folder",
           work.games.empty() ? "ゲームがありません"
                              : "ゲームは一つずつ調べます。そのフォルダを指定してください");
    return std::nullopt;
  }
  tell(io, work.games[0].refused);
  refused = refused || !work.games[0].refused.empty();
  return std::move(work.games[0]);
}

std::optional<model::Game> Versions::read(const std::string& folder) {
  const auto loaded = load_game(sources, folder, log);
  if (loaded != nullptr) (void)loaded->compiles(log);
  return log.has_errors() || loaded == nullptr ? std::nullopt
                                               : std::optional(std::move(loaded->game));
}

std::vector<rulings::Document> Versions::rulings_of(const GameFiles& files,
                                                    const model::Game& game) {
  auto out = documents_of(sources, files, log);
  tell_repeated(out, log);
  checker::Session session(game, sources);
  for (const rulings::Document& d : out)
    if (!d.is_deck) (void)session.prepare(d, log);
  for (const std::string& path : files.decks)
    if (const auto deck = rulings::read_document(sources, path, log))
      (void)session.check_deck(*deck, log);
  return out;
}

errata::Asked Versions::asked(size_t scenes) {
  errata::Asked out;
  out.scenes = scenes;
  out.jobs = threads(options);
  out.portion = options.portion;
  return out;
}

int Versions::conclude(const errata::Report& report, const std::array<std::string, 2>& names) {
  if (report.broken)
    return log.has_errors() ? complain()
                            : refuse(*report.broken == 0 ? "the version before does not compile"
                                                         : "the version after does not compile",
                                     *report.broken == 0 ? "変更前の版が読み込めません"
                                                         : "変更後の版が読み込めません");
  if (report.interrupted) io.say(ended_by(io.ending()));
  if (in_part(options)) return log.has_errors() ? complain() : kOk;
  const errata::Conclusion c = errata::conclusion(report);
  const int code = log.has_errors() || refused            ? kWrongInput
                   : c == errata::Conclusion::Functional  ? kFindings
                   : c == errata::Conclusion::NotExamined ? kUndecided
                   : report.compared == 0                 ? kNothingExamined
                   : report.interrupted                   ? kUndecided
                                                          : kOk;
  if (options.format == "json")
    reports::write_errata_json(io.out, report, names, sources, code);
  else
    reports::write_errata_text(io.out, report, names, options.style);
  if (log.has_errors()) return complain();
  if (code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
  return code;
}

}  // namespace hanrei::workspace
