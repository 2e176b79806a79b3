#include "workspace/standards.h"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/text/filled.h"
#include "workspace/former.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;

namespace {

std::string system_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

std::vector<std::string> policies_of(const std::vector<std::string>& games) {
  std::set<std::string> found;
  std::error_code ec;
  for (const std::string& game : games) {
    const std::vector<std::string> places = policy_places(game);
    const auto nearest = std::ranges::find_if(places, [&](const std::string& place) {
      return fs::exists(fs::symlink_status(place, ec));
    });
    if (nearest != places.end()) found.insert(*nearest);
  }
  return {found.begin(), found.end()};
}

}  // namespace

std::vector<std::string> policy_places(const std::string& game) {
  std::error_code ec;
  fs::path folder = fs::absolute(game, ec).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // games/tako/
  const fs::path here = fs::current_path(ec);
  fs::path top = folder;
  while (top.has_relative_path() && !fs::exists(fs::symlink_status(top / ".git", ec)))
    top = top.parent_path();
  std::vector<std::string> out;
  if (!fs::exists(fs::symlink_status(top / ".git", ec)) || top == folder)
    top = folder.parent_path();
  const bool at_top = fs::exists(fs::symlink_status(
      folder / ".git", ec));  // the game is all there is: beside it nothing is of the repository
  for (fs::path at = at_top ? folder : folder.parent_path();; at = at.parent_path()) {
    out.push_back((at / kPolicyFile).lexically_proximate(here).string());
    if (at_top || at == top || !at.has_relative_path()) return out;
  }
}

bool is_findings_format(const std::string& format) {
  return format == "sarif" || format == "junit" || format == "github" || format == "markdown";
}

Standards::Standards(const StandardsOptions& options, const std::vector<std::string>& games,
                     const reports::Style& style, const Io& io)
    : options_(options),
      style_(style),
      io_(io),
      today_(options.today.empty() ? system_date() : options.today) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto read = [&](const std::string& path) -> std::optional<base::Json> {
    base::Result<std::string> text = base::read_file(path);
    if (!text) {
      log.add(base::Code::CannotReadFile, sources.add(path, ""), {path, text.error().message});
      return std::nullopt;
    }
    return base::read_json(sources, sources.add(path, std::move(*text)), log);
  };
  if (!options.today.empty() && !findings::is_date(options.today)) {
    io.refuse("--today " + options.today, base::in_both("expected a day such as 2026-12-31",
                                                        "2026-12-31 のような日付が必要です"));
    wrong_ = true;
  }
  policy_path_ = options.policy;
  if (policy_path_.empty()) {
    const std::vector<std::string> found = policies_of(games);
    if (found.size() > 1) {
      std::string named;
      for (const std::string& path : found) named += " " + path;
      tell(io, {base::filled("several policies; name one with `--policy`:{0}",
                             "方針が複数あります。`--policy` で1つ指定してください:{0}", {named})});
      wrong_ = true;
    } else if (!found.empty())
      policy_path_ = found[0];
  }
  if (!policy_path_.empty() && !wrong_)
    if (const auto json = read(policy_path_)) policy_ = findings::read_policy(*json, sources, log);
  if (!options.baseline.empty())
    if (const auto json = read(options.baseline)) baseline_ = findings::read_baseline(*json, log);
  log.sort(sources);
  tell(io, log, sources, style);
  if (log.has_errors())
    io.say("docs/gate.md says what a policy and a baseline hold",
           "方針と基準については docs/gate.md を見てください");
  wrong_ = wrong_ || log.has_errors();
}

bool Standards::write_ratchet(const std::map<std::string, findings::Figures>& figures) const {
  if (figures.empty()) return true;
  const auto text = base::read_file(policy_path_);
  if (!text) {
    io_.refuse(policy_path_, text.error().message);
    return false;
  }
  const std::string is = findings::with_figures(*text, figures);
  if (is == *text) return true;
  if (const auto written = base::write_file_atomic(policy_path_, is); !written) {
    io_.refuse(policy_path_, written.error().message);
    return false;
  }
  io_.say(policy_path_ + ": `ratchet` is written", policy_path_ + ": `ratchet` を書きました");
  return true;
}

void Standards::settle(reports::Run& run, std::vector<findings::Finding> findings,
                       const std::set<std::string>& ran, bool fault, bool wrong_input, bool nothing,
                       const Base* base) const {
  const findings::Policy& policy = base == nullptr ? policy_ : base->former.policy;
  const std::optional<findings::Baseline>& baseline =
      base == nullptr ? baseline_ : base->former.baseline;
  findings::Baseline before = baseline.value_or(findings::Baseline{});
  if (base != nullptr)
    for (const findings::Finding& f : base->findings)
      before.entries.push_back({f.fingerprint, f.code, "", true});
  const bool has_baseline = baseline.has_value() || base != nullptr;
  run.judged = findings::judge(std::move(findings), policy, has_baseline ? &before : nullptr,
                               today_, ran, &policy_);
  run.policy = base == nullptr ? policy_path_ : base->former.policy_path;
  run.baseline = has_baseline;
  run.baseline_file = baseline ? options_.baseline : "";
  const int ending = io_.ending();
  if (ending != 0) {
    run.unfinished = in_both_words(ended_by(ending));
    run.judged.gone = 0;
  }
  bool unwritten = false;
  if (ending != 0 && !options_.write_baseline.empty())
    io_.refuse(options_.write_baseline,
               base::filled("{0}, so no baseline is written", "{0}。ベースラインは書きません",
                            {ended_by(ending)}));
  else if (!options_.write_baseline.empty()) {
    if (const auto written = base::write_file_atomic(options_.write_baseline,
                                                     findings::write_baseline(run.judged.list));
        !written) {
      io_.refuse(options_.write_baseline, written.error().message);
      unwritten = true;
    }
  }
  const findings::Judged& j = run.judged;
  run.exit_code = fault                                  ? kOurFault
                  : wrong_input || unwritten || j.broken ? kWrongInput
                  : nothing                              ? kNothingExamined
                  : j.fails                              ? kFindings
                  : j.unsure                             ? kUndecided
                                                         : kOk;
  run.exit_code = io_.exit_code(run.exit_code);
}

void write_run(const std::string& format, const reports::Run& run, const reports::Style& style,
               const Io& io) {
  if (format == "sarif")
    reports::write_sarif(io.out, run, style);
  else if (format == "junit")
    reports::write_junit(io.out, run, style);
  else if (format == "github")
    reports::write_github(io.out, run, style);
  else
    reports::write_markdown(io.out, run, style);
}

}  // namespace hanrei::workspace
