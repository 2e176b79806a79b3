// hanrei mutate: how much of each clause the rulings notice when it is bent, and what tells the
// rest apart.
#include "cli/mutate.h"

#include <algorithm>

#include "audit/coverage/fields.h"
#include "audit/coverage/survivors.h"
#include "base/progress.h"
#include "base/sweep/portion.h"
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
  base::Watcher* const watcher = base::watcher;
  for (const GameFiles& files : games.list()) {
    if (games.leaves(files)) continue;
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;
    const base::SourceMap& sources = games.sources;
    const std::vector<rulings::Document> documents = documents_of(games.sources, files, games.log);
    audit::coverage::Asked asked;
    asked.whole = false;
    asked.clauses = mutate.clauses;
    asked.portion = options.portion;
    asked.game = files.folder;
    asked.jobs = threads(options);
    audit::coverage::Report report =
        audit::coverage::measure(loaded->game, sources, documents, asked);
    audit::coverage::Search search;
    search.tries = mutate.tries;
    search.jobs = asked.jobs;
    const bool any = report.rulings > 0 && !report.tried.empty(),
               text = any && options.format != "json" && !in_part(options);
    reports::MutateText told(io.out, report, mutate.tries, sources, options.style);
    if (text) {
      told.map();
      search.found = [&](const audit::coverage::Tried& s) {
        base::aside(watcher, [&] { told.survivor(s); });
      };
    }
    audit::coverage::tell_apart(loaded->game, sources, documents, report, search);
    const reports::Unfinished unfinished{io.ending(), reports::left_of(report)};
    if (in_part(options) && unfinished.ending != 0) {
      io.say(ended_by(unfinished.ending));
      return kOk;
    }
    examined = examined || any;
    if (!report.left_out.empty()) games.is_wrong();
    const int code = games.wrong() || games.log.has_errors() ? kWrongInput
                     : !any                                  ? kNothingExamined
                                                             : kOk;
    if (in_part(options)) {
      for (audit::coverage::Tried& t : report.tried)
        if (t.here) options.portion->keep(t.item, base::fields_text(t.found()));
    } else if (options.format == "json")
      reports::write_mutate_json(io.out, report, mutate.tries, sources, unfinished,
                                 io.exit_code(code));
    else {
      if (any) told.rest();
      if (any) told.total();
      reports::write_unfinished_text(io.out, unfinished, options.style);
    }
  }
  return games.conclude(options.style, examined, kOk);
}

}  // namespace hanrei::cli
