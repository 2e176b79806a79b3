// Steps -> code. Before and after, for a step `{"n": 5, "if": φ, "do": s}`:
//
//     Branch φ else L;  Stmts s;  Settle;  Mark did;  L:
//
// A step with several parts, or with `else`, is a branch: its Mark stands at the end of each arm.
#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "base/contains.h"
#include "model/ir/code.h"
#include "model/ir/forms.h"

namespace hanrei::model {
namespace {

class Lowering {
 public:
  explicit Lowering(const Program& p) : p_(p) {}

  Lowered run() {
    out_.windows = p_.procedures.next_id();
    out_.exchanges = out_.windows + p_.signals.next_id();
    out_.book = CodeId(out_.exchanges + p_.exchanges.next_id());
    footprints();
    for (const ProcId i : p_.procedures.ids()) procedure(i);
    for (const SignalId i : p_.signals.ids()) window(i);
    for (const ExchangeId i : p_.exchanges.ids()) exchange(i);
    book();
    for (const SignalId i : p_.signals.ids()) {
      std::vector<SignalId> all;
      const std::function<void(SignalId)> visit = [&](SignalId s) {
        if (base::contains(all, s)) return;
        all.push_back(s);
        for (const SignalId c : p_.signals[s].covers) visit(c);
      };
      visit(i);
      out_.raises.push_back(std::move(all));
    }
    for (const Static& s : p_.statics) out_.modified.set(s.attr);
    Footprint written;
    out_.shuffled.assign(p_.zones.size(), false);
    const auto modifies = [&](const std::vector<Stmt>& list) {
      for (const Stmt& s : list) {
        if (s.kind == StmtKind::Modify) out_.modified.set(s.id);
        if (s.kind == StmtKind::Move || s.kind == StmtKind::MoveTop) out_.moves = true;
        if (s.kind == StmtKind::Shuffle) out_.shuffled[ZoneId(s.id)] = true;
        written |= writes_of(s);
      }
    };
    for (const Code& c : out_.codes)
      for (const Instr& i : c.ins) modifies(i.stmts);
    for (const auto& would : p_.woulds) modifies(would);
    for (const ZoneDef& z : p_.zones) modifies(z.host_leaves);
    written |= out_.modified;
    for (size_t bit : {kZoneBit, kEffectsBit, kTokenBit, kStackBit}) written.set(bit);
    for (const DerivedDef& d : p_.derived)
      out_.constant.push_back(d.args.empty() && closed(d.is) &&
                              (reads_of({d.is}) & written).none());
    return std::move(out_);
  }

 private:
  // ---- footprints

