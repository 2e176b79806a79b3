// Steps that control never comes to: behind an end that is always met, in a case that those before
// it leave nothing of, or in what only each other leads to. The first two hold whatever cards there
// are, the last with the cards of the game.
#include <algorithm>
#include <map>
#include <set>

#include "audit/rules/look.h"
#include "base/contains.h"
#include "checker/collisions/implies.h"

namespace hanrei::audit::rules {

namespace {

/// What is known to hold, or not to hold, since nothing was carried out in between.
struct Fact {
  ExprId cond;
  bool holds = false;
  Site from;
};
using Facts = std::vector<Fact>;

bool settled_by_reading(const Program& p, ExprId e) {
  bool fixed = false;
  each_expr(p, e, [&](ExprId, const Expr& x) {
    fixed = fixed || (x.op == Op::Const && x.type.kind == TypeKind::Bool);
  });
  return fixed;
}

class Paths {
 public:
  Paths(Look& look, ProcId proc)
      : look_(look), p_(look.p), proc_(p_.procedures[proc]), owner_(look.owner[proc]) {
    for (const auto& g : proc_.guards) handlers_.insert(g.then.begin(), g.then.end());
    handlers_.insert(proc_.abort_then.begin(), proc_.abort_then.end());
  }
  void all() {
    if (owner_.card == kNone) (void)follow(proc_.steps, {}, owner_);
  }

 private:
  /// Is control always over before the end of the list?
  bool follow(const std::vector<Step>& list, Facts known, const Site& around) {
    const Site* end = nullptr;
    Site ended;
    for (const Step& s : list) {
      Site site = around;
      if (!s.by.empty()) site.by = s.by;
      if (!s.name.empty()) site.name = step_name(owner_.name, s);
      site.span = s.span;
      if (handlers_.contains(s.ordinal) && s.ordinal >= 0) {
        end = nullptr;
        known.clear();
      }
      if (end != nullptr) {
        tell(site, s,
             base::in_both(end->name + " always ends it before", end->name + "で必ず終わります"),
             {*end});
        return true;
      }
      if (s.cond != kNone && refuted(known, s.cond)) {
        tell(site, s,
             base::in_both("what comes before leaves no case for it",
                           "前の場合分けで残る場合がありません"),
             sources(known));
        continue;
      }
      const bool over = one(s, site, known);
      if (over && s.cond == kNone) {
        ended = site;
        end = &ended;
      }
    }
    return end != nullptr;
  }

  /// The same of one step; what is known behind it.
  bool one(const Step& s, const Site& site, Facts& known) {
    Facts here = known;
    if (s.cond != kNone) here.push_back({s.cond, true, site});
    switch (s.kind) {
      case StepKind::Stop:
      case StepKind::Abort:
        if (s.cond != kNone) known.push_back({s.cond, false, site});
        return true;
      case StepKind::Note:
        if (s.ordinal >= 0 && static_cast<size_t>(s.ordinal) < proc_.did.size() &&
            proc_.did[s.ordinal] != kNone)
          known.clear();
        return false;
      case StepKind::Branch: return branch(s, site, std::move(here), known);
      case StepKind::Do:
      case StepKind::Call:
      case StepKind::Choose:
      case StepKind::Window:
      case StepKind::Offer:
      case StepKind::Process:
      case StepKind::Recheck:
      case StepKind::Simul:
      case StepKind::Each:
      case StepKind::Loop:
      case StepKind::Judge: break;
    }
    // what runs before them is not known
    for (const auto& arm : s.arms) (void)follow(arm.steps, {}, site);
    known.clear();
    return false;
  }

  bool branch(const Step& s, const Site& site, Facts here, Facts& known) {
    bool whole = false, all_end = true;
    Facts outside = known;
    for (const auto& arm : s.arms) {
      Site at_arm = site;
      if (!arm.steps.empty()) at_arm.span = arm.steps.front().span;
      if (whole || (arm.cond != kNone && refuted(here, arm.cond))) {
        const Step* first = arm.steps.empty() ? nullptr : &arm.steps.front();
        Site in = at_arm;
        if (first != nullptr && !first->by.empty()) in.by = first->by;
        if (first != nullptr && !first->name.empty()) in.name = step_name(owner_.name, *first);
        tell(in, first == nullptr ? s : *first,
             base::in_both("what comes before leaves no case for it",
                           "前の場合分けで残る場合がありません"),
             sources(here));
        continue;
      }
      Facts inside = here;
      if (arm.cond != kNone) inside.push_back({arm.cond, true, at_arm});
      const bool ends = follow(arm.steps, std::move(inside), site);
      if (ends && all_end && arm.cond != kNone && s.cond == kNone)
        outside.push_back({arm.cond, false, at_arm});
      all_end = all_end && ends;
      if (arm.cond == kNone)
        whole = true;
      else
        here.push_back({arm.cond, false, at_arm});
    }
    if (all_end)
      known = std::move(outside);
    else
      known.clear();
    return all_end && whole;
  }

  bool refuted(const Facts& known, ExprId cond) {
    if (known.empty() || p_[cond].type.kind != TypeKind::Bool || settled_by_reading(p_, cond))
      return false;
    for (const Fact& f : known)
      if (settled_by_reading(p_, f.cond)) return false;
    if (++look_.out.conditions > Findings::kMost) {
      ++look_.out.left_out;
      return false;
    }
    checker::collisions::Formulas f(p_);
    // one that never holds by itself is told as that
    if (f.unsatisfiable({f.condition(cond, {})})) return false;
    std::vector<symbolic::Term> all = {f.condition(cond, {})};
    for (const Fact& k : known)
      all.push_back(k.holds ? f.condition(k.cond, {}) : f.t.not_(f.condition(k.cond, {})));
    std::vector<symbolic::Term> before(all.begin() + 1, all.end());
    return f.unsatisfiable(all) && !f.unsatisfiable(before);
  }

