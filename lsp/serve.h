// The language server: editors ask it about games and rulings while they are typed, by the Language
// Server Protocol 3.17.
//
// What `check` says of files is told without exploring anything, names are completed, found and
// renamed, and clauses and cards shown. docs/editors.md is for those who use it.
#pragma once

#include <ostream>

#include "base/text/diagnostic.h"
#include "lsp/wire.h"

namespace hanrei::lsp {

/// Serves until the client says `exit`, or its input ends. 0 where it asked for `shutdown` before,
/// else 1. Messages are answered in the order in which they came.
int serve(Input& input, std::ostream& out, base::Lang lang);

}  // namespace hanrei::lsp
