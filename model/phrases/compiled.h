// Cards without abilities of their own: what they do is what their printed words are read as.
#pragma once

#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "model/model.h"

namespace hanrei::model::phrases {

/// Has a card of the game `"provisions": "text"`?
bool has_words_to_compile(const Game& game);

/// Puts what the words of such cards are read as in the place of their abilities, each of their
/// wordings from its day on, with places in the print; `files`: the phrasebook. What is not read in
/// one way lands in the log; a card of which nothing is read has no abilities, and what it is part
/// of is undecided (model/passes/unread.h).
void compile_words(Game& game, const std::vector<base::Json>& files, base::SourceMap& sources,
                   base::DiagnosticLog& log);

}  // namespace hanrei::model::phrases
