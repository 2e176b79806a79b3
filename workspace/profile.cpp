#include "workspace/profile.h"

#include <algorithm>
#include <set>

#include "checker/explain/rests_on.h"
#include "checker/verdict/basis.h"
#include "rulings/records/records.h"

namespace hanrei::workspace {
namespace {

/// Instructions set aside for what the claims of a situation rest on: about two seconds.
constexpr std::size_t kBasisSteps = 150'000;

/// Names of the cards of a situation, but for those that stand for any card.
std::vector<std::string> cards_of(const rulings::Ruling& ruling, const model::Program& program) {
  std::set<std::string> out;
  for (const rulings::Case& c : ruling.cases)
    for (const rulings::SituationCard& card : c.situation.cards)
      if (card.def != model::kNone && !program.cards[card.def].generic)
        out.insert(program.cards[card.def].name);
  return {out.begin(), out.end()};
}

/// The clauses on which the verdicts rest, as far as they can be told within the bound.
std::vector<std::string> deciding(const checker::RulingResult& r) {
  std::set<std::string> out;
  checker::BasisLimits limits;
  limits.steps = kBasisSteps;
  for (const checker::ClaimResult& c : r.claims) {
    if (c.standing != checker::Standing::Confirmed && c.standing != checker::Standing::Contradicted)
      continue;
    for (const auto& q : r.questions) {
      if (q->which->id != c.case_id || limits.steps == 0) continue;
      const checker::Basis basis = checker::basis_of(*q, c, limits);
      limits.steps -= std::min(limits.steps, basis.steps);
      for (const checker::MinimalSet& set : basis.sets)
        for (const rulings::Ground& g : set.bringing())
          if (g.clause != model::kNone) out.insert(rulings::ground_text(*q->program, g));
    }
  }
  return {out.begin(), out.end()};
}

}  // namespace

bool claims_something(const checker::RulingResult& r) {
  return std::ranges::any_of(r.questions, [](const auto& q) { return !q->which->claims.empty(); });
}

rulings::store::Sought sought_by(checker::Session& session, const rulings::Document& document,
                                 checker::RulingResult& r) {
  const bool claimed = claims_something(r);
  if (!claimed) r.touches = session.touches(r);
  checker::explain::add_rests(r, session.sources(), r.touches);
  rulings::store::Sought out;
  out.itself = document.id;
  out.profile = {r.touches, claimed ? deciding(r) : std::vector<std::string>{},
                 cards_of(r.ruling, *r.program)};
  std::vector<std::string>& by = out.profile.deciding;
  for (const std::string& cited : r.ruling.cite_text) by.push_back(cited);
  // Where nothing is claimed, or nothing decides, what happens is what is asked about.
  if (!claimed || (r.touches.decides.empty() && by.empty()))
    by.insert(by.end(), r.touches.told.begin(), r.touches.told.end());
  const rulings::RulingRecord record = rulings::record_of(document);
  for (const auto* texts : {&record.title, &record.question})
    for (const std::string& text : *texts) out.words += text + "\n";
  std::ranges::sort(by);
  by.erase(std::unique(by.begin(), by.end()), by.end());
  return out;
}

}  // namespace hanrei::workspace
