// What may have changed behind a moment at which others act; what may come between simultaneous
// things; endings that are judged in two ways.
#include <map>
#include <set>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"

namespace hanrei::audit::rules {

namespace {

/// Can anything be done or happen at the window of a signal, by the rules or a card of the game?
class Open {
 public:
  explicit Open(const Look& look) : look_(look) {}
  bool signal(SignalId s) const {
    for (SignalId raised : look_.code.raises[s]) {
      if (look_.p.signals[raised].exchange != kNone) return true;
      for (const auto& t : look_.p.triggers)
        if (t.signal == raised) return true;
    }
    return false;
  }

 private:
  const Look& look_;
};

/// The things of which a condition asks whether they are there: by `present`, or by where they are.
void asked_of(const Program& p, ExprId cond, std::set<Id>& out) {
  each_expr(p, cond, [&](ExprId, const Expr& e) {
    const auto local = [&](ExprId x) {
      if (x != kNone && p[x].op == Op::Local) out.insert(p[x].id);
    };
    if (e.op == Op::Present || e.op == Op::In) local(e.a);
    // a derived value that gets the thing may ask it
    if (e.op == Op::Call)
      for (ExprId k : e.args) local(k);
    if (e.op == Op::Quant || e.op == Op::Eq || e.op == Op::Ne) {
      local(e.a);
      local(e.b);
    }
  });
}

/// Follows the steps of a procedure in their order.
class Follow {
 public:
  Follow(Look& look, const Open& open, ProcId proc)
      : look_(look),
        p_(look.p),
        open_(open),
        id_(proc),
        proc_(p_.procedures[proc]),
        owner_(look.owner[proc]) {
    for (size_t i = 0; i < proc_.locals.size(); ++i) {
      const model::Type& t = proc_.locals[i].type;
      // `obj` only: a card is there wherever it lies
      if (t.kind == model::TypeKind::Ref && t.id == model::kCardSort && t.stay)
        things_.insert(static_cast<Id>(i));
    }
  }
  /// `presented`: of an act, what may be gone when it is carried out.
  void run(const std::vector<Id>& presented) {
    if (things_.empty() || owner_.card != kNone) return;
    Maybe gone;
    for (Id l : presented)
      if (things_.contains(l))
        gone.try_emplace(l, Gone{base::in_both("its declaration", "宣言"), owner_});
    (void)sequence(proc_.steps, std::move(gone));
  }

 private:
  struct Gone {
    std::string since;
    Site at;
  };
  using Maybe = std::map<Id, Gone>;

  Maybe sequence(const std::vector<Step>& list, Maybe gone) {
    for (const Step& s : list) gone = one(s, std::move(gone));
    return gone;
  }

  Maybe one(const Step& s, Maybe gone) {
    Site site = owner_;
    if (!s.by.empty()) site.by = s.by;
    site.name = step_name(owner_.name, s);
    site.span = s.span;
    std::set<Id> sure;
    asks(s.cond, sure);
    for (const auto& g : proc_.guards)
      if (s.ordinal >= g.from && s.ordinal <= g.to) asks(g.cond, sure);
    Maybe here = gone;
    for (Id l : sure) here.erase(l);
    if (s.kind == StepKind::Abort || s.kind == StepKind::Stop) {  // whoever goes on has been asked
      for (Id l : sure) gone.erase(l);
      return gone;
    }
    if (s.kind == StepKind::Recheck) return {};
    for (const Stmt& st : s.stmts) uses(site, st, here);
    if (s.kind == StepKind::Call && !s.effect) {
      std::set<Id> asks;
      const Procedure& callee = p_.procedures[s.callee];
      asked_of(p_, callee.cond, asks);
      for (size_t i = 0; i < s.args.size(); ++i)
        if (p_[s.args[i]].op == Op::Local && !asks.contains(static_cast<Id>(i)))
          complain(site, p_[s.args[i]].id, here, s.span);
    }
    for (const auto& arm : s.arms) {
      std::set<Id> asked = sure;
      asks(arm.cond, asked);
      Maybe inner = gone;
      for (Id l : asked) inner.erase(l);
      if (s.var != kNone) inner.erase(s.var);  // of a set that is looked at now
      const Maybe after = sequence(arm.steps, inner);
      bool ends = false;
      for (const Step& x : arm.steps)
        ends = ends || x.kind == StepKind::Abort || x.kind == StepKind::Stop;
      if (ends) {
        for (Id l : asked) gone.erase(l);
      } else
        gone.insert(after.begin(), after.end());
    }
    if (s.kind == StepKind::Choose) gone.erase(s.choose.var);
    for (const Stmt& st : s.stmts)
      if (st.kind == StmtKind::Assign && st.target != kNone && p_[st.target].op == Op::Local &&
          p_[st.target].type.kind == model::TypeKind::Bool)
        asked_of(p_, st.value, noted_[p_[st.target].id]);
    for (const Stmt& st : s.stmts)
      if (st.kind == StmtKind::Assign && st.target != kNone && p_[st.target].op == Op::Local)
        gone.erase(p_[st.target].id);
    bool others = false;
    // a step without clauses of its own is the model's: what comes between there, no clause puts
    // there
    if (s.by.empty() && s.kind != StepKind::Process) return gone;
    if (s.kind == StepKind::Window)
      for (SignalId k : s.signals) others = others || open_.signal(k);
    if (s.kind == StepKind::Offer || s.kind == StepKind::Process) others = true;
    if (others)
      for (Id l : things_)
        if (!moved_.contains(l)) gone.try_emplace(l, Gone{site.name, site});
    return gone;
  }

