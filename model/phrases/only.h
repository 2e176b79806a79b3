// When a phrase may be used: its environment and the printed attributes of the card. Internal to
// model/phrases/.
#pragma once

#include <optional>
#include <string>

#include "model/phrases/book.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {

/// What a name of an environment, or `card.ATTRIBUTE`, is there; nothing: there is none.
std::optional<base::Json> told(const std::string& name, const Environment& env,
                               const base::Json* card);

/// Does the condition hold? While the slots are not known (`with` is null), one that hangs on a
/// slot may; so may what hangs on a card of which nothing is known (`card` is null).
bool met(const Only& only, const Environment& env, const base::Json* card, const Filling* with);

/// The environment of what stands below a phrase.
Environment below(const Phrase& phrase, const Environment& env);

}  // namespace hanrei::model::phrases
