// What is announced before it is known, what has to be chosen of what may be empty, what only ever
// goes down or in. The cards of the game are left out: what only a card brings about, the rulebook
// does not say.
#include <algorithm>
#include <functional>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"

namespace hanrei::audit::rules {

namespace {

/// A moment that is announced for something that a later step only settles.
void announced_early(Look& look) {
  const Program& p = look.p;
  for (const ProcId i : p.procedures.ids()) {
    const Procedure& proc = p.procedures[i];
    if (look.owner[i].card != kNone) continue;
    std::set<Id> known, told;
    for (Id l = 0; l < proc.params; ++l) known.insert(l);
    for (const auto& a : p.acts) {
      if (a.declare != i && a.process != i) continue;
      known.insert(0);
      for (const Choose& c : a.present)
        if (c.var != kNone) known.insert(c.var);
      if (a.effect_local != kNone) known.insert(a.effect_local);
    }
    std::map<Id, const Step*> settled;  // by what step
    const std::function<void(const std::vector<Step>&, bool)> follow =
        [&](const std::vector<Step>& list, bool first) {
          for (const Step& s : list) {
            if (!first && s.kind == StepKind::Window) {
              for (ExprId e : s.args) {
                if (p[e].op != Op::Local || known.contains(p[e].id) || !settled.contains(p[e].id) ||
                    !told.insert(p[e].id).second)
                  continue;
                Site site = look.owner[i];
                if (!s.by.empty()) site.by = s.by;
                const Step& later = *settled.at(p[e].id);
                Finding f =
                    about(Code::AnnouncedEarly, site, s.span,
                          {step_name(site.name, s), "《" + p.signals[s.signals.at(0)].name + "》",
                           step_name(site.name, later)});
                add(f.set, grounds({"", later.by, kNone, {}, kNone, later.span}));
                f.related.push_back(later.span);
                if (!s.by.empty()) look.add(std::move(f));
              }
            }
            const auto gets = [&](Id l) {
              if (first)
                settled.try_emplace(l, &s);
              else
                known.insert(l);
            };
            if (s.kind == StepKind::Choose) gets(s.choose.var);
            if (s.result != kNone) gets(s.result);
            if (s.var != kNone) gets(s.var);
            for (const Stmt& st : s.stmts)
              if (st.kind == StmtKind::Assign && st.target != kNone && p[st.target].op == Op::Local)
                gets(p[st.target].id);
            for (const auto& arm : s.arms) follow(arm.steps, first);
          }
        };
    follow(proc.steps, true);
    follow(proc.steps, false);
  }
}

std::set<ZoneId> zones_of(const Program& p, ExprId e) {
  std::set<ZoneId> out;
  if (e != kNone)
    each_expr_within(p, e, [&](ExprId, const Expr& x) {
      if (x.op == Op::ZoneSet || x.op == Op::TopOf || x.op == Op::CountOf) out.insert(x.zone());
    });
  return out;
}

std::set<AttrId> attrs_of(const Program& p, ExprId e) {
  std::set<AttrId> out;
  if (e != kNone)
    each_expr_within(p, e, [&](ExprId, const Expr& x) {
      if (x.op == Op::Attr) out.insert(x.attr());
    });
  return out;
}

/// What has to be chosen of what a deck has, and no rule about decks sees to it that there is one.
void chosen_of_decks(Look& look) {
  const Program& p = look.p;
  visit(p,
        {.step =
             [&](const Site& site, const Step& s) {
               if (site.card != kNone || site.by.empty() || s.kind != StepKind::Choose ||
                   s.choose.domain != DomainKind::One || s.choose.or_none ||
                   s.choose.where == kNone || s.choose.set == kNone)
                 return;
               const Expr& set = p[s.choose.set];
               if (set.op != Op::ZoneSet || !p.zones[set.zone()].built) return;
               std::set<AttrId> printed;
               for (AttrId a : attrs_of(p, s.choose.where))
                 if (p.attrs[a].nature == model::Nature::Printed) printed.insert(a);
               if (printed.empty()) return;
               for (const auto& l : p.limits) {
                 if (!l.construction || !zones_of(p, l.holds).contains(set.zone())) continue;
                 for (const AttrId a : attrs_of(p, l.holds))
                   if (printed.contains(a)) return;
               }
               look.add(about(Code::MayHaveNone, site, s.span,
                              {site.name, called(p, s.choose).text(), p.zones[set.zone()].name}));
             },
         .stmt = {},
         .choose = {},
         .expr = {}});
}

/// A number that is spent and never comes back: set before play goes round, lowered, and asked for
/// by what it pays.
void spent(Look& look) {
  const Program& p = look.p;
  std::set<CodeId> round;  // procedures that a repetition comes to
  std::vector<CodeId> roots;
  const std::function<void(const std::vector<Step>&, bool)> loops =
      [&](const std::vector<Step>& list, bool in) {
        for (const Step& s : list) {
          if (in && s.kind == StepKind::Call && !s.effect) roots.push_back(s.callee);
          for (const auto& arm : s.arms) loops(arm.steps, in || s.kind == StepKind::Loop);
        }
      };
  for (const ProcId i : p.procedures.ids())
    if (p.procedures[i].params == 0) loops(p.procedures[i].steps, false);
  round = model::reachable(p, look.code, {}, roots);
  struct Kept {
    bool up = false;
    std::vector<Site> set, down;
  };
  std::map<AttrId, Kept> kept;
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (s.card != kNone) return;
                  if (st.kind == StmtKind::Modify && st.id != kNone) kept[AttrId(st.id)].up = true;
                  if (st.kind != StmtKind::Assign || st.target == kNone ||
                      (p[st.target].op != Op::Attr && p[st.target].op != Op::GameAttr))
                    return;
                  Kept& k = kept[p[st.target].attr()];
                  if (st.assign == AssignOp::Sub)
                    k.down.push_back(s);
                  else if (st.assign == AssignOp::Set && s.proc != kNone && !round.contains(s.proc))
                    k.set.push_back(s);
                  else
                    k.up = true;
                },
            .choose = {},
            .expr = {}});
  for (const auto& s : p.statics)
    if (s.attr != kNone && s.source.card == kNone) kept[s.attr].up = true;
  for (const auto& [id, k] : kept) {
    const auto& a = p.attrs[id];
    if (k.up || k.set.empty() || k.down.empty() || a.type.kind != TypeKind::Int ||
        a.sort == model::kCardSort)
      continue;
    bool ends = false, bars = false;
    for (const auto& e : p.endings) ends = ends || attrs_of(p, e.when).contains(id);
    for (const auto& n : p.norms)
      bars = bars || (n.mode == model::NormMode::Forbid && n.cond != kNone &&
                      attrs_of(p, n.cond).contains(id));
    if (ends || !bars) continue;
    Finding f =
        about(Code::NeverRefilled, {a.name, a.by, kNone, {}, kNone, a.span}, a.span, {a.name});
    for (const auto* sites : {&k.set, &k.down})
      for (const Site& s : *sites) {
        add(f.set, grounds(s));
        f.related.push_back(s.span);
      }
    if (!f.set.empty()) look.add(std::move(f));
  }
}

