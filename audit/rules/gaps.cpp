// Two things that the rules put at one moment, and no clause says how they stand to each other:
// what lasts until a moment and what happens at it, an answer and the turn that goes on, both
// players' choices, what was paid and what comes to nothing.
#include <algorithm>
#include <functional>
#include <set>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"
#include "audit/rules/words.h"
#include "base/contains.h"

namespace hanrei::audit::rules {

namespace {

const Words kSequence = {"先に",   "の後",          "た後",     "てから", "その上で",
                         "続いて", "次に",          "それから", "順",     "first",
                         "then",   "in this order", "after",    "before"};
const Words kTurns = {"先に",    "先攻から", "先攻が",    "順番",         "順に",
                      "同時",    "一斉",     "交互",      "代わる",       "first player",
                      "in turn", "in order", "same time", "simultaneous", "alternate"};
const Words kAnswering = {"応じ",   "応答",      "割り込",   "割込",
                          "answer", "interrupt", "response", "respond"};
const Words kPaid = {"払った", "払われた",      "支払い済",    "支払済",    "戻さ",
                     "戻ら",   "戻る",          "戻って",      "返さ",      "返る",
                     "返っ",   "無駄",          "was paid",    "paid back", "returned",
                     "refund", "price is lost", "cost is lost"};

/// The clauses of a step, or of the procedure that it is in.
std::vector<ClauseId> clauses_of(const Site& owner, const Step& s) {
  return s.by.empty() ? owner.by : s.by;
}
std::vector<Ground> of(const std::vector<ClauseId>& by) {
  return grounds({"", by, kNone, {}, kNone, {}});
}

/// The steps of a procedure in their order, with what is inside them.
void flat(const std::vector<Step>& list, std::vector<const Step*>& out) {
  for (const Step& s : list) {
    out.push_back(&s);
    for (const auto& arm : s.arms) flat(arm.steps, out);
  }
}

/// Do two clauses stand in one section, by their identifiers?
bool together(const Program& p, ClauseId a, ClauseId b) {
  const std::string &x = p.clauses[a].id, &y = p.clauses[b].id;
  const auto section = [](const std::string& id) {
    const size_t end = id.find_last_of(".・[-");
    return end == std::string::npos ? id : id.substr(0, end);
  };
  return section(x) == section(y);
}

bool expires(const Step& s) {
  return std::ranges::any_of(s.stmts, [](const Stmt& st) { return st.kind == StmtKind::Expire; });
}

/// A clause that ends what lasts until a moment and carries out what happens at it, without a word
/// of what comes first.
void ends_or_acts(Look& look) {
  const Program& p = look.p;
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    if (owner.card != kNone) continue;
    std::vector<const Step*> steps;
    flat(p.procedures[i].steps, steps);
    Finding f;
    std::set<ClauseId> clauses;  // by which something ends here
    const Step* end = nullptr;
    for (const Step* s : steps)
      if (expires(*s)) {
        for (ClauseId c : clauses_of(owner, *s)) clauses.insert(c);
        end = s;
      }
    if (end == nullptr) continue;
    for (const Step* s : steps) {
      if (s->kind != StepKind::Window || s->signals.empty()) continue;
      const std::vector<ClauseId> by = clauses_of(owner, *s);
      for (ClauseId c : by) {
        if (!clauses.contains(c) || says(p, of({c}), kSequence)) continue;
        f = about(Code::EndsOrActs, owner, s->span,
                  {owner.name, "《" + p.signals[s->signals[0]].name + "》"});
        f.set = of({c});
        f.related.push_back(end->span);
      }
    }
    if (!f.set.empty()) look.add(std::move(f));
  }
}

/// What the rulebook itself does at a moment stands among the effects that somebody orders.
void among_effects(Look& look) {
  const Program& p = look.p;
  std::map<SignalId, std::vector<const model::Trigger*>> own;
  std::map<SignalId, size_t> all;
  for (const auto& t : p.triggers) {
    if (t.signal != kNone) ++all[t.signal];
    if (t.signal != kNone && t.source.card == kNone && !t.source.by.empty())
      own[t.signal].push_back(&t);
  }
  const Users users(look);
  for (const auto& [signal, list] : own) {
    const auto& s = p.signals[signal];
    if (all[signal] < 2 || s.order == kNone || p.orders[s.order].orderer == kNone) continue;
    const auto& order = p.orders[s.order];
    // a clause of the same section orders just these
    if (std::ranges::any_of(order.by, [&](ClauseId o) {
          return std::ranges::any_of(list, [&](const auto* t) {
            return std::ranges::any_of(t->source.by, [&](ClauseId c) { return together(p, o, c); });
          });
        }))
      continue;
    Finding f =
        about(Code::AmongEffects, {s.name, list[0]->source.by, kNone, {}, kNone, list[0]->span},
              list[0]->span, {"《" + s.name + "》", order.name});
    for (const auto* t : list) {
      add(f.set, of(t->source.by));
      f.related.push_back(t->span);
    }
    add(f.set, of(s.by));
    if (const auto by = users.windows.find(signal); by != users.windows.end())
      for (const Site& w : by->second) add(f.set, grounds(w));
    add(f.set, of(order.by));
    look.add(std::move(f));
  }
}

/// An answer comes after each declaration, and the clauses that say what comes after a declaration
/// know of none.
void no_room(Look& look) {
  const Program& p = look.p;
  std::map<Id, Finding> found;
  std::map<Id, Said> others;
  for (const auto& x : p.exchanges) {
    if (x.answer == kNone || x.by.empty() ||
        look.files.properties("exchange", x.name).cited.contains("answer"))
      continue;
    const auto& a = p.exchanges[x.answer];
    const auto& says_what = look.files.properties("exchange", x.name).cited;
    if (!says_what.contains("next") && !says_what.contains("hold"))
      continue;  // what follows a declaration
    if (&a == &x || a.by.empty() || a.by == x.by || says(p, of(x.by), kAnswering)) continue;
    const auto [it, fresh] = found.try_emplace(
        x.answer,
        about(Code::NoRoom, {a.name, a.by, kNone, {}, kNone, a.span}, a.span, {a.name, ""}));
    others[x.answer].list({"`" + x.name + "`", "「" + x.name + "」"});
    it->second.args[1] = others[x.answer].text();
    add(it->second.set, of(x.by));
    it->second.related.push_back(x.span);
  }
  for (auto& [answer, f] : found) look.add(std::move(f));
}

/// Two exchanges that go the same way, and a clause that says of one of them what no clause says of
/// the other.
void sibling_exchanges(Look& look) {
  const Program& p = look.p;
  const auto like = [](const model::ExchangeDef& a, const model::ExchangeDef& b) {
    return a.seats.size() == b.seats.size() && a.next == b.next && a.pass == b.pass &&
           a.hold == b.hold && a.resolve == b.resolve && a.close == b.close;
  };
  for (const auto& y : p.exchanges)
    for (const auto& [property, what] :
         {std::pair{"next", Said{"who is asked next", "次にだれの番になるか"}},
          {"close", Said{"when it is over", "いつ終わるのか"}}}) {
      if (!look.files.properties("exchange", y.name).bare.contains(property)) continue;
      Finding f;
      Said others;
      for (const auto& x : p.exchanges) {
        const auto& cited = look.files.properties("exchange", x.name).cited;
        const auto clauses = cited.find(property);
        if (&x == &y || x.by.empty() || y.by.empty() || x.seats.size() < 2 || !like(x, y) ||
            clauses == cited.end())
          continue;
        std::vector<ClauseId> by;
        for (const ClauseId c : p.clauses.ids())
          if (clauses->second.contains(p.clauses[c].id)) by.push_back(c);
        const auto says_it_here = [&](ClauseId c) { return base::contains(y.by, c); };
        if (by.empty() || std::ranges::any_of(by, says_it_here)) continue;
        if (f.set.empty())
          f = about(Code::SiblingExchange, {y.name, y.by, kNone, {}, kNone, y.span}, y.span,
                    {y.name});
        add(f.set, of(by));
        f.related.push_back(x.span);
        others.list({"`" + x.name + "`", "「" + x.name + "」"});
      }
      if (f.set.empty()) continue;
      f.args.push_back(others.text());
      f.args.push_back(what.text());
      look.add(std::move(f));
    }
}

/// The moment of a deed (…するとき, …したとき): its tense tells it from others.
bool of_deed(const std::string& name) {
  return name.ends_with("とき") || name.ends_with("場合") || name.ends_with("た時") ||
         name.ends_with("る時");
}

/// Two moments directly after each other, by clauses of their own, neither of them that of a deed.
void two_moments(Look& look) {
  const Program& p = look.p;
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    const auto& steps = p.procedures[i].steps;
    for (size_t k = 0; k + 1 < steps.size() && owner.card == kNone; ++k) {
      const Step &a = steps[k], &b = steps[k + 1];
      if (a.kind != StepKind::Window || b.kind != StepKind::Window || a.by.empty() ||
          b.by.empty() || a.by == b.by || a.cond != kNone || b.cond != kNone ||
          a.signals.size() != 1 || b.signals.size() != 1 || of_deed(p.signals[a.signals[0]].name) ||
          of_deed(p.signals[b.signals[0]].name))
        continue;
      Site site = owner;
      site.by = a.by;
      Finding f = about(
          Code::TwoMoments, site, a.span,
          {"《" + p.signals[a.signals[0]].name + "》", "《" + p.signals[b.signals[0]].name + "》"});
      add(f.set, of(b.by));
      f.related.push_back(b.span);
      look.add(std::move(f));
    }
  }
}

