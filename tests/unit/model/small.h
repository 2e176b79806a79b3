#pragma once

// Programs made by hand, as small as a pass can be asked about.

#include <string>
#include <utility>
#include <vector>

#include "base/text/diagnostic.h"
#include "model/ir/forms.h"

namespace hanrei::test {

struct Small {
  model::Program p;
  base::DiagnosticLog log;

  model::ExprId expr(model::Op op, model::Type type, std::vector<model::ExprId> operands = {},
                     model::Id id = model::kNone, int64_t value = 0) {
    model::Expr e;
    e.op = op;
    e.type = type;
    e.id = id;
    e.value = value;
    operands.resize(3, model::kNone);
    e.a = operands[0];
    e.b = operands[1];
    e.c = operands[2];
    p.exprs.push_back(std::move(e));
    return static_cast<model::ExprId>(p.exprs.size()) - 1;
  }
  model::ExprId number(int64_t n) {
    return expr(model::Op::Const, model::int_type(), {}, model::kNone, n);
  }
  /// An attribute of the game, or of a sort.
  model::Id attr(std::string name, model::Id sort = model::kNone) {
    model::AttrDef a;
    a.name = std::move(name);
    a.sort = sort;
    a.type = model::int_type();
    p.attrs.push_back(std::move(a));
    return static_cast<model::Id>(p.attrs.size()) - 1;
  }
  model::Id derived(model::ExprId is) {
    model::DerivedDef d;
    d.type = p[is].type;
    d.is = is;
    p.derived.push_back(std::move(d));
    return static_cast<model::Id>(p.derived.size()) - 1;
  }
  model::Id procedure(std::vector<model::Step> steps) {
    model::Procedure proc;
    proc.steps = std::move(steps);
    p.procedures.push_back(std::move(proc));
    return static_cast<model::Id>(p.procedures.size()) - 1;
  }
  size_t told(base::Code code) const {
    size_t n = 0;
    for (const base::Diagnostic& d : log.all()) n += d.code == code ? 1 : 0;
    return n;
  }
};

inline model::Step step_of(model::StepKind kind) {
  model::Step s;
  s.kind = kind;
  return s;
}

}  // namespace hanrei::test
