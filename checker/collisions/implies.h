// Do the conditions of norms and limits exclude each other, whatever the state? Conditions become
// formulas in which everything but logic and arithmetic is a name: what is proved of them holds in
// every state. What is not proved may hold all the same.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/symbolic/solver.h"
#include "model/ir/program.h"

namespace hanrei::checker::collisions {

using namespace model::ids;
using symbolic::Term;

/// Formulas over one state. What a query does not answer is no proof.
class Formulas {
 public:
  explicit Formulas(const model::Program& program) : p_(program) {}
  /// What temps and locals of a condition stand for: names of things.
  struct Binding {
    std::map<Id, std::string> temps, locals;
  };
  Term thing(const std::string& name);
  /// The condition; nothing (always true) when there is none.
  Term condition(ExprId e, const Binding& b);
  Term member(const std::string& thing, ExprId set, const Binding& b);
  Term atom(const std::string& name);
  Term value(const model::Type& type, int64_t v) {
    return type.kind == model::TypeKind::Bool ? t.truth(v != 0) : t.num(v);
  }
  /// What is printed on the card is known of the thing.
  Term printed(const std::string& thing, const model::CardDef& card);
  bool unsatisfiable(const std::vector<Term>& all) { return ask(all) == symbolic::Sat::No; }
  bool satisfiable(const std::vector<Term>& all) { return ask(all) == symbolic::Sat::Yes; }
  size_t queries() const { return queries_; }

  symbolic::Terms t;

 private:
  symbolic::Sat ask(const std::vector<Term>& all);
  Term term(ExprId e, const Binding& b);
  Term opaque(ExprId e, const Binding& b);
  std::string text(ExprId e, const Binding& b);

  const model::Program& p_;
  std::map<std::string, Term> named_;
  size_t queries_ = 0;
};

}  // namespace hanrei::checker::collisions
