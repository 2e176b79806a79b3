// What of a program was executed, or looked at, or decided something, while a question was
// explored.
#pragma once

#include <algorithm>
#include <vector>

#include "base/contains.h"
#include "model/ir/code.h"

namespace hanrei::checker {

using namespace model::ids;

/// Marks by id. Only runs over concrete values leave marks; a run without a trace pays one
/// comparison.
struct Trace {
  using Marks = std::vector<bool>;
  Marks exprs;                     ///< evaluated
  base::Table<CodeId, Marks> ran;  ///< instructions carried out
  Marks norms, limits, endings, statics, amends, defeats, orders,
      loops;          ///< applied, broken, met, counted, won, asked, met
  bool draw = false;  ///< both players met an ending at one judgement

  /// Whether anything was carried out.
  bool anything() const {
    return std::ranges::any_of(ran, [](const Marks& m) { return base::contains(m, true); });
  }
  /// Whether an expression was evaluated; one that came later than the trace was not.
  bool has(ExprId e) const { return static_cast<size_t>(e) < exprs.size() && exprs[e]; }

  Trace(const model::Program& p, const model::Lowered& l)
      : exprs(p.exprs.size()),
        norms(p.norms.size()),
        limits(p.limits.size()),
        endings(p.endings.size()),
        statics(p.statics.size()),
        amends(p.amends.size()),
        defeats(p.defeats.size()),
        orders(p.orders.size()),
        loops(p.loop_rules.size()) {
    for (const model::Code& c : l.codes) ran.emplace_back(c.ins.size());
  }
};

inline void mark(Trace& trace, Trace::Marks Trace::*which, Id id) {
  if (id >= 0) (trace.*which)[id] = true;
}

}  // namespace hanrei::checker
