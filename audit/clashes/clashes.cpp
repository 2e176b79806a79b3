#include "audit/clashes/clashes.h"

#include <algorithm>

#include "audit/clashes/relations.h"
#include "audit/clashes/rounds.h"
#include "audit/clashes/stage.h"
#include "checker/collisions/conflicts.h"

namespace hanrei::audit::clashes {
namespace {

void not_examined(const model::Program& p, const Meetings& met, Receipt& r) {
  for (size_t c = 0; c < p.cards.size(); ++c)
    if (!met.cards.contains(static_cast<Id>(c))) r.cards.push_back(static_cast<Id>(c));
  for (size_t n = 0; n < p.norms.size(); ++n)
    if (p.norms[n].event == model::NormEvent::Act && !met.norms.contains(static_cast<Id>(n)))
      r.norms.push_back(static_cast<Id>(n));
  r.duties = met.duties.size();
  for (const auto& [which, met_at] : met.duties)
    if (met_at.exclusive == 0 && met_at.unknown > 0) ++r.duties_open;
  for (size_t a = 0; a < p.amends.size(); ++a)
    if (p.amends[a].proc != kNone && !met.amends.contains(static_cast<Id>(a)))
      r.amends.push_back(static_cast<Id>(a));
}

/// What a sentence of any card would come to that says otherwise than these clauses.
Receipt::Form form(const model::Program& p, const std::vector<bool>& clauses) {
  Receipt::Form out;
  model::Source any;
  any.card = 0;
  for (size_t c = 0; c < clauses.size(); ++c) {
    if (!clauses[c]) continue;
    model::Source clause;
    clause.by = {static_cast<Id>(c)};
    const Decided d = decided(p, any, clause, static_cast<Id>(c));
    (d.defeat == kNone ? out.undecided
     : d.wins          ? out.wins
                       : out.loses)
        .push_back(static_cast<Id>(c));
  }
  return out;
}

void forms(const model::Program& p, Receipt& r) {
  std::vector<bool> barring(p.clauses.size()), stepping(p.clauses.size());
  for (const model::Norm& n : p.norms)
    if (n.mode == model::NormMode::Forbid && n.event == model::NormEvent::Act &&
        n.source.card == kNone)
      for (Id c : n.source.by) barring[c] = true;
  const std::function<void(const std::vector<model::Step>&)> walk =
      [&](const std::vector<model::Step>& steps) {
        for (const model::Step& s : steps) {
          if (s.ordinal >= 0)
            for (Id c : s.by) stepping[c] = true;
          for (const model::Arm& arm : s.arms) walk(arm.steps);
        }
      };
  for (const model::Procedure& proc : p.procedures) walk(proc.steps);
  r.permission = form(p, barring);
  r.amendment = form(p, stepping);
}

}  // namespace

Report examine(const model::Game& game, const base::SourceMap& sources,
               const std::vector<rulings::Document>& documents, const Asked& asked) {
  Report out;
  const auto stage = std::make_shared<Stage>(game, sources, documents, asked);
  out.program = stage->program;
  const Meetings met = stage->meet(asked, out.receipt);
  if (asked.stopped && asked.stopped()) return out;
  not_examined(*out.program, met, out.receipt);
  forms(*out.program, out.receipt);
  Conflicts(stage, met, asked.limits, out,
            asked.readings.empty() ? relations_otherwise(game, sources, *out.program)
                                   : std::vector<Otherwise>{})
      .all();
  look_for_rounds(stage, asked, out);
  out.played = met.played;
  for (auto& [effect, use] : out.played.uses) {
    Met where;
    stage->name({use.scene, {}}, where);
    use.ruling = where.ruling;
    use.card = where.card;
  }
  finish(out.findings, *out.program);
  return out;
}

}  // namespace hanrei::audit::clashes
