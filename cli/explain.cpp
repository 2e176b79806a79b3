// hanrei explain: why a ruling stands as it does.
#include "reports/explain.h"

#include "checker/verdict/bases.h"
#include "cli/check.h"
#include "workspace/each_ruling.h"

namespace hanrei::cli {
namespace {

/// Two plays of a claim `undetermined`, under the first two options of its reading that come to
/// different ends.
checker::explain::Parting apart_under_readings(checker::Session& session,
                                               const rulings::Document& doc,
                                               const checker::RulingResult& r,
                                               const checker::ClaimResult& c,
                                               const CheckOptions& options) {
  const auto is = [&](const checker::RulingResult& other) {
    std::pair<const checker::Question*, const rulings::Claim*> out{nullptr, nullptr};
    for (const auto& q : other.questions)
      for (const rulings::Claim& claim : q->which->claims)
        if (claim.span == c.claim->span) out = {q.get(), &claim};
    return out;
  };
  for (const model::ReadingDef& d : r.program->readings) {
    if (d.name != c.claim->what) continue;
    std::vector<checker::RulingResult> prepared;
    for (const std::string& option : d.options) {
      base::DiagnosticLog quiet;
      prepared.push_back(session.prepare(doc, quiet, true, {{d.name, option}}));
    }
    for (size_t i = 0; i < prepared.size(); ++i)
      for (size_t k = i + 1; k < prepared.size(); ++k) {
        const auto [a, of_a] = is(prepared[i]);
        const auto [b, of_b] = is(prepared[k]);
        if (a == nullptr || b == nullptr) continue;
        const std::string names[2] = {d.options[i], d.options[k]};
        if (auto apart = checker::explain::under_readings(
                *a, *b, *of_a, *of_b, names, options.checker.limits, options.style.lang, &r.ruling);
            apart.found)
          return apart;
      }
  }
  return {};
}

}  // namespace

int run_explain(const CheckOptions& options, const Io& io) {
  int worst = kOk;
  const int code = each_ruling(
      options.paths, options, io,
      [&](checker::Session& session, const rulings::Document& doc, const base::SourceMap& sources,
          base::DiagnosticLog& log) {
        const checker::RulingResult r = session.check(doc, options.checker, log);
        if (r.claims.empty()) return;
        const std::vector<checker::Basis> bases =
            checker::bases_of(r, options.why ? SIZE_MAX : checker::kStepsOfRuling);
        const auto under = [&](const checker::ClaimResult& c) {
          return apart_under_readings(session, doc, r, c, options);
        };
        reports::write_explanation(io.out, r, bases, options.why, options.checker.limits, sources,
                                   options.style, under);
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