  void reads(ExprId e, Footprint& f, std::set<std::pair<int, Id>>& seen) const {
    if (e == kNone || !seen.insert({-1, e}).second) return;
    const Expr& x = p_[e];
    switch (def_of(x.op).on) {
      case On::Attribute: {
        f.set(x.id);
        const AttrDef& a = p_.attrs[x.attr()];
        if (seen.insert({0, x.id}).second) {
          reads(a.base, f, seen);
          if (a.modifiable && static_cast<Reading>(x.value) == Reading::Now) {
            f.set(kEffectsBit);
            reads(p_.active, f, seen);  // when statics begin and end
            for (const Static& s : p_.statics)
              if (s.attr == x.id) {
                reads(s.domain, f, seen);
                reads(s.target, f, seen);
                reads(s.amount, f, seen);
                reads(s.cond, f, seen);
              }
            for (const Norm& n : p_.norms)
              if (forbids_statics(p_, n)) reads(n.cond, f, seen);
          }
        }
        break;
      }
      case On::Places:
        f.set(kZoneBit);
        f.set(kTokenBit);
        break;
      case On::Members:
        if (x.type.elem == TypeKind::Ref && x.type.id > kEffectSort) f.set(kTokenBit);
        break;  // other things are always there
      case On::Kind:
        if (seen.insert({1, x.id}).second) reads(p_.kinds[x.kind()].is, f, seen);
        f.set(kZoneBit);
        break;
      case On::Derived:
        if (seen.insert({2, x.id}).second) reads(p_.derived[x.derived()].is, f, seen);
        break;
      case On::Limits: {
        const Limit& l = p_.limits[x.limit()];
        if (seen.insert({3, x.id}).second) {
          reads(l.domain, f, seen);
          reads(l.holds, f, seen);
        }
        break;
      }
      case On::Stack: f.set(kStackBit); break;
      case On::Everything: f.set(); break;
      case On::Operands:
      case On::Frame:
      case On::Moment:
      case On::Stops: break;
    }
    each_operand(x, [&](ExprId k) { reads(k, f, seen); });
  }
  /// Worked out once for each derived value and kind: they may use each other many times over.
  bool closed_once(size_t which, ExprId is) const {
    if (closed_.empty()) closed_.assign(p_.derived.size() + p_.kinds.size(), std::nullopt);
    if (!closed_[which]) closed_[which] = closed(is);
    return *closed_[which];
  }
  /// Does the value depend on attributes only, and on nothing of the frame or the moment?
  bool closed(ExprId e) const {
    if (e == kNone) return true;
    const Expr& x = p_[e];
    switch (def_of(x.op).on) {
      case On::Stack:
      case On::Everything:
      case On::Frame:
      case On::Moment:
      case On::Stops: return false;
      case On::Derived:
        if (!closed_once(x.id, p_.derived[x.derived()].is)) return false;
        break;
      case On::Kind:
        if (!closed_once(p_.derived.size() + x.id, p_.kinds[x.kind()].is)) return false;
        break;
      case On::Operands:
      case On::Attribute:
      case On::Places:
      case On::Members:
      case On::Limits: break;
    }
    return all_operands(x, [&](ExprId k) { return closed(k); });
  }
  Footprint reads_of(std::initializer_list<ExprId> exprs) const {
    Footprint f;
    std::set<std::pair<int, Id>> seen;
    for (ExprId e : exprs) reads(e, f, seen);
    return f;
  }
  Footprint writes_of(const Stmt& s) const {
    Footprint f;
    switch (s.kind) {
      case StmtKind::Assign:
        if (s.target != kNone && (p_[s.target].op == Op::Attr || p_[s.target].op == Op::GameAttr))
          f.set(p_[s.target].id);
        break;
      case StmtKind::Move:
      case StmtKind::MoveTop:
        f.set(kZoneBit);
        f.set(kEffectsBit);
        for (const AttrId a : p_.attrs.ids())
          if ((p_.attrs[a].sort == kCardSort && (p_.attrs[a].life == Life::Stay || a < 4)) ||
              (p_.attrs[a].type.id == kCardSort && p_.attrs[a].type.stay))  // it may be gone
            f.set(a);
        for (const auto& [a, v] : s.attrs) f.set(a);
        break;
      case StmtKind::Modify:
        f.set(s.id);
        f.set(kEffectsBit);
        break;
      case StmtKind::Expire:
        f.set(kEffectsBit);
        for (const AttrId a : p_.attrs.ids())
          if (p_.attrs[a].modifiable) f.set(a);
        break;
      case StmtKind::Spawn:
      case StmtKind::Vanish:
        f.set(kTokenBit);
        for (const AttrId a : p_.attrs.ids())
          if (p_.attrs[a].sort > kEffectSort) f.set(a);
        break;
      case StmtKind::Shuffle: f.set(kZoneBit); break;
      case StmtKind::Finish:
      case StmtKind::Negate:
      case StmtKind::Nothing: break;
    }
    return f;
  }
  void footprints() {
    for (const Limit& l : p_.limits) out_.limit_reads.push_back(reads_of({l.domain, l.holds}));
    for (const Trigger& t : p_.triggers)
      out_.edge_reads.push_back(t.edge ? reads_of({t.domain, t.becomes, t.cond}) : Footprint{});
    for (const Ending& e : p_.endings)
      out_.ending_reads.push_back(reads_of({e.domain, e.when, e.hold}));
    Footprint active = reads_of({p_.active});
    active.set(kZoneBit);
    out_.static_reads.assign(p_.statics.size(), active);
  }

  // ---- emitting

  struct Ctx {
    Code* code;
    const Procedure* proc = nullptr;
    const ActDef* act = nullptr;
    int ordinal = -1;
    std::vector<int> aborts;  ///< instructions whose target is the abort exit
    std::vector<int> depth;
  };