  static std::vector<Site> sources(const Facts& known) {
    std::vector<Site> out;
    for (const Fact& f : known) out.push_back(f.from);
    return out;
  }
  void tell(const Site& site, const Step& s, const std::string& why,
            const std::vector<Site>& from) {
    if (s.kind == StepKind::Note || site.by.empty()) return;
    Finding f = about(Code::Unreached, site, s.span, {"`" + site.name + "`", why});
    for (const Site& k : from) {
      add(f.set, grounds(k));
      f.related.push_back(k.span);
    }
    look_.add(std::move(f));
  }

  Look& look_;
  const Program& p_;
  const Procedure& proc_;
  const Site owner_;
  std::set<int> handlers_;  ///< steps that an abort runs
};

/// What only each other leads to: from all that nothing calls, everything that may run is followed;
/// an act may be declared where a permission says so, at a moment or in an exchange that is come
/// to.
class Circles {
 public:
  explicit Circles(const Look& look)
      : p_(look.p), l_(look.code), come_(l_.codes.size()), called_(l_.codes.size()) {
    there_.all = true;
    std::set<ProcId> owned;
    for (const auto& a : p_.acts)
      for (ProcId k : {a.declare, a.process}) owned.insert(k);
    for (const auto& e : p_.effects)
      for (ProcId k : {e.proc, e.pay_proc}) owned.insert(k);
    for (const auto& t : p_.triggers) owned.insert(t.proc);
    for (const auto& l : p_.limits) owned.insert(l.repair);
    for (const auto& r : p_.replaces) owned.insert(r.proc);
    for (const auto& c : l_.codes)
      for (const auto& ins : c.ins)
        if (ins.code == model::OpCode::Call) called_[CodeId(ins.id)] = true;
    std::vector<CodeId> todo = {l_.book};
    for (const ProcId c : p_.procedures.ids()) {
      if (!called_[c] && !owned.contains(c) && !look.files.called(p_.procedures[c].name))
        todo.push_back(c);
      if (look.owner[c].card != kNone) todo.push_back(c);  // whatever cards do
    }
    begins_ = todo.size() > 1;
    for (bool more = true; more;) {
      follow(todo);
      more = false;
      for (const ActId a : p_.acts.ids()) {
        const auto& act = p_.acts[a];
        if (acts_.contains(a) || !declared(a)) continue;
        acts_.insert(a);
        for (ProcId k : {act.declare, act.process})
          if (k != kNone) todo.push_back(k);
        more = true;
      }
    }
  }
  bool begins() const { return begins_; }
  bool comes(CodeId code) const { return come_[code]; }
  bool called(CodeId code) const { return called_[code]; }
  bool act(ActId a) const { return acts_.contains(a); }

 private:
  void follow(std::vector<CodeId>& todo) {
    while (!todo.empty()) {
      const CodeId c = todo.back();
      todo.pop_back();
      if (come_[c]) continue;
      come_[c] = true;
      const auto& code = l_.codes[c];
      for (const auto& ins : code.ins) {
        using model::OpCode;
        if (ins.code == OpCode::Ask || ins.code == OpCode::Process || ins.code == OpCode::RunKept)
          continue;
        for (CodeId k : model::runs(p_, l_, there_, code, ins)) todo.push_back(k);
        if (ins.code == OpCode::Window)
          for (SignalId s : l_.raises[SignalId(ins.id)]) todo.push_back(l_.window(s));
      }
    }
  }
  bool declared(ActId a) const {
    for (const ExchangeId e : p_.exchanges.ids())
      if (!p_.exchanges[e].menu.empty() && come_[l_.exchange(e)]) return true;
    for (const auto& n : p_.norms) {
      if (n.mode == model::NormMode::Forbid) continue;
      const auto& tags = p_.acts[a].tags;
      if (n.act != kNone ? n.act != a : !n.tag.empty() && !base::contains(tags, n.tag)) continue;
      if (n.menus.empty()) return true;
      for (const Id m : n.menus)
        if (come_[m >= 0 ? l_.window(model::signal_of(m)) : l_.exchange(model::exchange_of(m))])
          return true;
    }
    return false;
  }

  const Program& p_;
  const model::Lowered& l_;
  model::Present there_;
  base::Table<CodeId, bool> come_, called_;
  std::set<ActId> acts_;
  bool begins_ = false;
};

void circles(Look& look) {
  const Program& p = look.p;
  const Circles c(look);
  if (!c.begins()) return;
  const auto why =
      base::in_both("nothing that is come to leads there", "そこに至るものは、どれも行われません");
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    if (owner.card != kNone || owner.name != p.procedures[i].name || owner.by.empty() ||
        !c.called(i) || c.comes(i))
      continue;
    look.add(about(Code::Unreached, owner, p.procedures[i].span, {"`" + owner.name + "`", why}));
  }
  for (const ActId a : p.acts.ids()) {
    const auto& act = p.acts[a];
    const bool permitted = std::ranges::any_of(
        p.norms, [&](const auto& n) { return n.mode != model::NormMode::Forbid && n.act == a; });
    if (act.source.card != kNone || act.source.by.empty() || !permitted || c.act(a)) continue;
    look.add(about(Code::Unreached, {act.name, act.source.by, kNone, {}, kNone, act.span}, act.span,
                   {"`" + act.name + "`", why}));
  }
}

}  // namespace

void look_at_paths(Look& look) {
  for (const ProcId i : look.p.procedures.ids()) Paths(look, i).all();
  circles(look);
}

}  // namespace hanrei::audit::rules
