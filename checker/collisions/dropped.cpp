#include "checker/collisions/dropped.h"

#include <algorithm>
#include <utility>

#include "base/contains.h"

namespace hanrei::checker::collisions {

Dropped::Dropped(const Question& q, const std::vector<Ground>& grounds)
    : program_(*q.program), code_(*q.code) {
  model::Program& p = program_;
  const auto gone = [&](const model::Source& source) {
    const std::vector<Ground> of = grounds_of(source);
    return std::ranges::any_of(of, [&](const Ground& g) { return base::contains(grounds, g); });
  };
  const auto constant = [&](int64_t v) {
    return p.exprs.push_back(
        {model::Op::Const, model::bool_type(), kNone, v, kNone, kNone, kNone, {}, {}});
  };
  const ExprId no = constant(0), yes = constant(1);
  const auto drop = [&](auto& list, auto&& silence) {
    for (const auto i : std::as_const(list).ids()) {
      if (!gone(std::as_const(list)[i].source)) continue;
      list.own();
      silence(list[i]);
    }
  };
  drop(p.norms, [&](model::Norm& n) { n.cond = no; });
  drop(p.limits, [&](model::Limit& l) { l.holds = yes; });
  drop(p.triggers, [&](model::Trigger& t) { (t.edge ? t.becomes : t.cond) = no; });
  drop(p.endings, [&](model::Ending& e) { e.when = no; });
  for (const ExprId e : p.exprs.ids())
    if (p.exprs[e].op == model::Op::Amended && gone(p.amends[p.exprs[e].amend()].source))
      p.exprs.replace(e, p[no]);
  for (model::Code& c : code_.codes)
    for (model::Instr& i : c.ins)
      std::erase_if(i.by, [&](ClauseId clause) {
        return base::contains(grounds, Ground{clause, kNone, ""});
      });
  p.procedures.own();
  for (model::Procedure& proc : p.procedures)
    std::erase_if(proc.by, [&](ClauseId clause) {
      return base::contains(grounds, Ground{clause, kNone, ""});
    });
  question_ = make_question(program_, code_, *q.which);
}

}  // namespace hanrei::checker::collisions
