// What is understood and not carried out: it must not be passed over in silence.
//
// An expression or a statement becomes `Op::Unsupported`, which stops an engine that reaches it. A
// form of its own (a replacement, a barred event, a norm about a step …) is a gate: a condition
// laid on the event that it speaks about. While its `if` is false play goes on; where it would
// matter the engine stops, and the claim is undecided. A form that gets carried out loses its gate
// here and its entry in syntax/forms.cpp.
#include <algorithm>

#include "model/passes/compiler.h"
#include "model/passes/json.h"
#include "model/passes/passes.h"

namespace hanrei::model {

/// Stops an engine that reaches it, without a warning here.
ExprId Compiler::unsupported(Span span, const std::string& what, const Type& t,
                             std::vector<ExprId> args) {
  std::erase(args, kNone);
  Expr e{Op::Unsupported, t, string_id(what), 0, kNone, kNone, kNone, std::move(args), span};
  return add(std::move(e));
}

/// The same with a warning at its place.
ExprId Compiler::later(Span span, const std::string& what, const Type& t,
                       std::vector<ExprId> args) {
  log_.add(Code::UnsupportedForm, span, {what});
  return unsupported(span, what, t, std::move(args));
}

void Compiler::each_stmts(const std::function<void(std::vector<Stmt>&)>& f) {
  for (Procedure& p : p_.procedures) {
    each_step(p.steps, [&](Step& s) { f(s.stmts); });
    f(p.at_end);
  }
  for (ZoneDef& z : p_.zones) f(z.host_leaves);
  for (std::vector<Stmt>& w : p_.woulds) f(w);
}

/// The names of a compiled frame.
Scope Compiler::frame_scope(Procedure& proc) {
  Scope scope;
  scope.proc = &proc;
  for (size_t i = 0; i < proc.locals.size(); ++i)
    scope.local(proc.locals[i].name, static_cast<Id>(i), proc.locals[i].type);
  return scope;
}

// ---------------------------------------------------------------- gates

/// When does the form matter? None: always. On a card: where such a card is.
ExprId Compiler::gate_condition(const Gate& g, Scope& scope) {
  ExprId cond;
  if (g.cond != nullptr) cond = expression(*g.cond, scope, bool_type());
  if (g.source.card == kNone) return cond;
  Amend a;
  a.target = g.what;
  a.source = g.source;
  a.cond = cond;
  a.span = g.event.span;
  return op(Op::Amended, bool_type(), g.event.span, kNone, kNone, kNone,
            p_.amends.push_back(std::move(a)));
}

/// True where the form does not matter; where it does, an engine stops.
ExprId Compiler::gate_test(const Gate& g, Scope& scope) {
  const ExprId stop = unsupported(g.event.span, g.what, bool_type());
  const ExprId cond = gate_condition(g, scope);
  return cond == kNone ? stop
                       : op(Op::If, bool_type(), g.event.span, cond, stop,
                            constant(1, bool_type(), g.event.span));
}

/// Nobody can tell whether this may be declared: a prohibition that stops whoever asks.
void Compiler::gate_act(ActId act, const std::string& tag, const Gate& g, NormEvent about) {
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
  if (g.cond != nullptr) cond = expression(*g.cond, scope, bool_type());
  n.cond = both(cond, unsupported(g.event.span, g.what, bool_type()));
  p_.norms.push_back(std::move(n));
}

void Compiler::gate(const Gate& g) {
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
    case EventKind::Act: gate_act(ActId(e.id), "", g, NormEvent::Act); break;
    case EventKind::Tag: gate_act(kNone, e.tag, g, NormEvent::Act); break;
    case EventKind::Declare:
    case EventKind::Answer:
    case EventKind::End: {
      Gate all = g;
      all.cond = nullptr;
      all.event.names.clear();
      gate_act(kNone, "", all, NormEvent::Act);
      break;
    }
    case EventKind::Designate: gate_act(kNone, "", g, NormEvent::Designate); break;
    case EventKind::Affect: gate_act(kNone, "", g, NormEvent::Affect); break;
    case EventKind::Procedure: {
      Procedure& p = p_.procedures[ProcId(e.id)];
      parameters_of(p);
      if (g.forbids) {  // it does not happen
        const ExprId cond = gate_condition(g, scope);
        if (g.norm != kNone && g.source.card != kNone) {
          EventNorm& norm = p_.event_norms[g.norm];
          norm.amend = p_.amends.last_id();
          if (std::ranges::any_of(
                  norm.over, [&](ClauseId c) { return precedence(p_, c) == Precedence::Yields; }))
            break;  // the clause stands
        }
        p.cond = both(p.cond, cond == kNone ? constant(0, bool_type(), g.event.span)
                                            : op(Op::Not, bool_type(), g.event.span, cond));
      } else {
        p.cond = both(p.cond, gate_test(g, scope));
      }
      break;
    }
    case EventKind::Fail: {
      Procedure& p = p_.procedures[ProcId(e.id)];
      parameters_of(p);
      p.on_abort = both(p.on_abort, gate_test(g, scope));
      break;
    }
    case EventKind::Step: {
      Procedure& p = p_.procedures[ProcId(e.id)];
      Scope frame = frame_scope(p);
      frame.names.insert(frame.names.end(), scope.names.begin(), scope.names.end());
      frame.temps = scope.temps;
      const ExprId test = gate_test(g, frame);
      each_step(p.steps, [&](Step& s) {
        if (s.ordinal == e.ordinal && !s.name.empty()) s.cond = both(s.cond, test);
      });
      break;
    }
    case EventKind::Write:
    case EventKind::Move:
    case EventKind::Enter:
    case EventKind::Leave: {
      const auto gate_all = [&](std::vector<Stmt>& list) {
        for (Stmt& st : list) gate_stmt(g, st);
      };
      if (e.local == kNone)
        each_stmts(gate_all);
      else
        each_step(p_.procedures[ProcId(e.id)].steps, [&](Step& s) { gate_all(s.stmts); });
      break;
    }
  }
}

