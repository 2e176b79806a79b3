// hanrei explain: why a ruling stands as it does.
#include "reports/explain.h"

#include "checker/explain/explain.h"
#include "checker/verdict/bases.h"
#include "cli/check.h"
#include "reports/chart.h"
#include "reports/mermaid.h"
#include "reports/stepped.h"
#include "workspace/each_ruling.h"

namespace hanrei::cli {
int run_explain(const CheckOptions& options, const Io& io) {
  const bool json = options.format == "json", markdown = options.format == "markdown";
  if ((json || markdown) && (options.chart || options.why)) {
    io.say("--chart and --why are of --format text",
           "--chart と --why は --format text のときだけです");
    return kWrongInput;
  }
  const bool told = options.chart || json || markdown;  // by steps, without grounds
  int worst = kOk;
  base::JsonWriter w;
  if (json) {
    w.begin_object();
    w.member("format", 1);
    w.key("rulings");
    w.begin_array();
  }
  const int code = each_ruling(
      options.paths, options, io,
      [&](checker::Session& session, const rulings::Document& doc, const base::SourceMap& sources,
          base::DiagnosticLog& log) {
        const checker::RulingResult r = session.check(doc, options.checker, log);
        if (r.claims.empty()) return;
        std::vector<checker::Basis> bases;
        if (!told) bases = checker::bases_of(r, options.why ? SIZE_MAX : checker::kStepsOfRuling);
        const auto explanation = checker::explain::explain(
            r, {options.checker.limits, sources, options.style.lang, &bases, &session, &doc, told});
        if (told) {
          const auto l = static_cast<std::size_t>(options.style.lang);
          const std::string& title =
              r.ruling.title[l].empty() ? r.ruling.title[1 - l] : r.ruling.title[l];
          const auto claims = reports::told_of(r, explanation, options.style.lang);
          if (json) {
            w.begin_object();
            w.member("game", r.ruling.game);
            w.member("title", title);
            reports::write_explained(w, r, claims);
            w.end_object();
          } else if (markdown) {
            reports::write_mermaid(io.out, r.ruling.id, title, claims, options.style.lang);
          } else {
            reports::write_chart(io.out, r.ruling.id, title, r.program->players, claims,
                                 options.style);
          }
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
  if (json) {
    w.end_array();
    w.end_object();
    io.out << std::move(w).str() << "\n";
  }
  return code != kOk ? code : worst;
}

}  // namespace hanrei::cli
