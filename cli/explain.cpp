// hanrei explain: why a ruling stands as it does.
#include "reports/explain.h"

#include "checker/explain/explain.h"
#include "checker/verdict/bases.h"
#include "cli/check.h"
#include "reports/chart.h"
#include "workspace/each_ruling.h"

namespace hanrei::cli {
int run_explain(const CheckOptions& options, const Io& io) {
  int worst = kOk;
  const int code = each_ruling(
      options.paths, options, io,
      [&](checker::Session& session, const rulings::Document& doc, const base::SourceMap& sources,
          base::DiagnosticLog& log) {
        const checker::RulingResult r = session.check(doc, options.checker, log);
        if (r.claims.empty()) return;
        std::vector<checker::Basis> bases;
        if (!options.chart)
          bases = checker::bases_of(r, options.why ? SIZE_MAX : checker::kStepsOfRuling);
        const auto explanation =
            checker::explain::explain(r, {options.checker.limits, sources, options.style.lang,
                                          &bases, &session, &doc, options.chart});
        if (options.chart) {
          const auto l = static_cast<std::size_t>(options.style.lang);
          const std::string& title =
              r.ruling.title[l].empty() ? r.ruling.title[1 - l] : r.ruling.title[l];
          reports::write_chart(io.out, r.ruling.id, title, r.program->players,
                               reports::told_of(r, explanation, options.style.lang), options.style);
        } else {
          reports::write_explanation(io.out, r, explanation, bases, options.why, options.style);
        }
        for (const checker::ClaimResult& c : r.claims) {
          if (!c.fault.empty()) worst = kOurFault;
          if (c.standing == checker::Standing::Contradicted ||
              c.standing == checker::Standing::Vacuous)
            worst = worst == kOurFault ? worst : kFindings;
          if (c.standing == checker::Standing::Undecided || c.standing == checker::Standing::Open)
            worst = worst == kOk ? kUndecided : worst;
        }
      });
  return code != kOk ? code : worst;
}

}  // namespace hanrei::cli