/// Does anybody choose or declare something in the steps, openly?
bool asks(const Program& p, const std::vector<Step>& list, std::set<ProcId>& seen) {
  for (const Step& s : list) {
    if (s.kind == StepKind::Offer ||
        (s.kind == StepKind::Choose && s.choose.who != kNone && s.choose.secret.empty()))
      return true;
    if (s.kind == StepKind::Call && !s.effect && seen.insert(s.callee).second &&
        asks(p, p.procedures[s.callee].steps, seen))
      return true;
    for (const auto& arm : s.arms)
      if (asks(p, arm.steps, seen)) return true;
  }
  return false;
}

/// Without what is done under a condition only: it may be one player's.
std::vector<Step> of_all(std::vector<Step> steps) {
  std::erase_if(steps, [](const Step& s) { return s.cond != kNone || s.kind == StepKind::Branch; });
  return steps;
}

/// Both players do a thing in which they choose, and no clause says whose comes first.
void each_in_turn(Look& look) {
  const Program& p = look.p;
  const auto is_player = [&](ExprId e) {
    return p[e].type.kind == TypeKind::Ref && p[e].type.id == model::kPlayerSort;
  };
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    if (owner.card != kNone) continue;
    std::vector<const Step*> steps;
    flat(p.procedures[i].steps, steps);
    const auto tell = [&](const Step& a, const Step* b) {
      std::vector<Ground> set = of(clauses_of(owner, a));
      if (b != nullptr) add(set, of(clauses_of(owner, *b)));
      for (const Step* s : {&a, b})
        if (s != nullptr && s->kind == StepKind::Call && !s->effect)
          add(set, of(p.procedures[s->callee].by));
      if (set.empty() || says(p, set, kTurns)) return;
      Finding f = about(Code::EachInTurn, owner, a.span, {step_name(owner.name, a)});
      f.set = set;
      if (b != nullptr) f.related.push_back(b->span);
      look.add(std::move(f));
    };
    for (size_t k = 0; k < steps.size(); ++k) {
      const Step& s = *steps[k];
      std::set<ProcId> seen;
      if (s.kind == StepKind::Each && !s.together && s.set != kNone && p[s.set].op == Op::AllOf &&
          p[s.set].type.id == model::kPlayerSort && asks(p, of_all(s.arms.at(0).steps), seen))
        tell(s, nullptr);
      if (k + 1 >= steps.size()) continue;
      const Step& n = *steps[k + 1];
      if (s.kind == StepKind::Call && n.kind == StepKind::Call && !s.effect && !n.effect &&
          s.callee == n.callee && s.args.size() == n.args.size() && s.cond == kNone &&
          n.cond == kNone) {
        size_t players = 0, others = 0;
        for (size_t a = 0; a < s.args.size(); ++a)
          if (shape(p, s.args[a]) != shape(p, n.args[a]))
            ++(is_player(s.args[a]) ? players : others);
        if (players == 1 && others == 0 && asks(p, p.procedures[s.callee].steps, seen)) tell(s, &n);
      }
      if (s.kind == StepKind::Choose && n.kind == StepKind::Choose && s.choose.who != kNone &&
          n.choose.who != kNone && s.choose.secret.empty() && s.choose.domain == n.choose.domain &&
          s.cond == kNone && n.cond == kNone && shape(p, s.choose.who) != shape(p, n.choose.who) &&
          clauses_of(owner, s) == clauses_of(owner, n))
        tell(s, &n);
    }
  }
}

