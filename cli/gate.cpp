// hanrei gate: may what changed since a revision be merged?
#include "workspace/gate.h"

#include "cli/check.h"

namespace hanrei::cli {

int run_gate(const CheckOptions& options, const std::string& base, const Io& given) {
  Io io = given;
  if (options.format == "github") io.annotations = &io.out;
  const std::optional<reports::Run> run = gate(options, base, io);
  if (!run) return kWrongInput;
  if (options.format == "json")
    reports::write_findings_json(io.out, *run);
  else if (is_findings_format(options.format))
    write_run(options.format, *run, options.style, io);
  else {
    reports::write_findings_text(io.out, *run, options.style);
    if (run->exit_code == kNothingExamined) io.say("nothing was compared", "何も比べていません");
  }
  return run->exit_code;
}

}  // namespace hanrei::cli
