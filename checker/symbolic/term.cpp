#include "checker/symbolic/term.h"

#include <algorithm>

#include "base/stop.h"
#include "checker/semantics/work.h"

namespace hanrei::checker::symbolic {

Terms::Terms() {
  make({Kind::Num, 0, 0, 0, 0});
  make({Kind::True, 0, 0, 0, 0});
  make({Kind::False, 0, 0, 0, 0});
}

Term Terms::make(const Node& n) {
  const auto [it, fresh] = made_.emplace(n, static_cast<Term>(nodes_.size()));
  if (fresh) {
    if (nodes_.size() >= limit) throw TooManyTerms{};
    nodes_.push_back(n);
    ++work_done.terms;
    base::heed_stop();
  }
  return it->second;
}

Term Terms::num(int64_t v) { return make({Kind::Num, 0, 0, 0, v}); }

bool Terms::is_bool(Term t) const {
  const Node* n = &nodes_[t];
  while (n->kind == Kind::Ite) n = &nodes_[n->b];
  switch (n->kind) {
    case Kind::True:
    case Kind::False:
    case Kind::BoolVar:
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Eq:
    case Kind::Lt:
    case Kind::Le: return true;
    case Kind::Num:
    case Kind::IntVar:
    case Kind::Ite:
    case Kind::Add:
    case Kind::Mul:
    case Kind::Div:
    case Kind::Mod:
    case Kind::Tuple: return false;
  }
  return false;
}

/// Cells that nobody reads may hold a plain 0 where another branch holds a truth value or a set.
Term Terms::as_bool(Term t) {
  return nodes_[t].kind == Kind::Num ? truth(nodes_[t].value != 0) : t;
}
Term Terms::as_tuple(Term t, size_t n) {
  return is_tuple(t) ? t : tuple(std::vector<Term>(n, kFalse));
}

Term Terms::not_(Term a) {
  a = as_bool(a);
  if (a == kTrue) return kFalse;
  if (a == kFalse) return kTrue;
  if (nodes_[a].kind == Kind::Not) return nodes_[a].a;
  return make({Kind::Not, a, 0, 0, 0});
}

Term Terms::and_(Term a, Term b) {
  a = as_bool(a);
  b = as_bool(b);
  if (a == kFalse || b == kFalse) return kFalse;
  if (a == kTrue) return b;
  if (b == kTrue || a == b) return a;
  if (a > b) std::swap(a, b);
  if (not_(a) == b) return kFalse;
  // a ∧ (a ∧ x), a ∧ (¬a ∧ x), a ∧ ¬(a ∧ x)
  for (int i = 0; i < 2; ++i) {
    const Node n = nodes_[b];
    if (n.kind == Kind::And) {
      if (n.a == a || n.b == a) return b;
      const Term na = not_(a);
      if (n.a == na || n.b == na) return kFalse;
    }
    if (n.kind == Kind::Not && nodes_[n.a].kind == Kind::And) {
      const Node inner = nodes_[n.a];
      const Term na = not_(a);
      if (inner.a == na || inner.b == na) return a;
      if (inner.a == a) return and_(a, not_(inner.b));
      if (inner.b == a) return and_(a, not_(inner.a));
    }
    std::swap(a, b);
  }
  return make({Kind::And, std::min(a, b), std::max(a, b), 0, 0});
}

Term Terms::tuple(std::vector<Term> elements) {
  // equal tuples are one term: chain their elements through the hash table
  Node n{Kind::Tuple, 0, 0, static_cast<Term>(elements.size()), 0};
  uint64_t h = 1469598103934665603ULL;
  for (Term e : elements) h = (h ^ e) * 1099511628211ULL;
  n.a = static_cast<Term>(h);
  n.b = static_cast<Term>(h >> 32);
  for (int64_t probe = 0;; ++probe) {
    Node key = n;
    key.value = -1 - probe;
    const auto it = memo_.find(key);
    if (it == memo_.end()) {
      tuples_.push_back(std::move(elements));
      Node own{Kind::Tuple, 0, 0, 0, static_cast<int64_t>(tuples_.size()) - 1};
      const Term t = make(own);
      memo_.emplace(key, t);
      return t;
    }
    if (this->elements(it->second) == elements) return it->second;
  }
}

Term Terms::ite(Term c, Term a, Term b) {
  c = as_bool(c);
  if (c == kTrue || a == b) return a;
  if (c == kFalse) return b;
  if (nodes_[c].kind == Kind::Not) return ite(nodes_[c].a, b, a);
  if (is_tuple(a) || is_tuple(b)) {
    const size_t n = is_tuple(a) ? elements(a).size() : elements(b).size();
    const std::vector<Term> x = elements(as_tuple(a, n)), y = elements(as_tuple(b, n));
    std::vector<Term> out;
    for (size_t i = 0; i < n; ++i) out.push_back(ite(c, x[i], i < y.size() ? y[i] : kFalse));
    return tuple(std::move(out));
  }
  if (is_bool(a) || is_bool(b)) {
    a = as_bool(a);
    b = as_bool(b);
    return or_(and_(c, a), and_(not_(c), b));
  }
  if (nodes_[a].kind == Kind::Ite && nodes_[a].a == c) return ite(c, nodes_[a].b, b);
  if (nodes_[b].kind == Kind::Ite && nodes_[b].a == c) return ite(c, a, nodes_[b].c);
  if (nodes_[a].kind == Kind::Add || nodes_[b].kind == Kind::Add) {
    // What both have in common stands outside: x + (2 if c, else 0). Sums of guarded numbers are
    // one term in any order.
    Linear x = linear(a), y = linear(b), common;
    std::set_intersection(x.parts.begin(), x.parts.end(), y.parts.begin(), y.parts.end(),
                          std::back_inserter(common.parts));
    if (!common.parts.empty()) {
      for (Linear* l : {&x, &y})
        std::erase_if(l->parts, [&](const auto& part) {
          return std::ranges::binary_search(common.parts, part);
        });
      const Term outside = from_linear(common);
      return add(outside, ite(c, from_linear(x), from_linear(y)));
    }
  }
  return make({Kind::Ite, c, a, b, 0});
}

Term Terms::eq(Term a, Term b) {
  if (a == b) return kTrue;
  if (is_bool(a) || is_bool(b)) return ite(as_bool(a), as_bool(b), not_(b));
  if (nodes_[a].kind == Kind::Num && nodes_[b].kind == Kind::Num) return kFalse;
  if (nodes_[a].kind == Kind::Num || a > b) std::swap(a, b);
  const Node key{Kind::Eq, a, b, 1, 0};
  if (const auto it = memo_.find(key); it != memo_.end()) return it->second;
  Term out = 0;
  const Node x = nodes_[a], y = nodes_[b];
  if (x.kind == Kind::Ite && y.kind == Kind::Num)
    out = ite(x.a, eq(x.b, b), eq(x.c, b));
  else if (y.kind == Kind::Ite && x.kind == Kind::Num)
    out = ite(y.a, eq(a, y.b), eq(a, y.c));
  else {
    Linear l = linear(sub(a, b));
    if (l.parts.empty())
      out = truth(l.constant == 0);
    else {
      if (l.parts.front().second < 0) {
        for (auto& [part, c] : l.parts) c = -c;
        l.constant = -l.constant;
      }
      const int64_t constant = -l.constant;
      l.constant = 0;
      const Term sum = from_linear(l), target = num(constant);
      if (nodes_[sum].kind == Kind::Ite)
        out = ite(nodes_[sum].a, eq(nodes_[sum].b, target), eq(nodes_[sum].c, target));
      else
        out = make({Kind::Eq, std::min(sum, target), std::max(sum, target), 0, 0});
    }
  }
  memo_.emplace(key, out);
  return out;
}

Term Terms::compare(Kind k, Term a, Term b) {
  if (a == b) return truth(k == Kind::Le);
  const Node x = nodes_[a], y = nodes_[b];
  if (x.kind == Kind::Num && y.kind == Kind::Num)
    return truth(k == Kind::Le ? x.value <= y.value : x.value < y.value);
  const Node key{k, a, b, 1, 0};
  if (const auto it = memo_.find(key); it != memo_.end()) return it->second;
  Term out = 0;
  if (x.kind == Kind::Ite && y.kind == Kind::Num)
    out = ite(x.a, compare(k, x.b, b), compare(k, x.c, b));
  else if (y.kind == Kind::Ite && x.kind == Kind::Num)
    out = ite(y.a, compare(k, a, y.b), compare(k, a, y.c));
  else if (x.kind == Kind::Ite && y.kind == Kind::Ite && x.a == y.a)
    out = ite(x.a, compare(k, x.b, y.b), compare(k, x.c, y.c));
  else if (k == Kind::Lt)
    out = not_(compare(Kind::Le, b, a));
  else {
    // a ≤ b as parts ≤ constant, so that comparisons of one difference are one term
    Linear l = linear(sub(a, b));
    if (l.parts.empty())
      out = truth(l.constant <= 0);
    else {
      int64_t constant = 0;
      if (__builtin_sub_overflow(int64_t{0}, l.constant, &constant))
        throw Unsupported{ReasonCode::NumberTooLarge};
      l.constant = 0;
      const bool flip = l.parts.front().second < 0;  // -x ≤ c is not (x ≤ -c - 1)
      if (flip) {
        for (auto& [part, c] : l.parts) c = -c;
        out = not_(make({Kind::Le, from_linear(l), num(-constant - 1), 0, 0}));
      } else {
        out = make({Kind::Le, from_linear(l), num(constant), 0, 0});
      }
    }
  }
  memo_.emplace(key, out);
  return out;
}

Term Terms::add(Term a, Term b) {
  if (nodes_[a].kind == Kind::Num) std::swap(a, b);
  const Node x = nodes_[a], y = nodes_[b];
  if (y.kind == Kind::Num && y.value == 0) return a;
  if (x.kind == Kind::Num && y.kind == Kind::Num) {
    int64_t sum = 0;
    if (__builtin_add_overflow(x.value, y.value, &sum))
      throw Unsupported{ReasonCode::NumberTooLarge};
    return num(sum);
  }
  if (y.kind == Kind::Num) {
    std::vector<int64_t> unused;
    if (x.kind == Kind::Ite && leaves(a, unused)) {
      const Node key{Kind::Add, a, b, 1, 0};
      if (const auto it = memo_.find(key); it != memo_.end()) return it->second;
      const Term out = ite(x.a, add(x.b, b), add(x.c, b));
      memo_.emplace(key, out);
      return out;
    }
    if (x.kind == Kind::Add && nodes_[x.b].kind == Kind::Num) return add(x.a, add(x.b, b));
    if (x.kind != Kind::Add && x.kind != Kind::Mul) return make({Kind::Add, a, b, 0, 0});
  }
  if (x.kind == Kind::Ite && y.kind == Kind::Ite) {
    std::vector<int64_t> left, right;
    if (leaves(a, left) && leaves(b, right) && left.size() * right.size() <= 64) {
      const Node key{Kind::Add, std::min(a, b), std::max(a, b), 1, 0};
      if (const auto it = memo_.find(key); it != memo_.end()) return it->second;
      const Term out = ite(x.a, add(x.b, b), add(x.c, b));
      memo_.emplace(key, out);
      return out;
    }
  }
  // A sum is kept as sorted parts with coefficients, then the constant: equal sums are one term.
  Linear l = linear(a);
  const Linear r = linear(b);
  if (__builtin_add_overflow(l.constant, r.constant, &l.constant))
    throw Unsupported{ReasonCode::NumberTooLarge};
  for (const auto& [part, k] : r.parts) {
    const auto it = std::lower_bound(l.parts.begin(), l.parts.end(), part,
                                     [](const auto& have, Term t) { return have.first < t; });
    if (it == l.parts.end() || it->first != part) {
      l.parts.insert(it, {part, k});
      continue;
    }
    if (__builtin_add_overflow(it->second, k, &it->second))
      throw Unsupported{ReasonCode::NumberTooLarge};
    if (it->second == 0) l.parts.erase(it);
  }
  return from_linear(l);
}

Terms::Linear Terms::linear(Term t) const {
  Linear out;
  while (nodes_[t].kind == Kind::Add) {
    const Node& n = nodes_[t];
    const Node& right = nodes_[n.b];
    if (right.kind == Kind::Num)
      out.constant = right.value;
    else if (right.kind == Kind::Mul && nodes_[right.b].kind == Kind::Num)
      out.parts.emplace_back(right.a, nodes_[right.b].value);
    else
      out.parts.emplace_back(n.b, 1);
    t = n.a;
  }
  const Node& n = nodes_[t];
  if (n.kind == Kind::Num)
    out.constant += n.value;
  else if (n.kind == Kind::Mul && nodes_[n.b].kind == Kind::Num)
    out.parts.emplace_back(n.a, nodes_[n.b].value);
  else
    out.parts.emplace_back(t, 1);
  std::ranges::sort(out.parts);
  return out;
}

Term Terms::from_linear(const Linear& l) {
  if (l.parts.empty()) return num(l.constant);
  Term sum = kZero;
  bool first = true;
  for (const auto& [part, k] : l.parts) {
    const Term piece = k == 1 ? part : make({Kind::Mul, part, num(k), 0, 0});
    sum = first ? piece : make({Kind::Add, sum, piece, 0, 0});
    first = false;
  }
  return l.constant == 0 ? sum : make({Kind::Add, sum, num(l.constant), 0, 0});
}

Term Terms::mul(Term a, Term b) {
  if (nodes_[a].kind == Kind::Num) std::swap(a, b);
  const Node x = nodes_[a], y = nodes_[b];
  if (y.kind == Kind::Num) {
    if (y.value == 0) return num(0);
    if (y.value == 1) return a;
    if (x.kind == Kind::Num) {
      int64_t product = 0;
      if (__builtin_mul_overflow(x.value, y.value, &product))
        throw Unsupported{ReasonCode::NumberTooLarge};
      return num(product);
    }
    const Node key{Kind::Mul, a, b, 1, 0};
    if (const auto it = memo_.find(key); it != memo_.end()) return it->second;
    Term out = 0;
    if (x.kind == Kind::Ite)
      out = ite(x.a, mul(x.b, b), mul(x.c, b));
    else if (x.kind == Kind::Mul && nodes_[x.b].kind == Kind::Num)
      out = mul(x.a, mul(x.b, b));
    else if (x.kind == Kind::Add)
      out = add(mul(x.a, b), mul(x.b, b));
    else
      out = make({Kind::Mul, a, b, 0, 0});
    memo_.emplace(key, out);
    return out;
  }
  if (x.kind == Kind::Ite) return ite(x.a, mul(x.b, b), mul(x.c, b));
  if (y.kind == Kind::Ite) return ite(y.a, mul(a, y.b), mul(a, y.c));
  return make({Kind::Mul, std::min(a, b), std::max(a, b), 0, 0});
}

Term Terms::div(Term a, Term b) {
  const Node x = nodes_[a], y = nodes_[b];
  if (x.kind == Kind::Ite) return ite(x.a, div(x.b, b), div(x.c, b));
  if (y.kind == Kind::Ite) return ite(y.a, div(a, y.b), div(a, y.c));
  if (y.kind == Kind::Num) {
    if (x.kind == Kind::Num) return num(Concrete{}.div(x.value, y.value));
    if (y.value == 1) return a;
    if (y.value <= 0) throw Unsupported{ReasonCode::DivisionByZero};
    return make({Kind::Div, a, b, 0, 0});
  }
  throw Unsupported{ReasonCode::DivisionByQuantity};
}

Term Terms::mod(Term a, Term b) {
  const Node x = nodes_[a], y = nodes_[b];
  if (x.kind == Kind::Ite) return ite(x.a, mod(x.b, b), mod(x.c, b));
  if (y.kind == Kind::Ite) return ite(y.a, mod(a, y.b), mod(a, y.c));
  if (y.kind == Kind::Num) {
    if (x.kind == Kind::Num) return num(Concrete{}.mod(x.value, y.value));
    if (y.value <= 0) throw Unsupported{ReasonCode::DivisionByZero};
    return make({Kind::Mod, a, b, 0, 0});
  }
  throw Unsupported{ReasonCode::DivisionByQuantity};
}

bool Terms::leaves(Term t, std::vector<int64_t>& out) {
  const Node n = nodes_[t];
  if (n.kind == Kind::Num) {
    out = {n.value};
    return true;
  }
  if (n.kind != Kind::Ite) return false;
  if (const auto it = leaves_.find(t); it != leaves_.end()) {
    out = it->second;
    return !out.empty();
  }
  std::vector<int64_t> a, b;
  const bool ok = leaves(n.b, a) && leaves(n.c, b);
  out.clear();
  if (ok) {
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  leaves_[t] = out;
  return ok;
}

int64_t Valuation::value(Term root) {
  // Only what the root needs: of an ite, the branch that is taken.
  values_.resize(terms_.size());
  known_.resize(terms_.size());
  todo_.assign(1, root);
  while (!todo_.empty()) {
    const Term t = todo_.back();
    if (known_[t]) {
      todo_.pop_back();
      continue;
    }
    const Node& n = terms_[t];
    const auto need = [&](Term k) {
      if (!known_[k]) todo_.push_back(k);
      return known_[k];
    };
    const auto variable = [&](const std::vector<int64_t>& of) {
      return static_cast<size_t>(n.value) < of.size() ? of[n.value] : 0;
    };
    int64_t out = 0;
    switch (n.kind) {
      case Kind::Num: out = n.value; break;
      case Kind::True: out = 1; break;
      case Kind::False: break;
      case Kind::BoolVar: out = variable(bools_); break;
      case Kind::IntVar: out = variable(ints_); break;
      case Kind::Not:
        if (!need(n.a)) continue;
        out = values_[n.a] == 0;
        break;
      case Kind::Ite: {
        if (!need(n.a)) continue;
        const Term taken = values_[n.a] != 0 ? n.b : n.c;
        if (!need(taken)) continue;
        out = values_[taken];
        break;
      }
      case Kind::And:
      case Kind::Or:
      case Kind::Eq:
      case Kind::Lt:
      case Kind::Le:
      case Kind::Add:
      case Kind::Mul:
      case Kind::Div:
      case Kind::Mod: {
        const bool first = need(n.a), second = need(n.b);
        if (!first || !second) continue;
        const int64_t a = values_[n.a], b = values_[n.b];
        const Concrete d;
        switch (n.kind) {
          case Kind::And: out = a != 0 && b != 0; break;
          case Kind::Or: out = a != 0 || b != 0; break;
          case Kind::Eq: out = a == b; break;
          case Kind::Lt: out = a < b; break;
          case Kind::Le: out = a <= b; break;
          case Kind::Add: out = d.add(a, b); break;
          case Kind::Mul: out = d.mul(a, b); break;
          case Kind::Div: out = d.div(a, b); break;
          default: out = d.mod(a, b); break;
        }
        break;
      }
      case Kind::Tuple: break;
    }
    values_[t] = out;
    known_[t] = true;
    todo_.pop_back();
  }
  return values_[root];
}

Term Terms::substitute(Term root, const std::vector<int64_t>* bools,
                       const std::vector<int64_t>* ints) {
  std::unordered_map<Term, Term> done;
  std::vector<Term> todo{root};
  while (!todo.empty()) {
    const Term t = todo.back();
    if (done.contains(t)) {
      todo.pop_back();
      continue;
    }
    const Node n = nodes_[t];
    const auto get = [&](Term k, Term& v) {
      const auto it = done.find(k);
      if (it == done.end()) {
        todo.push_back(k);
        return false;
      }
      v = it->second;
      return true;
    };
    Term a = 0, b = 0, c = 0, out = t;
    bool ready = true;
    switch (n.kind) {
      case Kind::Num:
      case Kind::True:
      case Kind::False:
      case Kind::Tuple: break;
      case Kind::BoolVar:
        if (bools != nullptr && static_cast<size_t>(n.value) < bools->size())
          out = truth((*bools)[n.value] != 0);
        break;
      case Kind::IntVar:
        if (ints != nullptr && static_cast<size_t>(n.value) < ints->size())
          out = num((*ints)[n.value]);
        break;
      case Kind::Not:
        if ((ready = get(n.a, a))) out = not_(a);
        break;
      case Kind::Ite: {
        const bool x = get(n.a, a), y = get(n.b, b), z = get(n.c, c);
        if ((ready = x && y && z)) out = ite(a, b, c);
        break;
      }
      case Kind::And:
      case Kind::Or:
      case Kind::Eq:
      case Kind::Lt:
      case Kind::Le:
      case Kind::Add:
      case Kind::Mul:
      case Kind::Div:
      case Kind::Mod: {
        const bool x = get(n.a, a), y = get(n.b, b);
        if (!(ready = x && y)) break;
        out = n.kind == Kind::And   ? and_(a, b)
              : n.kind == Kind::Or  ? or_(a, b)
              : n.kind == Kind::Eq  ? eq(a, b)
              : n.kind == Kind::Lt  ? lt(a, b)
              : n.kind == Kind::Le  ? le(a, b)
              : n.kind == Kind::Add ? add(a, b)
              : n.kind == Kind::Mul ? mul(a, b)
              : n.kind == Kind::Div ? div(a, b)
                                    : mod(a, b);
        break;
      }
    }
    if (ready) {
      done[t] = out;
      todo.pop_back();
    }
  }
  return done[root];
}

}  // namespace hanrei::checker::symbolic
