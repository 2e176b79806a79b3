#include "audit/readings/table.h"

#include <algorithm>

#include "checker/symbolic/solver.h"

namespace hanrei::audit::readings {

using symbolic::Sat;
using symbolic::Term;
using symbolic::Terms;

namespace {

bool smaller(const std::vector<size_t>& a, const std::vector<size_t>& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

struct Law::Impl {
  Terms terms;
  unsigned units;
  std::vector<std::vector<Term>> has;   ///< by reading and option
  std::vector<Term> background;         ///< a reading has exactly one option
  std::vector<Term> agrees, may_agree;  ///< by precedent: for certain; unless it is known not to
  std::vector<bool> formal;
  symbolic::Solver solver;
  size_t other_queries = 0;

  Impl(const std::vector<Reading>& readings, const std::vector<Precedent>& precedents, unsigned u)
      : units(u), solver(terms, u) {
    for (const Reading& r : readings) {
      std::vector<Term> one;
      Term any = Terms::kFalse;
      for (size_t o = 0; o < r.options; ++o) one.push_back(terms.bool_var());
      for (size_t o = 0; o < r.options; ++o) {
        any = terms.or_(any, one[o]);
        for (size_t p = 0; p < o; ++p) background.push_back(terms.not_(terms.and_(one[o], one[p])));
      }
      background.push_back(any);
      has.push_back(std::move(one));
    }
    for (const Precedent& p : precedents) {
      Term sure = Terms::kTrue, may = Terms::kTrue;
      for (const Agrees& a : p.cases) {
        Term yes = Terms::kFalse;
        for (const auto& [vector, says] : a.with) {
          Term here = Terms::kTrue;
          for (size_t i = 0; i < a.slice.size(); ++i)
            here = terms.and_(here, has[a.slice[i]][vector[i]]);
          if (says == Says::Yes) yes = terms.or_(yes, here);
          if (says == Says::No) may = terms.and_(may, terms.not_(here));
        }
        sure = terms.and_(sure, yes);
      }
      agrees.push_back(sure);
      may_agree.push_back(may);
      formal.push_back(p.formal);
    }
    solver.own();
  }

  std::vector<Term> under(const Conditions& conditions) {
    std::vector<Term> out = background;
    for (const Condition& c : conditions) {
      const Term t = has[c.reading][c.option];
      out.push_back(c.is ? t : terms.not_(t));
    }
    return out;
  }

  Sat check(std::vector<Term> all, const std::vector<Term>& of,
            const std::vector<size_t>& precedents) {
    for (size_t p : precedents) all.push_back(of[p]);
    return solver.check(all, nullptr);
  }

  /// Drops members as long as nothing becomes consistent, the last ones first. False when a query
  /// gave up.
  bool shrink(const std::vector<Term>& hard, std::vector<size_t>& set) {
    for (size_t i = set.size(); i-- > 0;) {
      std::vector<size_t> less = set;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      const Sat s = check(hard, may_agree, less);
      if (s == Sat::Unknown) return false;
      if (s == Sat::No) set = std::move(less);
    }
    return true;
  }
};

Law::Law(const std::vector<Reading>& readings, const std::vector<Precedent>& precedents,
         unsigned units)
    : impl_(new Impl(readings, precedents, units)) {}
Law::~Law() = default;
size_t Law::queries() const { return impl_->solver.queries() + impl_->other_queries; }

Says Law::consistent(const std::vector<size_t>& precedents, const Conditions& conditions) {
  const std::vector<Term> hard = impl_->under(conditions);
  if (impl_->check(hard, impl_->agrees, precedents) == Sat::Yes) return Says::Yes;
  return impl_->check(hard, impl_->may_agree, precedents) == Sat::No ? Says::No : Says::Unknown;
}

/// MARCO: a set that is not covered by what was found so far is grown to a largest consistent one,
/// or shrunk to a smallest inconsistent one; either covers all sets below or above it.
Sets Law::clashes(const std::vector<size_t>& precedents, const Conditions& conditions,
                  size_t limit) {
  Impl& s = *impl_;
  Sets out;
  const std::vector<Term> hard = s.under(conditions);
  std::vector<size_t> relevant;  // one that may agree with anything is in no set
  for (size_t p : precedents)
    if (s.may_agree[p] != Terms::kTrue) relevant.push_back(p);
  Terms map;
  std::vector<Term> in, found;
  for (size_t i = 0; i < relevant.size(); ++i) in.push_back(map.bool_var());
  symbolic::Solver open(map, s.units);
  const auto position = [&](size_t p) {
    return static_cast<size_t>(std::ranges::lower_bound(relevant, p) - relevant.begin());
  };
  while (true) {
    // The largest set that is still open: members are added as long as it stays so.
    std::vector<Term> seed = found;
    std::vector<size_t> set;
    Sat sat = open.check(seed, nullptr);
    for (size_t i = 0; i < in.size() && sat == Sat::Yes; ++i) {
      seed.push_back(in[i]);
      const Sat with = open.check(seed, nullptr);
      if (with == Sat::Yes)
        set.push_back(relevant[i]);
      else
        seed.back() = map.not_(in[i]);
      if (with == Sat::Unknown) sat = with;
    }
    if (sat == Sat::No) break;
    const Sat stands = sat == Sat::Unknown ? sat : s.check(hard, s.may_agree, set);
    if (stands == Sat::Unknown) {
      out.all = false;
      break;
    }
    Term covered = Terms::kFalse;
    if (stands == Sat::Yes) {  // it is a largest one: members are missing because they are in a set
                               // that was found
      for (size_t i = 0; i < in.size(); ++i)
        if (!std::ranges::binary_search(set, relevant[i])) covered = map.or_(covered, in[i]);
    } else {
      if (out.sets.size() == limit || !s.shrink(hard, set)) {
        out.all = false;
        break;
      }
      for (size_t p : set) covered = map.or_(covered, map.not_(in[position(p)]));
      out.sets.push_back(std::move(set));
    }
    found.push_back(covered);
  }
  s.other_queries += open.queries();
  std::ranges::sort(out.sets, smaller);
  return out;
}

/// The lightest set is found by Z3's optimiser. Each that was found is barred with all sets around
/// it; what is the lightest then is minimal as well, for any smaller one would be lighter.
Sets Law::overturned(const Conditions& conditions, size_t limit) {
  Impl& s = *impl_;
  Sets out;
  std::vector<Term> hard = s.under(conditions);
  // With conditions that exclude each other nothing helps.
  if (s.solver.check(hard, nullptr) != Sat::Yes) {
    out.all = false;
    return out;
  }
  std::vector<symbolic::Soft> soft;
  std::vector<size_t> relevant;
  for (size_t p = 0; p < s.may_agree.size(); ++p)
    if (s.may_agree[p] != Terms::kTrue) relevant.push_back(p);
  const int64_t formal = static_cast<int64_t>(relevant.size()) + 1;
  // A kept precedent binds; a given up one binds nobody.
  std::vector<Term> kept;
  for (size_t p : relevant) {
    kept.push_back(s.terms.bool_var());
    hard.push_back(s.terms.or_(s.terms.not_(kept.back()), s.may_agree[p]));
    soft.push_back({kept.back(), s.formal[p] ? formal : 1});
  }
  const auto weight = [&](const std::vector<size_t>& set) {
    std::pair<size_t, size_t> w;
    for (size_t p : set) ++(s.formal[p] ? w.first : w.second);
    return w;
  };
  while (true) {
    int64_t least = 0;
    const Sat sat = s.solver.lightest(hard, soft, least);
    if (sat == Sat::No) break;
    if (sat == Sat::Unknown || out.sets.size() == limit) {
      out.all = false;
      break;
    }
    // Among the lightest the first one by number.
    std::vector<Term> so_far = hard;
    Term total = s.terms.num(0);
    for (const symbolic::Soft& k : soft)
      total = s.terms.add(total, s.terms.ite(k.condition, s.terms.num(0), s.terms.num(k.weight)));
    so_far.push_back(s.terms.le(total, s.terms.num(least)));
    std::vector<size_t> set;
    Term barred = Terms::kFalse;
    int64_t left = least;
    bool known = true;
    for (size_t i = 0; i < relevant.size() && left > 0 && known; ++i) {
      if (soft[i].weight > left) continue;
      so_far.push_back(s.terms.not_(kept[i]));
      const Sat without = s.solver.check(so_far, nullptr);
      known = without != Sat::Unknown;
      if (without != Sat::Yes) {
        so_far.back() = kept[i];
        continue;
      }
      set.push_back(relevant[i]);
      left -= soft[i].weight;
      barred = s.terms.or_(barred, kept[i]);
    }
    if (!known) {
      out.all = false;
      break;
    }
    out.sets.push_back(std::move(set));
    if (out.sets.back().empty()) break;  // nothing is in the way
    hard.push_back(barred);
  }
  std::ranges::stable_sort(out.sets, [&](const auto& a, const auto& b) {
    return std::pair(weight(a), a) < std::pair(weight(b), b);
  });
  return out;
}

}  // namespace hanrei::audit::readings
