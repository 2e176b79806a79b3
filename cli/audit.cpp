// hanrei audit: what clashes, and the smallest sets of clauses and card sentences that cannot all stand.
#include <algorithm>

#include "checker/lint/lint.h"
#include "checker/lint/trivial.h"
#include "cli/audit_text.h"
#include "cli/check.h"
#include "cli/workspace.h"
#include "reports/audit_model.h"

namespace hanrei::cli {

int run_audit(const CheckOptions& options, const Io& io) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const bool ja = options.style.lang == base::Lang::Ja;
  const Workspace work = find(options.paths);
  bool wrong = !work.problems.empty();
  tell(io, work.problems);
  if (options.format == "json" && work.games.size() > 1) {
    io.err << "hanrei: --format json audits one game at a time\n";
    return kWrongInput;
  }
  bool errors = false, examined = false, fault = false;
  for (const GameFiles& files : work.games) {
    tell(io, files.refused);
    wrong = wrong || !files.refused.empty();
    const size_t before = log.error_count();
    const auto game = model::read_game(sources, files.folder, log);
    if (!game) continue;
    (void)model::compile(*game, {}, sources, log);
    if (log.error_count() > before) continue;
    std::vector<rulings::Document> documents;
    for (const std::string& path : files.rulings) if (auto doc = rulings::read_document(sources, path, log); doc && wanted(options, doc->id)) documents.push_back(std::move(*doc));
    std::stable_sort(documents.begin(), documents.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    checker::audit::Asked asked;
    asked.limits = options.checker.limits;
    asked.jobs = threads(options);
    asked.stopped = [&io] { return io.stopped(); };
    const checker::audit::Report report = checker::audit::examine(*game, sources, documents, asked);
    if (io.stopped()) { io.err << (ja ? "hanrei: 中断しました\n" : "hanrei: interrupted\n"); return kOk; }
    // A selection of rulings is no selection of clauses: the print and the model are left out.
    const auto text = options.ids.empty() ? text_part(sources, files.folder, *report.program, log) : std::nullopt;
    if (text) for (const auto& f : text->findings.list) errors = errors || severity(f.code) == base::Severity::Error;
    std::optional<checker::structure::Findings> model;
    if (options.ids.empty()) {
      const model::Lowered code = model::lower(*report.program);
      checker::Session session(*game, sources);
      model = checker::structure::examine(*game, *report.program, code);
      checker::lint::examine(*game, *report.program, code, *model);
      for (auto& f : checker::lint::trivial_claims(session, documents)) model->list.push_back(std::move(f));
      checker::structure::finish(*model, *report.program);
    }
    if (model) for (const auto& f : model->list) errors = errors || checker::structure::severity(f.code) == base::Severity::Error;
    examined = examined || report.receipt.situations > 0 || text || (model && model->procedures > 0);
    wrong = wrong || !report.receipt.left_out.empty();
    fault = fault || !report.faults.empty();
    for (const auto& f : report.findings) errors = errors || checker::audit::severity(f.code) == base::Severity::Error;
    for (const std::string& f : report.faults) io.err << "hanrei: internal error: " << reports::shown(f) << "\n";
    const int code = fault ? kOurFault : wrong || log.has_errors() ? kWrongInput : !examined ? kNothingExamined : errors ? kFindings : kOk;
    if (options.format == "json") reports::write_audit_json(io.out, report, sources, code, text ? &*text : nullptr, model ? &*model : nullptr);
    else {
      reports::write_audit_text(io.out, report, sources, options.style);
      if (model) reports::write_model_part(io.out, *report.program, *model, sources, options.style);
      if (text) reports::write_text_part(io.out, *text, sources, options.style);
    }
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, options.style);
  if (fault) return kOurFault;
  if (wrong || log.has_errors()) return kWrongInput;
  if (!examined) { io.err << (ja ? "hanrei: 何も検査していません\n" : "hanrei: nothing was examined\n"); return kNothingExamined; }
  return errors ? kFindings : kOk;
}

}  // namespace hanrei::cli
