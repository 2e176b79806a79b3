// How the game ends, what runs out, and what has no end.
#include <set>

#include "checker/structure/look.h"

namespace hanrei::checker::structure {

using model::Op;
using model::StepKind;
using model::StmtKind;

namespace {

/// The zones that an expression looks at.
std::set<Id> zones_in(const Program& p, ExprId e) {
  std::set<Id> out;
  if (e == kNone) return out;
  each_expr_within(p, e, [&](ExprId, const Expr& x) { if (x.op == Op::ZoneSet || x.op == Op::CountOf || x.op == Op::TopOf) out.insert(x.id); });
  return out;
}

bool meets_both(const Program& p, const model::Ending& e) { return e.domain != kNone && p[e.domain].op == Op::AllOf; }

}  // namespace

void look_at_ends(Look& look) {
  const Program& p = look.p;
  bool finishes = !p.endings.empty() || !p.event_endings.empty();
  std::set<Id> watched;                 // zones that an ending looks at
  for (const auto& e : p.endings) { const auto z = zones_in(p, e.when); watched.insert(z.begin(), z.end()); }
  std::set<Id> asks_first;              // procedures that ask before they take, or end the game
  Site game;
  visit(p, {.step = [&](const Site& s, const Step& step) {
              if (step.kind == StepKind::Note) ++look.out.notes;
              if (step.kind == StepKind::Loop && game.by.empty() && s.card == kNone && s.proc != kNone && at(p.procedures, s.proc).params == 0) game = s;
              const bool asked = (step.kind == StepKind::Loop && step.ask != kNone);
              if (asked && step.measure == kNone && s.card == kNone && !s.by.empty()) look.add(about(Code::NoMeasure, s, step.span, {s.name}));
            },
            .stmt = [&](const Site& s, const Stmt& st) {
              if (st.kind != StmtKind::Finish) return;
              if (s.card == kNone) finishes = true;
              if (s.proc != kNone) asks_first.insert(s.proc);
            },
            .choose = {}, .expr = {}});
  if (!finishes) {
    Finding f = about(Code::NoEnd, game, game.span ? game.span : p.procedures.empty() ? Span{} : p.procedures[0].span, {});
    if (!p.procedures.empty()) look.add(std::move(f));
  }
  // both players, one ending, and nothing said of it
  if (p.both.by.empty()) {
    for (const auto& e : p.endings) {
      if (!meets_both(p, e) || e.source.card != kNone) continue;
      look.add(about(Code::BothEnd, {e.id, e.source.by, kNone, {}, kNone, e.span}, e.span, {e.id}));
    }
  }
  visit(p, {.step = {}, .stmt = [&](const Site& s, const Stmt& st) {
              if (st.kind != StmtKind::MoveTop || s.card != kNone || s.by.empty() || st.from == kNone) return;
              const auto& zone = at(p.zones, st.from);
              if (zone.order != model::ZoneOrder::Pile || watched.contains(st.from) || (s.proc != kNone && asks_first.contains(s.proc))) return;
              for (const auto& l : p.limits) if (zones_in(p, l.holds).contains(st.from) && !l.construction) return;
              for (const auto& t : p.triggers) if (t.becomes != kNone && zones_in(p, t.becomes).contains(st.from)) return;
              look.add(about(Code::EmptyPile, s, st.span, {s.name, zone.name}));
            },
            .choose = {}, .expr = {}});
}

}  // namespace hanrei::checker::structure
