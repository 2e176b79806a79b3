// hanrei coverage: which clause is carried by what, which rulings reach it, and which clauses are
// pinned.
#include "cli/check.h"
#include "workspace/games.h"

namespace hanrei::cli {

int run_coverage(const CheckOptions& options, const CoverageOptions& coverage, const Io& io) {
  Games games(options.paths, io);
  if (options.format == "json" && games.list().size() > 1) {
    io.say("--format json covers one game at a time",
           "--format json で調べられるゲームは一度に一つです");
    return kWrongInput;
  }
  bool missing = false, examined = false;
  for (const GameFiles& files : games.list()) {
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;
    const std::vector<rulings::Document> documents = documents_of(games.sources, files, games.log);
    audit::coverage::Asked asked;
    asked.pins = !coverage.touched_only;
    asked.clauses = coverage.clauses;
    asked.jobs = threads(options);
    asked.stopped = [&io] { return io.stopped(); };
    const audit::coverage::Report report =
        audit::coverage::measure(loaded->game, games.sources, documents, asked);
    if (io.stopped()) {
      io.say(kInterrupted);
      return kOk;
    }
    examined = examined || report.rulings > 0;
    if (!report.left_out.empty()) games.is_wrong();
    for (const auto& c : report.clauses) missing = missing || !audit::coverage::accounted(c);
    const int code = games.wrong() || games.log.has_errors() ? kWrongInput
                     : report.rulings == 0                   ? kNothingExamined
                     : missing                               ? kFindings
                                                             : kOk;
    if (options.format == "json")
      reports::write_coverage_json(io.out, report, games.sources, code);
    else
      reports::write_coverage_text(io.out, report, games.sources, options.style);
  }
  return games.conclude(options.style, examined, missing ? kFindings : kOk);
}

}  // namespace hanrei::cli