/// Lays a gate on one statement, if it is one that the event speaks about.
void Compiler::gate_stmt(const Gate& g, Stmt& st) {
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
    const Expr target = p_[st.target];
    const bool meant = e.local != kNone ? target.op == Op::Local && target.id == e.local
                                        : (target.op == Op::Attr || target.op == Op::GameAttr) &&
                                              target.id == e.id;
    if (!meant) return;
    ExprId written = st.value;
    if (st.assign == AssignOp::Add || st.assign == AssignOp::Sub)
      written = op(st.assign == AssignOp::Add ? Op::Add : Op::Sub, target.type, st.span, st.target,
                   st.value);
    if (e.names.size() == 2) name(0, target.a);
    name(e.names.size() - 1, written);
    const ExprId cond = gate_condition(here, scope);
    const ExprId stop = unsupported(e.span, g.what, type(st.value));
    st.value = cond == kNone ? stop : op(Op::If, type(st.value), st.span, cond, stop, st.value);
    return;
  }
  if (st.kind != StmtKind::Move && st.kind != StmtKind::MoveTop) return;
  if (e.kind == EventKind::Enter && st.id != e.id) return;
  name(0, st.kind == StmtKind::Move ? st.target
                                    : op(Op::TopOf, ref_type(kCardSort, true), st.span, st.target,
                                         kNone, kNone, st.from));
  const bool owned = p_.zones[ZoneId(st.id)].of == ZoneOwner::Player && st.owner != kNone;
  const ExprId zone = constant(st.id * 2, zone_type(), st.span);
  name(1, owned ? op(Op::Add, zone_type(), st.span, zone, st.owner) : zone);
  st.value = both(st.value, gate_test(here, scope));
}

void Compiler::gates() {
  gate_abilities();
  static_reads(p_);
  // A relation between sources that no engine knows: what claims to stand against a clause is
  // undecided.
  bool unknown = false;
  for (const Defeat& d : p_.defeats) unknown = unknown || d.winner.empty() || d.loser.empty();
  if (unknown)
    for (Norm& n : p_.norms)
      if (!n.over.empty())
        n.cond =
            both(n.cond,
                 unsupported(n.span,
                             base::in_both("a collision that this relation between sources decides",
                                           "この出所の優先関係で決まる衝突"),
                             bool_type()));
  for (size_t i = 0; i < gates_.size(); ++i) {
    const Gate g = gates_[i];
    gate(g);
  }
  // Conditions may have asked for a local more.
  for (ActDef& a : p_.acts) {
    Procedure& declare = p_.procedures[a.declare];
    const Procedure& process = p_.procedures[a.process];
    if (process.locals.size() > declare.locals.size()) declare.locals = process.locals;
  }
}

