// What is called what, and the whole of a game in its order.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// game.json: players, title, what every game has.
void compile_game(Translation& tr, const Json& game);
/// Before: compile_game(). Every file of rulebook/ and cards/, readings already applied. After: the
/// program is whole, and the passes of passes.h have run over it.
void compile_files(Translation& tr, const std::vector<const Json*>& rulebook,
                   const std::vector<const Json*>& cards);
/// Checks the clauses of values that state some of their own, as the files have them.
void stated_values(Translation& tr, const Json& json);
/// The tables of names of a finished program, kept with it.
void keep_names(Translation& tr);

/// A card's own name that only a ruling knows.
int64_t card_name(Translation& tr, const std::string& name);
/// A number of the model; out of its range it is told.
int number(Translation& tr, const Json& json, std::string_view key, int least, int most);
std::vector<Local> parameters(Translation& tr, const Json* args);
/// Step names of a procedure made on the way.
void step_labels(Translation& tr, const Json& list, Procedure& proc);
/// A procedure that no form names.
ProcId frame(Translation& tr, std::string name, Span span);

}  // namespace hanrei::model
