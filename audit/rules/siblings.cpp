// Declarations that are alike and not barred alike; procedures that are alike but for one step.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "audit/rules/look.h"
#include "base/contains.h"

namespace hanrei::audit::rules {

namespace {

/// What two declarations have to have in common to be alike: the tags, and what is presented.
std::string kind_of(const Program& p, const model::ActDef& a) {
  std::string out;
  for (const std::string& t : a.tags) out += "#" + t;
  for (const Choose& c : a.present)
    out +=
        fmt::format(" {} {}", static_cast<int>(c.domain), c.set == kNone ? "-" : shape(p, c.set));
  return out + (a.effect_of == kNone ? "" : a.effect_named ? " ability" : " effect");
}

std::string step_shape(const Program& p, const Step& s);

/// How much of what two declarations do is the same, in hundredths.
size_t alike(const Program& p, const model::ActDef& a, const model::ActDef& b) {
  const auto shapes = [&](const model::ActDef& act) {
    std::multiset<std::string> out;
    for (ProcId proc : {act.declare, act.process})
      if (proc != kNone)
        for (const Step& s : p.procedures[proc].steps) out.insert(step_shape(p, s));
    return out;
  };
  const auto x = shapes(a), y = shapes(b);
  std::vector<std::string> common;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(common));
  return x.empty() || y.empty() ? 0 : 200 * common.size() / (x.size() + y.size());
}

/// Where a prohibition says how many may be somewhere at most: the zone that it counts.
ZoneId counted(const Program& p, ExprId cond) {
  ZoneId zone;
  each_expr(p, cond, [&](ExprId, const Expr& e) {
    // k <= size
    if ((e.op == model::Op::Lt || e.op == model::Op::Le) && p[e.a].op == model::Op::Const &&
        p[e.b].op == model::Op::Size && p[p[e.b].a].op == model::Op::ZoneSet)
      zone = p[p[e.b].a].zone();
  });
  return zone;
}

void ways_in(Look& look) {
  const Program& p = look.p;
  // by zone: procedures of the rulebook that put something there; and those that ask how much is
  // there
  std::map<ZoneId, std::map<ProcId, Site>> puts;
  std::set<std::pair<ProcId, ZoneId>> asks;  // procedure, zone
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if ((st.kind == StmtKind::Move || st.kind == StmtKind::MoveTop) &&
                      s.card == kNone && s.proc != kNone && !s.by.empty())
                    puts[ZoneId(st.id)].try_emplace(s.proc, s);
                },
            .choose = {},
            .expr =
                [&](const Site& s, ExprId e) {
                  if (s.card != kNone || s.proc == kNone) return;
                  each_expr_within(p, e, [&](ExprId, const Expr& x) {
                    if (x.op == model::Op::Size && p[x.a].op == model::Op::ZoneSet)
                      asks.emplace(s.proc, p[x.a].zone());
                  });
                }});
  for (const auto& n : p.norms) {
    if (n.mode != model::NormMode::Forbid || n.act == kNone || n.cond == kNone) continue;
    const ZoneId zone = counted(p, n.cond);
    if (zone != kNone)
      for (ProcId proc : {p.acts[n.act].declare, p.acts[n.act].process})
        if (proc != kNone) asks.emplace(proc, zone);
  }
  for (const auto& n : p.norms) {
    if (n.mode != model::NormMode::Forbid || n.source.card != kNone || n.act == kNone ||
        n.cond == kNone || n.source.by.empty())
      continue;
    const ZoneId zone = counted(p, n.cond);
    const auto there = puts.find(zone);
    if (zone == kNone || there == puts.end()) continue;
    const auto& act = p.acts[n.act];
    std::vector<CodeId> roots;
    for (ProcId proc : {act.declare, act.process})
      if (proc != kNone) roots.push_back(proc);
    const std::set<CodeId> own = model::reachable(p, look.code, {}, roots);
    for (const auto& [proc, site] : there->second) {
      if (own.contains(proc) || asks.contains({proc, zone})) continue;
      Finding f = about(Code::OtherWayIn, {act.name, n.source.by, kNone, {}, kNone, n.span}, n.span,
                        {act.name, p.zones[zone].name, site.name});
      add(f.set, grounds(site));
      f.related.push_back(site.span);
      look.add(std::move(f));
    }
  }
}