/// A static that gives or takes abilities: while one applies, nothing that cards' texts say can be
/// relied on.
void Compiler::gate_abilities() {
  for (const StaticId i : p_.statics.ids()) {
    const Static s = p_.statics[i];
    const AttrDef& a = p_.attrs[s.attr];
    if (a.type != set_type(ref_type(kEffectSort))) continue;
    Gate g;
    g.what = "abilities given or taken by a text";
    g.event.span = s.span;
    g.source = s.source;
    g.source.card = kNone;
    const ExprId stop = unsupported(s.span, g.what, bool_type());
    // Temp 0 is the card whose text is asked about; the target takes its number in the set
    const ExprId applies = s.source.card == kNone && s.for_all
                               ? op(Op::Quant, bool_type(), s.span, s.domain, s.cond, kNone, 1,
                                    static_cast<int64_t>(QuantKind::Any))
                               : kNone;
    const ExprId none = applies == kNone ? stop
                                         : op(Op::If, bool_type(), s.span, applies, stop,
                                              constant(1, bool_type(), s.span));
    p_.active = both(p_.active, none);
    for (const ActId k : p_.acts.ids())
      if (p_.acts[k].effect_of != kNone) {
        Norm n;
        n.id = g.what;
        n.mode = NormMode::Forbid;
        n.act = k;
        n.source = g.source;
        n.span = s.span;
        n.cond = applies == kNone ? stop : both(applies, stop);
        p_.norms.push_back(std::move(n));
      }
  }
}

// ---------------------------------------------------------------- lives

/// What ends with a duration ends where that expires; what ends with a procedure, when its frame
/// does.
void Compiler::lives() {
  for (const LifeOf& l : lives_) {
    std::vector<Stmt> ends;
    const auto reset = [&](ExprId place, ExprId self) {
      Stmt st;
      st.kind = StmtKind::Assign;
      st.span = l.life->span;
      st.target = place;
      const Type t = type(place);
      Scope scope;
      if (self != kNone) scope.alias("self", self, type(self));
      st.value = l.fallback != nullptr
                     ? expression(*l.fallback, scope, t)
                     : constant(t.kind == TypeKind::Ref || t.kind == TypeKind::Price ? kNobody : 0,
                                t, st.span);
      ends.push_back(std::move(st));
    };
    const Span at = l.life->span;
    if (l.attr == kNone) {
      Stmt st;
      st.kind = StmtKind::Vanish;
      st.span = at;
      st.target = op(Op::AllOf, set_type(ref_type(l.sort)), at, kNone, kNone, kNone, l.sort);
      ends.push_back(std::move(st));
    } else if (l.sort == kNone) {
      reset(op(Op::GameAttr, p_.attrs[l.attr].type, at, kNone, kNone, kNone, l.attr), kNone);
    } else if (l.sort == kPlayerSort) {
      for (int64_t p = 0; p < 2; ++p) {
        const ExprId player = constant(p, ref_type(kPlayerSort), at);
        reset(op(Op::Attr, p_.attrs[l.attr].type, at, player, kNone, kNone, l.attr), player);
      }
    } else {
      log_.add(Code::WrongShape, at,
               {"life", "`" + l.life->string + "`", "card or stay, for an attribute of cards"});
      continue;
    }
    if (const auto d = durations_.find(l.life->string); d != durations_.end()) {
      each_stmts([&](std::vector<Stmt>& list) {
        const bool expires = std::ranges::any_of(list, [&](const Stmt& st) {
          return st.kind == StmtKind::Expire && st.id == d->second;
        });
        if (expires) list.insert(list.end(), ends.begin(), ends.end());
      });
    } else if (const auto p = procs_.find(l.life->string); p != procs_.end()) {
      auto& list = p_.procedures[p->second].at_end;
      list.insert(list.end(), ends.begin(), ends.end());
    } else {
      log_.add(Code::WrongShape, at,
               {"life", "`" + l.life->string + "`", "card, stay, a duration or a procedure"});
    }
  }
}

}  // namespace hanrei::model
