// diff, errata, whatif: does a change make a difference in play?
#pragma once

#include <string>
#include <vector>

#include "cli/check.h"

namespace hanrei::cli {

/// Two versions of a game: two folders, or one and a revision of it.
struct DiffOptions {
  std::string base;
  size_t scenes = 800;
};
int run_diff(const CheckOptions& options, const DiffOptions& diff, const Io& io);

/// One card with a proposed wording.
struct ErrataOptions {
  std::string card, text, abilities;
  size_t scenes = 800;
};
int run_errata(const CheckOptions& options, const ErrataOptions& errata, const Io& io);

/// Changes of the rulebook that are only supposed, all of them together.
struct WhatIfOptions {
  std::vector<std::string> drop, reading, regime;
  size_t scenes = 800;
};
int run_whatif(const CheckOptions& options, const WhatIfOptions& whatif, const Io& io);

}  // namespace hanrei::cli