  int emit(Ctx& c, OpCode code, const Step* s = nullptr) {
    Instr i;
    i.code = code;
    i.ordinal = c.ordinal;
    if (s != nullptr) {
      i.by = s->by;
      i.stated = !s->by.empty();
      i.span = s->span;
    }
    if (c.proc != nullptr && i.by.empty()) i.by = c.proc->by;
    c.code->ins.push_back(std::move(i));
    return static_cast<int>(c.code->ins.size()) - 1;
  }
  Instr& at(Ctx& c, int i) { return c.code->ins[i]; }
  int here(const Ctx& c) const { return static_cast<int>(c.code->ins.size()); }
  Id local(Ctx& c, const std::string& name, const Type& t) {
    c.code->locals.push_back({name, t, false});
    return static_cast<Id>(c.code->locals.size()) - 1;
  }

  void stmts(Ctx& c, const std::vector<Stmt>& list, bool joint, const Step& s) {
    const auto one = [&](std::vector<Stmt> group, bool j) {
      Footprint w;
      bool commits = false;
      for (const Stmt& st : group) {
        w |= writes_of(st);
        commits = commits || st.kind != StmtKind::Nothing;
      }
      const int i = emit(c, OpCode::Stmts, &s);
      at(c, i).say = s.say;
      at(c, i).stmts = std::move(group);
      at(c, i).flag = j;
      if (commits && w.any()) {
        const int k = emit(c, OpCode::Settle, &s);
        at(c, k).index = static_cast<int>(out_.settle.size());
        out_.settle.push_back(w);
      }
    };
    if (joint)
      one(list, true);
    else
      for (const Stmt& st : list) one({st}, false);
  }

  void block(Ctx& c, const std::vector<Step>& steps) {
    for (const Step& s : steps) step(c, s);
  }

  void step(Ctx& c, const Step& s) {
    if (s.ordinal >= 0 && s.ordinal != c.ordinal && !s.name.empty() && s.kind != StepKind::Loop) {
      c.ordinal = s.ordinal;
      guards(c, s);
    }
    int skip = -1;
    const int first = here(c);
    if (s.cond != kNone) {
      skip = emit(c, OpCode::Branch, &s);
      at(c, skip).cond = s.cond;
    }
    body(c, s);
    if (s.ordinal >= 0 && !s.name.empty() && c.proc != nullptr) {
      // a step without a body has to stand somewhere
      const Id did = s.kind == StepKind::Branch ? kNone : did_of(c, s);
      if (did != kNone || here(c) == first) at(c, emit(c, OpCode::Mark, &s)).slot = did;
    }
    if (skip >= 0) at(c, skip).target = here(c);
    if (first < here(c) && !s.name.empty()) at(c, first).begins = true;
  }

  /// The local that tells whether the step was carried out, where somebody asks.
  static Id did_of(const Ctx& c, const Step& s) {
    const bool known = s.ordinal >= 0 && !s.name.empty() && c.proc != nullptr &&
                       static_cast<size_t>(s.ordinal) < c.proc->did.size();
    return known ? c.proc->did[s.ordinal] : kNone;
  }

  /// A guarded span is polled where a step of it begins.
  void guards(Ctx& c, const Step& s) {
    if (c.proc == nullptr) return;
    for (const Guard& g : c.proc->guards) {
      if (c.ordinal < g.from || c.ordinal > g.to) continue;
      if (base::contains(g.then, c.ordinal)) continue;
      const int i = emit(c, OpCode::Branch, &s);
      // true: leave; Branch jumps when its condition is false, so the exit follows it
      at(c, i).cond = g.cond;
      at(c, i).by = g.by;
      c.aborts.push_back(emit(c, OpCode::Jump, &s));
      at(c, i).target = here(c);
    }
  }

  void abort_here(Ctx& c, const Step& s) { c.aborts.push_back(emit(c, OpCode::Jump, &s)); }

