#include "workspace/each_ruling.h"

#include "base/stop.h"
#include "workspace/games.h"
#include "workspace/selection.h"

namespace hanrei::workspace {

int each_ruling(const std::vector<std::string>& paths, const JudgeOptions& options, const Io& io,
                const UseRuling& use) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const Workspace work = find(paths);
  tell(io, work.problems);
  if (!work.problems.empty()) return kWrongInput;
  size_t examined = 0;
  bool refused = false;
  Selection chosen(options.ids);
  for (const GameFiles& files : work.games) {
    if (io.stopped()) break;
    tell(io, files.refused);
    refused = refused || !files.refused.empty();
    auto loaded = load_game(sources, files.folder, log);
    if (loaded == nullptr) continue;
    make_sound(loaded, sources, {}, log, io);  // else every ruling says what is wrong
    for (const std::string& path : files.rulings) {
      if (io.stopped()) break;
      const auto doc = rulings::read_document(sources, path, log);
      if (!doc || doc->is_deck) continue;
      if (!chosen.has(doc->id) || names_left_out(*loaded, *doc)) continue;
      if (io.stopped()) break;
      const size_t errors = log.error_count();
      try {
        use(loaded->session, *doc, sources, log);
      } catch (const base::Stopped&) {
        break;
      }
      if (log.error_count() == errors) ++examined;
    }
  }
  log.sort(sources);
  if (log.has_errors()) {
    reports::write_diagnostics(io.err, sources, log, options.style);
    return kWrongInput;
  }
  if (refused || (!io.stopped() && !chosen.complete(io))) return kWrongInput;
  if (io.stopped())
    io.say(ended_by(io.ending()));
  else if (examined == 0)
    io.say("nothing was examined", "何も検査していません");
  return examined == 0 ? kNothingExamined : kOk;
}

}  // namespace hanrei::workspace
