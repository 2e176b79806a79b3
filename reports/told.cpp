#include "reports/told.h"

#include <algorithm>
#include <sstream>

#include "reports/explain_parts.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using checker::ClaimResult;
using checker::explain::ClaimExplained;
using checker::explain::Sentence;

void take_play(const model::Program& p, const checker::explain::Play& play, const ClaimExplained& e,
               bool ja, Told& out) {
  if (const std::string values = explained::values_text(e.quantities, play.lets, ja);
      !values.empty())
    out.list.push_back(values);
  out.start = play.told.start;
  out.steps = steps_of(p, play.told.sentences, 0, play.told.sentences.size());
}

void take_parting(const model::Program& p, const checker::explain::Parting& two, bool ja,
                  Told& out) {
  out.start = two.plays[0].start;
  out.steps = steps_of(p, two.plays[0].sentences, 0, two.common);
  out.parts = two.who + two.better;
  for (const int i : {0, 1})
    out.branches.push_back(
        {(i == 0 ? (ja ? "(ア) " : "(a) ") : (ja ? "(イ) " : "(b) ")) + two.ends[i],
         steps_of(p, two.plays[i].sentences, two.common, two.plays[i].sentences.size())});
}

Told told(const checker::RulingResult& r, const ClaimResult& c, const ClaimExplained& e,
          Lang lang) {
  const bool ja = lang == Lang::Ja;
  Told out;
  const auto one = std::ranges::find_if(
      r.ruling.cases, [&](const rulings::Case& each) { return each.id == c.case_id; });
  if (!c.case_id.empty())
    out.in_case = one == r.ruling.cases.end() ? c.case_id : rulings::name_of(*one, lang);
  out.setting = e.setting;
  out.verdict = explained::claim_sentence(c, e, false, lang);
  out.because = explained::reason_lines(e.answer, lang);
  out.list = e.answer.each;
  for (const std::string& each : e.breaches) out.list.push_back(each);
  if (!c.fault.empty()) out.list.push_back(c.fault);
  std::istringstream under(readings_text(c.readings, {lang}));
  for (std::string line; std::getline(under, line);)
    out.list.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  if (e.parting.found)
    take_parting(*r.program, e.parting, ja, out);
  else if (e.under_readings.found)
    take_parting(*r.program, e.under_readings, ja, out);
  else if (e.assured && e.assured->play)
    take_play(*r.program, *e.assured->play, e, ja, out);
  else if (e.play)
    take_play(*r.program, *e.play, e, ja, out);
  else if (e.for_value)
    take_play(*r.program, *e.for_value, e, ja, out);
  if (out.steps.empty() || out.steps.back().text != e.why_not.declaration)
    out.declaration = e.why_not.declaration;
  if (!e.why_not.legal)
    for (const auto& o : e.why_not.obstacles) {
      std::string clauses;
      for (const ClauseId by : o.by)
        clauses += (clauses.empty() ? "" : ", ") + r.program->clauses[by].id;
      out.why_not.push_back(o.text + (clauses.empty() ? "" : " (" + clauses + ")"));
    }
  const auto& counted = c.explicit_state;
  out.shorter = !out.steps.empty() && counted.asked && counted.answer.limit &&
                counted.answer.verdict == checker::Verdict::Unknown;
  return out;
}

}  // namespace

std::vector<Step> steps_of(const model::Program& p, const std::vector<Sentence>& sentences,
                           std::size_t first, std::size_t last) {
  std::vector<Step> out;
  for (std::size_t i = first; i < last && i < sentences.size(); ++i) {
    const Sentence& s = sentences[i];
    Step step;
    step.kind = s.kind == Sentence::Kind::Choice ? Step::Kind::Choice
                : s.kind == Sentence::Kind::End  ? Step::Kind::End
                                                 : Step::Kind::Event;
    step.who = s.who;
    step.text = s.text;
    for (const std::string& card : s.cards)
      if (std::ranges::find(step.cards, card) == step.cards.end()) step.cards.push_back(card);
    for (const ClauseId c : s.by) step.clauses.push_back(p.clauses[c].id);
    step.board = s.board;
    step.move = s.move;
    out.push_back(std::move(step));
  }
  return out;
}

std::vector<Told> told_of(const checker::RulingResult& r,
                          const checker::explain::Explanation& explained, Lang lang) {
  std::vector<Told> out;
  for (std::size_t i = 0; i < r.claims.size(); ++i)
    out.push_back(told(r, r.claims[i], explained.claims[i], lang));
  return out;
}

}  // namespace hanrei::reports
