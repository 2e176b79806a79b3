#include "checker/symbolic/marco.h"

#include <algorithm>
#include <iterator>

#include "checker/symbolic/solver.h"

namespace hanrei::checker::symbolic {

namespace {

using Set = std::vector<size_t>;

/// QuickXplain: the members of `of` that `suffices` needs beside `given`, halving what is not
/// needed. `grown`: something was added to `given` since it was last tried.
Set needed(const Set& given, bool grown, const Set& of,
           const std::function<bool(const Set&)>& suffices) {
  if (grown && suffices(given)) return {};
  if (of.size() == 1) return of;
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  const Set first(of.begin(), middle), second(middle, of.end());
  const auto with = [&](const Set& more) {
    Set out;
    std::merge(given.begin(), given.end(), more.begin(), more.end(), std::back_inserter(out));
    return out;
  };
  Set late = needed(with(first), true, second, suffices);
  const Set early = needed(with(late), !late.empty(), first, suffices);
  late.insert(late.end(), early.begin(), early.end());
  std::ranges::sort(late);
  return late;
}

}  // namespace

std::vector<size_t> minimal_set(const std::vector<size_t>& of,
                                const std::function<Sat(const std::vector<size_t>&)>& fails) {
  if (of.empty()) return {};
  return needed({}, true, of, [&](const Set& set) { return fails(set) == Sat::No; });
}

MinimalSets minimal_sets(size_t n, size_t most,
                         const std::function<Sat(const std::vector<size_t>&)>& fails) {
  MinimalSets out;
  bool unknown = false;
  const auto suffices = [&](const std::vector<size_t>& set) {
    const Sat s = fails(set);
    unknown = unknown || s == Sat::Unknown;
    return s == Sat::No;
  };
  Terms terms;
  Solver solver(terms, 1'000'000);
  std::vector<Term> in;
  for (size_t i = 0; i < n; ++i) in.push_back(terms.bool_var());
  std::vector<Term> map;  // what is left to look at
  std::vector<size_t> seed;
  for (size_t i = 0; i < n; ++i) seed.push_back(i);
  for (bool first = true;; first = false) {
    if (!first) {
      Model model;
      const Sat left = map.empty() ? Sat::Yes : solver.check(map, &model);
      if (left != Sat::Yes) {
        out.all = left == Sat::No && !unknown;
        return out;
      }
      model.bools.resize(n);
      seed.clear();
      for (size_t i = 0; i < n; ++i)
        if (model.bools[i] != 0) seed.push_back(i);
      // as large as the map lets it be
      for (size_t i = 0; i < n; ++i) {
        if (model.bools[i] != 0) continue;
        std::vector<size_t> more = seed;
        more.insert(std::ranges::lower_bound(more, i), i);
        const bool covers = std::ranges::any_of(out.sets, [&](const auto& s) {
          return std::includes(more.begin(), more.end(), s.begin(), s.end());
        });
        if (!covers) seed = std::move(more);
      }
    }
    if (!suffices(seed)) {
      Term other = Terms::kFalse;
      for (size_t i = 0; i < n; ++i)
        if (!std::ranges::binary_search(seed, i)) other = terms.or_(other, in[i]);
      map.push_back(other);
      continue;
    }
    seed = minimal_set(seed, [&](const Set& set) { return suffices(set) ? Sat::No : Sat::Yes; });
    Term whole = Terms::kTrue;
    for (size_t i : seed) whole = terms.and_(whole, in[i]);
    map.push_back(terms.not_(whole));
    out.sets.push_back(seed);
    if (out.sets.size() >= most) return out;
  }
}

}  // namespace hanrei::checker::symbolic