/// Something is paid in the steps: a token spent, a number of a player lowered.
bool pays(const Program& p, const Step& s, std::set<ProcId>& seen) {
  for (const Stmt& st : s.stmts) {
    if (st.kind == StmtKind::Vanish) return true;
    if (st.kind == StmtKind::Assign && st.assign == AssignOp::Sub && st.target != kNone &&
        p[st.target].op == Op::Attr && p.attrs[p[st.target].attr()].sort == model::kPlayerSort)
      return true;
  }
  const auto any = [&](const std::vector<Step>& list) {
    return std::ranges::any_of(list, [&](const Step& x) { return pays(p, x, seen); });
  };
  if (s.kind == StepKind::Call && !s.effect && seen.insert(s.callee).second &&
      any(p.procedures[s.callee].steps))
    return true;
  return std::ranges::any_of(s.arms, [&](const auto& arm) { return any(arm.steps); });
}

/// Acts that may be broken off, or negated, behind a step that pays for them.
void broken_off(Look& look) {
  const Program& p = look.p;
  Finding f;
  Said names;
  const auto tell = [&](const model::ActDef& a, const std::vector<Ground>& set, Span place,
                        Span paid) {
    if (f.set.empty())
      f = about(Code::BrokenOff, {a.name, {}, kNone, {}, kNone, a.span}, place, {});
    names.list({"`" + a.name + "`", "「" + a.name + "」"});
    add(f.set, set);
    f.related.push_back(paid);
  };
  std::vector<ClauseId>
      negates;  // clauses by which the rulebook makes a declared act come to nothing
  Span negated;
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (st.kind == StmtKind::Negate && s.card == kNone && !s.by.empty()) {
                    negates.insert(negates.end(), s.by.begin(), s.by.end());
                    negated = st.span;
                  }
                },
            .choose = {},
            .expr = {}});
  for (const auto& a : p.acts) {
    if (a.source.card != kNone) continue;
    const Step* paid = nullptr;
    const Step* broken = nullptr;
    std::vector<Ground> set;
    for (ProcId proc : {a.declare, a.process}) {
      if (proc == kNone) continue;
      for (const Step& s : p.procedures[proc].steps) {
        std::set<ProcId> seen;
        const std::vector<ClauseId> by = s.by.empty() ? a.source.by : s.by;
        if (paid != nullptr && (s.kind == StepKind::Abort || s.kind == StepKind::Recheck)) {
          broken = &s;
          add(set, of(by));
        }
        const bool price =
            std::ranges::any_of(s.by, [&](ClauseId c) { return p.clauses[c].kind == "cost"; }) &&
            (s.kind == StepKind::Do || s.kind == StepKind::Call);
        if (paid == nullptr && (price || pays(p, s, seen))) {
          paid = &s;
          add(set, of(by));
        }
      }
      if (proc == a.declare && paid != nullptr && !negates.empty() &&
          !says(p, of(negates), kPaid)) {
        add(set, of(negates));
        tell(a, set, negated, paid->span);
      }
    }
    if (broken != nullptr && !set.empty() && !says(p, set, kPaid))
      tell(a, set, broken->span, paid->span);
  }
  if (f.set.empty()) return;
  f.args.push_back(names.text());
  f.args.push_back(base::in_both("", ""));
  // a clause that says it of something else that is broken off
  bool named = false;
  visit(p, {.step =
                [&](const Site& s, const Step& step) {
                  if (named || s.card != kNone || step.by.empty() ||
                      (step.kind != StepKind::Abort && step.kind != StepKind::Recheck))
                    return;
                  for (const Ground& g : grounds(s))
                    if (says(p, {g}, kPaid) && !base::contains(f.set, g)) {
                      const std::string& id = p.clauses[g.clause].id;
                      f.args[1] = base::in_both(" (" + id + " says so of another case)",
                                                "（" + id + "は別の場合について述べています）");
                      named = true;
                      f.set.push_back(g);
                      f.related.push_back(step.span);
                      return;
                    }
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
  look.add(std::move(f));
}

}  // namespace

void look_at_gaps(Look& look) {
  ends_or_acts(look);
  among_effects(look);
  no_room(look);
  sibling_exchanges(look);
  two_moments(look);
  each_in_turn(look);
  broken_off(look);
}

}  // namespace hanrei::audit::rules
