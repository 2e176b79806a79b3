#pragma once

#include "cli/check.h"

namespace hanrei::cli {

struct MutateOptions {
  std::vector<std::string> clauses;  ///< globs: only these clauses are bent
  size_t tries = 40;                 ///< situations that are tried for a mutant nobody notices
};

/// mutate: how much of each clause the rulings notice when it is bent, and what tells the rest
/// apart.
int run_mutate(const CheckOptions& options, const MutateOptions& mutate, const Io& io);

}  // namespace hanrei::cli
