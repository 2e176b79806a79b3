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
  std::map<Id, Site> window;  ///< where a signal is announced first
};

Used used(const Look& look) {
  const Program& p = look.p;
  Used u;
  const auto announce = [&](Id s, const Site* where) {
    for (Id raised : at(look.code.raises, s)) {
      u.announced.insert(raised);
      if (where != nullptr) u.window.try_emplace(raised, *where);
    }
  };
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (s.kind == StepKind::Call && !s.effect) u.called.insert(s.callee);
                  if (s.kind == StepKind::Offer) u.opened.insert(s.callee);
                  if (s.kind == StepKind::Window)
                    for (Id k : s.signals) announce(k, &site);
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
  for (size_t i = 0; i < p.signals.size(); ++i) {
    const auto& s = p.signals[i];
    if (!s.raised.empty()) announce(static_cast<Id>(i), nullptr);
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
      for (size_t a = 0; a < p.acts.size(); ++a)
        for (const std::string& tag : p.acts[a].tags)
          if (tag == n.tag) u.permitted.insert(static_cast<Id>(a));
  }
  return u;
}

/// Does it ask somebody what to do, itself or by what it calls? Then it may be where a game begins.
bool asks_players(const Look& look, Id proc) {
  std::set<Id> seen;
  std::vector<Id> todo = {proc};
  while (!todo.empty()) {
    const Id c = todo.back();
    todo.pop_back();
    if (!seen.insert(c).second) continue;
    for (const auto& ins : at(look.code.codes, c).ins) {
      if (ins.code == model::OpCode::Offer) return true;
      if (ins.code == model::OpCode::Call) todo.push_back(ins.id);
    }
  }
  return false;
}

std::string moment(const Program& p, Id signal) { return "《" + at(p.signals, signal).name + "》"; }

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
    for (Id m : n.menus) {
      if (m >= 0 && !u.announced.contains(m))
        look.add(about(Code::NeverAnnounced, site, n.span, {moment(p, m)}));
      if (m <= -2 && !u.opened.contains(-2 - m))
        look.add(about(Code::NeverOffered, site, n.span, {at(p.exchanges, -2 - m).name}));
    }
  }
  // A procedure without arguments, or one that asks the players, may be where a game begins.
  for (size_t i = 0; i < p.procedures.size(); ++i) {
    const Procedure& proc = p.procedures[i];
    if (proc.params == 0 || proc.by.empty() || u.called.contains(static_cast<Id>(i)) ||
        look.owner[i].card != kNone || look.owner[i].name != proc.name)
      continue;
    bool owned = false;
    for (const auto& a : p.acts)
      owned = owned || a.declare == static_cast<Id>(i) || a.process == static_cast<Id>(i);
    for (const auto& r : p.replaces) owned = owned || r.proc == static_cast<Id>(i);
    for (const auto& r : p.triggers) owned = owned || r.proc == static_cast<Id>(i);
    for (const auto& e : p.effects)
      owned = owned || e.proc == static_cast<Id>(i) || e.pay_proc == static_cast<Id>(i);
    for (const auto& l : p.limits) owned = owned || l.repair == static_cast<Id>(i);
    if (!owned && !look.files.called(proc.name) && !asks_players(look, static_cast<Id>(i)))
      look.add(about(Code::NeverCalled, look.owner[i], proc.span, {proc.name}));
  }
  for (size_t a = 0; a < p.acts.size(); ++a) {
    const auto& act = p.acts[a];
    if (act.source.card == kNone && !u.any_permitted && !u.permitted.contains(static_cast<Id>(a)))
      look.add(about(Code::NeverPermitted, {act.name, act.source.by, kNone, {}, kNone, act.span},
                     act.span, {act.name}));
  }
  for (size_t s = 0; s < p.signals.size(); ++s) {
    const auto& signal = p.signals[s];
    ++look.out.moments;
    const auto id = static_cast<Id>(s);
    if (signal.exchange != kNone || u.listened.contains(id) || !u.announced.contains(id) ||
        signal.by.empty())
      continue;
    bool whole = false;  // several announced together are listened to one by one
    for (Id covered : signal.covers) whole = whole || u.listened.contains(covered);
    if (!whole && signal.covers.empty())
      look.add(about(Code::NobodyListens, {signal.name, signal.by, kNone, {}, kNone, signal.span},
                     signal.span, {moment(p, id)}));
  }
}

}  // namespace hanrei::audit::rules
