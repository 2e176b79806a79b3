// Choices of players.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// What a step or a declaration has chosen; `present`: at the declaration.
Choose choice(Translation& tr, const Json& json, Scope& scope, bool present);
/// "NAME in SET where …", with `: BODY` or without.
Node ranging(Translation& tr, const Json& text, bool body = false);

}  // namespace hanrei::model
