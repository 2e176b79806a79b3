#include "model/passes/reads.h"

#include <algorithm>
#include <map>

#include "base/contains.h"
#include "model/ir/forms.h"

namespace hanrei::model {

namespace {

bool present(const Present& p, CardId card) {
  return p.all || card == kNone || p.cards.contains(card);
}

/// Triggers that a signal sets going.
std::vector<const Trigger*> heard(const Program& p, const Lowered& l, const Present& there,
                                  SignalId signal) {
  std::vector<const Trigger*> out;
  for (SignalId raised : l.raises[signal])
    for (const Trigger& t : p.triggers) {
      if (!t.edge && !t.on_act_end && t.signal == raised && present(there, t.source.card))
        out.push_back(&t);
    }
  return out;
}

std::vector<ActId> acts_of(const Program& p, const Present& there) {
  std::vector<ActId> out;
  for (const ActId a : p.acts.ids())
    if (there.all || there.acts.contains(a)) out.push_back(a);
  return out;
}

}  // namespace

std::vector<CodeId> runs(const Program& p, const Lowered& l, const Present& there, const Code& code,
                         const Instr& ins) {
  std::vector<CodeId> out;
  switch (ins.code) {
    case OpCode::Call: out.push_back(CodeId(ins.id)); break;
    case OpCode::Effect:
      for (const EffectDef& e : p.effects) {
        if (!present(there, e.card)) continue;
        for (ProcId proc : {e.proc, e.pay_proc})
          if (proc != kNone) out.push_back(proc);
      }
      break;
    case OpCode::Window: out.push_back(l.window(SignalId(ins.id))); break;
    case OpCode::Offer: out.push_back(l.exchange(ExchangeId(ins.id))); break;
    case OpCode::Answer: out.push_back(l.exchange(ExchangeId(ins.slot))); break;
    case OpCode::Ask:
      for (ActId a : acts_of(p, there)) {
        const ActDef& act = p.acts[a];
        if (act.declare != kNone) out.push_back(act.declare);
      }
      break;
    case OpCode::Process:
    case OpCode::RunKept:
      for (ActId a : acts_of(p, there))
        if (p.acts[a].process != kNone) out.push_back(p.acts[a].process);
      break;
    case OpCode::RunTrigger:
      for (const Trigger* t : heard(p, l, there, SignalId(code.id))) out.push_back(t->proc);
      break;
    case OpCode::RunEdge:
      for (const Trigger& t : p.triggers)
        if (t.edge && present(there, t.source.card)) out.push_back(t.proc);
      break;
    case OpCode::LimitScan:
      for (const Limit& limit : p.limits)
        if (limit.always && limit.repair != kNone && present(there, limit.source.card))
          out.push_back(limit.repair);
      break;
    case OpCode::Settle: {
      // The bookkeeping runs when the commit may have broken a limit, met an ending or made an edge
      // rise.
      const Footprint& wrote = l.settle[ins.index];
      const auto touched = [&](const auto& reads, auto i) { return (reads[i] & wrote).any(); };
      bool any = false;
      for (const LimitId i : p.limits.ids())
        any = any || (p.limits[i].always && touched(l.limit_reads, i));
      for (const TriggerId i : p.triggers.ids())
        any = any || (p.triggers[i].edge && present(there, p.triggers[i].source.card) &&
                      touched(l.edge_reads, i));
      for (const EndingId i : p.endings.ids())
        any = any || (p.endings[i].at_once &&
                      (touched(l.ending_reads, i) || l.ending_reads[i].test(kStackBit)));
      if (any) out.push_back(l.book);
      break;
    }
    case OpCode::Return:
    case OpCode::Abort:
      if (code.act)
        for (const Trigger& t : p.triggers)
          if (t.on_act_end && present(there, t.source.card)) out.push_back(t.proc);
      break;
    case OpCode::Stmts:
    case OpCode::Branch:
    case OpCode::Jump:
    case OpCode::LoopEnter:
    case OpCode::LoopBack:
    case OpCode::LoopExit:
    case OpCode::Choose:
    case OpCode::EachInit:
    case OpCode::EachNext:
    case OpCode::SimulInit:
    case OpCode::SimulPick:
    case OpCode::SimulGo:
    case OpCode::Again:
    case OpCode::CourtBegin:
    case OpCode::CourtEnd:
    case OpCode::Judge:
    case OpCode::Mark:
    case OpCode::Collect:
    case OpCode::PickTrigger:
    case OpCode::EndRound:
    case OpCode::NextSeat:
    case OpCode::EdgeCollect:
    case OpCode::PickEdge:
    case OpCode::EndingScan: break;
  }
  std::erase(out, kNone);
  return out;
}

std::set<CodeId> reachable(const Program& p, const Lowered& l, const Present& there,
                           const std::vector<CodeId>& roots) {
  std::set<CodeId> out;
  std::vector<CodeId> todo = roots;
  while (!todo.empty()) {
    const CodeId next = todo.back();
    todo.pop_back();
    if (!out.insert(next).second) continue;
    for (const Instr& ins : l.codes[next].ins)
      for (const CodeId k : runs(p, l, there, l.codes[next], ins)) todo.push_back(k);
  }
  return out;
}

std::vector<int> successors(const Code& code, int pc, std::optional<bool> known) {
  const Instr& ins = code.ins[pc];
  std::vector<int> out;
  const auto go = [&](int to) {
    if (to >= 0 && to < static_cast<int>(code.ins.size())) out.push_back(to);
  };
  const bool falls = ins.code != OpCode::Jump && ins.code != OpCode::Return &&
                     ins.code != OpCode::Abort && ins.code != OpCode::LoopBack &&
                     ins.code != OpCode::SimulGo && ins.code != OpCode::NextSeat;
  if (falls && known.value_or(true)) go(pc + 1);
  if (ins.code != OpCode::LoopEnter && !known.value_or(false)) go(ins.target);
  for (int t : ins.targets) go(t);
  return out;
}

int standing(const Program& p, const Lowered& l, CodeId code, int ordinal, ProcId inner) {
  const Code& c = l.codes[code];
  const auto fits = [&](size_t i) { return ordinal < 0 || c.ins[i].ordinal == ordinal; };
  if (inner == kNone) {
    for (size_t i = 0; i < c.ins.size() && ordinal >= 0; ++i)
      if (fits(i)) return static_cast<int>(i);
    return 0;
  }
  for (size_t i = 0; i < c.ins.size(); ++i)
    if (fits(i) && c.ins[i].code == OpCode::Call && c.ins[i].id == inner)
      return static_cast<int>(i);
  Present everything;
  everything.all = true;
  for (size_t i = 0; i < c.ins.size(); ++i) {
    if (!fits(i) || c.ins[i].code == OpCode::Return || c.ins[i].code == OpCode::Abort) continue;
    if (reachable(p, l, everything, runs(p, l, everything, c, c.ins[i])).contains(inner))
      return static_cast<int>(i);
  }
  return -1;
}

std::set<ZoneId> in_play(const Program& p) {
  std::set<ZoneId> out;
  std::set<ExprId> seen;
  std::vector<ExprId> todo = {p.active};
  while (!todo.empty()) {
    const ExprId e = todo.back();
    todo.pop_back();
    if (e == kNone || !seen.insert(e).second) continue;
    const Expr& x = p[e];
    if (x.op == Op::ZoneSet) out.insert(x.zone());
    if (x.op == Op::KindSet) todo.push_back(p.kinds[x.kind()].is);
    if (x.op == Op::Call) todo.push_back(p.derived[x.derived()].is);
    each_operand(x, [&](ExprId k) { todo.push_back(k); });
  }
  if (p.active == kNone)
    for (const ZoneId z : p.zones.ids()) out.insert(z);
  return out;
}

// ---------------------------------------------------------------- what expressions read

struct Reads::Seen {
  explicit Seen(size_t n) : exprs(n, false) {}
  std::vector<bool> exprs;
  std::set<std::pair<int, Id>> things;
};

void Reads::visit(ExprId e, Marks& out, Seen& seen) const {
  if (e == kNone || seen.exprs[e]) return;
  seen.exprs[e] = true;
  const Expr& x = p_[e];
  const auto once = [&](int kind) { return seen.things.insert({kind, x.id}).second; };
  switch (x.op) {
    case Op::Local: out.set(at_local(x.id)); break;
    case Op::EvArg: {
      const auto it = std::ranges::find(windows_say_, p_.strings[x.id]);
      if (it != windows_say_.end())
        out.set(said_from_ + static_cast<size_t>(it - windows_say_.begin()));
      break;
    }
    case Op::GameAttr: attribute(AttrId(x.id), false, out, seen); break;
    case Op::Attr:
      attribute(AttrId(x.id), static_cast<Reading>(x.value) == Reading::Now, out, seen);
      break;
    case Op::KindSet:
      if (once(1)) visit(p_.kinds[x.kind()].is, out, seen);
      break;
    case Op::Call:
      if (once(2)) visit(p_.derived[x.derived()].is, out, seen);
      break;
    case Op::Breaks:
      for (const LimitId i : p_.limits.ids()) {
        if (x.id != kNone && x.limit() != i) continue;
        visit(p_.limits[i].domain, out, seen);
        visit(p_.limits[i].holds, out, seen);
      }
      break;
    case Op::Would:
      if (once(3))
        for (const Stmt& s : p_.woulds[x.id]) stmt(s, out, seen);
      break;
    case Op::Amended: {
      const Amend& a = p_.amends[x.amend()];
      if (here(a.source) && once(4)) visit(a.cond == kNone ? p_.active : a.cond, out, seen);
      break;
    }
    case Op::Outer: out.set(outer_); break;
    case Op::Fits: out.set(fits_); break;
#define OPERATOR(name, operands) case Op::name:
#include "model/ir/ops.def"
    case Op::Const:
    case Op::Temp:
    case Op::ZoneSet:
    case Op::AllOf:
    case Op::Table:
    case Op::Quant:
    case Op::Size:
    case Op::Present:
    case Op::CardOf:
    case Op::Running:
    case Op::Pays:
    case Op::Icons:
    case Op::TopOf:
    case Op::CountOf:
    case Op::Raised:
    case Op::Ran:
    case Op::Result:
    case Op::Says:
    case Op::Negated:
    case Op::Answered:
    case Op::Acted:
    case Op::Declared:
    case Op::Source:
    case Op::ThisAct:
    case Op::EffectOf:
    case Op::Uses:
    case Op::Let:
    case Op::Unsupported: break;
  }
  each_operand(x, [&](ExprId k) { visit(k, out, seen); });
}

void Reads::attribute(AttrId a, bool now, Marks& out, Seen& seen) const {
  out.set(at_attr(a));
  const AttrDef& d = p_.attrs[a];
  if (!seen.things.insert({now ? 5 : 6, a}).second) return;
  visit(d.base, out, seen);
  if (!now || !d.modifiable) return;
  for (const Static& s : p_.statics) {
    if (s.attr != a || !here(s.source)) continue;
    for (ExprId e : {s.domain, s.target, s.amount, s.cond, p_.active}) visit(e, out, seen);
    if (s.source.card != kNone)
      for (const Norm& n : p_.norms)
        if (here(n.source) && forbids_statics(p_, n)) visit(n.cond, out, seen);
  }
}

void Reads::stmt(const Stmt& s, Marks& out, Seen& seen) const {
  each_given(s, [&](ExprId e) { visit(e, out, seen); });
  const bool over = s.kind == StmtKind::Assign && s.assign == AssignOp::Set && s.target != kNone;
  visit(over ? p_[s.target].a : s.target, out, seen);  // what is written over is not read
  if (s.kind != StmtKind::Move && s.kind != StmtKind::MoveTop) return;
  for (const AttrDef& a : p_.attrs)
    if (a.sort == kCardSort && a.life == Life::Stay) visit(a.fallback, out, seen);
  if (!seen.things.insert({7, 0}).second) return;
  for (const ZoneDef& z : p_.zones)
    for (const Stmt& k : z.host_leaves) stmt(k, out, seen);
}

const Marks& Reads::of(ExprId e) const {
  const auto [it, fresh] = of_.try_emplace(e, size_);
  if (!fresh) return it->second;
  Seen seen(p_.exprs.size());
  visit(e, it->second, seen);
  return it->second;
}

/// The same for what is not evaluated over the locals of the frame.
Marks Reads::globals(ExprId e) const {
  Marks out = of(e);
  for (size_t i = locals_from_; i < size_; ++i) out.reset(i);
  return out;
}

/// Is the condition known, because of what cards there are?
std::optional<bool> Reads::known(ExprId e) const {
  if (e == kNone) return true;
  const Expr& x = p_[e];
  const auto both = [&](bool stop) -> std::optional<bool> {
    const auto a = known(x.a), b = known(x.b);
    if ((a && *a == stop) || (b && *b == stop)) return stop;
    return a && b ? std::optional<bool>(!stop) : std::nullopt;
  };
  switch (x.op) {
    case Op::Const: return x.value != 0;
    case Op::Amended:
      return here(p_.amends[x.amend()].source) ? std::nullopt : std::optional<bool>(false);
    case Op::Not: {
      const auto a = known(x.a);
      return a ? std::optional<bool>(!*a) : std::nullopt;
    }
    case Op::And: return both(false);
    case Op::Or: return both(true);
    default: return std::nullopt;
  }
}

// ---------------------------------------------------------------- what instructions read

/// Whatever is looked at when somebody is asked what to declare.
const Marks& Reads::declaring() const {
  if (declaring_) return *declaring_;
  Marks& out = declaring_.emplace(size_);
  const std::vector<ActId> list = acts_of(p_, present_);
  if (list.empty()) return out;
  const auto choice = [&](const Choose& c) { each_expr(c, [&](ExprId e) { out |= globals(e); }); };
  for (ActId a : list) {
    const ActDef& act = p_.acts[a];
    out |= globals(act.who);
    for (const Choose& c : act.present) choice(c);
    for (const auto& [name, e] : act.needs) out |= globals(e);
    out |= globals(act.then);
    out |= globals(act.then_after);
    if (act.effect_local == kNone) continue;
    for (const EffectDef& e : p_.effects)
      if (here(e.source) || present(present_, e.card))
        for (const Choose& c : e.present) choice(c);
  }
  for (const Norm& n : p_.norms)
    if (here(n.source)) out |= globals(n.cond);
  out |= globals(p_.active);
  return out;
}

void Reads::endings(Marks& out, bool at_judge) const {
  for (const Ending& e : p_.endings) {
    if (!e.at_once && !at_judge) continue;
    for (ExprId x : {e.domain, e.when, e.hold}) out |= globals(x);
  }
}

void Reads::settle(Marks& out, const Footprint& wrote) const {
  for (const LimitId i : p_.limits.ids())
    if (p_.limits[i].always && (l_.limit_reads[i] & wrote).any()) {
      out |= globals(p_.limits[i].domain);
      out |= globals(p_.limits[i].holds);
    }
  for (const TriggerId i : p_.triggers.ids()) {
    const Trigger& t = p_.triggers[i];
    if (t.edge && here(t.source) && (l_.edge_reads[i] & wrote).any())
      for (ExprId e : {t.domain, t.becomes, t.cond}) out |= globals(e);
  }
  for (const EndingId i : p_.endings.ids())
    if (p_.endings[i].at_once && (l_.ending_reads[i] & wrote).any())
      for (ExprId e : {p_.endings[i].when, p_.endings[i].hold}) out |= globals(e);
  for (const StaticId i : p_.statics.ids())
    if (here(p_.statics[i].source) && (l_.static_reads[i] & wrote).any()) out |= globals(p_.active);
}

Reads::Flow Reads::flow(const Code& code, const Instr& ins) const {
  Flow f;
  f.reads = Marks(size_);
  f.runs = model::runs(p_, l_, present_, code, ins);
  const auto reads = [&](ExprId e) { f.reads |= of(e); };
  const auto local = [&](Id slot) {
    if (slot >= 0) f.reads.set(at_local(slot));
  };
  const auto writes = [&](Id slot) {
    if (slot >= 0) f.writes.push_back(at_local(slot));
  };
  switch (ins.code) {
    case OpCode::Stmts: {
      Seen seen(p_.exprs.size());
      for (const Stmt& s : ins.stmts) {
        stmt(s, f.reads, seen);
        if (s.kind != StmtKind::Assign || s.target == kNone || s.assign != AssignOp::Set) continue;
        const Expr& target = p_[s.target];
        if (target.op == Op::Local) writes(target.id);
        if (target.op == Op::GameAttr) f.writes.push_back(at_attr(AttrId(target.id)));
      }
      break;
    }
    case OpCode::Settle: settle(f.reads, l_.settle[ins.index]); break;
    case OpCode::Branch:
      if (!known(ins.cond)) reads(ins.cond);
      break;
    case OpCode::Call:
      f.args = ins.args;
      writes(ins.slot);
      break;
    case OpCode::Window: f.args = ins.args; break;
    case OpCode::Effect:
      f.reads.set(fits_);
      writes(ins.slot);
      for (const ActDef& a : p_.acts)
        if (a.process == code.id || a.declare == code.id) {
          local(0);
          local(a.effect_of);
          if (ins.id != 0 || a.effect_local == kNone) continue;
          for (Id i = a.effect_local + 1;
               i <= a.effect_local + kEffectArgs && static_cast<size_t>(i) < code.locals.size();
               ++i)
            local(i);
        }
      break;
    case OpCode::Choose: {
      const Choose& c = l_.choices[ChoiceId(ins.index)];
      Marks such = of(c.such);
      if (such.test(at_local(c.var))) such.reset(at_local(c.var));
      f.reads |= such;
      each_expr(c, [&](ExprId e) {
        if (e != c.such) reads(e);
      });
      writes(c.var);
      break;
    }
    case OpCode::Offer:
      if (code.kind == CodeKind::Procedure)
        for (size_t i = 0; i < code.locals.size(); ++i)
          if (code.locals[i].name == "me") {
            f.me = static_cast<Id>(i);
            break;
          }
      break;
    case OpCode::Ask:
      reads(ins.cond);
      f.reads |= declaring();
      f.own_act = true;
      break;
    case OpCode::Process:
      local(ins.slot);
      f.own_act = true;
      break;
    case OpCode::RunKept: f.own_act = true; break;
    case OpCode::Answer: f.own_act = true; break;
    case OpCode::NextSeat:
      for (ExprId seat : p_.exchanges[ExchangeId(code.id)].seats) reads(seat);
      break;
    case OpCode::EachInit:
      reads(ins.cond);
      writes(ins.slot);
      break;
    case OpCode::EachNext: local(ins.slot); break;
    case OpCode::SimulInit:
      for (ExprId e : ins.args) reads(e);
      writes(ins.slot);
      break;
    case OpCode::SimulPick:
      local(ins.slot);
      if (ins.id != kNone) reads(p_.orders[OrderId(ins.id)].orderer);
      writes(ins.slot2);
      break;
    case OpCode::SimulGo: local(ins.slot); break;
    case OpCode::Again: reads(ins.cond); break;
    case OpCode::CourtBegin: writes(ins.slot); break;
    case OpCode::CourtEnd:
      local(ins.slot);
      endings(f.reads, true);
      break;
    case OpCode::Judge: endings(f.reads, true); break;
    case OpCode::Mark: writes(ins.slot); break;
    case OpCode::Collect:
    case OpCode::PickTrigger:
    case OpCode::RunTrigger: {
      const auto list = heard(p_, l_, present_, SignalId(code.id));
      for (const Trigger* t : list)
        for (ExprId e : {t->domain, t->cond, t->may, t->source.card == kNone ? kNone : p_.active})
          f.reads |= globals(e);
      if (ins.code == OpCode::PickTrigger && ins.id != kNone && !list.empty())
        reads(p_.orders[OrderId(ins.id)].orderer);
      break;
    }
    case OpCode::LimitScan:
      for (const Limit& l : p_.limits)
        if (l.always) {
          f.reads |= globals(l.domain);
          f.reads |= globals(l.holds);
        }
      break;
    case OpCode::EdgeCollect:
    case OpCode::PickEdge:
    case OpCode::RunEdge: {
      bool any = false;
      for (const Trigger& t : p_.triggers)
        if (t.edge && here(t.source)) {
          any = true;
          for (ExprId e : {t.domain, t.becomes, t.cond}) f.reads |= globals(e);
        }
      if (any && ins.code == OpCode::PickEdge && !p_.orders.empty())
        f.reads |= globals(p_.orders.front().orderer);
      break;
    }
    case OpCode::EndingScan: endings(f.reads, false); break;
    case OpCode::EndRound: break;
    case OpCode::Jump:
    case OpCode::LoopEnter:
    case OpCode::LoopBack:
    case OpCode::LoopExit:
    case OpCode::Return:
    case OpCode::Abort: break;
  }
  return f;
}

Reads::Reads(const Program& program, const Lowered& lowered, Present present,
             const std::vector<CodeId>& roots)
    : p_(program), l_(lowered), present_(std::move(present)) {
  size_t most = 0;
  for (const Code& c : l_.codes) most = std::max(most, c.locals.size());
  for (const ExprId i : p_.exprs.ids()) {
    const Expr& e = p_.exprs[i];
    if (e.op == Op::Local) most = std::max(most, static_cast<size_t>(e.id) + 1);
    if (e.op != Op::EvArg) continue;
    const std::string& name = p_.strings[e.id];
    if (!base::contains(windows_say_, name)) windows_say_.push_back(name);
  }
  said_from_ = p_.attrs.size();
  outer_ = said_from_ + windows_say_.size();
  fits_ = outer_ + 1;
  locals_from_ = fits_ + 1;
  size_ = locals_from_ + most + 1;
  flows_.resize(l_.codes.size());
  entry_.assign(l_.codes.size(), Marks(size_));
  reach(roots);
  base::Table<CodeId, std::vector<CodeId>> callers(l_.codes.size());
  for (const CodeId code : order_)
    for (const Flow& f : flows_[code])
      for (const CodeId callee : f.runs) callers[callee].push_back(code);
  base::Table<CodeId, bool> stale(l_.codes.size(), true);
  for (bool grows = true; grows;) {
    grows = false;
    for (const CodeId c : order_) {
      if (!stale[c]) continue;
      stale[c] = false;
      Marks first = solve(c, Marks(size_)).front();
      if (l_.codes[c].kind == CodeKind::Window) {
        // the nearest window that has such a part answers
        for (int i = 0; i < l_.codes[c].params; ++i)
          for (size_t n = 0; n < windows_say_.size(); ++n) {
            if (windows_say_[n] != l_.codes[c].locals[i].name || !first.test(said_from_ + n))
              continue;
            first.reset(said_from_ + n);
            first.set(at_local(i));
          }
      }
      if (first == entry_[c]) continue;
      entry_[c] = std::move(first);
      grows = true;
      for (const CodeId caller : callers[c]) stale[caller] = true;
    }
  }
}

/// Whatever the frames may run, with what it reads itself.
void Reads::reach(const std::vector<CodeId>& roots) {
  std::vector<CodeId> todo = roots;
  for (const CodeId r : roots)
    for (const ActDef& a : p_.acts)
      if (a.process == r && a.declare != kNone) todo.push_back(a.declare);
  std::set<CodeId> seen;
  while (!todo.empty()) {
    const CodeId code = todo.back();
    todo.pop_back();
    if (!seen.insert(code).second) continue;
    order_.push_back(code);
    const Code& c = l_.codes[code];
    for (const Instr& ins : c.ins) {
      flows_[code].push_back(flow(c, ins));
      const std::vector<CodeId>& next = flows_[code].back().runs;
      todo.insert(todo.end(), next.begin(), next.end());
    }
  }
  std::reverse(order_.begin(), order_.end());
}

// ---------------------------------------------------------------- the data flow

/// Those that what is known of the cards leaves.
std::vector<int> Reads::next(const Code& code, int pc, bool forward_only) const {
  const Instr& ins = code.ins[pc];
  std::vector<int> out =
      successors(code, pc, ins.code == OpCode::Branch ? known(ins.cond) : std::nullopt);
  if (forward_only) std::erase_if(out, [&](int to) { return to <= pc; });
  return out;
}

/// What is read before the instruction, given what is read behind it.
Marks Reads::through(CodeId code, int pc, Marks out) const {
  const Flow& f = flows_[code][pc];
  for (size_t w : f.writes) out.reset(w);
  out |= f.reads;
  for (const CodeId callee : f.runs) {
    const Marks& begins = entry_[callee];
    out.add(begins, f.own_act ? outer_ : locals_from_);
    for (size_t i = 0; i < f.args.size(); ++i)
      if (f.args[i] != kNone && begins.test(at_local(static_cast<Id>(i)))) out |= of(f.args[i]);
    if (f.me != kNone && begins.test(at_local(0))) out.set(at_local(f.me));
  }
  return out;
}

std::vector<Marks> Reads::solve(CodeId code, const Marks& exit) const {
  const Code& c = l_.codes[code];
  const int n = static_cast<int>(c.ins.size());
  std::vector<Marks> in(static_cast<size_t>(n), Marks(size_));
  std::vector<std::vector<int>> goes;
  for (int pc = 0; pc < n; ++pc) goes.push_back(next(c, pc));
  for (bool grows = true; grows;) {
    grows = false;
    for (int pc = n; pc-- > 0;) {
      const Instr& ins = c.ins[pc];
      Marks out = ins.code == OpCode::Return || ins.code == OpCode::Abort ? exit : Marks(size_);
      for (int to : goes[pc]) {
        const Marks& there = in[to];
        const bool another =
            ins.code == OpCode::EachNext && to == pc + 1;  // only then is there another member
        const bool keeps =
            !another || out.test(at_local(ins.slot2)) || !there.test(at_local(ins.slot2));
        out |= there;
        if (!keeps) out.reset(at_local(ins.slot2));
      }
      out = through(code, pc, std::move(out));
      if (out != in[pc]) {
        in[pc] = std::move(out);
        grows = true;
      }
    }
  }
  return in;
}

Marks Reads::live(const Stand& s, const std::vector<Marks>& in, const Marks& exit) const {
  if (!s.after) return in[s.pc];
  const Code& c = l_.codes[s.code];
  const Instr& ins = c.ins[s.pc];
  // what looks for the next thing to run runs again
  if (ins.code == OpCode::Process || ins.code == OpCode::Settle) return in[s.pc];
  Marks out = ins.code == OpCode::Return || ins.code == OpCode::Abort ? exit : Marks(size_);
  for (int to : next(c, s.pc)) out |= in[to];
  if ((ins.code == OpCode::Call || ins.code == OpCode::Effect) && ins.slot >= 0)
    out.reset(at_local(ins.slot));
  return out;
}

/// The instruction, nearest first, that reads a thing which is live where the frame stands.
int Reads::first_read(const Stand& s, size_t what) const {
  const Code& c = l_.codes[s.code];
  std::vector<int> queue = s.after ? next(c, s.pc) : std::vector<int>{s.pc};
  std::set<int> seen(queue.begin(), queue.end());
  for (size_t i = 0; i < queue.size(); ++i) {
    const int pc = queue[i];
    if (through(s.code, pc, Marks(size_)).test(what)) return pc;
    const auto& writes = flows_[s.code][pc].writes;
    if (base::contains(writes, what)) continue;
    for (int to : next(c, pc))
      if (seen.insert(to).second) queue.push_back(to);
  }
  return -1;
}

/// May a step before have written the local? A situation at a step inside a loop is in the first
/// round.
bool Reads::written_before(const Stand& s, Id slot) const {
  const Code& c = l_.codes[s.code];
  std::set<int> reached = {0};
  std::vector<int> queue = {0};
  for (size_t i = 0; i < queue.size(); ++i)
    for (int to : next(c, queue[i], true))
      if (reached.insert(to).second) queue.push_back(to);
  std::set<int> leads = {s.pc};
  for (int pc = s.pc; pc-- > 0;)
    for (int to : next(c, pc, true))
      if (leads.contains(to)) leads.insert(pc);
  for (int pc = 0; pc < s.pc; ++pc) {
    if (!reached.contains(pc) || !leads.contains(pc)) continue;
    const Instr& ins = c.ins[pc];
    const auto& writes = flows_[s.code][pc].writes;
    bool hit = base::contains(writes, at_local(slot)) ||
               (ins.code == OpCode::EachNext && (ins.slot == slot || ins.slot2 == slot)) ||
               (ins.code == OpCode::SimulPick && ins.slot == slot);
    for (const Stmt& st : ins.stmts)
      hit = hit || (st.kind == StmtKind::Assign && st.target != kNone &&
                    p_[st.target].op == Op::Local && p_[st.target].id == slot);
    if (hit) return true;
  }
  return false;
}

/// Does the frame begin with a value of the local that something else has decided?
bool Reads::handed_over(CodeId code, Id slot) const {
  const Code& c = l_.codes[code];
  if (slot < c.params) return true;
  for (const Trigger& t : p_.triggers)
    if (t.proc == code && slot == 0) return true;
  for (const Limit& l : p_.limits)
    if (l.repair == code && slot == 0) return true;
  for (const EffectDef& e : p_.effects)
    if ((e.proc == code && slot < 2 + static_cast<Id>(e.present.size())) ||
        (e.pay_proc == code && slot < 2))
      return true;
  for (const ActDef& a : p_.acts) {
    if (a.process != code && a.declare != code) continue;
    if (slot == 0 || std::ranges::any_of(a.present, [&](const Choose& x) { return x.var == slot; }))
      return true;
    // what its declaration has written
    for (const Flow& f : flows_[a.declare])
      if (a.process == code && base::contains(f.writes, at_local(slot))) return true;
  }
  return false;
}

std::vector<Reads::Found> Reads::locals(const Stand& s) const {
  std::vector<Found> out;
  const Code& c = l_.codes[s.code];
  const Marks none(size_);
  const Marks now = live(s, solve(s.code, none), none);
  for (size_t i = 0; i < c.locals.size(); ++i) {
    const Id slot = static_cast<Id>(i);
    if (!now.test(at_local(slot)) || (!handed_over(s.code, slot) && !written_before(s, slot)))
      continue;
    out.push_back({slot, first_read(s, at_local(slot))});
  }
  return out;
}

std::vector<Reads::FoundAttr> Reads::attributes(const std::vector<Stand>& stack,
                                                const std::vector<ExprId>& at_end,
                                                const std::vector<ExprId>& at_start) const {
  std::vector<FoundAttr> out;
  Marks exit(size_);
  for (ExprId e : at_end) exit |= globals(e);
  for (const Stand& s : stack) {
    exit = live(s, solve(s.code, exit), exit);
    for (size_t i = said_from_; i < size_; ++i) exit.reset(i);
  }
  for (ExprId e : at_start) exit |= globals(e);
  for (const AttrId a : p_.attrs.ids()) {
    if (!exit.test(a)) continue;
    FoundAttr found{a, kNone, -1};
    for (size_t i = stack.size(); i-- > 0 && found.pc < 0;) {
      found.pc = first_read(stack[i], a);
      if (found.pc >= 0) found.code = stack[i].code;
    }
    out.push_back(found);
  }
  return out;
}

bool Reads::effect(const std::vector<Stand>& stack) const {
  const Marks none(size_);
  return std::ranges::any_of(
      stack, [&](const Stand& s) { return live(s, solve(s.code, none), none).test(fits_); });
}

bool Reads::outer(const std::vector<Stand>& stack) const {
  const Marks none(size_);
  return std::ranges::any_of(
      stack, [&](const Stand& s) { return live(s, solve(s.code, none), none).test(outer_); });
}

}  // namespace hanrei::model
