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
    return p.exprs.push_back(std::move(e));
  }
  model::ExprId number(int64_t n) {
    return expr(model::Op::Const, model::int_type(), {}, model::kNone, n);
  }
  /// An attribute of the game, or of a sort.
  model::AttrId attr(std::string name, model::SortId sort = model::kNone) {
    model::AttrDef a;
    a.name = std::move(name);
    a.sort = sort;
    a.type = model::int_type();
    return p.attrs.push_back(std::move(a));
  }
  model::DerivedId derived(model::ExprId is) {
    model::DerivedDef d;
    d.type = p[is].type;
    d.is = is;
    return p.derived.push_back(std::move(d));
  }
  model::ProcId procedure(std::vector<model::Step> steps) {
    model::Procedure proc;
    proc.steps = std::move(steps);
    return p.procedures.push_back(std::move(proc));
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
