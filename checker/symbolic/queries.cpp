#include "checker/symbolic/queries.h"

#include <algorithm>

namespace hanrei::checker::symbolic {
namespace {

/// Is there room for as many terms again?
bool fits(const std::shared_ptr<Memory>& m, const Limits& l) {
  return m != nullptr && m->terms.size() <= l.terms / 2;
}

constexpr size_t kShortRun = 50, kMostUndecided = 3;

}  // namespace

Queries::Queries(const Question& question, const Limits& l, std::shared_ptr<Memory> m)
    : limits(l),
      memory(fits(m, l) ? std::move(m) : std::make_shared<Memory>()),
      solver(terms, l.solver_units) {
  terms.limit = l.terms;
  terms.reuse_ints();
  if (question.which->situation.lets.empty()) solver.share();
}

Sat Queries::check(const std::vector<Term>& conditions, Model* model) {
  const auto it = memory->known.find(conditions);
  if (it != memory->known.end() &&
      (it->second.sat == Sat::No || model == nullptr || it->second.model)) {
    solver.spare();
    if (model != nullptr && it->second.model) *model = *it->second.model;
    return it->second.sat;
  }
  const Sat r = solver.check(conditions, model);
  if (r != Sat::Unknown)
    memory->known[conditions] = {
        r, r == Sat::Yes && model != nullptr ? std::optional(*model) : std::nullopt};
  return r;
}

bool Queries::exhausted() const {
  return undecided_ >= kMostUndecided || solver.units() > limits.solver_units;
}

bool Queries::known_feasible(Term guard) const {
  const auto it = feasible_.find(guard);
  return guard == Terms::kTrue || (it != feasible_.end() && it->second);
}

bool Queries::feasible(Term guard) {
  if (guard == Terms::kFalse) return false;
  const auto it = feasible_.find(guard);
  if (it != feasible_.end()) return it->second;
  if (open) return true;  // of what is left open most is possible: the question at the end says
  if (++asked_ == kShortRun) solver.own();
  const Sat found = sat({guard}, nullptr);
  undecided_ += found == Sat::Unknown ? 1 : 0;
  return feasible_[guard] = found != Sat::No;
}

Sat Queries::sat(const std::vector<Term>& conditions, Model* model) {
  if (where == Terms::kTrue &&
      std::ranges::all_of(conditions, [](Term t) { return t == Terms::kTrue; }) && model == nullptr)
    return Sat::Yes;
  for (Term t : conditions)
    if (t == Terms::kFalse) return Sat::No;
  if (const Valuation* v = samples.find(where, conditions)) {
    if (model != nullptr) *model = {v->bools(), v->ints(), true};
    return Sat::Yes;
  }
  std::vector<Term> all = conditions;
  all.push_back(where);
  Model found;
  const bool keep =
      !lets.empty() && !samples.full();  // an answer in a context of our own is always the same
  const Sat r = check(all, model != nullptr ? model : keep ? &found : nullptr);
  if (const Model* m = model != nullptr ? model : &found; keep && r == Sat::Yes && m->exact)
    samples.keep(terms, *m);
  if (r == Sat::Yes && model != nullptr && !model->exact) {
    // a witness that fits the machine, if there is one
    for (Term v : lets) {
      all.push_back(terms.le(v, terms.num(INT64_C(1) << 40)));
      all.push_back(terms.le(terms.num(-(INT64_C(1) << 40)), v));
    }
    Model small;
    if (check(all, &small) == Sat::Yes) *model = small;
  }
  return r;
}

Sat Queries::exists_forall(Term alpha, Term theta, Model* model) {
  std::vector<Term> conditions{alpha};
  for (int round = 0; round < 400; ++round) {
    Model v;
    const Sat r = sat(conditions, &v);
    if (r != Sat::Yes) return r;
    if (!v.exact) return Sat::Unknown;
    const std::vector<int64_t> values(v.ints.begin(), v.ints.end());
    const Term here = terms.substitute(theta, nullptr, &values);
    Model c;
    const Sat possible = check({here}, &c);
    if (possible == Sat::Unknown) return possible;
    if (possible == Sat::No) {
      if (model != nullptr) *model = v;
      return Sat::Yes;
    }
    c.bools.resize(terms.bools());
    conditions.push_back(terms.not_(terms.substitute(theta, &c.bools, nullptr)));
  }
  return Sat::Unknown;
}

}  // namespace hanrei::checker::symbolic
