// Cases that the rules bring about and do not speak of: a number below nothing, a choice among
// nothing, a bound that is not asked for again, what is told before it happens. The clauses are
// asked in the words that the game has for them.
#include <algorithm>
#include <functional>
#include <set>

#include "audit/rules/look.h"
#include "audit/rules/words.h"

namespace hanrei::audit::rules {

namespace {

const Words kBelow = {"0以下", "0未満", "マイナス", "負の", "下限", "below 0", "negative"};
const Words kNoCase = {"なけれ", "ない場合", "ないとき", "ない時", "ないなら", "いない", "なくな",
                       "できな", "可能なら", "あれば",   "いれば", "場合",     "if ",    "If ",
                       "when",   "When",     "unless",   "cannot", "no "};
const Words kOptional = {"でき", "よい", "任意", "可", "may", "can", "up to", "optional"};

/// What the locals of procedures are copies of: attributes, as far as nothing bounds them on the
/// way.
using Copies = std::map<std::pair<Id, Id>, std::set<Id>>;

/// The attributes that a value reads, printed or kept, itself or by way of a copy.
std::set<AttrId> numbers(const Program& p, ExprId e, ProcId proc, const Copies& copies) {
  std::set<AttrId> out;
  if (e != kNone)
    each_expr_within(p, e, [&](ExprId, const Expr& x) {
      if (x.type.kind != TypeKind::Int) return;
      if (x.op == Op::Attr) out.insert(x.attr());
      if (x.op != Op::Local) return;
      if (const auto it = copies.find({proc, x.id}); it != copies.end())
        out.insert(it->second.begin(), it->second.end());
    });
  return out;
}

/// May it be less than nothing by the way it is written: something is taken away?
bool takes_away(const Program& p, ExprId e) {
  bool found = false;
  if (e != kNone)
    each_expr(p, e, [&](ExprId, const Expr& x) {
      found = found || x.op == Op::Neg ||
              (x.op == Op::Sub && p[x.a].op == Op::Const && p[x.a].value == 0) ||
              (x.op == Op::Const && x.type.kind == TypeKind::Int && x.value < 0);
    });
  return found;
}

bool bounded(const Program& p, ExprId e) {
  bool found = false;
  if (e != kNone)
    each_expr(p, e, [&](ExprId, const Expr& x) { found = found || x.op == Op::Max2; });
  return found;
}

/// Numbers that are lowered, compared with each other, and of which no clause says what they are
/// below nothing.
void below(Look& look) {
  const Program& p = look.p;
  for (const ClauseId c : p.clauses.ids())
    if (says(p, {{c, kNone, ""}}, kBelow)) return;
  std::map<AttrId, std::vector<Site>> lowered, compared;
  Copies copies;
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (st.kind == StmtKind::Assign && st.assign == AssignOp::Set &&
                      st.target != kNone && p[st.target].op == Op::Local &&
                      p[st.target].type.kind == TypeKind::Int && p[st.value].op == Op::Attr)
                    copies[{s.proc, p[st.target].id}].insert(p[st.value].id);
                },
            .choose = {},
            .expr = {}});
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (st.kind == StmtKind::Modify && st.id != kNone &&
                      st.mod == model::ModOp::Add && takes_away(p, st.value))
                    lowered[AttrId(st.id)].push_back(s);
                  if (st.kind == StmtKind::Assign && st.assign == AssignOp::Sub &&
                      st.target != kNone && p[st.target].op == Op::Attr)
                    lowered[p[st.target].attr()].push_back(s);
                },
            .choose = {},
            .expr =
                [&](const Site& s, ExprId root) {
                  if (s.card != kNone || s.by.empty()) return;
                  each_expr_within(p, root, [&](ExprId, const Expr& x) {
                    if ((x.op != Op::Lt && x.op != Op::Le) || bounded(p, x.a) || bounded(p, x.b))
                      return;
                    const std::set<AttrId> a = numbers(p, x.a, s.proc, copies),
                                           b = numbers(p, x.b, s.proc, copies);
                    const auto of_cards = [&](AttrId id) {
                      return p.attrs[id].sort == model::kCardSort;
                    };
                    if (a.empty() || b.empty() || !std::ranges::all_of(a, of_cards) ||
                        !std::ranges::all_of(b, of_cards))
                      return;
                    for (const auto* side : {&a, &b})
                      for (AttrId id : *side) compared[id].push_back(s);
                  });
                }});
  for (const auto& st : p.statics)
    if (st.attr != kNone && st.op == model::ModOp::Add && takes_away(p, st.amount))
      lowered[st.attr].push_back(
          {st.id, st.source.by, st.source.card, st.source.spans, kNone, st.span});
  Finding f;
  for (const auto& [id, sites] : compared) {
    const auto& a = p.attrs[id];
    if (!lowered.contains(id) || a.range_lo != INT64_MIN) continue;
    std::vector<Ground> set = grounds({a.name, a.by, kNone, {}, kNone, a.span});
    for (const std::vector<Site>* at_sites : {&std::as_const(lowered).at(id), &sites})
      for (const Site& s : *at_sites)
        if (s.card == kNone) add(set, grounds(s));
    if (set.empty()) continue;
    if (f.set.empty())
      f = about(Code::BelowNothing, {a.name, a.by, kNone, {}, kNone, a.span}, a.span, {""});
    f.args[0] += (f.args[0].empty() ? "`" : "・`") + a.name + "`";
    add(f.set, set);
    for (const std::vector<Site>* at_sites : {&std::as_const(lowered).at(id), &sites})
      for (const Site& s : *at_sites) f.related.push_back(s.span);
  }
  if (f.set.empty()) return;
  f.args[0] = base::in_both("each of " + f.args[0], f.args[0]);
  look.add(std::move(f));
}

