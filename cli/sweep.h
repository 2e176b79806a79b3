// hanrei sweep: one shard of much work. hanrei merge: all of them, as one run would say it.
#pragma once

#include <string>
#include <vector>

#include "cli/check.h"
#include "cli/errata.h"
#include "cli/mutate.h"

namespace hanrei::cli {

struct SweepOptions {
  std::string kind;   ///< the command that is swept
  std::string shard;  ///< I/N
  std::string out;    ///< the file to write
};

/// What a sweep is asked, whatever its kind.
struct Asked {
  CheckOptions check;
  MutateOptions mutate;
  DiffOptions diff;
};

int run_sweep(const SweepOptions& sweep, Asked asked, const Io& io);
/// `asked`: how it is to be said; what was asked is in the shards.
int run_merge(const std::vector<std::string>& files, Asked asked, const Io& io);

}  // namespace hanrei::cli
