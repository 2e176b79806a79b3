// Events that provisions speak of: norms and replacements.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// None, and a diagnostic, where the text names no event.
std::optional<Event> event(Translation& tr, const Json& text);
/// The same of a part of a text; `exact`: only what is written in full.
std::optional<Event> event(Translation& tr, const std::string& text, Span span, bool exact);
void norm(Translation& tr, const Json& form, CardId card);
void replace(Translation& tr, const Json& form, CardId card);

}  // namespace hanrei::model
