// A printed rulebook: audited by itself, or read for a game.
#pragma once

#include "cli/check.h"

namespace hanrei::cli {

/// audit --text: what a printed rulebook shows by itself.
int run_text_audit(const std::string& path, const CheckOptions& options, const Io& io);
/// facts: reads a printed rulebook, and writes the facts of it into a game folder.
int run_facts(const std::string& text, const std::string& game, const CheckOptions& options,
              const Io& io);

}  // namespace hanrei::cli
