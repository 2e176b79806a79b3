// What is said in the words of the house, and in no other sense.
#pragma once

#include "model/phrases/back.h"
#include "model/phrases/normal.h"

namespace hanrei::model::phrases {

/// The wording of the house for these provisions, which is read as them and as nothing else.
/// `printed`: the words that they come from. `card`: the one of the game that they are for; where
/// `nameless`, one that nothing is printed on.
Printed in_house(const Book& book, const Game& game, base::SourceMap& sources,
                 const Declared& names, const base::Json& provisions, const std::string& printed,
                 const base::Json* card, bool nameless);

}  // namespace hanrei::model::phrases
