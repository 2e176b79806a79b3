// The JSON Schemas (draft-07) of the files of a game folder, printed from the tables of forms.h:
// what an editor accepts and what the loader accepts cannot differ. Names, types and the texts of
// expressions are the loader's alone.
#pragma once

#include <string>

namespace hanrei::model {

std::string game_schema();   ///< of game.json
std::string model_schema();  ///< of a rulebook file
std::string cards_schema();  ///< of a card file

}  // namespace hanrei::model
