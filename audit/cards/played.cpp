#include "audit/cards/played.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "audit/cards/look.h"
#include "base/contains.h"

namespace hanrei::audit::cards {

using base::in_both;

namespace {

/// The clauses by which an act looks at the things that an effect names.
std::vector<ClauseId> looked_by(const Program& p) {
  std::vector<ClauseId> out;
  rules::visit(p, {.step =
                       [&](const Site& site, const model::Step& s) {
                         if (s.kind == model::StepKind::Recheck && site.card == kNone)
                           for (ClauseId c : site.by)
                             if (!base::contains(out, c)) out.push_back(c);
                       },
                   .stmt = {},
                   .choose = {},
                   .expr = {}});
  return out;
}

void in_vain(const Program& p, const checker::collisions::Played& played, rules::Findings& out) {
  const std::vector<ClauseId> clauses = looked_by(p);
  for (const auto& [id, use] : played.uses) {
    const size_t lost = use.gone + use.unfit;
    if (use.carried > 0 || lost == 0) continue;
    const model::EffectDef& e = p.effects[id];
    const Site site{e.name, e.source.by, e.card, e.source.spans, kNone, e.span};
    const std::string why =
        use.unfit == 0 ? in_both("gone", "なくなっていました")
        : use.gone == 0
            ? in_both("such that it may no longer be chosen", "もう選べないものになっていました")
            : in_both("gone, or such that it may no longer be chosen",
                      "なくなっているか、もう選べないものになっていました");
    const std::string where = use.ruling + (use.card.empty() ? "" : " 《" + use.card + "》");
    Finding f =
        about(Code::InVain, site, e.span, {name_of(p, site), std::to_string(lost), why, where});
    for (ClauseId c : clauses) rules::add(f.set, {{c, kNone, ""}});
    out.list.push_back(std::move(f));
  }
}

/// Steps of the rulebook that no play comes to, the outermost of them; a procedure of which none is
/// come to, as a whole.
void never_come_to(const Program& p, const model::Lowered& l,
                   const checker::collisions::Report& report, rules::Findings& out) {
  const checker::collisions::Played& played = report.played;
  if (played.ran.empty()) return;
  std::vector<size_t> first;
  size_t all = 0;
  std::set<ProcId> called;
  for (const model::Code& c : l.codes) {
    first.push_back(all);
    all += c.ins.size();
    for (const auto& ins : c.ins)
      if (ins.code == model::OpCode::Call) called.insert(ProcId(ins.id));
  }
  if (played.ran.size() != all) return;
  for (const auto& act : p.acts)
    for (ProcId k : {act.declare, act.process}) called.insert(k);
  for (const auto& t : p.triggers) called.insert(t.proc);
  for (const auto& limit : p.limits) called.insert(limit.repair);
  // what control does between steps is no sign that a step is carried out
  const auto carries = [](const model::Instr& i) {
    return i.code != model::OpCode::Branch && i.code != model::OpCode::Jump &&
           i.code != model::OpCode::Settle && i.code != model::OpCode::Return &&
           i.code != model::OpCode::LoopEnter && i.code != model::OpCode::LoopExit;
  };
  const auto runs = [&](CodeId code, int ordinal, bool& has) {
    const auto& ins = l.codes[code].ins;
    bool ran = false;
    for (size_t i = 0; i < ins.size(); ++i) {
      if (!carries(ins[i]) || (ordinal >= 0 && ins[i].ordinal != ordinal)) continue;
      has = true;
      ran = ran || played.ran[first[code] + i];
    }
    return ran;
  };
  std::vector<base::Span> told;
  for (const Finding& f : out.list)
    if (f.code == Code::Unreached || f.code == Code::NeverCalled || f.code == Code::NeverPermitted)
      told.push_back(f.place);
  const auto known = [&](base::Span s) {
    return std::ranges::any_of(told, [&](base::Span t) { return t.holds(s); });
  };
  const std::string scope =
      in_both(fmt::format("{} situations, {} states",
                          report.receipt.situations + report.receipt.made, report.receipt.states),
              fmt::format("状況 {}、状態 {}", report.receipt.situations + report.receipt.made,
                          report.receipt.states));
  const auto tell = [&](const Site& site, base::Span place, const std::string& what) {
    told.push_back(place);
    if (!site.by.empty()) out.list.push_back(about(Code::NotReached, site, place, {what, scope}));
  };
  // under the default readings it is never: that is what another reading says
  const auto by_reading = [&](ExprId e) {
    bool fixed = false;
    rules::each_expr(p, e, [&](ExprId, const model::Expr& x) {
      fixed = fixed || (x.op == model::Op::Const && x.type.kind == model::TypeKind::Bool);
    });
    return fixed;
  };
  std::set<ProcId> fixed;
  for (const auto& limit : p.limits)
    if (by_reading(limit.holds)) fixed.insert(limit.repair);
  for (const auto& t : p.triggers)
    if (by_reading(t.cond) || by_reading(t.becomes)) fixed.insert(t.proc);
  for (const ActId a : p.acts.ids()) {
    bool permitted = false;
    for (const auto& n : p.norms)
      permitted = permitted || (n.mode != model::NormMode::Forbid && n.source.card == kNone &&
                                !by_reading(n.cond) && (n.act == a || n.act == kNone));
    if (!permitted)
      for (ProcId k : {p.acts[a].declare, p.acts[a].process}) fixed.insert(k);
  }
  const std::vector<Site> owner = rules::owners(p);
  for (const ProcId i : p.procedures.ids()) {
    bool has = false;
    if (owner[i].card != kNone || !called.contains(i) || fixed.contains(i) ||
        by_reading(p.procedures[i].cond) || runs(i, -1, has) || !has || known(p.procedures[i].span))
      continue;
    if (p.procedures[i].span) tell(owner[i], p.procedures[i].span, "`" + owner[i].name + "`");
  }
  rules::visit(p, {.step =
                       [&](const Site& site, const model::Step& s) {
                         if (site.card != kNone || site.proc == kNone || s.ordinal < 0 ||
                             s.kind == model::StepKind::Note || known(s.span))
                           return;
                         // situations begin after what a game begins with
                         if (p.procedures[site.proc].params == 0 && !called.contains(site.proc))
                           return;
                         if (by_reading(s.cond)) {
                           told.push_back(s.span);
                           return;
                         }
                         bool has = false, whole = false;
                         if (!runs(site.proc, -1, whole) || runs(site.proc, s.ordinal, has) || !has)
                           return;
                         tell(site, s.span, "`" + site.name + "`");
                       },
                   .stmt = {},
                   .choose = {},
                   .expr = {}});
}

}  // namespace

void examine_played(const Program& p, const model::Lowered& l,
                    const checker::collisions::Report& report, rules::Findings& out) {
  in_vain(p, report.played, out);
  never_come_to(p, l, report, out);
}

}  // namespace hanrei::audit::cards