/// A zone that a deck fills, that play looks into, and out of which nothing takes a card.
void shut(Look& look) {
  const Program& p = look.p;
  std::set<Id> out, looked;
  // where the thing that a statement moves may come from
  std::map<std::pair<Id, Id>, std::set<Id>> from;  // procedure, local
  const auto choices = [&](ProcId proc, const Choose& c) {
    if (c.var != kNone) {
      const auto z = zones_of(p, c.set);
      from[{proc, c.var}].insert(z.begin(), z.end());
    }
  };
  for (const auto& a : p.acts)
    for (const Choose& c : a.present)
      for (ProcId proc : {a.declare, a.process})
        if (proc != kNone) choices(proc, c);
  visit(p, {.step =
                [&](const Site& s, const Step& st) {
                  if (s.proc == kNone || s.card != kNone) return;
                  if (st.kind == StepKind::Choose) choices(s.proc, st.choose);
                  if (st.var != kNone) {
                    const auto z = zones_of(p, st.set);
                    from[{s.proc, st.var}].insert(z.begin(), z.end());
                  }
                  for (ExprId e : st.args) {
                    const auto z = zones_of(p, e);
                    out.insert(z.begin(), z.end());
                  }
                  for (ExprId e : st.args)
                    if (p[e].op == Op::Local) {
                      const auto& z = from[{s.proc, p[e].id}];
                      out.insert(z.begin(), z.end());
                    }
                },
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (s.card != kNone) return;
                  if (st.kind == StmtKind::MoveTop) out.insert(st.from);
                  if (st.kind == StmtKind::Assign && st.value != kNone) {
                    const auto z = zones_of(p, st.value);
                    out.insert(z.begin(), z.end());
                  }
                  if (st.kind != StmtKind::Move || st.target == kNone) return;
                  const auto z = zones_of(p, st.target);
                  out.insert(z.begin(), z.end());
                  if (p[st.target].op == Op::Local) {
                    const auto& l = from[{s.proc, p[st.target].id}];
                    out.insert(l.begin(), l.end());
                  }
                },
            .choose = {},
            .expr =
                [&](const Site& s, ExprId e) {
                  if (s.card == kNone && s.proc != kNone) {
                    const auto z = zones_of(p, e);
                    looked.insert(z.begin(), z.end());
                  }
                }});
  for (const ZoneId i : p.zones.ids()) {
    const auto& z = p.zones[i];
    if (z.built && !z.by.empty() && looked.contains(i) && !out.contains(i))
      look.add(
          about(Code::NeverEmptied, {z.name, z.by, kNone, {}, kNone, z.span}, z.span, {z.name}));
  }
}

}  // namespace

void look_at_flow(Look& look) {
  announced_early(look);
  chosen_of_decks(look);
  spent(look);
  shut(look);
}

}  // namespace hanrei::audit::rules
