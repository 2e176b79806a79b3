// Conditions that nothing can ever meet. Internal to model/phrases/.
#pragma once

#include "base/text/diagnostic.h"
#include "model/phrases/book.h"

namespace hanrei::model::phrases {

/// Tells of an `only` that asks for an environment nobody gives, an attribute that no card of the
/// game may have, or a value that its type lacks: the phrase would never be used, without a word.
void check_conditions(const Book& book, const Game& game, base::DiagnosticLog& log);

}  // namespace hanrei::model::phrases
