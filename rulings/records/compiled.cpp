#include "rulings/records/compiled.h"

#include "rulings/records/touches.h"

namespace hanrei::rulings {

using base::Json;

std::vector<const Json*> cards_from_words(const model::Game& game) {
  std::vector<const Json*> out;
  if (game.from_words.empty()) return out;
  for (const Json& file : game.cards) {
    const Json* cards = file.find("cards");
    if (cards == nullptr) continue;
    for (const Json& card : cards->items)
      if (const Json* name = card.find("card"); name != nullptr &&
                                                card.find("provisions") != nullptr &&
                                                game.from_words.contains(name->string))
        out.push_back(&card);
  }
  return out;
}

std::vector<CompiledCard> compiled_cards(const model::Game& game,
                                         const std::set<std::string>& met) {
  std::vector<CompiledCard> out;
  for (const Json* card : cards_from_words(game)) {
    const Json& name = *card->find("card");
    CompiledCard c{name.string, 0, 0, name.span};
    for (const Json& p : card->find("provisions")->items) {
      ++c.abilities;
      c.met += met.contains(ability_name(p, c.card)) ? 1 : 0;
    }
    if (c.abilities > 0) out.push_back(std::move(c));
  }
  return out;
}

}  // namespace hanrei::rulings
