// Who decides, who orders, who is asked first, and what becomes of a choice among nothing.
#include <algorithm>
#include <map>
#include <set>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"
#include "base/contains.h"

namespace hanrei::audit::rules {

Users::Users(const Look& look) {
  visit(look.p, {.step =
                     [&](const Site& site, const Step& s) {
                       if (site.card != kNone) return;
                       if (s.kind == StepKind::Offer) offers[s.exchange].push_back(site);
                       if (s.kind == StepKind::Window)
                         for (SignalId k : s.signals)
                           for (SignalId raised : look.code.raises[k])
                             windows[raised].push_back(site);
                     },
                 .stmt = {},
                 .choose = {},
                 .expr = {}});
}

namespace {

/// Is something announced while this is carried out, so that something may happen in between? Then
/// its order matters.
bool order_matters(const Look& look, const std::vector<Step>& steps) {
  std::vector<CodeId> roots;
  bool matters = false;
  const std::function<void(const std::vector<Step>&)> within = [&](const std::vector<Step>& list) {
    for (const Step& s : list) {
      matters = matters || s.kind == StepKind::Window;
      if (s.kind == StepKind::Call && !s.effect) roots.push_back(s.callee);
      for (const auto& arm : s.arms) within(arm.steps);
    }
  };
  within(steps);
  // what is called; not what a change or a declaration may set off
  std::set<CodeId> seen;
  while (!roots.empty()) {
    const CodeId c = roots.back();
    roots.pop_back();
    if (!seen.insert(c).second) continue;
    for (const auto& ins : look.code.codes[c].ins) {
      matters = matters || ins.code == model::OpCode::Window;
      if (ins.code == model::OpCode::Call) roots.push_back(CodeId(ins.id));
    }
  }
  return matters;
}

/// Does a condition hang on what no clause speaks of, and only cards bring about?
bool of_cards(const Program& p, ExprId cond) {
  bool found = false;
  if (cond != kNone)
    each_expr_within(p, cond, [&](ExprId, const Expr& e) {
      found = found || ((e.op == Op::Attr || e.op == Op::GameAttr) && p.attrs[e.attr()].by.empty());
    });
  return found;
}

/// Does a condition only compare players: whose turn it is? What is done in a turn is done by the
/// one whose turn it is.
bool whose_turn(const Program& p, ExprId cond) {
  if (cond == kNone) return false;
  const Expr& e = p[cond];
  if (e.op != Op::Ne && e.op != Op::Eq) return false;
  const auto is = [&](ExprId who, ExprId turn) {
    return p[who].op == Op::Temp && p[turn].op == Op::GameAttr &&
           p[turn].type == model::ref_type(model::kPlayerSort);
  };
  return is(e.a, e.b) || is(e.b, e.a);
}

/// Does a trigger wait only for what happens to its own card?
bool own_only(const Program& p, ExprId cond) {
  if (cond == kNone) return false;
  const Expr& e = p[cond];
  if (e.op == Op::And) return own_only(p, e.a) || own_only(p, e.b);
  const auto is = [&](ExprId a, ExprId b) {
    return p[a].op == Op::EvArg && p[b].op == Op::Temp && p[b].id == 0;
  };
  return e.op == Op::Eq && (is(e.a, e.b) || is(e.b, e.a));
}

/// Can two of them come at one time? Not when each waits for what happens to its own card, and no
/// card has two of them.
bool coincide(const Program& p, const std::vector<const model::Trigger*>& here) {
  std::set<CardId> cards;
  for (const auto* t : here)
    if (t->source.card == kNone || !own_only(p, t->cond) || !cards.insert(t->source.card).second)
      return true;
  return false;
}

/// Between the players it is said who comes first: an exchange of both that belongs to the moment
/// says so.
bool between_said(const Look& look, const model::SignalDef& signal) {
  if (signal.exchange == kNone) return false;
  const auto& e = look.p.exchanges[signal.exchange];
  return e.seats.size() >= 2 && !e.by.empty() &&
         look.files.properties("exchange", e.name).cited.contains("seats");
}

constexpr size_t kNamed = 3;  ///< moments in a message; the others are counted

/// Simultaneous things at moments whose order nobody gives: one finding for all that lack it in the
/// same way.
void moments(Look& look, const Users& users) {
  const Program& p = look.p;
  std::map<std::pair<Id, bool>, Finding> found;
  std::map<std::pair<Id, bool>, size_t> named;
  for (const SignalId i : p.signals.ids()) {
    const auto& signal = p.signals[i];
    if (signal.order != kNone && p.orders[signal.order].orderer != kNone) continue;
    std::vector<const model::Trigger*> here;
    for (const auto& t : p.triggers)
      if (t.signal == i) here.push_back(&t);
    if (here.empty() || !coincide(p, here)) continue;
    std::vector<Ground> set = grounds({signal.name, signal.by, kNone, {}, kNone, signal.span});
    if (const auto by = users.windows.find(i); set.empty() && by != users.windows.end())
      for (const Site& s : by->second) add(set, grounds(s));
    const bool own = between_said(look, signal);
    const auto [it, fresh] = found.try_emplace({signal.order, own});
    Finding& f = it->second;
    if (fresh)
      f = about(
          Code::NoOrderer, {}, signal.span,
          {"", own ? base::in_both(" and is one player's own", "、一方のプレイヤーのもののうちで")
                   : ""});
    else
      f.related.push_back(signal.span);
    if (++named[{signal.order, own}] <= kNamed) f.args[0] += "《" + signal.name + "》";
    add(f.set, set);
    for (const auto* t : here) f.related.push_back(t->span);
  }
  for (auto& [key, f] : found) {
    if (const size_t n = named[key]; n > kNamed)
      f.args[0] = base::in_both(f.args[0] + " and " + std::to_string(n - kNamed) + " other moments",
                                f.args[0] + "ほか" + std::to_string(n - kNamed) + "個のとき");
    look.add(std::move(f));
  }
}

/// Continuous effects that hang on each other.
void several_states(Look& look) {
  const Program& p = look.p;
  if (p.settle.several != kNone) return;
  const auto hangs = [](const model::Static& a, const model::Static& b) {
    return base::contains(a.reads, b.attr);
  };
  for (const StaticId i : p.statics.ids())
    for (const StaticId j : p.statics.ids(i + 1)) {
      const auto &a = p.statics[i], &b = p.statics[j];
      if (a.cond == kNone || b.cond == kNone || a.for_all || b.for_all || !hangs(a, b) ||
          !hangs(b, a))
        continue;
      const Span place = p.settle.span ? p.settle.span : a.span;
      Finding f = about(Code::SeveralStates, {"", p.settle.by, kNone, {}, kNone, place}, place,
                        {a.id, b.id});
      for (const auto* st : {&a, &b}) {
        rules::add(f.set, grounds({st->id, st->source.by, st->source.card, st->source.spans, kNone,
                                   st->span}));
        f.related.push_back(st->span);
      }
      look.add(std::move(f));
      return;
    }
}

}  // namespace

void look_at_choosers(Look& look) {
  const Program& p = look.p;
  const Users users(look);
  visit(p,
        {.step =
             [&](const Site& site, const Step& s) {
               ++look.out.steps;
               if (site.card != kNone || s.kind != StepKind::Choose) return;
               ++look.out.choices;
               const Choose& c = s.choose;
               // a yes or no that nobody decides is a coin
               if (c.who == kNone && c.domain != DomainKind::YesNo && !look.files.chance(c.span))
                 look.add(about(Code::NoChooser, site, s.span, {site.name, called(p, c).text()}));
             },
         .stmt = {},
         .choose = {},
         .expr = {}});
  moments(look, users);
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (site.card != kNone || site.by.empty()) return;
                  const bool one_by_one = s.kind == StepKind::Each && !s.together &&
                                          !s.arms.empty() && p[s.set].op == Op::AllOf &&
                                          order_matters(look, s.arms[0].steps);
                  if (s.kind != StepKind::Simul && !one_by_one) return;
                  if (s.order == kNone || p.orders[s.order].orderer == kNone)
                    look.add(about(Code::NoOrderer, site, s.span, {site.name, ""}));
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
  // an exchange of several that no clause states
  for (const ExchangeId i : p.exchanges.ids()) {
    const auto& e = p.exchanges[i];
    if (!e.by.empty() || e.seats.size() < 2) continue;
    Said seats;
    for (ExprId s : e.seats) seats.list(player(p, s));
    Finding f = about(Code::NoFirst, {e.name, {}, kNone, {}, kNone, e.span}, e.span,
                      {e.name, seats.text()});
    if (const auto by = users.offers.find(i); by != users.offers.end())
      for (const Site& s : by->second) {
        add(f.set, grounds(s));
        f.related.push_back(s.span);
      }
    if (!f.set.empty()) look.add(std::move(f));
  }
  for (const ExchangeId i : p.exchanges.ids()) {
    const auto& e = p.exchanges[i];
    if (e.answer != i || e.by.empty() || look.files.answer_stated(e.name)) continue;
    look.add(about(Code::AnswersNest, {e.name, e.by, kNone, {}, kNone, e.span}, e.span, {e.name}));
  }
  several_states(look);
  // what play needs and no clause states
  for (const auto& n : p.norms) {
    if (n.source.card != kNone || !n.source.by.empty() || n.act == kNone || of_cards(p, n.cond) ||
        whose_turn(p, n.cond))
      continue;
    const auto& act = p.acts[n.act];
    const std::string what =
        n.mode == model::NormMode::Forbid
            ? base::in_both("a prohibition of `" + act.name + "`", "「" + act.name + "」の禁止")
        : n.mode == model::NormMode::Oblige
            ? base::in_both("a duty to `" + act.name + "`", "「" + act.name + "」の義務")
            : base::in_both("a permission of `" + act.name + "`", "「" + act.name + "」の許可");
    if (!act.source.by.empty())
      look.add(about(Code::NoClause, {act.name, act.source.by, kNone, {}, kNone, n.span}, n.span,
                     {what}));
  }
}

}  // namespace hanrei::audit::rules
