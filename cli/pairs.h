#pragma once

#include "cli/check.h"

namespace hanrei::cli {

/// audit --pairs: what clashes between two cards, for every pair of them.
int run_pairs(const CheckOptions& options, const Io& io);

}  // namespace hanrei::cli
