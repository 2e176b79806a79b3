// The places of a program at which something is said, each with who says it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "audit/rules/rules.h"

namespace hanrei::audit::rules {

using model::AssignOp;
using model::AttrDef;
using model::Choose;
using model::DomainKind;
using model::Expr;
using namespace model::ids;
using model::Op;
using model::Procedure;
using model::Program;
using model::Step;
using model::StepKind;
using model::Stmt;
using model::StmtKind;
using model::TypeKind;

/// Who says something: a provision, or a step of one.
struct Site {
  std::string name;          ///< `NAME[3]`, `NAME`
  std::vector<ClauseId> by;  ///< the clauses that it states, else those of what it stands in
  CardId card;               ///< on a card
  std::vector<std::string> spans;
  ProcId proc;  ///< the procedure it is a part of
  Span span;
};

/// Called for everything in the order of the files; what is empty is passed over.
struct Visitor {
  std::function<void(const Site&, const Step&)> step;
  std::function<void(const Site&, const Stmt&)> stmt;
  std::function<void(const Site&, const Choose&)> choose;
  std::function<void(const Site&, ExprId)> expr;  ///< roots only; see `each_expr`
};
void visit(const Program& program, const Visitor& visitor);
/// The expression and everything in it; not what derived values and kinds stand for.
void each_expr(const Program& program, ExprId root,
               const std::function<void(ExprId, const Expr&)>& f);
/// The same, and what the derived values and kinds in it stand for.
void each_expr_within(const Program& program, ExprId root,
                      const std::function<void(ExprId, const Expr&)>& f);

/// Who owns a procedure: the provision whose procedure it is; for one with a name of its own,
/// itself.
base::Table<ProcId, Site> owners(const Program& program);

std::vector<Ground> grounds(const Site& site);
void add(std::vector<Ground>& to, const std::vector<Ground>& more);
/// Some text that is equal for expressions that are written alike.
std::string shape(const Program& program, ExprId e);
std::string step_name(const std::string& proc, const Step& step);
/// A finding about a site.
Finding about(Code code, const Site& site, Span place, std::vector<std::string> args);

}  // namespace hanrei::audit::rules
