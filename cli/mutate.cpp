// hanrei mutate: how much of each clause the rulings notice when it is bent, and what tells the
// rest apart.
#include "cli/mutate.h"

#include <algorithm>
#include <mutex>

#include "reports/mutate.h"
#include "workspace/workspace.h"

namespace hanrei::cli {

int run_mutate(const CheckOptions& options, const MutateOptions& mutate, const Io& io) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const Workspace work = find(options.paths);
  bool wrong = !work.problems.empty();
  tell(io, work.problems);
  if (options.format == "json" && work.games.size() > 1) {
    io.say("--format json bends one game at a time",
           "--format json で調べられるゲームは一度に一つです");
    return kWrongInput;
  }
  bool examined = false;
  std::mutex writing;
  for (const GameFiles& files : work.games) {
    tell(io, files.refused);
    wrong = wrong || !files.refused.empty();
    const size_t errors = log.error_count();
    const auto game = model::read_game(sources, files.folder, log);
    if (!game) continue;
    (void)model::compile(*game, {}, sources, log);
    if (log.error_count() > errors) continue;
    const std::vector<rulings::Document> documents = documents_of(sources, files, log);
    size_t last = 0;
    const auto progress = [&](const char* what) {
      return [&, what](size_t done, size_t all) {
        const std::lock_guard lock(writing);
        if (done * 100 / all == last) return;
        last = done * 100 / all;
        io.err << "\r" << last << " % of " << all << " " << what << "   " << std::flush;
      };
    };
    const auto clear = [&] {
      if (io.err_is_terminal && last > 0) io.err << "\r\x1b[K" << std::flush;
    };
    audit::coverage::Asked asked;
    asked.clauses = mutate.clauses;
    asked.jobs = threads(options);
    asked.stopped = [&io] { return io.stopped(); };
    if (io.err_is_terminal) asked.progress = progress("mutants");
    const audit::coverage::Report report =
        audit::coverage::measure(*game, sources, documents, asked);
    audit::coverage::Search search;
    search.tries = mutate.tries;
    search.jobs = asked.jobs;
    search.stopped = asked.stopped;
    if (io.err_is_terminal) search.progress = progress("mutants that nobody notices");
    const bool any = report.rulings > 0 && !report.tried.empty(),
               text = any && options.format != "json";
    reports::MutateText told(io.out, report, mutate.tries, sources, options.style);
    if (text && !io.stopped()) {
      clear();
      told.map();
      search.found = [&](const audit::coverage::Survivor& s) {
        const std::lock_guard lock(writing);
        clear();
        told.survivor(s);
      };
    }
    const auto survivors = audit::coverage::survivors(*game, sources, documents, report, search);
    clear();
    if (io.stopped()) {
      io.say("interrupted", "中断しました");
      return kOk;
    }
    examined = examined || any;
    wrong = wrong || !report.left_out.empty();
    const int code = wrong || log.has_errors() ? kWrongInput : !any ? kNothingExamined : kOk;
    if (options.format == "json")
      reports::write_mutate_json(io.out, report, survivors, mutate.tries, sources, code);
    else if (any)
      told.total();
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, options.style);
  if (wrong || log.has_errors()) return kWrongInput;
  if (!examined) {
    io.say("nothing was examined", "何も検査していません");
    return kNothingExamined;
  }
  return kOk;
}

}  // namespace hanrei::cli
