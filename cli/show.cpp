// hanrei show: what a game has.
#include "reports/show.h"

#include "cli/check.h"
#include "workspace/games.h"

namespace hanrei::cli {

int run_show(const CheckOptions& options, bool names, const Io& io) {
  Games games(options.paths, io);
  if (games.wrong()) return kWrongInput;
  for (const GameFiles& files : games.list()) {
    const auto loaded = load_game(games.sources, files.folder, games.log);
    if (loaded == nullptr) continue;
    (void)loaded->compiles(games.log);
    reports::write_game(io.out, loaded->program(), files.rulings.size(), options.style);
    if (names) reports::write_names(io.out, loaded->program(), options.style);
  }
  games.tell_log(options.style);
  return games.log.has_errors() ? kWrongInput : kOk;
}

}  // namespace hanrei::cli
