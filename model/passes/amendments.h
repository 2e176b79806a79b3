// Amendments of steps and values, and what they defeat.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// Enters an amendment; its step is looked for when all are there.
void amend(Translation& tr, const Json& form, CardId card);
/// Two amendments of one place, and which of them gives way.
void defeat(Translation& tr, const Json& form);

/// Before: every procedure has its steps. After: every amendment is in force where its step, value
/// or limit stands; where nothing decides between two, the play stops and says so.
void apply_amendments(Translation& tr);

}  // namespace hanrei::model
