#include "errata/told.h"

#include "checker/explain/tell.h"

namespace hanrei::errata {
namespace {

/// Cards by their ids, and by their names where they have one of their own.
std::vector<std::string> names_of(const checker::Question& q) {
  std::vector<std::string> out;
  for (int k = 0; k < q.world->cards; ++k) {
    const model::CardDef& card = q.program->cards[q.world->card_defs[k]];
    out.push_back(q.world->card_ids[k] + (card.generic ? "" : "《" + card.name + "》"));
  }
  return out;
}

}  // namespace

void tell_plays(Difference& d) {
  for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
    for (const size_t version : {0u, 1u}) {
      const checker::Question& q = *(version == 0 ? d.before : d.after).questions[0];
      const auto told = checker::explain::tell(q, d.compared.lets, {d.compared.play[version]}, lang,
                                               names_of(q), false);
      const auto at = static_cast<size_t>(lang);
      for (const checker::explain::Sentence& s : told.sentences) {
        d.told[at][version].push_back(s.text);
        if (static_cast<int>(version) == d.compared.side && d.compared.barred >= 0 &&
            s.move == d.compared.barred && s.kind == checker::explain::Sentence::Kind::Choice &&
            d.barred[at].empty())
          d.barred[at] = s.text;
      }
    }
  d.players = d.before.questions[0]->program->players;
}

}  // namespace hanrei::errata
