#include "checker/collisions/played.h"

#include <algorithm>
#include <functional>

#include "checker/semantics/machine.h"

namespace hanrei::checker::collisions {

using namespace model::ids;
using model::OpCode;
using S = State<int64_t>;

void Played::add(const Played& later) {
  for (const auto& [effect, use] : later.uses) {
    const auto [it, fresh] = uses.try_emplace(effect, use);
    if (fresh) continue;
    Use& sum = it->second;
    if (sum.gone + sum.unfit == 0 && use.gone + use.unfit > 0) sum.scene = use.scene;
    sum.carried += use.carried;
    sum.gone += use.gone;
    sum.unfit += use.unfit;
  }
  if (ran.size() < later.ran.size()) ran.resize(later.ran.size());
  for (size_t i = 0; i < later.ran.size(); ++i)
    if (later.ran[i]) ran[i] = true;
}

Tally::Tally(const Question& q, size_t scene, Played& into)
    : q_(q), p_(*q.program), scene_(scene), into_(into) {
  size_t all = 0;
  for (const model::Code& c : q.code->codes) {
    first_.push_back(all);
    all += c.ins.size();
  }
  into_.ran.resize(all);
  const std::function<bool(ExprId)> fits = [&](ExprId e) {
    if (e == kNone) return false;
    const model::Expr& x = p_[e];
    return x.op == model::Op::Fits || fits(x.a) || fits(x.b) || fits(x.c) ||
           std::ranges::any_of(x.args, fits);
  };
  for (const model::ActDef& act : p_.acts)
    for (const auto& [name, cond] : act.needs)
      if (act.effect_local != kNone && fits(cond)) asks_.insert(cond);
}

void Tally::before(const Machine<Concrete>& m, const S& s, const model::Code& code,
                   const model::Instr& ins) {
  const Frame& top = s.frame();
  into_.ran[first_[top.code] + top.pc] = true;
  if (top.slot < 0 || code.kind != model::CodeKind::Procedure) return;
  if (ins.code == OpCode::Branch && asks_.contains(ins.cond)) {
    if (m.here(s, ins.cond) == 0) count(s, false);
  } else if (ins.code == OpCode::Effect && ins.id == 0)
    count(s, true);
}

void Tally::count(const S& s, bool fits) {
  const Frame& top = s.frame();
  const Slot& slot = s.control.slots[top.slot];
  if (slot.act < 0 || slot.effect < 0) return;
  const Id at = p_.acts[ActId(slot.act)].effect_local;
  const EffectId effect = q_.world->effects[slot.effect].effect;
  const model::EffectDef& def = p_.effects[effect];
  for (const rulings::FrameIn& f : q_.which->situation.frames)
    if (f.effect == effect) return;  // declared before
  size_t named = 0, gone = 0;
  const auto& locals = p_.procedures[def.proc].locals;
  for (size_t i = 0; at != kNone && i < def.present.size() && 2 + i < locals.size(); ++i) {
    const model::Type& t = locals[2 + i].type;
    const int64_t v = s.cells[top.base + at + 1 + i];
    if (t.kind != model::TypeKind::Ref || t.id != model::kCardSort || v == model::kNobody) continue;
    ++named;
    gone += t.stay && v < 0 ? 1 : 0;
  }
  if (named == 0) return;
  Played::Use& use = into_.uses[effect];
  if (fits && gone < named) {
    ++use.carried;
    return;
  }
  if (use.gone + use.unfit == 0) use.scene = scene_;
  ++(gone == named ? use.gone : use.unfit);
}

}  // namespace hanrei::checker::collisions
