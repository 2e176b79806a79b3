// What the clauses have no word for although play comes to it: fewer cards than are to be drawn, a
// target that is gone.
#include <algorithm>
#include <functional>
#include <set>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"
#include "audit/rules/words.h"
#include "model/ir/forms.h"

namespace hanrei::audit::rules {

namespace {

const Words kShort = {"残り",   "残っ",     "足り",    "不足",     "できるだけ", "可能な限り",
                      "全て引", "すべて引", "ある分",  "ある限り", "まで引",     "as many",
                      "fewer",  "remain",   "run out", "too few"};
const Words kTarget = {"対象", "target"};
const Words kNaming = {"選",    "指定",   "確定",   "定ま",   "挙げ",    "宣言",
                       "named", "chosen", "choose", "declar", "settled", "specif"};
const Words kUntargeted = {"対象にならない", "not be targeted",
                           "cannot be a target"};  // says of what there is no target
const Words kLost = {"なくな", "いなく",   "失",       "欠",        "離れ",   "適切", "不正",
                     "不適",   "立ち消え", "無効",     "外れ",      "gone",   "lost", "leaves",
                     "left ",  "fizzle",   "suitable", "no longer", "invalid"};

std::vector<Ground> of(const std::vector<ClauseId>& by) {
  return grounds({"", by, kNone, {}, kNone, {}});
}

bool reads(const Program& p, ExprId e, ZoneId pile) {
  bool found = false;
  if (e != kNone)
    each_expr_within(p, e, [&](ExprId, const Expr& x) {
      found = found || ((x.op == Op::ZoneSet || x.op == Op::CountOf) && x.id == pile);
    });
  return found;
}

/// The pile that a loop takes from, one card each time round. `asked`: a clause says what holds
/// when there is none.
struct Taken {
  const Step* loop = nullptr;
  ZoneId pile;
  bool asked = false;
};
Taken taken_in_turn(const Program& p, const Procedure& proc) {
  Taken out;
  each_step(proc.steps, [&](const Step& loop) {
    if (loop.kind != StepKind::Loop || loop.arms.empty() || out.loop != nullptr) return;
    each_step(loop.arms[0].steps, [&](const Step& s) {
      for (const Stmt& st : s.stmts) {
        if (st.kind == StmtKind::MoveTop && st.from != kNone &&
            p.zones[st.from].order == model::ZoneOrder::Pile)
          out = {&loop, st.from, out.asked};
      }
      if (!s.by.empty() && s.cond != kNone)
        each_expr_within(p, s.cond,
                         [&](ExprId, const Expr& e) { out.asked = out.asked || e.op == Op::Size; });
    });
  });
  return out;
}

/// The procedures that the loop which the game is comes to by calls.
std::set<ProcId> of_turns(const Look& look) {
  const Program& p = look.p;
  std::set<ProcId> out;
  std::vector<ProcId> todo;
  const auto calls = [&](const std::vector<Step>& list) {
    each_step(list, [&](const Step& s) {
      if (s.kind == StepKind::Call && !s.effect && out.insert(s.callee).second)
        todo.push_back(s.callee);
    });
  };
  for (const ProcId i : p.procedures.ids()) {
    if (look.owner[i].card != kNone || p.procedures[i].params != 0) continue;
    each_step(p.procedures[i].steps, [&](const Step& s) {
      if (s.kind == StepKind::Loop)
        for (const auto& arm : s.arms) calls(arm.steps);
    });
  }
  for (const auto& a : p.acts)
    for (ProcId proc : {a.declare, a.process})
      if (proc != kNone && a.source.card == kNone) todo.push_back(proc);
  while (!todo.empty()) {
    const ProcId next = todo.back();
    todo.pop_back();
    out.insert(next);
    calls(p.procedures[next].steps);
  }
  return out;
}

/// Several are taken in turn, and an ending waits for there being none.
void fewer_left(Look& look) {
  const Program& p = look.p;
  const std::set<ProcId> turns = of_turns(look);
  for (const ProcId i : p.procedures.ids()) {
    const Procedure& proc = p.procedures[i];
    if (look.owner[i].card != kNone) continue;
    const Taken taken = taken_in_turn(p, proc);
    if (taken.loop == nullptr || taken.asked) continue;
    std::vector<Ground> set;
    Finding f;
    std::set<ProcId> own;  // the procedures by which it is carried out
    const auto from = [&](ProcId target, const auto& self, int depth) -> void {
      for (const ProcId c : p.procedures.ids()) {
        if (depth >= 3 || look.owner[c].card != kNone || !turns.contains(c)) continue;
        each_step(p.procedures[c].steps, [&](const Step& s) {
          if (s.kind != StepKind::Call || s.effect || s.callee != target) return;
          const bool once = std::ranges::any_of(s.args, [&](ExprId e) {
            return p[e].op == Op::Const && p[e].type.kind == TypeKind::Int && p[e].value < 2;
          });
          const bool act = std::ranges::any_of(
              p.acts, [&](const auto& a) { return a.declare == c || a.process == c; });
          const bool fixed = std::ranges::any_of(s.args, [&](ExprId e) {
            return p[e].op == Op::Const && p[e].type.kind == TypeKind::Int;
          });
          if (once || (act && fixed)) return;
          const std::vector<ClauseId> by = s.by.empty() ? look.owner[c].by : s.by;
          if (!by.empty()) {
            if (!f.place)
              f.place = s.span;
            else
              f.related.push_back(s.span);
            add(set, of(by));
          } else if (own.insert(c).second)
            self(c, self, depth + 1);
        });
      }
    };
    from(i, from, 0);
    if (set.empty()) continue;
    add(set, of(look.owner[i].by));
    for (const auto& e : p.endings)
      if (reads(p, e.when, taken.pile) && e.source.card == kNone) add(set, of(e.source.by));
    if (says(p, set, kShort)) continue;
    f.code = Code::FewerLeft;
    f.args = {look.owner[i].name, p.zones[taken.pile].name};
    f.set = set;
    f.related.push_back(taken.loop->span);
    look.add(std::move(f));
  }
}

/// A target is named at a declaration, others may act before it is carried out, and no clause knows
/// of one that is gone.
void target_gone(Look& look) {
  const Program& p = look.p;
  const bool between = std::ranges::any_of(p.exchanges, [](const auto& e) {
    return e.answer != kNone || e.resolve != model::Resolve::AtOnce;
  });
  const auto rechecks = [&](ProcId proc) {
    bool found = false;
    if (proc != kNone)
      each_step(p.procedures[proc].steps,
                [&](const Step& s) { found = found || s.kind == StepKind::Recheck; });
    return found;
  };
  const model::ActDef* act = nullptr;
  for (const auto& a : p.acts) {
    if (a.source.card != kNone || a.present.empty()) continue;
    if (rechecks(a.declare) || rechecks(a.process)) return;
    if (act == nullptr && (a.effect_of != kNone || a.present.size() > 1)) act = &a;
  }
  if (!between || act == nullptr) return;
  std::vector<ClauseId> naming;
  for (const ClauseId c : p.clauses.ids()) {
    const std::vector<Ground> one = {{c, kNone, ""}};
    if (!says(p, one, kTarget)) continue;
    if (says(p, one, kLost)) return;
    if (says(p, one, kNaming) && !says(p, one, kUntargeted)) naming.push_back(c);
  }
  if (naming.empty()) return;
  Finding f = about(Code::TargetGone, {"", naming, kNone, {}, kNone, act->span}, act->span, {});
  look.add(std::move(f));
}

}  // namespace

void look_at_unsaid(Look& look) {
  fewer_left(look);
  target_gone(look);
}

}  // namespace hanrei::audit::rules
