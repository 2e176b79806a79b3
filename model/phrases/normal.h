// What provisions say, apart from how they are written: the names of what they bind, the order of
// `and`, one step or several statements, `self.user` or `me` in an effect.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "model/model.h"

namespace hanrei::model::phrases {

/// What a rulebook declares: such a name is no local of the provision that writes to it.
using Declared = std::set<std::string>;
Declared declared(const Game& game);

/// Does a key of a provision or a step change nothing of what is done?
bool says_nothing(std::string_view key);

/// Two lists of provisions with the same normal form say the same. The converse does not hold: what
/// differs here may be the same in play. Left out: clauses, spans, sentences of a play, remarks,
/// the names of statics and triggers, and those of effects that are not in `printed`.
std::string normal(const base::Json& provisions, std::string_view printed,
                   const Declared& declared);

}  // namespace hanrei::model::phrases
