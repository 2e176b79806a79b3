// A card with another wording, or with other abilities.
#pragma once

#include <string>

#include "base/json/value.h"

namespace hanrei::errata {

/// Sets the member of an object.
void put(base::Json& object, const std::string& key, base::Json value, base::Span span);

/// The card with another wording instead of its last one: its lines as the spans `s1`, `s2`, …, or,
/// where the abilities stay (`kept`), as the first of the spans that they name, with nothing left
/// in the others.
void reword(base::Json& card, const std::string& text, bool kept, base::Span span);

}  // namespace hanrei::errata
