// What a name is, in words.
#pragma once

#include <string>

#include "lsp/thing.h"

namespace hanrei::lsp {

/// Markdown; empty: there is nothing to say. A clause with its words, a card with its printed ones,
/// a form with what it is called in play.
std::string hover(const Game& game, const Thing& thing, base::Lang lang);

}  // namespace hanrei::lsp
