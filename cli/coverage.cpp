// hanrei coverage: which clause is carried by what, which rulings reach it, and which clauses are
// pinned; and whether the figures that the policy holds fell.
#include "cli/check.h"
#include "workspace/games.h"
#include "workspace/ratchet.h"
#include "workspace/standards.h"

namespace hanrei::cli {
namespace {

/// What the policy of a game holds of what was measured; nothing where it holds nothing.
reports::Run held(const Standards& standards, const std::string& game,
                  const std::vector<findings::Measured>& measured) {
  reports::Run run;
  run.command = "coverage";
  const auto written = standards.policy().ratchet.find(game);
  if (written == standards.policy().ratchet.end()) return run;
  std::vector<findings::Finding> found;
  for (const findings::Measured& is : measured)
    for (findings::Finding& f : findings::hold(game, written->second, is))
      found.push_back(std::move(f));
  standards.settle(run, std::move(found), {}, false, false, false);
  return run;
}

}  // namespace

int run_coverage(const CheckOptions& options, const CoverageOptions& coverage, const Io& io) {
  Games games(options.paths, io);
  if (options.format == "json" && games.list().size() > 1) {
    io.say("--format json covers one game at a time",
           "--format json で調べられるゲームは一度に一つです");
    return kWrongInput;
  }
  if (coverage.write_ratchet && (coverage.touched_only || !coverage.clauses.empty())) {
    io.say(
        "--write-ratchet bends the whole model: it goes neither with --touched nor with --clause",
        "--write-ratchet はモデルの全体を曲げます。--touched とも --clause とも併用できません");
    return kWrongInput;
  }
  bool missing = false, examined = false, lower = false;
  for (const GameFiles& files : games.list()) {
    if (games.leaves(files)) continue;
    const Standards standards(options.standards, {files.folder}, options.style, io);
    if (standards.wrong()) return kWrongInput;
    if (coverage.write_ratchet && standards.policy_path().empty()) {
      io.say(
          "--write-ratchet: there is no hanrei.policy.json; begin one with {\"format\": 1}",
          "--write-ratchet: hanrei.policy.json がありません。{\"format\": 1} から始めてください");
      return kWrongInput;
    }
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;
    const std::vector<rulings::Document> documents = documents_of(games.sources, files, games.log);
    audit::coverage::Asked asked;
    asked.pins = !coverage.touched_only;
    asked.clauses = coverage.clauses;
    asked.jobs = threads(options);
    const audit::coverage::Report report =
        audit::coverage::measure(loaded->game, games.sources, documents, asked);
    reports::Unfinished unfinished{io.ending(), reports::left_of(report)};
    if (unfinished.ending != 0 && standards.policy().ratchet.contains(report.program->game))
      unfinished.left.push_back({{"whether the figures that the policy holds fell",
                                  "方針の定める数値が下がったかどうか"}});
    if (unfinished.ending != 0 && coverage.write_ratchet)
      unfinished.left.push_back({{"the figures for the policy: nothing is written into it",
                                  "方針に書く数値（何も書きません）"}});
    examined = examined || report.rulings > 0;
    if (!report.left_out.empty()) games.is_wrong();
    for (const auto& c : report.clauses)
      missing = missing || !(audit::coverage::accounted(c) || c.open);
    const bool whole = asked.pins && asked.clauses.empty() && unfinished.ending == 0;
    const std::vector<findings::Measured> measured =
        whole ? bent(report) : std::vector<findings::Measured>{};
    const reports::Run run = held(standards, report.program->game, measured);
    lower = lower || run.exit_code == kFindings;
    if (coverage.write_ratchet && whole && report.rulings > 0 && !games.wrong() &&
        !games.log.has_errors()) {
      std::map<std::string, findings::Figures> figures;
      for (const findings::Measured& is : measured)
        figures[report.program->game][is.measure] = is.figure;
      if (!standards.write_ratchet(figures)) games.is_wrong();
    }
    const int code = games.wrong() || games.log.has_errors() ? kWrongInput
                     : report.rulings == 0                   ? kNothingExamined
                     : missing || run.exit_code == kFindings ? kFindings
                                                             : kOk;
    if (options.format == "json")
      reports::write_coverage_json(io.out, report, games.sources, run.judged.list, unfinished,
                                   io.exit_code(code));
    else {
      reports::write_coverage_text(io.out, report, games.sources, options.style);
      if (!run.judged.list.empty()) reports::write_policy_text(io.out, run, options.style);
      reports::write_unfinished_text(io.out, unfinished, options.style);
    }
  }
  return games.conclude(options.style, examined, missing || lower ? kFindings : kOk);
}

}  // namespace hanrei::cli
