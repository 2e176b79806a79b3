// Minimal subsets of things that suffice together.
#pragma once

#include <functional>
#include <vector>

#include "checker/symbolic/sat.h"

namespace hanrei::checker::symbolic {

/// A minimal subset that suffices, of things that suffice together: what comes last is given up
/// first. Unknown counts as failing; then the subset may not be minimal.
std::vector<size_t> minimal_set(const std::vector<size_t>& of,
                                const std::function<Sat(const std::vector<size_t>&)>& fails);

/// All minimal subsets of n things that suffice, and whether there are no others (MARCO: a map of
/// what is known, every seed shrunk or marked). `fails` says whether a subset does not suffice;
/// unknown counts as failing, and makes `all` false.
struct MinimalSets {
  std::vector<std::vector<size_t>> sets;
  bool all = false;
};
MinimalSets minimal_sets(size_t n, size_t most,
                         const std::function<Sat(const std::vector<size_t>&)>& fails);

}  // namespace hanrei::checker::symbolic
