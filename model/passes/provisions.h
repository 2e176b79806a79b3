// Provisions of the rulebook and of cards.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// Before: every name is known, and every type; for those that are neither procedure nor act, those
/// are compiled. `card`: whose it is, or none.
void provision(Translation& tr, const Json& form, CardId card);
/// Before: every act and effect is there. After: what each presents has a local in each frame that
/// reads it.
void presented_locals(Translation& tr);
Source source(Translation& tr, const Json& form, CardId card);
/// Whom a static or a norm is about; `name`: what the form calls it.
ExprId subject(Translation& tr, const Json& form, Scope& scope, std::string* name = nullptr);

}  // namespace hanrei::model
