// What may come at a place: elements, attributes, keys, and names.
#pragma once

#include <string>
#include <vector>

#include "lsp/game.h"

namespace hanrei::lsp {

struct Completion {
  std::string label;
  std::string detail;
  std::string insert;
  std::size_t begin = 0, end = 0;  ///< bytes of the text that it takes the place of
  int kind = 0;                    ///< CompletionItemKind of the protocol
};

/// `path` is one of the game; `text` is what the editor has of it, and need not be well-formed.
std::vector<Completion> complete(const Game& game, const std::string& path, std::string_view text,
                                 std::size_t offset, base::Lang lang);

}  // namespace hanrei::lsp
