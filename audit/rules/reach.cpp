// What nothing calls, announces, opens, permits or uses. Cards of the game count; a card that is
// not there yet may use what now stands unused, so that only what waits in vain is an error.
#include <map>
#include <set>

#include "audit/rules/look.h"

namespace hanrei::audit::rules {

using Ids = std::set<Id>;

namespace {

struct Used {
  Ids called, announced, opened, permitted, listened;
  bool any_permitted = false;
  std::map<SignalId, Site> window;  ///< where a signal is announced first
};

Used used(const Look& look) {
  const Program& p = look.p;
  Used u;
  const auto announce = [&](SignalId s, const Site* where) {
    for (SignalId raised : look.code.raises[s]) {
      u.announced.insert(raised);
      if (where != nullptr) u.window.try_emplace(raised, *where);
    }
  };
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (s.kind == StepKind::Call && !s.effect) u.called.insert(s.callee);
                  if (s.kind == StepKind::Offer) u.opened.insert(s.exchange);
                  if (s.kind == StepKind::Window)
                    for (SignalId k : s.signals) announce(k, &site);
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
  for (const SignalId i : p.signals.ids()) {
    const auto& s = p.signals[i];
    if (!s.raised.empty()) announce(i, nullptr);
    if (s.exchange != kNone) u.opened.insert(s.exchange);
  }
  for (const auto& e : p.exchanges)
    if (e.answer != kNone) u.opened.insert(e.answer);
  for (const auto& t : p.triggers)
    if (t.signal != kNone) u.listened.insert(t.signal);
  for (const auto& n : p.norms) {
    for (Id m : n.menus)
      if (m >= 0) u.listened.insert(m);
    if (n.mode == model::NormMode::Forbid) continue;
    if (n.act != kNone)
      u.permitted.insert(n.act);
    else if (n.tag.empty())
      u.any_permitted = true;
    else
      for (const ActId a : p.acts.ids())
        for (const std::string& tag : p.acts[a].tags)
          if (tag == n.tag) u.permitted.insert(a);
  }
  return u;
}

/// Does it ask somebody what to do, itself or by what it calls? Then it may be where a game begins.
bool asks_players(const Look& look, ProcId proc) {
  std::set<CodeId> seen;
  std::vector<CodeId> todo = {proc};
  while (!todo.empty()) {
    const CodeId c = todo.back();
    todo.pop_back();
    if (!seen.insert(c).second) continue;
    for (const auto& ins : look.code.codes[c].ins) {
      if (ins.code == model::OpCode::Offer) return true;
      if (ins.code == model::OpCode::Call) todo.push_back(CodeId(ins.id));
    }
  }
  return false;
}

std::string moment(const Program& p, SignalId signal) {
  return "《" + p.signals[signal].name + "》";
}

}  // namespace

void look_at_reach(Look& look) {
  const Program& p = look.p;
  const Used u = used(look);
  for (const auto& t : p.triggers) {
    if (t.signal != kNone && !u.announced.contains(t.signal))
      look.add(about(Code::NeverAnnounced,
                     {t.id, t.source.by, t.source.card, t.source.spans, kNone, t.span}, t.span,
                     {moment(p, t.signal)}));
  }
  for (const auto& n : p.norms) {
    if (n.mode != model::NormMode::Permit) continue;
    const Site site{"", n.source.by, n.source.card, n.source.spans, kNone, n.span};
    for (const Id m : n.menus) {
      const SignalId signal = model::signal_of(m);
      const ExchangeId exchange = model::exchange_of(m);
      if (signal != kNone && !u.announced.contains(signal))
        look.add(about(Code::NeverAnnounced, site, n.span, {moment(p, signal)}));
      if (exchange != kNone && !u.opened.contains(exchange))
        look.add(about(Code::NeverOffered, site, n.span, {p.exchanges[exchange].name}));
    }
  }
  // A procedure without arguments, or one that asks the players, may be where a game begins.
  for (const ProcId i : p.procedures.ids()) {
    const Procedure& proc = p.procedures[i];
    if (proc.params == 0 || proc.by.empty() || u.called.contains(i) ||
        look.owner[i].card != kNone || look.owner[i].name != proc.name)
      continue;
    bool owned = false;
    for (const auto& a : p.acts) owned = owned || a.declare == i || a.process == i;
    for (const auto& r : p.replaces) owned = owned || r.proc == i;
    for (const auto& r : p.triggers) owned = owned || r.proc == i;
    for (const auto& e : p.effects) owned = owned || e.proc == i || e.pay_proc == i;
    for (const auto& l : p.limits) owned = owned || l.repair == i;
    if (!owned && !look.files.called(proc.name) && !asks_players(look, i))
      look.add(about(Code::NeverCalled, look.owner[i], proc.span, {proc.name}));
  }
  for (const ActId a : p.acts.ids()) {
    const auto& act = p.acts[a];
    if (act.source.card == kNone && !u.any_permitted && !u.permitted.contains(a))
      look.add(about(Code::NeverPermitted, {act.name, act.source.by, kNone, {}, kNone, act.span},
                     act.span, {act.name}));
  }
  for (const SignalId s : p.signals.ids()) {
    const auto& signal = p.signals[s];
    ++look.out.moments;
    const auto id = s;
    if (signal.exchange != kNone || u.listened.contains(id) || !u.announced.contains(id) ||
        signal.by.empty())
      continue;
    bool whole = false;  // several announced together are listened to one by one
    for (SignalId covered : signal.covers) whole = whole || u.listened.contains(covered);
    if (!whole && signal.covers.empty())
      look.add(about(Code::NobodyListens, {signal.name, signal.by, kNone, {}, kNone, signal.span},
                     signal.span, {moment(p, id)}));
  }
}

}  // namespace hanrei::audit::rules
