// hanrei mutate: how much of each clause the rulings notice when it is bent, and what tells the
// rest apart.
#include "cli/mutate.h"

#include <algorithm>
#include <mutex>

#include "reports/mutate.h"
#include "workspace/games.h"

namespace hanrei::cli {

int run_mutate(const CheckOptions& options, const MutateOptions& mutate, const Io& io) {
  Games games(options.paths, io);
  if (options.format == "json" && games.list().size() > 1) {
    io.say("--format json bends one game at a time",
           "--format json で調べられるゲームは一度に一つです");
    return kWrongInput;
  }
  bool examined = false;
  std::mutex writing;
  for (const GameFiles& files : games.list()) {
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;
    const base::SourceMap& sources = games.sources;
    const std::vector<rulings::Document> documents = documents_of(games.sources, files, games.log);
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
        audit::coverage::measure(loaded->game, sources, documents, asked);
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
    const auto survivors =
        audit::coverage::survivors(loaded->game, sources, documents, report, search);
    clear();
    if (io.stopped()) {
      io.say(kInterrupted);
      return kOk;
    }
    examined = examined || any;
    if (!report.left_out.empty()) games.is_wrong();
    const int code = games.wrong() || games.log.has_errors() ? kWrongInput
                     : !any                                  ? kNothingExamined
                                                             : kOk;
    if (options.format == "json")
      reports::write_mutate_json(io.out, report, survivors, mutate.tries, sources, code);
    else if (any)
      told.total();
  }
  return games.conclude(options.style, examined, kOk);
}

}  // namespace hanrei::cli