  /// What is asked of by a condition, or was asked of when a truth value in it was worked out.
  void asks(ExprId cond, std::set<Id>& out) const {
    if (cond == kNone) return;
    asked_of(p_, cond, out);
    each_expr(p_, cond, [&](ExprId, const Expr& e) {
      if (e.op != Op::Local) return;
      if (const auto it = noted_.find(e.id); it != noted_.end())
        out.insert(it->second.begin(), it->second.end());
    });
  }
  void uses(const Site& site, const Stmt& st, const Maybe& gone) {
    if (st.kind == StmtKind::Move && st.target != kNone && p_[st.target].op == Op::Local) {
      complain(site, p_[st.target].id, gone, st.span);
      moved_.insert(p_[st.target].id);
    }
    if (st.kind == StmtKind::Assign && st.target != kNone && p_[st.target].op == Op::Attr &&
        p_[p_[st.target].a].op == Op::Local)
      complain(site, p_[p_[st.target].a].id, gone, st.span);
    if (st.kind == StmtKind::Modify && st.target != kNone && p_[st.target].op == Op::Local)
      complain(site, p_[st.target].id, gone, st.span);
  }
  void complain(const Site& site, Id local, const Maybe& gone, Span place) {
    const auto it = gone.find(local);
    if (it == gone.end() || !told_.insert(local).second || site.by.empty()) return;
    Finding f = about(Code::MayBeGone, site, place,
                      {site.name, called(p_, id_, local).text(), it->second.since});
    add(f.set, grounds(it->second.at));
    f.related.push_back(it->second.at.span);
    look_.add(std::move(f));
  }

