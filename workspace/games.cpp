#include "workspace/games.h"

namespace hanrei::workspace {

bool LoadedGame::compiles(base::DiagnosticLog& log) {
  log.append(session.compiled({})->log);
  return log.error_count() == errors_before;
}

std::unique_ptr<LoadedGame> load_game(base::SourceMap& sources, const std::string& folder,
                                      base::DiagnosticLog& log,
                                      std::map<std::string, std::string> assumed) {
  const size_t errors = log.error_count();
  auto game = model::read_game(sources, folder, log);
  if (!game) return nullptr;
  return std::make_unique<LoadedGame>(std::move(*game), sources, std::move(assumed), errors);
}

Games::Games(const std::vector<std::string>& paths, const Io& io)
    : io_(io), work_(find(paths)), wrong_(!work_.problems.empty()) {
  tell(io, work_.problems);
}

std::unique_ptr<LoadedGame> Games::load(const GameFiles& files) {
  tell(io_, files.refused);
  wrong_ = wrong_ || !files.refused.empty();
  return load_game(sources, files.folder, log);
}

std::unique_ptr<LoadedGame> Games::load_sound(const GameFiles& files) {
  auto loaded = load(files);
  return loaded != nullptr && loaded->compiles(log) ? std::move(loaded) : nullptr;
}

void Games::tell_log(const reports::Style& style) {
  log.sort(sources);
  reports::write_diagnostics(io_.err, sources, log, style);
}

int Games::conclude(const reports::Style& style, bool examined, int code) {
  tell_log(style);
  if (wrong_ || log.has_errors()) return kWrongInput;
  if (examined) return code;
  io_.say("nothing was examined", "何も検査していません");
  return kNothingExamined;
}

}  // namespace hanrei::workspace
