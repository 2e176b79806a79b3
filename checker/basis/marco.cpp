#include <algorithm>

#include "checker/basis/basis.h"
#include "checker/symbolic/solver.h"

namespace hanrei::checker {

using symbolic::Sat;
using symbolic::Term;

MinimalSets minimal_sets(size_t n, size_t most, const std::function<Sat(const std::vector<size_t>&)>& fails) {
  MinimalSets out;
  bool unknown = false;
  const auto suffices = [&](const std::vector<size_t>& set) {
    const Sat s = fails(set);
    unknown = unknown || s == Sat::Unknown;
    return s == Sat::No;
  };
  symbolic::Terms terms;
  symbolic::Solver solver(terms, 1'000'000);
  std::vector<Term> in;
  for (size_t i = 0; i < n; ++i) in.push_back(terms.bool_var());
  std::vector<Term> map;   // what is left to look at
  std::vector<size_t> seed;
  for (size_t i = 0; i < n; ++i) seed.push_back(i);
  for (bool first = true;; first = false) {
    if (!first) {
      symbolic::Model model;
      const Sat left = map.empty() ? Sat::Yes : solver.check(map, &model);
      if (left != Sat::Yes) { out.all = left == Sat::No && !unknown; return out; }
      model.bools.resize(n);
      seed.clear();
      for (size_t i = 0; i < n; ++i) if (model.bools[i] != 0) seed.push_back(i);
      // as large as the map lets it be
      for (size_t i = 0; i < n; ++i) {
        if (model.bools[i] != 0) continue;
        std::vector<size_t> more = seed;
        more.insert(std::lower_bound(more.begin(), more.end(), i), i);
        const bool covers = std::any_of(out.sets.begin(), out.sets.end(), [&](const auto& s) { return std::includes(more.begin(), more.end(), s.begin(), s.end()); });
        if (!covers) seed = std::move(more);
      }
    }
    if (!suffices(seed)) {
      Term other = symbolic::Terms::kFalse;
      for (size_t i = 0; i < n; ++i) if (!std::binary_search(seed.begin(), seed.end(), i)) other = terms.or_(other, in[i]);
      map.push_back(other);
      continue;
    }
    for (size_t k = seed.size(); k-- > 0;) {  // what comes last in the rulebook is given up first
      std::vector<size_t> less = seed;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(k));
      if (suffices(less)) seed = std::move(less);
    }
    Term whole = symbolic::Terms::kTrue;
    for (size_t i : seed) whole = terms.and_(whole, in[i]);
    map.push_back(terms.not_(whole));
    out.sets.push_back(seed);
    if (out.sets.size() >= most) return out;
  }
}

}  // namespace hanrei::checker
