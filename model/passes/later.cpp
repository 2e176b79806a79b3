// What is understood and not carried out: it must not be passed over in silence.
//
// An expression or a statement becomes `Op::Unsupported`, which stops an engine that reaches it. A
// form of its own (a replacement, a barred event, a norm about a step …) is a gate: a condition
// laid on the event that it speaks about. While its `if` is false play goes on; where it would
// matter the engine stops, and the claim is undecided. A form that gets carried out loses its gate
// here and its entry in syntax/forms.cpp.
#include "model/passes/later.h"

#include <algorithm>

#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/passes.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static void gate_stmt(Translation& tr, const Gate& g, Stmt& stmt);
static void gate_abilities(Translation& tr);

ExprId unsupported(Translation& tr, Span span, const std::string& what, const Type& t,
                   std::vector<ExprId> args) {
  std::erase(args, kNone);
  Expr e{Op::Unsupported, t, string_id(tr, what), 0, kNone, kNone, kNone, std::move(args), span};
  return add(tr, std::move(e));
}

ExprId later(Translation& tr, Span span, const std::string& what, const Type& t,
             std::vector<ExprId> args) {
  tr.log.add(base::Code::UnsupportedForm, span, {what});
  return unsupported(tr, span, what, t, std::move(args));
}

void each_stmts(Translation& tr, const std::function<void(std::vector<Stmt>&)>& f) {
  for (Procedure& p : tr.p.procedures) {
    each_step(p.steps, [&](Step& s) { f(s.stmts); });
    f(p.at_end);
  }
  for (ZoneDef& z : tr.p.zones) f(z.host_leaves);
  for (std::vector<Stmt>& w : tr.p.woulds) f(w);
}

Scope frame_scope(Procedure& proc) {
  Scope scope;
  scope.proc = &proc;
  for (size_t i = 0; i < proc.locals.size(); ++i)
    scope.local(proc.locals[i].name, static_cast<Id>(i), proc.locals[i].type);
  return scope;
}

// ---------------------------------------------------------------- gates

/// When does the form matter? None: always. On a card: where such a card is.
static ExprId gate_condition(Translation& tr, const Gate& g, Scope& scope) {
  ExprId cond;
  if (g.cond != nullptr) cond = expression(tr, *g.cond, scope, bool_type());
  if (g.source.card == kNone) return cond;
  Amend a;
  a.target = g.what;
  a.source = g.source;
  a.cond = cond == kNone ? kNone : both(tr, tr.p.active, cond);  // a card out of force says nothing
  a.span = g.event.span;
  return op(tr, Op::Amended, bool_type(), g.event.span, kNone, kNone, kNone,
            tr.p.amends.push_back(std::move(a)));
}

/// True where the form does not matter; where it does, an engine stops.
static ExprId gate_test(Translation& tr, const Gate& g, Scope& scope) {
  const ExprId stop = unsupported(tr, g.event.span, g.what, bool_type());
  const ExprId cond = gate_condition(tr, g, scope);
  return cond == kNone ? stop
                       : op(tr, Op::If, bool_type(), g.event.span, cond, stop,
                            constant(tr, 1, bool_type(), g.event.span));
}

/// Nobody can tell whether this may be declared: a prohibition that stops whoever asks.
static void gate_act(Translation& tr, ActId act, const std::string& tag, const Gate& g,
                     NormEvent about) {
  Norm n;
  n.id = g.what;
  n.mode = NormMode::Forbid;
  n.event = about;
  n.act = act;
  n.tag = tag;
  n.source = g.source;
  n.span = g.event.span;
  Scope scope;
  scope.card = g.source.card;
  scope.temp("self", ref_type(kCardSort, true));
  scope.temp("me", ref_type(kPlayerSort));
  for (size_t i = 0; i < g.event.names.size(); ++i)
    scope.temp(g.event.names[i] == "self" ? "·self" : g.event.names[i], g.event.types[i]);
  ExprId cond;
  if (g.cond != nullptr) cond = expression(tr, *g.cond, scope, bool_type());
  n.cond = both(tr, cond, unsupported(tr, g.event.span, g.what, bool_type()));
  tr.p.norms.push_back(std::move(n));
}

