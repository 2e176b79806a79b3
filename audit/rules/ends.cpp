// How the game ends, what runs out, and what has no end.
#include <algorithm>
#include <functional>
#include <set>

#include "audit/rules/look.h"
#include "base/contains.h"

namespace hanrei::audit::rules {

namespace {

/// The zones that an expression looks at.
std::set<ZoneId> zones_in(const Program& p, ExprId e) {
  std::set<ZoneId> out;
  if (e == kNone) return out;
  each_expr_within(p, e, [&](ExprId, const Expr& x) {
    if (x.op == Op::ZoneSet || x.op == Op::CountOf || x.op == Op::TopOf) out.insert(x.zone());
  });
  return out;
}

/// Does a step that cites clauses ask in the procedure, before the statement, how much is in the
/// zone that it takes from?
bool asked_before(const Program& p, const std::vector<Step>& list, const Stmt& taken) {
  bool asked = false, found = false;
  const std::function<void(const std::vector<Step>&)> within = [&](const std::vector<Step>& steps) {
    for (const Step& s : steps) {
      for (const Stmt& st : s.stmts) found = found || &st == &taken;
      if (found) return;
      if (s.by.empty()) {
        for (const auto& arm : s.arms) within(arm.steps);
        continue;
      }
      for (ExprId e : {s.cond, s.again}) asked = asked || zones_in(p, e).contains(taken.from);
      for (const auto& arm : s.arms) {
        asked = asked || zones_in(p, arm.cond).contains(taken.from);
        within(arm.steps);
        if (found) return;
      }
    }
  };
  within(list);
  return asked && found;
}

/// The procedures that set an attribute, and those that are called in steps.
bool sets(const Program& p, const std::vector<Step>& list, AttrId attr, bool calls) {
  for (const Step& s : list) {
    for (const Stmt& st : s.stmts)
      if (st.kind == StmtKind::Assign && st.target != kNone && p[st.target].op == Op::Attr &&
          p[st.target].id == attr)
        return true;
    for (const auto& arm : s.arms)
      if (sets(p, arm.steps, attr, calls)) return true;
    if (calls && s.kind == StepKind::Call && !s.effect &&
        sets(p, p.procedures[s.callee].steps, attr, false))
      return true;
  }
  return false;
}

/// An ending on a truth value of a player that is only ever set for one player, and not for each of
/// them, is judged before it could be set for the other.
bool one_at_a_time(const Program& p, const model::Ending& e) {
  const model::Expr& when = p[e.when];
  if (when.op != Op::Attr || when.type.kind != model::TypeKind::Bool) return false;
  const auto each_player = [&](ExprId set) {
    return set != kNone && p[set].op == Op::AllOf && p[set].type.id == model::kPlayerSort;
  };
  bool alone = true;
  for (const auto& t : p.triggers)
    if (each_player(t.domain) && t.proc != kNone)
      alone = alone && !sets(p, p.procedures[t.proc].steps, AttrId(when.id), true);
  visit(p, {.step =
                [&](const Site&, const Step& s) {
                  if (!s.together && s.kind != StepKind::Simul && !each_player(s.set)) return;
                  for (const auto& arm : s.arms)
                    alone = alone && !sets(p, arm.steps, AttrId(when.id), true);
                  alone = alone && !(s.together && sets(p, {s}, AttrId(when.id), false));
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
  return alone;
}

bool meets_both(const Program& p, const model::Ending& e) {
  return e.domain != kNone && p[e.domain].op == Op::AllOf;
}

/// What it comes to if both players meet an ending, said by the clause of one ending and of no
/// other.
void both_of_another(Look& look) {
  const Program& p = look.p;
  const auto within = [&](const std::vector<ClauseId>& some, const std::vector<ClauseId>& all) {
    return std::ranges::all_of(some, [&](ClauseId c) { return base::contains(all, c); });
  };
  const auto apart = [&](const std::vector<ClauseId>& a, const std::vector<ClauseId>& b) {
    return std::ranges::none_of(a, [&](ClauseId c) { return base::contains(b, c); });
  };
  for (const auto& own : p.endings) {
    if (own.source.by.empty() || !within(own.source.by, p.both.by)) continue;
    for (const auto& e : p.endings) {
      if (!meets_both(p, e) || e.source.card != kNone || e.source.by.empty() ||
          !apart(e.source.by, p.both.by) || (e.at_once && one_at_a_time(p, e)))
        continue;
      std::string clauses;
      for (ClauseId c : p.both.by) clauses += (clauses.empty() ? "" : ", ") + p.clauses[c].id;
      Finding f = about(Code::BothOfAnother, {e.id, e.source.by, kNone, {}, kNone, e.span}, e.span,
                        {e.id, clauses, own.id});
      add(f.set, grounds({"", p.both.by, kNone, {}, kNone, p.both.span}));
      f.related = {p.both.span, own.span};
      look.add(std::move(f));
    }
    return;
  }
}

}  // namespace

void look_at_ends(Look& look) {
  const Program& p = look.p;
  bool finishes = !p.endings.empty() || !p.event_endings.empty();
  std::set<ZoneId> watched;  // zones that an ending looks at
  for (const auto& e : p.endings) {
    const auto z = zones_in(p, e.when);
    watched.insert(z.begin(), z.end());
  }
  std::set<ProcId> asks_first;  // procedures that ask before they take, or end the game
  Site game;                    // the loop that the game is
  visit(p, {.step =
                [&](const Site& s, const Step& step) {
                  if (step.kind == StepKind::Note) ++look.out.notes;
                  if (step.kind == StepKind::Loop && game.by.empty() && s.card == kNone &&
                      s.proc != kNone && p.procedures[s.proc].params == 0)
                    game = s;
                  const bool asked = (step.kind == StepKind::Loop && step.ask != kNone);
                  if (asked && step.measure == kNone && s.card == kNone && !s.by.empty())
                    look.add(about(Code::NoMeasure, s, step.span, {s.name}));
                },
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (st.kind != StmtKind::Finish) return;
                  if (s.card == kNone) finishes = true;
                  if (s.proc != kNone) asks_first.insert(s.proc);
                },
            .choose = {},
            .expr = {}});
  if (!finishes) {
    Finding f = about(Code::NoEnd, game,
                      game.span              ? game.span
                      : p.procedures.empty() ? Span{}
                                             : p.procedures[ProcId(0)].span,
                      {});
    // what is gone round for ever: its clauses are those of what it calls
    if (f.set.empty())
      visit(p, {.step =
                    [&](const Site& s, const Step& step) {
                      if (step.kind != StepKind::Loop || s.span.begin != game.span.begin ||
                          s.span.file != game.span.file)
                        return;
                      for (const auto& arm : step.arms)
                        for (const Step& inner : arm.steps)
                          if (inner.kind == StepKind::Call && !inner.effect)
                            add(f.set, grounds(look.owner[inner.callee]));
                    },
                .stmt = {},
                .choose = {},
                .expr = {}});
    if (!p.procedures.empty()) look.add(std::move(f));
  }
  // both players, one ending, and nothing said of it
  if (p.both.by.empty()) {
    for (const auto& e : p.endings) {
      if (!meets_both(p, e) || e.source.card != kNone || (e.at_once && one_at_a_time(p, e)))
        continue;
      look.add(about(Code::BothEnd, {e.id, e.source.by, kNone, {}, kNone, e.span}, e.span, {e.id}));
    }
  }
  both_of_another(look);
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (st.kind != StmtKind::MoveTop || s.card != kNone || s.by.empty() ||
                      st.from == kNone)
                    return;
                  const auto& zone = p.zones[st.from];
                  if (zone.order != model::ZoneOrder::Pile || watched.contains(st.from) ||
                      (s.proc != kNone && asks_first.contains(s.proc)))
                    return;
                  if (s.proc != kNone && asked_before(p, p.procedures[s.proc].steps, st)) return;
                  for (const auto& l : p.limits)
                    if (zones_in(p, l.holds).contains(st.from) && !l.construction) return;
                  for (const auto& t : p.triggers)
                    if (t.becomes != kNone && zones_in(p, t.becomes).contains(st.from)) return;
                  look.add(about(Code::EmptyPile, s, st.span, {s.name, zone.name}));
                },
            .choose = {},
            .expr = {}});
}

}  // namespace hanrei::audit::rules
