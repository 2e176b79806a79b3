#include "checker/symbolic/solver.h"

#include <optional>
#include <z3++.h>

namespace hanrei::checker::symbolic {

struct Solver::Impl {
  const Terms& terms;
  unsigned limit;
  std::unique_ptr<z3::context> context;
  std::vector<std::optional<z3::expr>> made;
  size_t queries = 0;
  uint64_t units = 0;
  std::string why;

  const z3::expr& expr(Term root) {
    std::vector<Term> todo{root};
    while (!todo.empty()) {
      const Term t = todo.back();
      if (t >= made.size()) made.resize(std::max<size_t>(t + 1, terms.size()));
      if (made[t]) { todo.pop_back(); continue; }
      const Node n = terms[t];
      bool ready = true;
      const auto need = [&](Term k) { if (k >= made.size()) made.resize(k + 1); if (!made[k]) { todo.push_back(k); ready = false; } };
      switch (n.kind) {
        case Kind::Not: need(n.a); break;
        case Kind::Ite: need(n.a); need(n.b); need(n.c); break;
        case Kind::And: case Kind::Or: case Kind::Eq: case Kind::Lt: case Kind::Le: case Kind::Add: case Kind::Mul: case Kind::Div: case Kind::Mod: need(n.a); need(n.b); break;
        case Kind::Num: case Kind::True: case Kind::False: case Kind::BoolVar: case Kind::IntVar: case Kind::Tuple: break;
      }
      if (!ready) continue;
      z3::context& c = *context;
      switch (n.kind) {
        case Kind::Num: made[t] = c.int_val(n.value); break;
        case Kind::True: made[t] = c.bool_val(true); break;
        case Kind::False: made[t] = c.bool_val(false); break;
        case Kind::BoolVar: made[t] = c.constant(c.int_symbol(static_cast<int>(2 * n.value)), c.bool_sort()); break;
        case Kind::IntVar: made[t] = c.constant(c.int_symbol(static_cast<int>(2 * n.value + 1)), c.int_sort()); break;
        case Kind::Not: made[t] = !*made[n.a]; break;
        case Kind::And: made[t] = *made[n.a] && *made[n.b]; break;
        case Kind::Or: made[t] = *made[n.a] || *made[n.b]; break;
        case Kind::Ite: made[t] = z3::ite(*made[n.a], *made[n.b], *made[n.c]); break;
        case Kind::Eq: made[t] = *made[n.a] == *made[n.b]; break;
        case Kind::Lt: made[t] = *made[n.a] < *made[n.b]; break;
        case Kind::Le: made[t] = *made[n.a] <= *made[n.b]; break;
        case Kind::Add: made[t] = *made[n.a] + *made[n.b]; break;
        case Kind::Mul: made[t] = *made[n.a] * *made[n.b]; break;
        case Kind::Div: made[t] = *made[n.a] / *made[n.b]; break;   // divisors are positive: rounds down
        case Kind::Mod: made[t] = z3::mod(*made[n.a], *made[n.b]); break;
        case Kind::Tuple: made[t] = c.bool_val(false); break;
      }
      todo.pop_back();
    }
    return *made[root];
  }
};

Solver::Solver(const Terms& terms, unsigned units) : impl_(new Impl{terms, units, nullptr, {}, 0, 0, {}}) {}
Solver::~Solver() = default;
size_t Solver::queries() const { return impl_->queries; }
uint64_t Solver::units() const { return impl_->units; }
const std::string& Solver::why() const { return impl_->why; }

Sat Solver::check(const std::vector<Term>& conditions, Model* model) {
  Impl& s = *impl_;
  for (Term t : conditions) if (t == Terms::kFalse) return Sat::No;
  try {
    if (s.context == nullptr) s.context = std::make_unique<z3::context>();
    z3::solver solver(*s.context, z3::solver::simple());
    z3::params p(*s.context);
    p.set("rlimit", s.limit);
    p.set("random_seed", 0U);
    solver.set(p);
    for (Term t : conditions) if (t != Terms::kTrue) solver.add(s.expr(t));
    ++s.queries;
    const z3::check_result r = solver.check();
    if (r == z3::unknown) { s.why = "Z3 gave up within " + std::to_string(s.limit) + " resource units"; return Sat::Unknown; }
    if (r == z3::unsat) return Sat::No;
    if (model == nullptr) return Sat::Yes;
    const z3::model m = solver.get_model();
    model->exact = true;
    model->bools.assign(static_cast<size_t>(s.terms.bools()), 0);
    model->ints.assign(static_cast<size_t>(s.terms.ints()), 0);
    for (unsigned i = 0; i < m.num_consts(); ++i) {
      const z3::func_decl f = m.get_const_decl(i);
      if (f.name().kind() != Z3_INT_SYMBOL) continue;
      const int id = f.name().to_int();
      const z3::expr v = m.get_const_interp(f);
      if (id % 2 == 0) {
        if (static_cast<size_t>(id / 2) < model->bools.size()) model->bools[static_cast<size_t>(id / 2)] = v.is_true();
      } else {
        int64_t k = 0;
        if (!v.is_numeral_i64(k)) model->exact = false;
        else if (static_cast<size_t>(id / 2) < model->ints.size()) model->ints[static_cast<size_t>(id / 2)] = k;
      }
    }
    return Sat::Yes;
  } catch (const z3::exception& e) {
    s.why = std::string("Z3: ") + e.msg();
    return Sat::Unknown;
  }
}

}  // namespace hanrei::checker::symbolic
