// What of a program was executed, or looked at, or decided something, while a question was
// explored.
#pragma once

#include <vector>

#include "model/ir/code.h"

namespace hanrei::checker {

/// Marks by id. Only runs over concrete values leave marks; a run without a trace pays one
/// comparison.
struct Trace {
  using Marks = std::vector<bool>;
  Marks exprs;             ///< evaluated
  std::vector<Marks> ran;  ///< by code: instructions carried out
  Marks norms, limits, endings, statics, amends, defeats, orders,
      loops;          ///< applied, broken, met, counted, won, asked, met
  bool draw = false;  ///< both players met an ending at one judgement

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

inline void mark(Trace& trace, Trace::Marks Trace::*which, model::Id id) {
  if (id >= 0) (trace.*which)[id] = true;
}

}  // namespace hanrei::checker
