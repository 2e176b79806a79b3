// hanrei readings: what the rulings in force leave open, fix and contradict, and what adopting an
// option overturns.
#include "reports/readings.h"

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "base/text/filled.h"
#include "base/text/glob.h"
#include "cli/check.h"
#include "workspace/games.h"
#include "workspace/selection.h"

namespace hanrei::cli {
namespace {

using namespace audit::readings;
using reports::shown;

/// The options as numbers; nothing, with a word on standard error, when the game does not have one.
std::optional<std::vector<std::pair<size_t, uint8_t>>> numbered(
    const std::vector<std::pair<std::string, std::string>>& adopt, const model::Game& game,
    const Io& io) {
  std::vector<std::pair<size_t, uint8_t>> out;
  for (const auto& [name, option] : adopt) {
    const auto reading =
        std::ranges::find_if(game.readings, [&, n = name](const auto& r) { return r.name == n; });
    if (reading == game.readings.end()) {
      io.refuse(game.folder,
                base::filled("there is no reading `{0}`", "`{0}` という解釈はありません", {name}));
      return std::nullopt;
    }
    const auto at = std::ranges::find(reading->options, option);
    if (at == reading->options.end()) {
      io.refuse(game.folder,
                base::filled("reading `{0}` has no option `{1}`",
                             "解釈 `{0}` に選択肢 `{1}` はありません", {name, option}));
      return std::nullopt;
    }
    out.emplace_back(static_cast<size_t>(reading - game.readings.begin()),
                     static_cast<uint8_t>(at - reading->options.begin()));
  }
  std::ranges::sort(out);
  return out;
}

int code_of(const reports::ReadingsReport& r) {
  if (r.survey.questions.empty()) return kNothingExamined;
  const bool falls = r.adopted && std::ranges::any_of(r.adopted->overturned.sets,
                                                      [](const auto& s) { return !s.empty(); });
  if (!r.findings.clashes.sets.empty() || falls) return kFindings;
  const bool open = std::ranges::any_of(r.findings.points,
                                        [](const Point& p) { return p.state != State::Fixed; });
  return open || r.unfinished.ending != 0 || !r.findings.clashes.all ||
                 (r.adopted && !r.adopted->overturned.all)
             ? kUndecided
             : kOk;
}

}  // namespace

int run_readings(const CheckOptions& options, const ReadingsOptions& asked, const Io& io) {
  Games games(options.paths, io);
  base::DiagnosticLog& log = games.log;
  if ((options.format == "json" || !asked.adopt.empty()) && games.list().size() > 1) {
    io.say("--format json and --adopt look at one game at a time",
           "--format json と --adopt で調べられるゲームは一度に一つです");
    return kWrongInput;
  }
  std::vector<int> codes;
  std::set<std::string> met;  // of `only`
  Selection chosen(options.ids);
  for (const GameFiles& files : games.list()) {
    if (games.leaves(files)) continue;
    const auto loaded = games.load(files);
    if (loaded == nullptr) continue;
    std::set<size_t> only;
    for (size_t r = 0; r < loaded->game.readings.size(); ++r)
      for (const std::string& glob : asked.only)
        if (base::glob_match(glob, loaded->game.readings[r].name)) {
          only.insert(r);
          met.insert(glob);
        }
    if (only.empty() && !asked.only.empty()) continue;
    const auto wanted = numbered(asked.adopt, loaded->game, io);
    if (!wanted) {
      games.is_wrong();
      continue;
    }
    if (!loaded->compiles(log)) continue;
    const size_t errors = log.error_count();
    const std::vector<rulings::Document> documents = documents_of(games.sources, files, log);
    tell_repeated(documents, log);
    SurveyOptions how;
    how.limits = options.checker.limits;
    how.jobs = threads(options);
    how.only = only;
    if (!options.ids.empty())
      for (const rulings::Document& d : documents)
        if (chosen.has(d.id)) how.ids.insert(d.id);
    if (how.ids.empty() && !options.ids.empty()) continue;
    reports::ReadingsReport report;
    report.folder = files.folder;
    report.only = !only.empty();
    report.survey = survey(loaded->session, loaded->game, documents, how, log);
    report.unfinished.ending = io.ending();
    if (!report.survey.unreached.empty()) {
      reports::Unfinished::Left left = reports::left_by_name(report.survey.unreached);
      left.what[0] += " (their questions may tell options apart that are alike here)";
      left.what[1] += "（ここで同じに見える選択肢を見分ける問いがありうる）";
      report.unfinished.left.push_back(std::move(left));
    }
    const Unheeded summing_up;
    if (!report.survey.left_out.empty() || log.error_count() > errors) games.is_wrong();
    report.findings = points(report.survey, how.limits.solver_units, only);
    if (!wanted->empty()) {
      report.adopt = *wanted;
      report.adopted = audit::readings::adopt(report.survey, *wanted, how.limits.solver_units,
                                              report.findings.queries);
    }
    codes.push_back(code_of(report));
    if (options.format == "json")
      reports::write_readings_json(
          io.out, report,
          io.exit_code(games.wrong() ? static_cast<int>(kWrongInput) : codes.back()));
    else
      reports::write_readings_text(io.out, report, options.style);
  }
  for (const std::string& glob : asked.only)
    if (!met.contains(glob)) {
      io.refuse("--only " + shown(glob, 100),
                base::in_both("no reading has such a name (`hanrei show GAME` lists them)",
                              "そのような名の解釈はありません（`hanrei show GAME` で一覧）"));
      games.is_wrong();
    }
  if (!io.stopped() && !games.wrong() && !chosen.complete(io)) games.is_wrong();
  // What was examined decides; nothing was, where no game had a question.
  std::erase(codes, static_cast<int>(kNothingExamined));
  int code = kOk;
  for (int each : {static_cast<int>(kUndecided), static_cast<int>(kFindings)})
    if (base::contains(codes, each)) code = each;
  return games.conclude(options.style, !codes.empty(), code);
}

}  // namespace hanrei::cli