/// The steps that are carried out under a condition of a step around them.
void under_conditions(const std::vector<Step>& steps, bool within, std::set<const Step*>& out) {
  for (const Step& s : steps) {
    if (within) out.insert(&s);
    for (const auto& arm : s.arms)
      under_conditions(arm.steps,
                       within || s.cond != kNone || arm.cond != kNone || s.arms.size() > 1, out);
  }
}

/// What a player has to pick of what may be empty, by clauses that know no such case. Of a deck it
/// is asked elsewhere.
void among_nothing(Look& look) {
  const Program& p = look.p;
  std::map<std::vector<ClauseId>, Finding> found;  // one for what a clause makes both players do
  std::set<const Step*> conditional;
  for (const auto& proc : p.procedures) under_conditions(proc.steps, false, conditional);
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  const Choose& c = s.choose;
                  if (site.card != kNone || s.kind != StepKind::Choose || c.who == kNone ||
                      c.domain != DomainKind::One || s.cond != kNone || conditional.contains(&s) ||
                      c.set == kNone || site.by.empty())
                    return;
                  if (site.proc != kNone && p.procedures[site.proc].cond != kNone) return;
                  if (p[c.set].op != Op::ZoneSet ||
                      p.zones[p[c.set].zone()].order == model::ZoneOrder::Pile ||
                      (p.zones[p[c.set].zone()].built && !c.or_none))
                    return;
                  if (says(p, grounds(site), kNoCase) || says(p, grounds(site), kOptional)) return;
                  const auto [it, fresh] =
                      found.try_emplace(site.by, about(Code::AmongNothing, site, s.span,
                                                       {site.name, p.zones[p[c.set].zone()].name}));
                  if (!fresh) it->second.related.push_back(s.span);
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
  for (auto& [by, f] : found) look.add(std::move(f));
}

/// A step that brings a zone down to a bound, and a moment behind it at which something may get
/// there.
void asked_again(Look& look) {
  const Program& p = look.p;
  const auto bound = [&](ExprId e, std::set<ZoneId>& zones) {
    if (e == kNone) return;
    each_expr(p, e, [&](ExprId, const Expr& x) {
      if (x.op != Op::Lt && x.op != Op::Le) return;
      each_expr(p, x.b, [&](ExprId, const Expr& y) {
        if (y.op == Op::Size && p[y.a].op == Op::ZoneSet) zones.insert(p[y.a].zone());
      });
    });
  };
  const std::function<bool(const Step&)> acts = [&](const Step& s) {
    return s.kind == StepKind::Choose || s.kind == StepKind::Loop || s.kind == StepKind::Call ||
           std::ranges::any_of(s.stmts,
                               [](const Stmt& st) {
                                 return st.kind == StmtKind::Move || st.kind == StmtKind::MoveTop;
                               }) ||
           std::ranges::any_of(
               s.arms, [&](const auto& arm) { return std::ranges::any_of(arm.steps, acts); });
  };
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    if (owner.card != kNone) continue;
    std::map<ZoneId, const Step*> held;  // zones that were brought to a bound
    for (const Step& s : p.procedures[i].steps) {
      std::set<ZoneId> zones;
      bound(s.cond, zones);
      for (const auto& arm : s.arms) bound(arm.cond, zones);
      bound(s.again, zones);
      if (s.kind == StepKind::Call && !s.effect) bound(p.procedures[s.callee].cond, zones);
      if (acts(s))
        for (const ZoneId z : zones)
          if (!s.by.empty() || (s.callee != kNone && !p.procedures[s.callee].by.empty()))
            held.try_emplace(z, &s);
      if (held.empty() || s.by.empty() || (s.kind != StepKind::Window && s.kind != StepKind::Offer))
        continue;
      for (const auto& [z, step] : held) {
        Site site = owner;
        site.by = step->by;
        Finding f =
            about(Code::NotAskedAgain, site, step->span,
                  {step_name(owner.name, *step), p.zones[z].name, step_name(owner.name, s)});
        add(f.set, grounds({"", s.by, kNone, {}, kNone, s.span}));
        f.related.push_back(s.span);
        look.add(std::move(f));
      }
      held.clear();
    }
  }
}

