// What the language calls by a name of its own.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// `X.NAME(…)`.
ExprId call_member(Translation& tr, const Node& node, Scope& scope);
/// `NAME(…)`; `known` is whether there is such a builtin.
ExprId builtin(Translation& tr, const std::string& name, const Node& node, Scope& scope,
               bool& known);
/// The column (`x`) or the row of a square.
ExprId coordinate(Translation& tr, ExprId square, bool x, Span span);

}  // namespace hanrei::model
