// A few assignments on which a question is tried before it is put to Z3.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "checker/symbolic/solver.h"
#include "checker/symbolic/term.h"
#include "rulings/rulings.h"

namespace hanrei::checker::symbolic {

class Samples {
 public:
  bool empty() const { return list_.empty(); }

  /// The same ones, always, for these quantities.
  void make(const Terms& terms, const std::vector<rulings::Let>& quantities) {
    const auto mix = [](uint64_t k) {
      k *= 0x9E3779B97F4A7C15ULL;
      k ^= k >> 29;
      k *= 0xBF58476D1CE4E5B9ULL;
      return k >> 33;
    };
    for (uint64_t k = 0; k < 12; ++k) {
      std::vector<int64_t> bools, ints;
      for (uint64_t i = 0; i < 256 && k > 0; ++i)
        bools.push_back(k == 1 || mix(k << 20 | i) % 2 == 0);
      for (uint64_t i = 0; i < quantities.size(); ++i) {
        const int64_t lo =
            quantities[i].min.value_or(std::min<int64_t>(0, quantities[i].max.value_or(0)));
        const uint64_t width =
            quantities[i].max
                ? std::min<uint64_t>(
                      static_cast<uint64_t>(*quantities[i].max) - static_cast<uint64_t>(lo), 20)
                : 20;
        ints.push_back(lo + static_cast<int64_t>(mix(k << 20 | 1 << 10 | i) % (width + 1)));
      }
      list_.emplace_back(terms, std::move(bools), std::move(ints));
    }
  }

  bool full() const { return list_.size() >= 64; }
  void keep(const Terms& terms, const Model& model) {
    list_.emplace_back(terms, model.bools, model.ints);
  }

  /// One under which all of it holds; none does not say that there is no other.
  const Valuation* find(Term where, const std::vector<Term>& conditions) {
    for (Valuation& v : list_) {
      try {
        if (v.value(where) != 0 &&
            std::ranges::all_of(conditions, [&](Term t) { return v.value(t) != 0; }))
          return &v;
      } catch (const Unsupported&) {
      }  // a number beyond 64 bits: a bad sample
    }
    return nullptr;
  }

 private:
  std::vector<Valuation> list_;
};

}  // namespace hanrei::checker::symbolic