/// A moment that tells what has happened (…したとき), and only a later step does anything.
void told_before(Look& look) {
  const Program& p = look.p;
  const auto changes = [&](const Step& s) {
    return s.kind == StepKind::Call || std::ranges::any_of(s.stmts, [&](const Stmt& st) {
             return st.kind == StmtKind::Move || st.kind == StmtKind::MoveTop ||
                    st.kind == StmtKind::Modify ||
                    (st.kind == StmtKind::Assign && st.target != kNone &&
                     p[st.target].op != Op::Local);
           });
  };
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    const auto& steps = p.procedures[i].steps;
    if (owner.card != kNone) continue;
    const Step* told = nullptr;
    std::string names;
    for (const Step& s : steps) {
      if (s.kind != StepKind::Window && s.kind != StepKind::Stop && s.kind != StepKind::Note &&
          !changes(s))
        break;  // what it does is not looked into
      if (s.kind == StepKind::Window && !s.by.empty()) {
        names.clear();
        for (SignalId signal : s.signals)
          if (const std::string& name = p.signals[signal].name;
              name.ends_with("たとき") || name.ends_with("た時"))
            names += "《" + name + "》";
        told = names.empty() ? nullptr : &s;
      }
      if (!changes(s)) continue;
      if (told == nullptr || s.by.empty()) break;
      Site site = owner;
      site.by = told->by;
      Finding f = about(Code::ToldBefore, site, told->span,
                        {step_name(owner.name, *told), names, step_name(owner.name, s)});
      add(f.set, grounds({"", s.by, kNone, {}, kNone, s.span}));
      f.related.push_back(s.span);
      look.add(std::move(f));
      break;
    }
  }
}

/// Two numbers of both sides are changed together, and each is read of one side only.
void read_of_one(Look& look) {
  const Program& p = look.p;
  std::map<AttrId, std::set<std::string>> read;  // of what
  std::map<AttrId, std::vector<Site>> where;
  visit(p, {.step = {}, .stmt = {}, .choose = {}, .expr = [&](const Site& s, ExprId root) {
              if (s.card != kNone) return;
              each_expr(p, root, [&](ExprId, const Expr& x) {
                if (x.op != Op::Attr || x.type.kind != TypeKind::Int) return;
                read[x.attr()].insert(shape(p, x.a));
                where[x.attr()].push_back(s);
              });
            }});
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (site.card != kNone || site.by.empty()) return;
                  std::map<AttrId, std::set<std::string>> changed;
                  for (const Stmt& st : s.stmts)
                    if (st.kind == StmtKind::Modify && st.id != kNone)
                      changed[AttrId(st.id)].insert(shape(p, st.target));
                  std::vector<AttrId> once;
                  std::set<std::string> of;
                  for (const auto& [id, things] : changed)
                    if (things.size() > 1 && read[id].size() == 1) {
                      once.push_back(id);
                      of.insert(*read[id].begin());
                    }
                  if (once.size() < 2 || of.size() != once.size()) return;
                  Finding f = about(Code::ReadOfOne, site, s.span, {site.name, ""});
                  for (AttrId id : once) {
                    f.args[1] += (f.args[1].empty() ? "`" : "・`") + p.attrs[id].name + "`";
                    add(f.set, grounds({"", p.attrs[id].by, kNone, {}, kNone, p.attrs[id].span}));
                    for (const Site& w : where[id]) {
                      add(f.set, grounds(w));
                      f.related.push_back(w.span);
                    }
                  }
                  look.add(std::move(f));
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
}

/// What is said of both winning at once, and a clause by which one loses.
void both_lose(Look& look) {
  const Program& p = look.p;
  const auto one = [](ClauseId c) { return std::vector<Ground>{{c, kNone, ""}}; };
  const Words win = {"勝"}, lose = {"負け", "敗"};
  if (p.both.by.empty()) return;
  for (ClauseId c : p.both.by)
    if (!says(p, one(c), win) || says(p, one(c), lose)) return;
  for (const auto& e : p.endings)
    for (ClauseId c : e.source.by) {
      if (e.source.card != kNone || !says(p, one(c), lose) || says(p, one(c), win)) continue;
      Finding f = about(Code::BothLose, {e.id, {c}, kNone, {}, kNone, e.span}, e.span,
                        {e.id, p.clauses[c].id, p.clauses[p.both.by[0]].id});
      add(f.set, grounds({"", p.both.by, kNone, {}, kNone, p.both.span}));
      f.related.push_back(p.both.span);
      look.add(std::move(f));
    }
}

}  // namespace

void look_at_omissions(Look& look) {
  below(look);
  among_nothing(look);
  asked_again(look);
  told_before(look);
  read_of_one(look);
  both_lose(look);
}

}  // namespace hanrei::audit::rules
