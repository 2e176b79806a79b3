// Cards whose abilities are their words, as a phrasebook reads them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/text/source_map.h"
#include "model/model.h"

namespace hanrei::rulings {

/// Those of a game, in the order of its files; each has its name and its provisions.
std::vector<const base::Json*> cards_from_words(const model::Game& game);

/// What plays come across of such a card.
struct CompiledCard {
  std::string card;
  size_t abilities = 0, met = 0;  ///< met: those that are among what was come across
  base::Span place = {};          ///< of its name
};

/// Of each whose words are read, how much of it is among `met`, abilities as `Touches` names them.
std::vector<CompiledCard> compiled_cards(const model::Game& game, const std::set<std::string>& met);

}  // namespace hanrei::rulings
