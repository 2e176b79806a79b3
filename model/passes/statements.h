// Statements: what a step does.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

struct Place {
  ExprId target;
  AttrId attr;
};

Node parse(Translation& tr, const Json& text, bool statement);
/// A list of them, or one; `together`: as one step. `like`: the clauses and words of the step.
void statements(Translation& tr, const Json& text, Scope& scope, bool together,
                std::vector<Step>& out, const Step& like);
std::optional<Stmt> statement(Translation& tr, const Node& node, Scope& scope);
/// The statements of a procedure that commits at once, in the place of its call.
void inline_call(Translation& tr, ProcId proc, const Node& node, Scope& scope,
                 std::vector<Stmt>& out);
/// A statement that stops where `e` does.
Stmt stopping(Translation& tr, ExprId e);
/// The statement, which does nothing unless `cond`.
Stmt guarded(Translation& tr, Stmt s, ExprId cond);
/// An attribute that may be modified.
std::optional<Place> place(Translation& tr, const Node& node, Scope& scope);
Id new_local(Scope& scope, const std::string& name, const Type& t);
/// The local of this name, or a new one.
Id local_named(Scope& scope, const std::string& name, const Type& t);

}  // namespace hanrei::model
