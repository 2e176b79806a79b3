#pragma once

#include "lsp/complete.h"

namespace hanrei::lsp {

/// The keys of the form at the place, or the names that its value may have.
std::vector<Completion> complete_json(const Game& game, const std::string& path,
                                      std::string_view text, std::size_t offset, base::Lang lang);

}  // namespace hanrei::lsp