static void gate(Translation& tr, const Gate& g) {
  const Event& e = g.event;
  Scope scope;
  scope.card = g.source.card;
  if (g.source.card != kNone) scope.temp("self", ref_type(kCardSort, true));
  const auto name_of = [&](size_t i) { return e.names[i] == "self" ? "·self" : e.names[i]; };
  const auto parameters_of = [&](Procedure& p) {
    scope.proc = &p;
    for (size_t i = 0; i < e.names.size(); ++i)
      scope.local(name_of(i), static_cast<Id>(i), e.types[i]);
  };
  switch (e.kind) {
    case EventKind::Act: gate_act(tr, ActId(e.id), "", g, NormEvent::Act); break;
    case EventKind::Tag: gate_act(tr, kNone, e.tag, g, NormEvent::Act); break;
    case EventKind::Declare:
    case EventKind::Answer:
    case EventKind::End: {
      Gate all = g;
      all.cond = nullptr;
      all.event.names.clear();
      gate_act(tr, kNone, "", all, NormEvent::Act);
      break;
    }
    case EventKind::Designate: gate_act(tr, kNone, "", g, NormEvent::Designate); break;
    case EventKind::Affect: gate_act(tr, kNone, "", g, NormEvent::Affect); break;
    case EventKind::Procedure: {
      Procedure& p = tr.p.procedures[ProcId(e.id)];
      parameters_of(p);
      if (g.forbids) {  // it does not happen
        const ExprId cond = gate_condition(tr, g, scope);
        if (g.norm != kNone && g.source.card != kNone) {
          EventNorm& norm = tr.p.event_norms[g.norm];
          norm.amend = tr.p.amends.last_id();
          if (std::ranges::any_of(
                  norm.over, [&](ClauseId c) { return precedence(tr.p, c) == Precedence::Yields; }))
            break;  // the clause stands
        }
        p.cond = both(tr, p.cond,
                      cond == kNone ? constant(tr, 0, bool_type(), g.event.span)
                                    : op(tr, Op::Not, bool_type(), g.event.span, cond));
      } else {
        p.cond = both(tr, p.cond, gate_test(tr, g, scope));
      }
      break;
    }
    case EventKind::Fail: {
      Procedure& p = tr.p.procedures[ProcId(e.id)];
      parameters_of(p);
      p.on_abort = both(tr, p.on_abort, gate_test(tr, g, scope));
      break;
    }
    case EventKind::Step: {
      Procedure& p = tr.p.procedures[ProcId(e.id)];
      Scope frame = frame_scope(p);
      frame.names.insert(frame.names.end(), scope.names.begin(), scope.names.end());
      frame.temps = scope.temps;
      const ExprId test = gate_test(tr, g, frame);
      each_step(p.steps, [&](Step& s) {
        if (s.ordinal == e.ordinal && !s.name.empty()) s.cond = both(tr, s.cond, test);
      });
      break;
    }
    case EventKind::Write:
    case EventKind::Move:
    case EventKind::Enter:
    case EventKind::Leave: {
      const auto gate_all = [&](std::vector<Stmt>& list) {
        for (Stmt& st : list) gate_stmt(tr, g, st);
      };
      if (e.local == kNone)
        each_stmts(tr, gate_all);
      else
        each_step(tr.p.procedures[ProcId(e.id)].steps, [&](Step& s) { gate_all(s.stmts); });
      break;
    }
  }
}

/// Lays a gate on one statement, if it is one that the event speaks about.
void gate_stmt(Translation& tr, const Gate& g, Stmt& st) {
  const Event& e = g.event;
  Scope scope;
  scope.card = g.source.card;
  scope.temps = 4;  // beyond those of the statement
  const auto name = [&](size_t i, ExprId value) {
    if (i < e.names.size()) scope.alias(e.names[i], value, e.types[i]);
  };
  Gate here = g;
  if (g.source.card != kNone)
    here.cond = nullptr;  // `self` has no place among the names of a statement
  if (e.kind == EventKind::Write) {
    if (st.kind != StmtKind::Assign) return;
    const Expr target = tr.p[st.target];
    const bool meant = e.local != kNone ? target.op == Op::Local && target.id == e.local
                                        : (target.op == Op::Attr || target.op == Op::GameAttr) &&
                                              target.id == e.id;
    if (!meant) return;
    ExprId written = st.value;
    if (st.assign == AssignOp::Add || st.assign == AssignOp::Sub)
      written = op(tr, st.assign == AssignOp::Add ? Op::Add : Op::Sub, target.type, st.span,
                   st.target, st.value);
    if (e.names.size() == 2) name(0, target.a);
    name(e.names.size() - 1, written);
    const ExprId cond = gate_condition(tr, here, scope);
    const ExprId stop = unsupported(tr, e.span, g.what, tr.type(st.value));
    st.value =
        cond == kNone ? stop : op(tr, Op::If, tr.type(st.value), st.span, cond, stop, st.value);
    return;
  }
  if (st.kind != StmtKind::Move && st.kind != StmtKind::MoveTop) return;
  if (e.kind == EventKind::Enter && st.id != e.id) return;
  name(0, st.kind == StmtKind::Move ? st.target
                                    : op(tr, Op::TopOf, ref_type(kCardSort, true), st.span,
                                         st.target, kNone, kNone, st.from));
  const bool owned = tr.p.zones[ZoneId(st.id)].of == ZoneOwner::Player && st.owner != kNone;
  const ExprId zone = constant(tr, st.id * 2, zone_type(), st.span);
  name(1, owned ? op(tr, Op::Add, zone_type(), st.span, zone, st.owner) : zone);
  st.value = both(tr, st.value, gate_test(tr, here, scope));
}