  Look& look_;
  const Program& p_;
  const Open& open_;
  ProcId id_;
  const Procedure& proc_;
  const Site owner_;
  std::set<Id> things_, told_, moved_;
  std::map<Id, std::set<Id>> noted_;  ///< truth values, and what was asked of for them
};

/// May others act between the declaration of an act and its processing?
bool others_between(const Program& p, ActId act) {
  for (const auto& n : p.norms) {
    if (n.mode == model::NormMode::Forbid || n.source.card != kNone) continue;
    bool about = n.act == act;
    for (const std::string& tag : p.acts[act].tags)
      about = about || (n.act == kNone && n.tag == tag);
    if (!about) continue;
    for (const Id m : n.menus) {
      const ExchangeId e = m >= 0 ? p.signals[model::signal_of(m)].exchange : model::exchange_of(m);
      if (e == kNone) continue;
      const auto& x = p.exchanges[e];
      if (x.resolve != model::Resolve::AtOnce) return true;
    }
  }
  return false;
}

std::set<Id> moved_by(const Program& p, const std::vector<Step>& steps) {
  std::set<Id> out;
  for (const Step& s : steps) {
    for (const Stmt& st : s.stmts)
      if (st.kind == StmtKind::Move && st.target != kNone && p[st.target].op == Op::Local)
        out.insert(p[st.target].id);
    for (const auto& arm : s.arms) out.merge(moved_by(p, arm.steps));
  }
  return out;
}

/// Is it about a place that no clause knows? Then the trigger is how the model does something, and
/// no event of the rules.
bool makeshift(const Program& p, ExprId e) {
  bool found = false;
  each_expr_within(p, e, [&](ExprId, const Expr& x) {
    found = found || ((x.op == Op::ZoneSet || x.op == Op::CountOf || x.op == Op::TopOf) &&
                      p.zones[x.zone()].by.empty());
  });
  return found;
}

void between(Look& look) {
  const Program& p = look.p;
  // what a procedure may write, and what it calls
  std::map<CodeId, model::Footprint> writes;
  for (const CodeId c : look.code.codes.ids()) {
    model::Footprint f;
    for (const auto& ins : look.code.codes[c].ins)
      if (ins.code == model::OpCode::Settle) f |= look.code.settle[ins.index];
    writes[c] = f;
  }
  visit(
      p,
      {.step =
           [&](const Site& site, const Step& s) {
             if (site.card != kNone ||
                 (s.kind != StepKind::Simul && !(s.kind == StepKind::Each && !s.together)) ||
                 s.edges_end)
               return;
             std::vector<CodeId> roots;
             bool calls = false;
             const std::function<void(const std::vector<Step>&)> within =
                 [&](const std::vector<Step>& list) {
                   for (const Step& x : list) {
                     if (x.kind == StepKind::Call && !x.effect) {
                       roots.push_back(x.callee);
                       calls = true;
                     }
                     for (const auto& arm : x.arms) within(arm.steps);
                   }
                 };
             for (const auto& arm : s.arms) within(arm.steps);
             if (!calls || s.kind != StepKind::Simul) return;
             const std::set<CodeId> runs = model::reachable(p, look.code, {}, roots);
             for (const TriggerId t : p.triggers.ids()) {
               const auto& trigger = p.triggers[t];
               if (!trigger.edge || trigger.source.card != kNone || makeshift(p, trigger.becomes))
                 continue;
               model::Footprint wrote;
               for (CodeId c : runs)
                 if (c != look.code.book) wrote |= writes[c];
               if ((wrote & look.code.edge_reads[t]).none()) continue;
               Finding f = about(Code::CutsIn, site, s.span, {site.name, trigger.id});
               add(f.set, grounds({trigger.id, trigger.source.by, kNone, {}, kNone, trigger.span}));
               f.related.push_back(trigger.span);
               look.add(std::move(f));
             }
           },
       .stmt = {},
       .choose = {},
       .expr = {}});
}

/// Two steps in a row that do one thing for one player and then for the other, with an ending that
/// is judged at once.
void mirrored(Look& look) {
  const Program& p = look.p;
  const auto differ_in_player = [&](const Step& a, const Step& b) {
    if (a.kind != StepKind::Call || b.kind != StepKind::Call || a.cond != kNone ||
        b.cond != kNone || a.effect || b.effect || a.callee != b.callee ||
        a.args.size() != b.args.size())
      return false;
    size_t players = 0;
    for (size_t i = 0; i < a.args.size(); ++i) {
      if (shape(p, a.args[i]) == shape(p, b.args[i])) continue;
      const model::Type& t = p[a.args[i]].type;
      if (t.kind != model::TypeKind::Ref || t.id != model::kPlayerSort) return false;
      ++players;
    }
    return players == 1;
  };
  // an ending that is held back by what a step before them writes
  const auto held = [&](const model::Ending& e, const std::vector<Step>& steps, size_t before) {
    std::set<Id> asked;
    if (e.hold != kNone)
      each_expr(p, e.hold, [&](ExprId, const Expr& x) {
        if (x.op == Op::GameAttr) asked.insert(x.id);
      });
    for (size_t k = 0; k < before; ++k)
      for (const Stmt& st : steps[k].stmts) {
        if (st.kind == StmtKind::Assign && st.target != kNone && p[st.target].op == Op::GameAttr &&
            asked.contains(p[st.target].id) && p[st.value].op == Op::Const &&
            p[st.value].value != 0)
          return true;
      }
    return false;
  };
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    const auto& steps = p.procedures[i].steps;
    for (size_t k = 0; k + 1 < steps.size() && owner.card == kNone; ++k) {
      if (!differ_in_player(steps[k], steps[k + 1])) continue;
      model::Footprint wrote;
      for (CodeId c : model::reachable(p, look.code, {}, {steps[k].callee})) {
        if (c == look.code.book) continue;
        for (const auto& ins : look.code.codes[c].ins)
          if (ins.code == model::OpCode::Settle) wrote |= look.code.settle[ins.index];
      }
      for (const EndingId e : p.endings.ids()) {
        const auto& ending = p.endings[e];
        if (!ending.at_once || ending.source.card != kNone || held(ending, steps, k) ||
            (wrote & look.code.ending_reads[e]).none())
          continue;
        Site site = owner;
        if (!steps[k].by.empty()) site.by = steps[k].by;
        Finding f = about(
            Code::OneThenOther, site, steps[k].span,
            {step_name(owner.name, steps[k]), step_name(owner.name, steps[k + 1]), ending.id});
        add(f.set, grounds({ending.id, ending.source.by, kNone, {}, kNone, ending.span}));
        f.related = {steps[k + 1].span, ending.span};
        look.add(std::move(f));
      }
    }
  }
}

void judged(Look& look) {
  const Program& p = look.p;
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (s.kind != StepKind::Judge || !s.defer) return;
                  for (const auto& e : p.endings) {
                    if (!e.at_once) continue;
                    Finding f = about(Code::JudgedTwice, site, s.span, {site.name, e.id});
                    add(f.set, grounds({e.id, e.source.by, kNone, {}, kNone, e.span}));
                    f.related.push_back(e.span);
                    look.add(std::move(f));
                  }
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
}

}  // namespace

void look_at_moments(Look& look) {
  const Open open(look);
  std::map<ProcId, std::vector<Id>> presented;  // by procedure that carries an act out
  for (const ActId a : look.p.acts.ids()) {
    const auto& act = look.p.acts[a];
    if (act.process == kNone || !others_between(look.p, a)) continue;
    const std::set<Id> moved = act.declare == kNone
                                   ? std::set<Id>{}
                                   : moved_by(look.p, look.p.procedures[act.declare].steps);
    for (const Choose& c : act.present)
      if (c.var != kNone && !moved.contains(c.var)) presented[act.process].push_back(c.var);
  }
  for (const ProcId i : look.p.procedures.ids()) {
    ++look.out.procedures;
    Follow(look, open, i).run(presented[i]);
  }
  between(look);
  mirrored(look);
  judged(look);
}

}  // namespace hanrei::audit::rules
