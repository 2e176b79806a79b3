// What is understood and not carried out by any engine, or only when everything is there.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// Stops an engine that reaches it.
ExprId unsupported(Translation& tr, Span span, const std::string& what, const Type& t,
                   std::vector<ExprId> args = {});
/// The same, with a warning at its place.
ExprId later(Translation& tr, Span span, const std::string& what, const Type& t = bool_type(),
             std::vector<ExprId> args = {});
/// The names of a compiled frame.
Scope frame_scope(Procedure& proc);
void each_stmts(Translation& tr, const std::function<void(std::vector<Stmt>&)>& f);

/// Before: every procedure and act has its steps. After: where a form that no engine carries out
/// would matter, the play stops.
void gates(Translation& tr);
/// Before: as gates(). After: attributes that lapse are set back where their life ends.
void lives(Translation& tr);

}  // namespace hanrei::model
