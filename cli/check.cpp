// hanrei check: load games and their rulings, question them, report what was found.
#include "cli/check.h"

namespace hanrei::cli {

int run_check(const CheckOptions& options, const Io& io) {
  const Checked done = check(options, io);
  if (!done.begun) return kWrongInput;
  const findings::Report& report = done.report;
  if (options.format == "json") {
    reports::write_json(io.out, report, done.sources, done.log);
  } else if (is_findings_format(options.format)) {
    write_run(options.format, done.run, options.style, io);
  } else {
    reports::write_diagnostics(io.err, done.sources, done.log, options.style);
    reports::write_text(io.out, report, done.sources, options.style);
    reports::write_policy_text(io.out, done.run, options.style);
    if (report.results.empty() && report.decks.empty() && !done.wrong_input)
      io.say("nothing was examined", "何も検査していません");
  }
  if (options.timings) reports::write_timings(io.err, report, options.style);
  return report.exit_code;
}

}  // namespace hanrei::cli