  void body(Ctx& c, const Step& s) {
    if (s.say != kNone && s.kind != StepKind::Do && s.kind != StepKind::Choose)
      at(c, emit(c, OpCode::Mark, &s)).say = s.say;
    switch (s.kind) {
      case StepKind::Do: stmts(c, s.stmts, s.together, s); break;
      case StepKind::Call: {
        const int i = emit(c, s.effect ? OpCode::Effect : OpCode::Call, &s);
        at(c, i).id = s.effect ? Id{s.pays} : s.callee;
        at(c, i).args = s.args;
        at(c, i).slot = s.result;
        break;
      }
      case StepKind::Choose: {
        const int i = emit(c, OpCode::Choose, &s);
        at(c, i).index = static_cast<int>(out_.choices.size());
        at(c, i).say = s.say;
        out_.choices.push_back(s.choose);
        if (!s.choose.or_none) c.aborts.push_back(i);
        break;
      }
      case StepKind::Window: {
        const int i = emit(c, OpCode::Window, &s);
        at(c, i).id = s.signals[0];
        at(c, i).args = s.args;
        break;
      }
      case StepKind::Offer: {
        const int i = emit(c, OpCode::Offer, &s);
        at(c, i).id = s.exchange;
        break;
      }
      case StepKind::Process: {
        // carried out one after another; the local tells whether all were
        if (s.result != kNone) {
          const int m = emit(c, OpCode::Mark, &s);
          at(c, m).slot = s.result;
        }
        const int i = emit(c, OpCode::Process, &s);
        at(c, i).id = s.others ? 1 : 0;
        at(c, i).slot = s.result;
        break;
      }
      case StepKind::Recheck: {
        std::vector<int> fails;
        if (c.act != nullptr)
          for (const auto& [name, cond] : c.act->needs) {
            const int i = emit(c, OpCode::Branch, &s);
            at(c, i).cond = cond;
            fails.push_back(i);
          }
        if (fails.empty()) break;
        const int over = emit(c, OpCode::Jump, &s);
        for (int i : fails) at(c, i).target = here(c);
        for (const Arm& arm : s.arms) block(c, arm.steps);
        abort_here(c, s);
        at(c, over).target = here(c);
        break;
      }
      case StepKind::Simul: simul(c, s); break;
      case StepKind::Each: {
        const Id rest = local(c, "rest", set_type(c.code->locals[s.var].type));
        const int init = emit(c, OpCode::EachInit, &s);
        at(c, init).slot = rest;
        at(c, init).cond = s.set;
        const int enter = emit(c, OpCode::LoopEnter, &s);
        const int next = emit(c, OpCode::EachNext, &s);
        at(c, next).slot = rest;
        at(c, next).slot2 = s.var;
        at(c, next).flag = s.together;
        for (const Arm& arm : s.arms) block(c, arm.steps);
        Footprint wrote;
        if (s.together) {
          // a joint block is one commit: its bookkeeping comes when all members are done
          for (int i = next; i < here(c); ++i)
            if (at(c, i).code == OpCode::Settle) {
              wrote |= out_.settle[at(c, i).index];
              at(c, i).code = OpCode::Jump;
              at(c, i).target = i + 1;
            }
        }
        const int back = emit(c, OpCode::LoopBack, &s);
        at(c, back).target = next;
        at(c, next).target = here(c);
        const int exit = emit(c, OpCode::LoopExit, &s);
        c.code->loops.push_back({enter, exit, kNone});
        if (wrote.any()) {
          const int k = emit(c, OpCode::Settle, &s);
          at(c, k).index = static_cast<int>(out_.settle.size());
          out_.settle.push_back(wrote);
        }
        break;
      }
      case StepKind::Loop: {
        const int enter = emit(c, OpCode::LoopEnter, &s);
        const int head = here(c);
        at(c, enter).target = s.bound;
        if (s.again != kNone && s.ask == kNone) {
          const int b = emit(c, OpCode::Branch, &s);
          at(c, b).cond = s.again;
          block(c, s.arms[0].steps);
          const int back = emit(c, OpCode::LoopBack, &s);
          at(c, back).target = head;
          at(c, back).index = s.bound;
          at(c, b).target = here(c);
        } else {
          block(c, s.arms[0].steps);
          if (s.ordinal >= 0) {
            c.ordinal = s.ordinal;
            guards(c, s);
          }
          const int again = emit(c, OpCode::Again, &s);
          at(c, again).cond = s.ask;
          at(c, again).target = head;
          at(c, again).index = s.bound;
          at(c, again).begins = true;
        }
        const int exit = emit(c, OpCode::LoopExit, &s);
        c.code->loops.push_back({enter, exit, kNone});
        break;
      }
      case StepKind::Branch: {
        std::vector<int> ends;
        for (const Arm& arm : s.arms) {
          int b = -1;
          if (arm.cond != kNone) {
            b = emit(c, OpCode::Branch, &s);
            at(c, b).cond = arm.cond;
          }
          block(c, arm.steps);
          if (const Id did = did_of(c, s); did != kNone)
            at(c, emit(c, OpCode::Mark, &s)).slot = did;
          ends.push_back(emit(c, OpCode::Jump, &s));
          if (b >= 0) at(c, b).target = here(c);
        }
        for (int e : ends) at(c, e).target = here(c);
        break;
      }
      case StepKind::Judge: {
        const int i = emit(c, OpCode::Judge, &s);
        at(c, i).flag = s.defer;
        break;
      }
      case StepKind::Abort: abort_here(c, s); break;
      case StepKind::Stop:
        if (c.proc != nullptr && !c.proc->at_end.empty()) stmts(c, c.proc->at_end, false, s);
        emit(c, OpCode::Return, &s);
        break;
      case StepKind::Note: break;
    }
  }

