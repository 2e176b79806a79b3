// hanrei explore, ask: every outcome, without a claim.
#include <algorithm>

#include "checker/explain/explain.h"
#include "checker/verdict/can_come.h"
#include "cli/check.h"
#include "workspace/each_ruling.h"

namespace hanrei::cli {

using reports::shown;

namespace {

/// One line for an outcome, how many timing orders lead there, and a shortest play in words.
void write_outcome(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling,
                   const std::string& text, const checker::CanCome::Way& way,
                   const std::string& margin, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  out << margin << "- " << shown(text, 4000) << "\n";
  if (!way.orders.empty())
    out << margin << (ja ? "  処理順序: " : "  timing orders: ") << way.orders << "\n";
  if (q.world == nullptr) return;
  for (const std::string& words : checker::explain::choices_of(q, ruling, way.moves, lang))
    out << margin << "    " << shown(words) << "\n";
}

/// Which item of the play cannot be played, and why.
void write_unplayed(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling,
                    size_t item, const checker::explain::How& how) {
  out << "  " << base::text(base::Reason(base::ReasonCode::CannotBePlayedAt, item + 1), how.lang)
      << "\n";
  for (const std::string& words : checker::explain::why_unplayed(q, ruling, item, how))
    out << "    " << shown(words) << "\n";
}

/// What comes otherwise under an option of a reading: what is there only, and what is not.
void write_otherwise(std::ostream& out, const checker::Otherwise& other,
                     const rulings::Ruling& ruling, const checker::CanCome& first,
                     base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  const model::ReadingDef& r = *other.reading;
  const std::string option = shown(r.options[other.option], 60),
                    why = shown((ja ? r.why_ja : r.why_en)[other.option]);
  out << (ja ? "  解釈 " + shown(r.name, 60) + " = " + option + " (" + why + ") なら\n"
             : "  under reading " + shown(r.name, 60) + " = " + option + " (" + why + ")\n");
  if (!other.can.possible) {
    out << "    " << base::text(base::ReasonCode::NoSuchSituation, lang) << "\n";
    return;
  }
  if (other.can.unplayed) {
    out << "    "
        << base::text(base::Reason(base::ReasonCode::CannotBePlayedAt, *other.can.unplayed + 1),
                      lang)
        << "\n";
    return;
  }
  if (!other.can.not_said.empty()) {
    out << "    " << shown(base::text(other.can.not_said, lang)) << "\n";
    return;
  }
  if (other.can.endless && !first.endless)
    out << (ja ? "    終わらない処理順序もある\n" : "    also plays without end\n");
  if (!other.can.endless && first.endless)
    out << (ja ? "    終わらない処理順序はない\n" : "    no play without end\n");
  for (const auto& [text, way] : other.can.outcomes)
    if (!first.outcomes.contains(text))
      write_outcome(out, *other.question, ruling, text, way, "    ", lang);
  for (const auto& [text, way] : first.outcomes)
    if (!other.can.outcomes.contains(text))
      out << (ja ? "    ならない: " : "    not reached: ") << shown(text, 4000) << "\n";
}

}  // namespace

int run_explore(const CheckOptions& options, bool count, const Io& io) {
  const bool ja = options.style.lang == base::Lang::Ja;
  int worst = kOk;
  const int code = each_ruling(
      options.paths, options, io,
      [&](checker::Session& session, const rulings::Document& doc, const base::SourceMap& sources,
          base::DiagnosticLog& log) {
        const checker::RulingResult r = session.prepare(doc, log, false);
        for (size_t i = 0; i < r.questions.size(); ++i) {
          const checker::Question& q = *r.questions[i];
          const std::string title =
              shown(r.ruling.title[ja].empty() ? r.ruling.title[!ja] : r.ruling.title[ja], 200);
          io.out << shown(r.ruling.id, 60)
                 << (q.which->id.empty() ? "" : " (" + shown(q.which->id, 60) + ")")
                 << (title.empty() ? "" : "  " + title) << "\n";
          const checker::CanCome can =
              can_come(q, options.checker.limits, options.style.lang, count);
          const size_t n = can.outcomes.size();
          if (!can.not_said.empty()) {
            io.out << "  " << shown(base::text(can.not_said, options.style.lang)) << "\n";
            worst = std::max(worst, static_cast<int>(kUndecided));
          }
          if (can.unplayed) {
            write_unplayed(io.out, q, r.ruling, *can.unplayed,
                           {options.checker.limits, sources, options.style.lang});
            worst = std::max(worst, static_cast<int>(kFindings));
          } else if (can.not_said.empty() || n > 0) {
            if (q.which->deck)
              io.out << (n > 0 ? "" : ja ? "  適法なデッキ\n" : "  a legal deck\n");
            else if (ja)
              io.out << "  結果 " << n << " 通り"
                     << (can.endless ? "、および終わらない処理順序" : "") << "\n";
            else
              io.out << "  " << n << (n == 1 ? " outcome" : " outcomes")
                     << (can.endless ? ", and plays without end" : "") << "\n";
          }
          for (const auto& [text, way] : can.outcomes)
            write_outcome(io.out, q, r.ruling, text, way, "  ", options.style.lang);
          for (const checker::Otherwise& other : otherwise(
                   session, doc, r, i, can, options.checker.limits, options.style.lang, count)) {
            write_otherwise(io.out, other, r.ruling, can, options.style.lang);
            if (!other.can.not_said.empty()) worst = std::max(worst, static_cast<int>(kUndecided));
          }
        }
      });
  return code != kOk ? code : worst;
}

}  // namespace hanrei::cli
