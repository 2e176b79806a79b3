// hanrei audit --pairs: every pair of cards side by side, and what clashes between the two.
#include "cli/pairs.h"

#include "reports/pairs.h"
#include "workspace/pairs.h"

namespace hanrei::cli {

int run_pairs(const CheckOptions& options, const Io& io) {
  const Paired done = pairs(options, io);
  if (!done.begun) return kWrongInput;
  if (io.stopped()) io.say(ended_by(io.ending()));
  if (is_findings_format(options.format)) {
    write_run(options.format, done.run, options.style, io);
    return done.run.exit_code;
  }
  if (options.format == "json") {
    reports::write_findings_json(io.out, done.run);
  } else {
    for (const PairedGame& g : done.games) {
      std::vector<reports::Clash> clashes;
      for (const PairedGame::Clash& c : g.clashes) clashes.push_back({c.one, c.other, &c.finding});
      reports::write_clashes_by_card(io.out, g.game, clashes, options.style);
    }
    reports::write_pairs_scope(io.out, done.run, options.style);
  }
  reports::write_diagnostics(io.err, done.sources, done.log, options.style);
  if (done.run.exit_code == kNothingExamined)
    io.say("nothing was examined", "何も検査していません");
  return done.run.exit_code;
}

}  // namespace hanrei::cli