  void simul(Ctx& c, const Step& s) {
    const int begin = here(c);
    Id court = kNone;
    if (s.judge_end) {
      court = local(c, "court", bool_type());
      const int i = emit(c, OpCode::CourtBegin, &s);
      at(c, i).slot = court;
    }
    const Id rest = local(c, "rest", int_type()), item = local(c, "item", int_type());
    const int init = emit(c, OpCode::SimulInit, &s);
    at(c, init).slot = rest;
    for (const Arm& arm : s.arms) at(c, init).args.push_back(arm.cond);
    const int enter = emit(c, OpCode::LoopEnter, &s);
    const int pick = emit(c, OpCode::SimulPick, &s);
    at(c, pick).slot = rest;
    at(c, pick).slot2 = item;
    at(c, pick).id = s.order;
    const int go = emit(c, OpCode::SimulGo, &s);
    at(c, go).slot = item;
    const int back_target = pick;
    std::vector<int> targets;
    for (const Arm& arm : s.arms) {
      targets.push_back(here(c));
      block(c, arm.steps);
      const int back = emit(c, OpCode::LoopBack, &s);
      at(c, back).target = back_target;
    }
    at(c, go).targets = targets;
    for (const Arm& arm : s.arms) {
      at(c, go).texts.push_back(arm.text);
      at(c, go).says.push_back(arm.say);
    }
    at(c, pick).target = here(c);
    const int exit = emit(c, OpCode::LoopExit, &s);
    c.code->loops.push_back({enter, exit, kNone});
    if (s.edges_end) {
      c.code->quiet.push_back({begin, here(c) - 1, kNone});
      const int k = emit(c, OpCode::Settle, &s);
      Footprint all;
      all.set();
      at(c, k).index = static_cast<int>(out_.settle.size());
      out_.settle.push_back(all);
    }
    if (s.judge_end) {
      c.code->courts.push_back({begin, here(c), court});
      const int i = emit(c, OpCode::CourtEnd, &s);
      at(c, i).slot = court;
    }
  }

