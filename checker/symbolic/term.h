// Terms: hash-consed, folded where concrete. Booleans, mathematical integers, and sets as tuples of
// booleans.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "checker/semantics/state.h"

namespace hanrei::checker::symbolic {

using Term = uint32_t;

enum class Kind : uint8_t {
  Num,
  True,
  False,
  BoolVar,
  IntVar,
  Not,
  And,
  Or,
  Ite,
  Eq,
  Lt,
  Le,
  Add,
  Mul,
  Div,
  Mod,
  Tuple
};

struct Node {
  Kind kind = Kind::Num;
  Term a = 0, b = 0, c = 0;
  int64_t value = 0;  ///< Num; variables: their number; Tuple: index of the elements
};

/// Owns the terms of one engine. Terms are numbered in the order in which they are made, so the
/// same program gives the same numbers.
class Terms {
 public:
  Terms();

  Term num(int64_t v);
  Term truth(bool b) const { return b ? kTrue : kFalse; }
  Term bool_var() {
    const Term v = make({Kind::BoolVar, 0, 0, 0, next_bool_++});
    bools_ = std::max(bools_, next_bool_);
    return v;
  }
  Term int_var() {
    const Term v = make({Kind::IntVar, 0, 0, 0, next_int_++});
    ints_ = std::max(ints_, next_int_);
    return v;
  }
  /// From here on the variables are the first ones again: for what never meets in one formula.
  void reuse_bools() { next_bool_ = 0; }
  void reuse_ints(size_t from = 0) { next_int_ = static_cast<int64_t>(from); }
  Term not_(Term a);
  Term and_(Term a, Term b);
  Term or_(Term a, Term b) { return not_(and_(not_(a), not_(b))); }
  Term ite(Term c, Term a, Term b);
  Term eq(Term a, Term b);
  Term lt(Term a, Term b) { return compare(Kind::Lt, a, b); }
  Term le(Term a, Term b) { return compare(Kind::Le, a, b); }
  Term add(Term a, Term b);
  Term mul(Term a, Term b);
  Term neg(Term a) { return mul(a, num(-1)); }
  Term sub(Term a, Term b) { return add(a, neg(b)); }
  Term div(Term a, Term b);
  Term mod(Term a, Term b);
  Term tuple(std::vector<Term> elements);

  const Node& operator[](Term t) const { return nodes_[t]; }
  const std::vector<Term>& elements(Term t) const { return tuples_[nodes_[t].value]; }
  bool is_bool(Term t) const;
  bool is_tuple(Term t) const { return nodes_[t].kind == Kind::Tuple; }
  /// The constants an integer term can be; false when it is not made of constants only.
  bool leaves(Term t, std::vector<int64_t>& out);
  size_t size() const { return nodes_.size(); }
  int64_t bools() const { return bools_; }
  int64_t ints() const { return ints_; }
  /// The term with its variables replaced where given; `nullopt`-like entries (kKeep) stay.
  Term substitute(Term t, const std::vector<int64_t>* bools, const std::vector<int64_t>* ints);

  static constexpr Term kZero = 0, kTrue = 1, kFalse = 2;
  size_t limit = 2'000'000;  ///< most terms; beyond it `TooManyTerms` is thrown

 private:
  Term make(const Node& n);
  Term compare(Kind k, Term a, Term b);
  struct Linear {
    std::vector<std::pair<Term, int64_t>> parts;
    int64_t constant = 0;
  };
  Linear linear(Term t) const;
  Term from_linear(const Linear& l);
  Term as_bool(Term t);
  Term as_tuple(Term t, size_t n);

  std::vector<Node> nodes_;
  std::vector<std::vector<Term>> tuples_;
  struct Hash {
    size_t operator()(const Node& n) const {
      return (static_cast<size_t>(n.kind) * 0x9E3779B97F4A7C15ULL) ^ (n.a * 0xC2B2AE3D27D4EB4FULL) ^
             (n.b * 0x165667B19E3779F9ULL) ^ (n.c * 0x27D4EB2F165667C5ULL) ^
             (static_cast<uint64_t>(n.value) * 0x9E3779B97F4A7C15ULL >> 7);
    }
  };
  struct Same {
    bool operator()(const Node& x, const Node& y) const {
      return x.kind == y.kind && x.a == y.a && x.b == y.b && x.c == y.c && x.value == y.value;
    }
  };
  std::unordered_map<Node, Term, Hash, Same> made_;
  std::unordered_map<Node, Term, Hash, Same> memo_;  ///< results of operations before folding
  std::unordered_map<Term, std::vector<int64_t>> leaves_;
  int64_t bools_ = 0, next_bool_ = 0, ints_ = 0, next_int_ = 0;
};

struct TooManyTerms {};

/// What terms are worth under one assignment, each worked out once. Variables beyond the assignment
/// are 0.
class Valuation {
 public:
  Valuation(const Terms& terms, std::vector<int64_t> bools, std::vector<int64_t> ints)
      : terms_(terms), bools_(std::move(bools)), ints_(std::move(ints)) {}
  /// Sets are not asked for. A number beyond 64 bits throws `Unsupported`.
  int64_t value(Term t);
  const std::vector<int64_t>& bools() const { return bools_; }
  const std::vector<int64_t>& ints() const { return ints_; }

 private:
  const Terms& terms_;
  std::vector<int64_t> bools_, ints_;
  std::vector<int64_t> values_;
  std::vector<bool> known_;
  std::vector<Term> todo_;
};

/// The value domain of the machine over terms.
struct Symbolic {
  using Val = Term;
  static constexpr bool symbolic = true;
  Terms& t;
  mutable Term bounds = Terms::kTrue;  ///< of the numbers left open

