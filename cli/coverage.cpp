// hanrei coverage: which clause is carried by what, which rulings reach it, and which clauses are
// pinned.
#include <mutex>

#include "cli/check.h"
#include "workspace/workspace.h"

namespace hanrei::cli {

int run_coverage(const CheckOptions& options, const CoverageOptions& coverage, const Io& io) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const Workspace work = find(options.paths);
  bool wrong = !work.problems.empty();
  tell(io, work.problems);
  if (options.format == "json" && work.games.size() > 1) {
    io.say("--format json covers one game at a time",
           "--format json で調べられるゲームは一度に一つです");
    return kWrongInput;
  }
  bool missing = false, examined = false;
  for (const GameFiles& files : work.games) {
    tell(io, files.refused);
    wrong = wrong || !files.refused.empty();
    const size_t errors = log.error_count();
    const auto game = model::read_game(sources, files.folder, log);
    if (!game) continue;
    (void)model::compile(*game, {}, sources, log);
    if (log.error_count() > errors) continue;
    const std::vector<rulings::Document> documents = documents_of(sources, files, log);
    audit::coverage::Asked asked;
    asked.pins = !coverage.touched_only;
    asked.clauses = coverage.clauses;
    asked.jobs = threads(options);
    asked.stopped = [&io] { return io.stopped(); };
    std::mutex writing;
    size_t last = 0;
    if (io.err_is_terminal) {
      asked.progress = [&](size_t done, size_t all) {
        const std::lock_guard lock(writing);
        if (done * 100 / all == last) return;
        last = done * 100 / all;
        io.err << "\r" << last << " % of " << all << " mutants" << std::flush;
      };
    }
    const audit::coverage::Report report =
        audit::coverage::measure(*game, sources, documents, asked);
    if (io.err_is_terminal && last > 0) io.err << "\r\x1b[K";
    if (io.stopped()) {
      io.say("interrupted", "中断しました");
      return kOk;
    }
    examined = examined || report.rulings > 0;
    wrong = wrong || !report.left_out.empty();
    for (const auto& c : report.clauses) missing = missing || !audit::coverage::accounted(c);
    const int code = wrong || log.has_errors() ? kWrongInput
                     : report.rulings == 0     ? kNothingExamined
                     : missing                 ? kFindings
                                               : kOk;
    if (options.format == "json")
      reports::write_coverage_json(io.out, report, sources, code);
    else
      reports::write_coverage_text(io.out, report, sources, options.style);
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, options.style);
  if (wrong || log.has_errors()) return kWrongInput;
  if (!examined) {
    io.say("nothing was examined", "何も検査していません");
    return kNothingExamined;
  }
  return missing ? kFindings : kOk;
}

}  // namespace hanrei::cli
