// Cards, and prices as cards and acts have them.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// Before: the provisions of the rulebook are there. After: the card has its printed values and its
/// provisions.
void card(Translation& tr, const Json& json);
PriceId price(Translation& tr, const Json& json);

}  // namespace hanrei::model