  Val num(int64_t v) const { return t.num(v); }
  Val truth(bool b) const { return t.truth(b); }
  Val mask(int64_t m, int n) const {
    std::vector<Term> e;
    for (int i = 0; i < n; ++i) e.push_back(t.truth((m >> i & 1) != 0));
    return t.tuple(std::move(e));
  }
  bool known(Val v, int64_t& out) const {
    const Node& n = t[v];
    if (n.kind == Kind::Num) {
      out = n.value;
      return true;
    }
    if (n.kind == Kind::True || n.kind == Kind::False) {
      out = n.kind == Kind::True;
      return true;
    }
    return false;
  }
  bool is_false(Val v) const { return v == Terms::kFalse || v == Terms::kZero; }
  bool is_true(Val v) const { return v == Terms::kTrue; }
  /// Any truth value, any number within bounds.
  Val open_truth() const { return t.bool_var(); }
  Val open_number(int64_t lo, int64_t hi) const {
    const Term v = t.int_var();
    if (lo != INT64_MIN) bounds = t.and_(bounds, t.le(t.num(lo), v));
    if (hi != INT64_MAX) bounds = t.and_(bounds, t.le(v, t.num(hi)));
    return v;
  }
  Val not_(Val a) const { return t.not_(a); }
  Val and_(Val a, Val b) const { return t.and_(a, b); }
  Val or_(Val a, Val b) const { return t.or_(a, b); }
  Val ite(Val c, Val a, Val b) const { return t.ite(c, a, b); }
  Val eq(Val a, Val b) const { return t.eq(a, b); }
  Val lt(Val a, Val b) const { return t.lt(a, b); }
  Val le(Val a, Val b) const { return t.le(a, b); }
  Val neg(Val a) const { return t.neg(a); }
  Val add(Val a, Val b) const { return t.add(a, b); }
  Val sub(Val a, Val b) const { return t.sub(a, b); }
  Val mul(Val a, Val b) const { return t.mul(a, b); }
  Val div(Val a, Val b) const { return t.div(a, b); }
  Val mod(Val a, Val b) const { return t.mod(a, b); }

  Val empty(int n) const { return mask(0, n); }
  std::vector<Term> elements(Val set, int n) const {
    if (t.is_tuple(set)) return t.elements(set);
    return std::vector<Term>(static_cast<size_t>(n), Terms::kFalse);
  }
  Val has(Val set, Val e, int n) const {
    const std::vector<Term> list = elements(set, n);
    int64_t k = 0;
    if (known(e, k))
      return k >= 0 && static_cast<size_t>(k) < list.size() ? list[k] : Terms::kFalse;
    Val any = Terms::kFalse;
    for (size_t i = 0; i < list.size(); ++i)
      any = or_(any, and_(list[i], eq(e, num(static_cast<int64_t>(i)))));
    return any;
  }
  Val with(Val set, Val e, int n) const {
    std::vector<Term> list = elements(set, n);
    for (size_t i = 0; i < list.size(); ++i)
      list[i] = or_(list[i], eq(e, num(static_cast<int64_t>(i))));
    return t.tuple(std::move(list));
  }
  Val without(Val set, Val e, int n) const {
    std::vector<Term> list = elements(set, n);
    for (size_t i = 0; i < list.size(); ++i)
      list[i] = and_(list[i], not_(eq(e, num(static_cast<int64_t>(i)))));
    return t.tuple(std::move(list));
  }
  Val with_if(Val set, int e, Val cond) const {
    if (!t.is_tuple(set)) throw Unsupported{ReasonCode::SetOfUnknownSize};
    std::vector<Term> list = t.elements(set);
    list[e] = or_(list[e], cond);
    return t.tuple(std::move(list));
  }
  template <class F>
  Val pairwise(Val a, Val b, F&& f) const {
    const size_t n = t.is_tuple(a)   ? t.elements(a).size()
                     : t.is_tuple(b) ? t.elements(b).size()
                                     : 0;
    const std::vector<Term> x = elements(a, static_cast<int>(n)),
                            y = elements(b, static_cast<int>(n));
    std::vector<Term> out;
    for (size_t i = 0; i < n; ++i) out.push_back(f(x[i], y[i]));
    return t.tuple(std::move(out));
  }
  Val unite(Val a, Val b) const {
    return pairwise(a, b, [&](Term x, Term y) { return or_(x, y); });
  }
  Val meet(Val a, Val b) const {
    return pairwise(a, b, [&](Term x, Term y) { return and_(x, y); });
  }
  Val minus(Val a, Val b) const {
    return pairwise(a, b, [&](Term x, Term y) { return and_(x, not_(y)); });
  }
  Val size(Val a, int n) const {
    Val sum = num(0);
    for (Term e : elements(a, n)) sum = add(sum, ite(e, num(1), num(0)));
    return sum;
  }
  Val subset(Val a, Val b, int n) const {
    const std::vector<Term> x = elements(a, n), y = elements(b, n);
    Val all = Terms::kTrue;
    for (size_t i = 0; i < x.size() && i < y.size(); ++i) all = and_(all, or_(not_(x[i]), y[i]));
    return all;
  }
  Val same_set(Val a, Val b, int n) const { return and_(subset(a, b, n), subset(b, a, n)); }

  template <class F>
  Val over(Val v, F&& f) const {
    int64_t k = 0;
    if (known(v, k)) return f(k);
    std::vector<int64_t> values;
    if (!t.leaves(v, values)) throw Unsupported{ReasonCode::ReferenceOnQuantity};
    Val out = f(values.back());
    for (size_t i = values.size() - 1; i-- > 0;)
      out = ite(eq(v, num(values[i])), f(values[i]), out);
    return out;
  }
};

}  // namespace hanrei::checker::symbolic
