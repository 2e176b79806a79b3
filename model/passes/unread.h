// Cards whose words are their abilities, and are not read in one way.
#pragma once

#include "model/ir/program.h"

namespace hanrei::model {

/// Are the words of the card its abilities, and of no meaning that counts? Words that are read
/// always make an ability (model/phrases/compiled.h).
inline bool unread(const CardDef& card) {
  return card.from_words && card.effects.empty() && card.norms.empty() && card.statics.empty() &&
         card.triggers.empty() && card.amends.empty();
}

}  // namespace hanrei::model