  void procedure(ProcId id) {
    const Procedure& p = p_.procedures[id];
    Code code;
    code.name = p.name;
    code.id = id;
    code.params = p.params;
    code.locals = p.locals;
    Ctx c{&code, &p, nullptr, -1, {}, {}};
    for (const ActDef& a : p_.acts)
      if (a.process == id || a.declare == id) {
        c.act = &a;
        code.act = a.process == id;
      }
    const auto ends = [&] {
      Step at_end;
      at_end.by = p.by;
      at_end.span = p.span;
      if (!p.at_end.empty()) stmts(c, p.at_end, false, at_end);
    };
    if (p.cond != kNone) {
      const int b = emit(c, OpCode::Branch);
      at(c, b).cond = p.cond;
      const int over = emit(c, OpCode::Jump);
      at(c, b).target = here(c);
      emit(c, OpCode::Abort);
      at(c, over).target = here(c);
    }
    block(c, p.steps);
    ends();
    emit(c, OpCode::Return);
    if (!c.aborts.empty()) {
      const int exit = here(c);
      for (int i : c.aborts) at(c, i).target = exit;
      // the steps that run when the frame aborts: those of the first guard, or of `aborts`
      std::vector<int> then = p.abort_then;
      for (const Guard& g : p.guards)
        if (then.empty()) then = g.then;
      std::vector<int> saved = std::move(c.aborts);
      c.aborts.clear();
      for (int ordinal : then)
        for (const Step& s : p.steps)
          if (s.ordinal == ordinal) {
            c.ordinal = -1;
            Step copy = s;
            step_without_guards(c, copy);
          }
      for (int i : c.aborts) at(c, i).target = exit;
      c.ordinal = -1;
      ends();
      if (p.on_abort != kNone) {
        const int i = emit(c, OpCode::Branch);
        at(c, i).cond = p.on_abort;
        at(c, i).target = here(c);
      }
      emit(c, OpCode::Abort);
    }
    std::reverse(code.loops.begin(), code.loops.end());
    std::ranges::sort(code.loops, [](const Region& a, const Region& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    code.ins.shrink_to_fit();
    out_.codes.push_back(std::move(code));
  }

  void step_without_guards(Ctx& c, const Step& s) {
    c.ordinal = s.ordinal;
    int skip = -1;
    const int first = here(c);
    if (s.cond != kNone) {
      skip = emit(c, OpCode::Branch, &s);
      at(c, skip).cond = s.cond;
    }
    body(c, s);
    if (skip >= 0) at(c, skip).target = here(c);
    if (first < here(c)) at(c, first).begins = true;
  }

  void window(SignalId id) {
    const SignalDef& s = p_.signals[id];
    Code code;
    code.name = s.name;
    code.kind = CodeKind::Window;
    code.id = id;
    code.locals = s.args;
    code.params = static_cast<int>(s.args.size());
    Ctx c{&code, nullptr, nullptr, -1, {}, {}};
    const Id rest = local(c, "rest", int_type()), item = local(c, "item", int_type());
    Id court = kNone;
    if (s.court) {
      court = local(c, "court", bool_type());
      at(c, emit(c, OpCode::CourtBegin)).slot = court;
    }
    const int collect = emit(c, OpCode::Collect);
    at(c, collect).slot = rest;
    const int enter = emit(c, OpCode::LoopEnter);
    const int pick = emit(c, OpCode::PickTrigger);
    at(c, pick).slot = rest;
    at(c, pick).slot2 = item;
    at(c, pick).id = s.order;
    const int run = emit(c, OpCode::RunTrigger);
    at(c, run).slot = item;
    at(c, emit(c, OpCode::LoopBack)).target = pick;
    at(c, pick).target = here(c);
    const int exit = emit(c, OpCode::LoopExit);
    code.loops.push_back({enter, exit, kNone});
    if (s.court) {
      code.courts.push_back({0, here(c), court});
      at(c, emit(c, OpCode::CourtEnd)).slot = court;
    }
    if (s.exchange != kNone) at(c, emit(c, OpCode::Offer)).id = s.exchange;
    emit(c, OpCode::Return);
    for (Instr& i : code.ins)
      if (i.by.empty()) i.by = s.by;
    code.ins.shrink_to_fit();
    out_.codes.push_back(std::move(code));
  }

  void exchange(ExchangeId id) {
    const ExchangeDef& e = p_.exchanges[id];
    Code code;
    code.name = e.name;
    code.kind = CodeKind::Exchange;
    code.id = id;
    code.locals = {{"me", ref_type(kPlayerSort), false}};
    code.params = 1;
    Ctx c{&code, nullptr, nullptr, -1, {}, {}};
    for (size_t s = 0; s < e.seats.size(); ++s)
      local(c, "declared " + std::to_string(s), bool_type());
    // quota counters: one per quota and seat
    for (size_t k = 0; k < e.quota.size() * e.seats.size(); ++k) local(c, "quota", int_type());
    const auto ask = [&](size_t seat, bool again) {
      const int i = emit(c, OpCode::Ask);
      at(c, i).id = static_cast<Id>(seat);
      at(c, i).cond = e.seats[seat];
      at(c, i).slot = static_cast<Id>(1 + seat);
      at(c, i).flag = again;
    };
    const int enter = emit(c, OpCode::LoopEnter);
    const int head = here(c);
    if (e.resolve == Resolve::AtOnce) {
      one_by_one(c, e, ask);
      finish_exchange(c, e, enter);
      return;
    }
    for (size_t s = 0; s < e.seats.size(); ++s) ask(s, false);
    if (e.hold == Hold::Round && e.resolve != Resolve::Later)
      for (size_t s = 0; s + 1 < e.seats.size(); ++s) ask(s, true);
    if (e.resolve != Resolve::Later)
      for (size_t s = 0; s < e.seats.size(); ++s)
        at(c, emit(c, OpCode::RunKept)).id = static_cast<Id>(s);
    const int end = emit(c, OpCode::EndRound);
    at(c, end).target = head;
    at(c, end).flag = e.close == Close::Silent;
    at(c, end).index = e.bound;
    finish_exchange(c, e, enter);
  }

  void finish_exchange(Ctx& c, const ExchangeDef& e, int enter) {
    Code& code = *c.code;
    const int exit = emit(c, OpCode::LoopExit);
    code.loops.push_back({enter, exit, kNone});
    emit(c, OpCode::Return);
    for (Instr& i : code.ins) i.by = e.by;
    code.ins.shrink_to_fit();
    out_.codes.push_back(std::move(code));
  }

  /// For each seat: may it go on, ask, answers, carry out, who is next.
  template <class Ask>
  void one_by_one(Ctx& c, const ExchangeDef& e, const Ask& ask) {
    std::vector<int> heads, tests, ends;
    for (size_t s = 0; s < e.seats.size(); ++s) {
      heads.push_back(here(c));
      if (e.until != kNone) {
        tests.push_back(emit(c, OpCode::Branch));
        at(c, tests.back()).cond = e.until;
      }
      ask(s, false);
      if (e.answer != kNone) {
        const int i = emit(c, OpCode::Answer);
        at(c, i).id = static_cast<Id>(s);
        at(c, i).slot = e.answer;
      }
      at(c, emit(c, OpCode::RunKept)).id = static_cast<Id>(s);
      ends.push_back(emit(c, OpCode::NextSeat));
      at(c, ends.back()).id = static_cast<Id>(s);
    }
    for (int i : tests) at(c, i).target = here(c);
    for (int i : ends) {
      at(c, i).target = here(c);
      at(c, i).targets = heads;
    }
  }

  void book() {
    Code code;
    code.name = "bookkeeping";
    code.kind = CodeKind::Book;
    code.locals = {{"rest", int_type(), false}, {"item", int_type(), false}};
    Ctx c{&code, nullptr, nullptr, -1, {}, {}};
    const int enter = emit(c, OpCode::LoopEnter);
    const int scan = emit(c, OpCode::LimitScan);
    at(c, emit(c, OpCode::LoopBack)).target = scan;
    at(c, scan).target = here(c);
    const int exit = emit(c, OpCode::LoopExit);
    code.loops.push_back({enter, exit, kNone});
    at(c, emit(c, OpCode::EdgeCollect)).slot = 0;
    const int enter2 = emit(c, OpCode::LoopEnter);
    const int pick = emit(c, OpCode::PickEdge);
    at(c, pick).slot = 0;
    at(c, pick).slot2 = 1;
    at(c, emit(c, OpCode::RunEdge)).slot = 1;
    at(c, emit(c, OpCode::LoopBack)).target = pick;
    at(c, pick).target = here(c);
    const int exit2 = emit(c, OpCode::LoopExit);
    code.loops.push_back({enter2, exit2, kNone});
    emit(c, OpCode::EndingScan);
    emit(c, OpCode::Return);
    code.ins.shrink_to_fit();
    out_.codes.push_back(std::move(code));
  }

  const Program& p_;
  Lowered out_;
  mutable std::vector<std::optional<bool>> closed_;
};

}  // namespace

Lowered lower(const Program& program) { return Lowering(program).run(); }

}  // namespace hanrei::model