void norms(Look& look) {
  const Program& p = look.p;
  std::map<std::string, std::vector<ActId>> kinds;
  for (const ActId a : p.acts.ids())
    if (p.acts[a].source.card == kNone && !p.acts[a].tags.empty())
      kinds[kind_of(p, p.acts[a])].push_back(a);
  for (const auto& [kind, acts] : kinds) {
    if (acts.size() < 2) continue;
    // prohibitions written alike, by what they say
    std::map<std::string, std::map<ActId, const model::Norm*>> barred;
    for (const auto& n : p.norms) {
      if (n.mode != model::NormMode::Forbid || n.source.card != kNone || n.act == kNone ||
          n.cond == kNone || n.event != model::NormEvent::Act)
        continue;
      if (p[n.cond].op == model::Op::Const || !base::contains(acts, n.act)) continue;
      std::string menus;
      for (Id m : n.menus) menus += fmt::format(" {}", m);
      barred[shape(p, n.cond) + menus].emplace(n.act, &n);
    }
    for (const auto& [cond, by] : barred) {
      if (by.size() + 1 != acts.size() || by.size() < 2) continue;
      for (ActId a : acts) {
        if (by.contains(a)) continue;
        const auto& act = p.acts[a];
        size_t same = 0;
        for (const auto& [other, n] : by) same += alike(p, act, p.acts[other]) >= 50 ? 1 : 0;
        if (2 * same < by.size()) continue;
        std::string others;
        Finding f = about(Code::SiblingNorm, {act.name, act.source.by, kNone, {}, kNone, act.span},
                          act.span, {act.name});
        for (const auto& [other, n] : by) {
          others += (others.empty() ? "" : "、") + p.acts[other].name;
          add(f.set, grounds({"", n->source.by, kNone, {}, kNone, n->span}));
          f.related.push_back(n->span);
        }
        f.args.push_back(others);
        look.add(std::move(f));
      }
    }
  }
}

std::string step_shape(const Program& p, const Step& s) {
  switch (s.kind) {
    case StepKind::Window:
      return "window" + (s.signals.empty() ? "" : " " + p.signals[s.signals[0]].name);
    case StepKind::Call: return s.effect ? "effect" : "call " + p.procedures[s.callee].name;
    case StepKind::Offer: return "offer " + p.exchanges[s.exchange].name;
    case StepKind::Choose: return fmt::format("choose {}", s.choose.name);
    case StepKind::Do: {
      std::string out = "do";
      for (const Stmt& st : s.stmts) out += fmt::format(" {}", static_cast<int>(st.kind));
      return out;
    }
    case StepKind::Process:
    case StepKind::Recheck:
    case StepKind::Simul:
    case StepKind::Each:
    case StepKind::Loop:
    case StepKind::Branch:
    case StepKind::Judge:
    case StepKind::Abort:
    case StepKind::Stop:
    case StepKind::Note: break;
  }
  return fmt::format("step {}", static_cast<int>(s.kind));
}

/// What is said of a step: the words of what it does.
std::string told(const Program& p, const Step& s) {
  if (s.kind == StepKind::Window && !s.signals.empty())
    return "《" + p.signals[s.signals[0]].name + "》";
  if (s.kind == StepKind::Call && !s.effect) return p.procedures[s.callee].name;
  if (s.kind == StepKind::Offer) return p.exchanges[s.exchange].name;
  return s.name.empty() ? "…" : s.name;
}

void procedures(Look& look) {
  const Program& p = look.p;
  struct Like {
    ProcId proc;
    std::vector<std::string> shape;
  };
  std::vector<Like> all;
  for (const ProcId i : p.procedures.ids()) {
    const Procedure& proc = p.procedures[i];
    bool carries_out = false;
    for (const auto& a : p.acts) carries_out = carries_out || a.declare == i || a.process == i;
    if (carries_out || look.owner[i].card != kNone || look.owner[i].name != proc.name ||
        proc.params == 0 || proc.by.empty())
      continue;
    Like l{i, {}};
    for (const Step& s : proc.steps)
      if (s.kind != StepKind::Note) l.shape.push_back(step_shape(p, s));
    if (l.shape.size() >= 2) all.push_back(std::move(l));
  }
  for (const Like& less : all)
    for (const Like& more : all) {
      if (more.shape.size() != less.shape.size() + 1 || less.shape.size() < 3) continue;
      const Procedure &a = p.procedures[less.proc], &b = p.procedures[more.proc];
      if (!(a.locals[0].type == b.locals[0].type)) continue;
      size_t i = 0;
      while (i < less.shape.size() && less.shape[i] == more.shape[i]) ++i;
      if (!std::equal(less.shape.begin() + static_cast<std::ptrdiff_t>(i), less.shape.end(),
                      more.shape.begin() + static_cast<std::ptrdiff_t>(i) + 1))
        continue;
      std::vector<const Step*> steps;
      for (const Step& s : b.steps)
        if (s.kind != StepKind::Note) steps.push_back(&s);
      Finding f = about(Code::SiblingStep, look.owner[less.proc], a.span,
                        {a.name, told(p, *steps[i]), b.name});
      add(f.set, grounds({b.name,
                          steps[i]->by.empty() ? b.by : steps[i]->by,
                          kNone,
                          {},
                          kNone,
                          steps[i]->span}));
      f.related.push_back(steps[i]->span);
      look.add(std::move(f));
    }
}

}  // namespace

void look_at_siblings(Look& look) {
  norms(look);
  ways_in(look);
  procedures(look);
}

}  // namespace hanrei::audit::rules