void gates(Translation& tr) {
  gate_abilities(tr);
  static_reads(tr.p);
  // A relation between sources that no engine knows: what claims to stand against a clause is
  // undecided.
  bool unknown = false;
  for (const Defeat& d : tr.p.defeats) unknown = unknown || d.winner.empty() || d.loser.empty();
  if (unknown)
    for (Norm& n : tr.p.norms)
      if (!n.over.empty())
        n.cond =
            both(tr, n.cond,
                 unsupported(tr, n.span,
                             base::in_both("a collision that this relation between sources decides",
                                           "この出所の優先関係で決まる衝突"),
                             bool_type()));
  for (size_t i = 0; i < tr.gates.size(); ++i) {
    const Gate g = tr.gates[i];
    gate(tr, g);
  }
  // Conditions may have asked for a local more.
  for (ActDef& a : tr.p.acts) {
    Procedure& declare = tr.p.procedures[a.declare];
    const Procedure& process = tr.p.procedures[a.process];
    if (process.locals.size() > declare.locals.size()) declare.locals = process.locals;
  }
}

/// A static that gives or takes abilities: while one applies, nothing that cards' texts say can be
/// relied on.
void gate_abilities(Translation& tr) {
  for (const StaticId i : tr.p.statics.ids()) {
    const Static s = tr.p.statics[i];
    const AttrDef& a = tr.p.attrs[s.attr];
    if (a.type != set_type(ref_type(kEffectSort))) continue;
    Gate g;
    g.what = "abilities given or taken by a text";
    g.event.span = s.span;
    g.source = s.source;
    g.source.card = kNone;
    const ExprId stop = unsupported(tr, s.span, g.what, bool_type());
    // Temp 0 is the card whose text is asked about; the target takes its number in the set
    const ExprId applies = s.source.card == kNone && s.for_all
                               ? op(tr, Op::Quant, bool_type(), s.span, s.domain, s.cond, kNone, 1,
                                    static_cast<int64_t>(QuantKind::Any))
                               : kNone;
    const ExprId none = applies == kNone ? stop
                                         : op(tr, Op::If, bool_type(), s.span, applies, stop,
                                              constant(tr, 1, bool_type(), s.span));
    tr.p.active = both(tr, tr.p.active, none);
    for (const ActId k : tr.p.acts.ids())
      if (tr.p.acts[k].effect_of != kNone) {
        Norm n;
        n.id = g.what;
        n.mode = NormMode::Forbid;
        n.act = k;
        n.source = g.source;
        n.span = s.span;
        n.cond = applies == kNone ? stop : both(tr, applies, stop);
        tr.p.norms.push_back(std::move(n));
      }
  }
}

// ---------------------------------------------------------------- lives

/// What ends with a duration ends where that expires; what ends with a procedure, when its frame
/// does.
void lives(Translation& tr) {
  for (const LifeOf& l : tr.lives) {
    std::vector<Stmt> ends;
    const auto reset = [&](ExprId place, ExprId self) {
      Stmt st;
      st.kind = StmtKind::Assign;
      st.span = l.life->span;
      st.target = place;
      const Type t = tr.type(place);
      Scope scope;
      if (self != kNone) scope.alias("self", self, tr.type(self));
      st.value =
          l.fallback != nullptr
              ? expression(tr, *l.fallback, scope, t)
              : constant(tr, t.kind == TypeKind::Ref || t.kind == TypeKind::Price ? kNobody : 0, t,
                         st.span);
      ends.push_back(std::move(st));
    };
    const Span at = l.life->span;
    if (l.attr == kNone) {
      Stmt st;
      st.kind = StmtKind::Vanish;
      st.span = at;
      st.target = op(tr, Op::AllOf, set_type(ref_type(l.sort)), at, kNone, kNone, kNone, l.sort);
      ends.push_back(std::move(st));
    } else if (l.sort == kNone) {
      reset(op(tr, Op::GameAttr, tr.p.attrs[l.attr].type, at, kNone, kNone, kNone, l.attr), kNone);
    } else if (l.sort == kPlayerSort) {
      for (int64_t p = 0; p < 2; ++p) {
        const ExprId player = constant(tr, p, ref_type(kPlayerSort), at);
        reset(op(tr, Op::Attr, tr.p.attrs[l.attr].type, at, player, kNone, kNone, l.attr), player);
      }
    } else {
      tr.log.add(base::Code::WrongShape, at,
                 {"life", "`" + l.life->string + "`", "card or stay, for an attribute of cards"});
      continue;
    }
    if (const auto d = tr.names.durations.find(l.life->string); d != tr.names.durations.end()) {
      each_stmts(tr, [&](std::vector<Stmt>& list) {
        const bool expires = std::ranges::any_of(list, [&](const Stmt& st) {
          return st.kind == StmtKind::Expire && st.id == d->second;
        });
        if (expires) list.insert(list.end(), ends.begin(), ends.end());
      });
    } else if (const auto p = tr.names.procs.find(l.life->string); p != tr.names.procs.end()) {
      auto& list = tr.p.procedures[p->second].at_end;
      list.insert(list.end(), ends.begin(), ends.end());
    } else {
      tr.log.add(base::Code::WrongShape, at,
                 {"life", "`" + l.life->string + "`", "card, stay, a duration or a procedure"});
    }
  }
}

}  // namespace hanrei::model
