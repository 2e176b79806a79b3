#include "checker/collisions/report.h"

#include <algorithm>

#include "checker/symbolic/marco.h"

namespace hanrei::checker::collisions {

std::vector<std::vector<Ground>> minimal_sets(
    const std::vector<Ground>& members,
    const std::function<bool(const std::vector<Ground>&)>& stands) {
  const auto some = [&](const std::vector<size_t>& which) {
    std::vector<Ground> set;
    for (size_t i : which) set.push_back(members[i]);
    return set;
  };
  symbolic::MinimalSets found =
      symbolic::minimal_sets(members.size(), SIZE_MAX, [&](const std::vector<size_t>& which) {
        return stands(some(which)) ? symbolic::Sat::Yes : symbolic::Sat::No;
      });
  std::ranges::sort(found.sets, [](const auto& a, const auto& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  std::vector<std::vector<Ground>> out;
  for (const auto& set : found.sets) out.push_back(some(set));
  return out;
}

}  // namespace hanrei::checker::collisions
