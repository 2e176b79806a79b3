#include "audit/clashes/clashes.h"

#include <algorithm>

#include "audit/clashes/relations.h"
#include "audit/clashes/rounds.h"
#include "audit/clashes/stage.h"
#include "base/stop.h"
#include "checker/collisions/conflicts.h"

namespace hanrei::audit::clashes {
namespace {

void not_examined(const model::Program& p, const Meetings& met, Receipt& r) {
  for (const CardId c : p.cards.ids())
    if (!met.cards.contains(c)) r.cards.push_back(c);
  for (const NormId n : p.norms.ids())
    if (p.norms[n].event == model::NormEvent::Act && !met.norms.contains(n)) r.norms.push_back(n);
  r.duties = met.duties.size();
  for (const auto& [which, met_at] : met.duties)
    if (met_at.exclusive == 0 && met_at.unknown > 0) ++r.duties_open;
  for (const AmendId a : p.amends.ids())
    if (p.amends[a].proc != kNone && !met.amends.contains(a)) r.amends.push_back(a);
}

/// What a sentence of any card would come to that says otherwise than these clauses.
Receipt::Form form(const model::Program& p, const base::Table<ClauseId, bool>& clauses) {
  Receipt::Form out;
  model::Source any;
  any.card = CardId(0);
  for (const ClauseId c : clauses.ids()) {
    if (!clauses[c]) continue;
    model::Source clause;
    clause.by = {c};
    const Decided d = decided(p, any, clause, c);
    (d.defeat == kNone ? out.undecided : d.wins ? out.wins : out.loses).push_back(c);
  }
  return out;
}

void forms(const model::Program& p, Receipt& r) {
  base::Table<ClauseId, bool> barring(p.clauses.size()), stepping(p.clauses.size());
  for (const model::Norm& n : p.norms)
    if (n.mode == model::NormMode::Forbid && n.event == model::NormEvent::Act &&
        n.source.card == kNone)
      for (ClauseId c : n.source.by) barring[c] = true;
  const std::function<void(const std::vector<model::Step>&)> walk =
      [&](const std::vector<model::Step>& steps) {
        for (const model::Step& s : steps) {
          if (s.ordinal >= 0)
            for (ClauseId c : s.by) stepping[c] = true;
          for (const model::Arm& arm : s.arms) walk(arm.steps);
        }
      };
  for (const model::Procedure& proc : p.procedures) walk(proc.steps);
  r.permission = form(p, barring);
  r.amendment = form(p, stepping);
}

/// Everything that what was met comes to.
void judge(const model::Game& game, const base::SourceMap& sources,
           const std::shared_ptr<Stage>& stage, const Meetings& met, const Asked& asked,
           Report& out) {
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
}

}  // namespace

Report examine(const model::Game& game, const base::SourceMap& sources,
               const std::vector<rulings::Document>& documents, const Asked& asked) {
  Report out;
  const auto stage = std::make_shared<Stage>(game, sources, documents, asked);
  out.program = stage->program;
  try {
    const Meetings met = stage->meet(asked, out.receipt);
    base::heed_stop();
    judge(game, sources, stage, met, asked, out);
    out.receipt.broken_off = base::stop_asked();  // what works on several threads says nothing
  } catch (const base::Stopped&) {
    out.receipt.broken_off = true;
  }
  if (out.receipt.broken_off) std::erase_if(out.findings, of_every_use);
  finish(out.findings, *out.program);
  return out;
}

}  // namespace hanrei::audit::clashes
