// Procedures, steps, windows.

#include <algorithm>

#include "tests/walker/play.h"

namespace hanrei::walker {

using model::Step;
using model::StepKind;

namespace {
size_t at(int64_t i) { return static_cast<size_t>(i); }
bool named(const Step& s) { return s.ordinal >= 0 && !s.name.empty(); }
}  // namespace

size_t Play::pick(size_t n, int64_t who) {
  if (n == 1) return 0;
  if (++steps_ > 2'000'000) throw Unknown{"a play without end"};
  if (at_ == choices_->size()) choices_->emplace_back(0, n);
  if ((*choices_)[at_].second != n) throw Unknown{"a play that does not repeat"};
  const size_t taken = (*choices_)[at_++].first;
  if (observer >= 0) points.push_back({who == observer ? "known " + history_ : "", n, taken});
  return taken;
}

size_t Play::pick(size_t n, const std::string& name, int64_t who,
                  const std::function<int64_t(size_t)>& value) {
  size_t i = s_.script;
  while (i < q_.play.size() && q_.play[i].kind == rulings::PlayKind::Free) ++i;
  std::vector<size_t> wanted;
  if (i < q_.play.size() && n > 1) {
    const rulings::PlayItem& item = q_.play[i];
    const bool fixed = item.kind == rulings::PlayKind::Choose && item.choice == name &&
                       item.by == who && item.values.size() == 1;
    for (size_t k = 0; fixed && k < n; ++k) {
      if (value(k) == item.values[0]) wanted.push_back(k);
    }
  }
  if (wanted.size() > 1 || (wanted.empty() && n > 1)) choosers.emplace(name, who);
  if (!wanted.empty()) s_.script = i + 1;
  const size_t k = wanted.empty() ? pick(n, who) : wanted[pick(wanted.size(), who)];
  if (n > 1 && name != "top") chose(who, name + " " + std::to_string(value(k)), "");
  return k;
}

int64_t Play::orderer(Id order) {
  const bool somebody = order != kNone && p_.orders[OrderId(order)].orderer != kNone;
  return somebody ? eval_top(p_.orders[OrderId(order)].orderer).n : -1;
}

void Play::push(Frame f) {
  s_.stack.push_back(std::move(f));
  if (depth() + 1 > p_.depth) throw Over{"bounded"};
}

bool Play::only_statements(Id procedure) const {
  const model::Procedure& p = p_.procedures[ProcId(procedure)];
  return std::all_of(p.steps.begin(), p.steps.end(),
                     [](const Step& s) { return s.kind == StepKind::Do; });
}

/// Runs a procedure as a call: true when it was not aborted.
bool Play::call(Id procedure, std::vector<Value> args, int act, bool processing) {
  const model::Procedure& p = p_.procedures[ProcId(procedure)];
  Frame f;
  f.id = procedure;
  f.names = &p.locals;
  f.act = act;
  f.processing = processing;
  f.locals = std::move(args);
  f.locals.resize(std::min(f.locals.size(), p.locals.size()));
  while (f.locals.size() < p.locals.size())
    f.locals.push_back(blank(p.locals[f.locals.size()].type));
  push(std::move(f));
  const int joint = joint_;
  if (!only_statements(procedure)) joint_ = 0;
  const bool negated = processing && s_.acts.at(act).negated;  // then it comes to its end at once
  const bool done = finish(negated ? Flow::Abort : body(procedure));
  joint_ = joint;
  return done;
}

/// Runs a trigger or a repair, unless it runs already, begun with all as it is now and nobody has
/// chosen anything since: then it would go on for ever. False when a rule of the game cuts that
/// off.
bool Play::automatic(Id procedure, int64_t of, const model::Trigger* trigger,
                     std::vector<Value> more) {
  Begun now;
  now.what = procedure;
  now.of = of;
  now.choices = at_;
  now.all = s_;
  now.all.stack.clear();
  now.all.pending.clear();
  now.all.raised.clear();
  now.all.ran.clear();
  for (const auto& [asked, steps] : p_.ranges) {
    for (const Frame& f : s_.stack)
      if (f.level == Level::Procedure && f.id == asked) now.inside.insert(asked);
  }
  for (size_t f = s_.stack.size();
       trigger != nullptr && trigger->says_event && f-- > 0 && now.moment == kNone;) {
    if (s_.stack[f].level != Level::Window) continue;
    now.moment = s_.stack[f].id;
    now.moment_args = s_.stack[f].locals;
  }
  for (const Begun& b : begun_) {
    const State& x = b.all;
    const State& y = now.all;
    const bool alike = x.stored == y.stored && x.place == y.place && x.lots == y.lots &&
                       x.tokens == y.tokens && x.modifiers == y.modifiers && x.acts == y.acts &&
                       x.risen == y.risen && x.uses == y.uses && x.script == y.script;
    if (b.what != procedure || b.of != of || b.choices != at_ || b.inside != now.inside ||
        b.moment != now.moment || b.moment_args != now.moment_args || !alike)
      continue;
    if (p_.loop_rules.empty() || (p_.loop_rules.front().unasked && b.asked)) throw Over{"endless"};
    if (p_.loop_rules.front().draw) throw Over{"draw"};
    return false;
  }
  begun_.push_back(std::move(now));
  more.insert(more.begin(), Value{of, {}});
  call(procedure, std::move(more));
  begun_.pop_back();
  return true;
}

/// Ends the top frame, after what happens at the end of an act.
bool Play::finish(Flow flow) {
  const bool done = flow != Flow::Abort;
  const int act = top().act;
  const bool processing = top().processing;
  if (act >= 0 && processing) {
    for (const Instance& i : act_ends_) call(p_.triggers[TriggerId(i.provision)].proc, {{act, {}}});
  }
  if (act >= 0 && processing) {
    const ExprId after = p_.acts[ActId(s_.acts.at(act).act)].then_after;
    asked_next_ = after == kNone ? -1 : eval_top(after).n;
  }
  if (act >= 0) {
    s_.acts.at(act).locals = top().locals;
    if (processing || !done) {
      forget(act);
    }
  }
  s_.stack.pop_back();
  if (s_.stack.size() < horizon_) throw Over{"none"};
  return done;
}

Flow Play::body(Id procedure) {
  const model::Procedure& p = p_.procedures[ProcId(procedure)];
  if (p.cond != kNone && eval_top(p.cond).n == 0) return Flow::Abort;  // no event
  s_.ran.insert({procedure, -1});
  reveal(p.name);
  return ended(procedure, block(p.steps));
}

/// What runs when the frame aborts, and what ends with it.
Flow Play::ended(Id procedure, Flow flow) {
  const model::Procedure& p = p_.procedures[ProcId(procedure)];
  if (flow == Flow::Abort) {
    std::vector<int> then = p.abort_then;
    for (const model::Guard& g : p.guards) {
      if (then.empty()) then = g.then;
    }
    for (int ordinal : then) {
      for (const Step& s : p.steps) {
        if (s.ordinal == ordinal) step(s, false);
      }
    }
  }
  for (const model::Stmt& s : p.at_end) commit({s});
  return flow;
}

Flow Play::block(const std::vector<Step>& steps) {
  for (const Step& s : steps) {
    const Flow flow = step(s);
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

bool Play::guard_holds(int ordinal) {
  for (const model::Guard& g : p_.procedures[ProcId(top().id)].guards) {
    const bool then = std::find(g.then.begin(), g.then.end(), ordinal) != g.then.end();
    if (g.from <= ordinal && ordinal <= g.to && !then && eval_top(g.cond).n != 0) return true;
  }
  return false;
}

Flow Play::step(const Step& s, bool guarded) {
  const size_t frame = s_.stack.size() - 1;
  if (++steps_ > 2'000'000) throw Unknown{"a play without end"};
  top().ordinal = guarded ? lexical_.at(&s) : s.ordinal;
  if (guarded && named(s) && s.kind != StepKind::Loop && guard_holds(s.ordinal)) return Flow::Abort;
  if (s.cond != kNone && eval_top(s.cond).n == 0) return Flow::Next;
  const bool counts = s.kind != StepKind::Branch && s.kind != StepKind::Loop;
  if (named(s) && counts) s_.ran.insert({top().id, s.ordinal});
  const Flow flow = inside(s);
  if (flow != Flow::Next) return flow;
  Frame& f = s_.stack[frame];
  const auto& did = p_.procedures[ProcId(f.id)].did;
  const bool records = named(s) && at(s.ordinal) < did.size() && did[at(s.ordinal)] != kNone;
  if (records && s.kind != StepKind::Branch) f.locals.at(at(did[at(s.ordinal)])) = {1, {}};
  return flow;
}

Flow Play::inside(const Step& s) {
  const auto frame = [&]() -> Frame& { return top(); };
  const auto let = [&](Id slot, bool value) {
    if (slot != kNone) frame().locals.at(at(slot)) = {value ? 1 : 0, {}};
  };
  const auto args = [&] {
    std::vector<Value> out;
    for (ExprId e : s.args) out.push_back(eval_top(e));
    return out;
  };
  switch (s.kind) {
    case StepKind::Note: return Flow::Next;
    case StepKind::Abort: return Flow::Abort;
    case StepKind::Stop: return Flow::Stop;
    case StepKind::Do:
      if (s.together)
        commit(s.stmts);
      else
        for (const model::Stmt& one : s.stmts) commit({one});
      return Flow::Next;
    case StepKind::Call: {
      if (!s.effect) {
        const bool done = call(s.callee, args());
        let(s.result, done);
        return Flow::Next;
      }
      const Act act = s_.acts.at(act_of(depth()));
      if (act.effect < 0) return Flow::Next;
      const model::EffectDef& def = p_.effects[EffectId(effects_[at(act.effect)].provision)];
      const model::ActDef& a = p_.acts[ActId(act.act)];
      std::vector<Value> own = {frame().locals.at(at(a.effect_of)), frame().locals.at(0)};
      const bool pays = s.pays;
      if (pays && def.pay_proc == kNone) {
        let(s.result, true);
        return Flow::Next;
      }
      own.insert(own.end(), act.things.begin(), act.things.end());
      const bool done = call(pays ? def.pay_proc : def.proc, std::move(own));
      let(s.result, done);
      return Flow::Next;
    }
    case StepKind::Choose: return choose(s);
    case StepKind::Window: {
      std::vector<Value> values = args();
      raise(s.signals.at(0), values);
      for (size_t i = 0; i < s.args.size(); ++i) {
        const model::Expr& e = p_[s.args[i]];
        if (e.op == model::Op::Local && (*frame().names)[at(e.id)].open)
          frame().locals.at(at(e.id)) = values[i];
      }
      return Flow::Next;
    }
    case StepKind::Offer: {
      int64_t me = model::kNobody;
      for (size_t i = frame().names->size(); i-- > 0;) {
        if ((*frame().names)[i].name == "me") me = frame().locals[i].n;
      }
      exchange(s.exchange, me, kNone);
      return Flow::Next;
    }
    case StepKind::Process: {
      let(s.result, true);
      for (;;) {
        int next = -1;
        if (!s.others) {
          for (const auto& [id, act] : s_.acts) {
            if (next < 0 && frame().act >= 0 && act.parent == frame().act) next = id;
          }
        } else {
          for (int f = depth() - 1; f >= 0; --f) {
            if (s_.stack[at(f)].level != Level::Exchange) continue;
            for (const auto& [seat, id] : s_.stack[at(f)].kept) {
              if (next < 0 && id != frame().act) next = id;
            }
            break;
          }
        }
        if (next < 0) return Flow::Next;
        if (!process_act(next)) let(s.result, false);
      }
    }
    case StepKind::Recheck: {
      const model::ActDef* act = nullptr;
      for (const model::ActDef& a : p_.acts) {
        if (a.process == frame().id || a.declare == frame().id) act = &a;
      }
      if (act == nullptr) return Flow::Next;
      for (const auto& [name, cond] : act->needs) {
        if (eval_top(cond).n != 0) continue;
        for (const model::Arm& arm : s.arms) block(arm.steps);
        return Flow::Abort;
      }
      return Flow::Next;
    }
    case StepKind::Simul: return simultaneous(s);
    case StepKind::Each: return each(s);
    case StepKind::Loop: return loop(s);
    case StepKind::Branch:
      for (const model::Arm& arm : s.arms) {
        if (arm.cond != kNone && eval_top(arm.cond).n == 0) continue;
        if (named(s)) s_.ran.insert({frame().id, s.ordinal});
        const Flow flow = block(arm.steps);
        const auto& did = p_.procedures[ProcId(frame().id)].did;
        if (flow == Flow::Next && named(s) && at(s.ordinal) < did.size() &&
            did[at(s.ordinal)] != kNone)
          frame().locals.at(at(did[at(s.ordinal)])) = {1, {}};
        return flow;
      }
      return Flow::Next;
    case StepKind::Judge: {
      if (s.defer) {
        for (int f = depth(); f >= 0; --f) {
          Frame& g = s_.stack[at(f)];
          if (!g.courts.empty()) {
            g.courts.back() = true;
            return Flow::Next;
          }
          if (g.processing) break;
        }
      }
      judge(true);
      return Flow::Next;
    }
  }
  return Flow::Next;
}

/// Is all as it was when an earlier round began? Then it may go on so for ever, and does where
/// nobody chooses anything: true when a rule of the game cuts that off.
bool Play::comes_round(std::vector<Round>& rounds, std::vector<int64_t> beside, bool asked) {
  if (observer >= 0) return false;  // who remembers is never where he was
  Round now{s_, std::move(beside), at_};
  now.all.stays.clear();
  now.all.next_act = 0;
  if (!counted_.contains(model::Op::Raised)) now.all.raised.clear();
  if (!counted_.contains(model::Op::Acted)) now.all.acted.clear();
  if (!counted_.contains(model::Op::Ran)) now.all.ran.clear();
  for (const Round& earlier : rounds) {
    if (earlier.all != now.all || earlier.beside != now.beside) continue;
    if (earlier.choices != now.choices || p_.loop_rules.empty() ||
        (p_.loop_rules.front().unasked && asked))
      throw Over{"endless"};
    if (p_.loop_rules.front().draw) throw Over{"draw"};
    return true;
  }
  rounds.push_back(std::move(now));
  return false;
}

Flow Play::loop(const Step& s, bool enter_at_end) {
  const bool asks = s.ask != kNone;
  std::vector<Round> rounds;
  for (int round = 1;; ++round) {
    // how often somebody may choose to go on is counted by the rules
    if (!enter_at_end && !(asks && s.bound > 0) && comes_round(rounds, {}, false))
      return Flow::Next;
    if (!enter_at_end) {
      if (!asks && s.again != kNone && eval_top(s.again).n == 0) return Flow::Next;
      if (!asks && s.bound > 0 && round > s.bound) throw Over{"bounded"};
      if (!asks && named(s)) s_.ran.insert({top().id, s.ordinal});
      const Flow flow = block(s.arms.at(0).steps);
      if (flow != Flow::Next) return flow;
    }
    enter_at_end = false;
    if (!asks && s.again != kNone) continue;
    if (s.ordinal >= 0) {
      top().ordinal = s.ordinal;
      if (guard_holds(s.ordinal)) return Flow::Abort;
    }
    if (s.ordinal >= 0) s_.ran.insert({top().id, s.ordinal});
    if (s.bound > 0 && round >= s.bound) return Flow::Next;
    if (pick(2, "again", eval_top(s.ask).n, [](size_t k) { return static_cast<int64_t>(k); }) == 0)
      return Flow::Next;
  }
}

/// A joint block is one commit: what follows a commit waits until all members are done.
Flow Play::each(const Step& s) {
  if (s.together) ++joint_;
  Flow flow = Flow::Next;
  // Those whose stay has ended meanwhile, or which are no more, are members no more.
  rests_.emplace_back(model::set_type((*top().names)[at(s.var)].type), eval_top(s.set));
  const auto mine = std::prev(rests_.end());
  while (flow == Flow::Next && !mine->second.s.empty()) {
    const int64_t k = *mine->second.s.begin();
    mine->second.s.erase(k);
    top().locals.at(at(s.var)) = {k, {}};
    flow = block(s.arms.at(0).steps);
  }
  rests_.erase(mine);
  if (s.together) {
    --joint_;
    bookkeeping();
  }
  return flow;
}

Flow Play::simultaneous(const Step& s) {
  if (s.together) throw Unknown{"joint items"};
  const size_t frame = s_.stack.size() - 1;
  std::vector<size_t> left;
  for (size_t i = 0; i < s.arms.size(); ++i) {
    if (s.arms[i].cond == kNone || eval_top(s.arms[i].cond).n != 0) left.push_back(i);
  }
  if (s.judge_end) top().courts.push_back(false);
  if (s.edges_end) ++quiet_;
  Flow flow = Flow::Next;
  const auto next = [&] {
    const size_t k = pick(left.size(), "order", orderer(s.order),
                          [&](size_t i) { return static_cast<int64_t>(left[i]) + 1; });
    const size_t item = left[k];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    return item;
  };
  if (s.order != kNone && p_.orders[OrderId(s.order)].commit == model::Commit::Whole) {
    std::vector<size_t> fixed;
    while (!left.empty()) fixed.push_back(next());
    for (size_t i = 0; i < fixed.size() && flow == Flow::Next; ++i)
      flow = block(s.arms[fixed[i]].steps);
  }
  while (!left.empty() && flow == Flow::Next) flow = block(s.arms[next()].steps);
  if (s.edges_end) {
    --quiet_;
    bookkeeping();
  }
  if (s.judge_end) {
    const bool due = s_.stack[frame].courts.back();
    s_.stack[frame].courts.pop_back();
    if (due && flow == Flow::Next) judge(true);
  }
  return flow;
}

/// A moment: its automatic part, then its declaration part.
void Play::raise(Id signal, std::vector<Value>& args) {
  for (Id r : raises_.at(signal)) ++s_.raised[r];
  for (Id r : raises_.at(signal)) reveal(p_.signals[SignalId(r)].name);
  const model::SignalDef& def = p_.signals[SignalId(signal)];
  Frame w;
  w.level = Level::Window;
  w.id = signal;
  w.names = &def.args;
  w.locals = args;
  push(std::move(w));
  const size_t frame = s_.stack.size() - 1;
  if (def.court) top().courts.push_back(false);
  if (def.exchange != kNone) everybody_asked();
  // Where nothing lapses, whose a card was and what it was attached to is remembered with the rest.
  struct Then {
    int64_t user = -1, host = -1;
    int host_stays = 0;
  };
  std::map<Instance, Then> arose;
  const bool keep = def.order != kNone && !p_.orders[OrderId(def.order)].skip_lapsed;
  const auto as_it_is = [&](int64_t card) {
    Then t{s_.stored.at({2, card}).n, s_.stored.at({3, card}).n, 0};
    if (t.host >= 0) t.host_stays = s_.stays[t.host];
    return t;
  };
  std::vector<Instance> items;
  for (Id r : raises_.at(signal)) {
    for (const Instance& i : triggers_[r]) {
      if (!works(i)) continue;
      items.push_back(i);
      if (keep && about_cards(i.provision)) arose[i] = as_it_is(i.of);
    }
  }
  under_order(def.order, items, [&](const Instance& i) {
    if (!keep && !works(i)) return;  // it lapses
    const model::Trigger& t = p_.triggers[TriggerId(i.provision)];
    std::vector<Value> more;
    if (p_.procedures[ProcId(t.proc)].params > 1) {
      Then then = keep ? arose.at({i.provision, model::card_of(i.of)}) : as_it_is(i.of);
      if (then.host >= 0 && s_.stays[then.host] != then.host_stays)
        then.host = model::gone(then.host);
      more = {{then.user, {}}, {then.host, {}}};
    }
    Env env = apart({{0, {i.of, {}}}});
    for (size_t k = 0; k < more.size(); ++k) env.temps[static_cast<Id>(k + 1)] = more[k];
    if (t.may != kNone &&
        pick(2, "may", eval(t.may, env).n, [](size_t k) { return k == 0 ? 1 : 0; }) == 1)
      return;
    automatic(t.proc, i.of, &t, std::move(more));
  });
  if (def.court) {
    const bool due = s_.stack[frame].courts.back();
    s_.stack[frame].courts.pop_back();
    if (due) judge(true);
  }
  if (def.exchange != kNone) exchange(def.exchange, model::kNobody, signal);
  args = top().locals;
  s_.stack.pop_back();
}

/// Would the trigger work at the moment that is being announced?
bool Play::works(const Instance& i) {
  const model::Trigger& t = p_.triggers[TriggerId(i.provision)];
  Env env = apart({{0, {i.of, {}}}});
  if (t.source.card != kNone ? !active(i.of) : t.domain != kNone && !member(t.domain, i.of, env))
    return false;
  return t.cond == kNone || truth(t.cond, env);
}

/// One after another, in an order that somebody chooses as it goes.
void Play::under_order(Id order, std::vector<Instance> items,
                       const std::function<void(const Instance&)>& run) {
  if (order != kNone && p_.orders[OrderId(order)].commit == model::Commit::Whole) {
    // the whole order is fixed before the first one runs
    std::vector<Instance> fixed;
    while (!items.empty()) {
      const size_t k =
          pick(items.size(), "order", orderer(order), [&](size_t i) { return items[i].of; });
      fixed.push_back(items[k]);
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(k));
    }
    s_.pending.push_back(std::move(fixed));
    const size_t list = s_.pending.size() - 1;
    while (!s_.pending[list].empty()) {
      const Instance i = s_.pending[list].front();
      s_.pending[list].erase(s_.pending[list].begin());
      run(i);
    }
    s_.pending.pop_back();
    return;
  }
  s_.pending.push_back(std::move(items));
  const size_t mine = s_.pending.size() - 1;
  while (!s_.pending[mine].empty()) {
    const size_t k = pick(s_.pending[mine].size(), "order", orderer(order),
                          [&](size_t i) { return s_.pending[mine][i].of; });
    const Instance i = s_.pending[mine][k];
    s_.pending[mine].erase(s_.pending[mine].begin() + static_cast<std::ptrdiff_t>(k));
    run(i);
  }
  s_.pending.pop_back();
}

/// Does the play say what this choice is? Then it is that, or the play is not this one.
Flow Play::choose(const Step& s) {
  const model::Choose& c = s.choose;
  Env env = here();
  const int64_t who = c.who == kNone ? -1 : eval(c.who, env).n;
  const rulings::PlayItem* item = nullptr;
  if (s_.script < q_.play.size()) {
    const rulings::PlayItem& next = q_.play[s_.script];
    if (next.kind == rulings::PlayKind::Choose && next.choice == c.name && next.by == who)
      item = &next;
  }
  std::vector<std::pair<Value, std::vector<int64_t>>> ways;
  const auto add = [&](Value v, std::vector<int64_t> shown) {
    const std::vector<int64_t>* chosen =
        item == nullptr ? nullptr : item->chosen.of((*top().names)[at(c.var)].type);
    if (item == nullptr || (chosen != nullptr && *chosen == shown))
      ways.emplace_back(std::move(v), std::move(shown));
  };
  // what a text chooses has to be something that it may choose
  const auto open = [&](std::vector<int64_t> from) {
    const Text text = c.designates ? running_text() : Text{};
    if (text.runs)
      std::erase_if(from, [&](int64_t k) { return !may_designate(text.effect, text.seat, k); });
    return from;
  };
  switch (c.domain) {
    case model::DomainKind::YesNo:
      add({1, {}}, {1});
      add({0, {}}, {0});
      break;
    case model::DomainKind::Int: {
      const int64_t high = eval(c.where, env).n;
      for (int64_t v = eval(c.set, env).n; v <= high; ++v) add({v, {}}, {v});
      break;
    }
    case model::DomainKind::One:
      for (int64_t k : open(candidates(c, env))) add({k, {}}, {k});
      break;
    case model::DomainKind::Some: {
      const std::vector<int64_t> from = open(candidates(c, env));
      const int64_t size = c.size == kNone ? -1 : eval(c.size, env).n;
      if (item != nullptr && size < 0 && c.such == kNone) {  // the one that is named
        const std::vector<int64_t>* named = item->chosen.of((*top().names)[at(c.var)].type);
        const auto there = [&](int64_t k) {
          return std::find(from.begin(), from.end(), k) != from.end();
        };
        if (named != nullptr && std::all_of(named->begin(), named->end(), there) &&
            !(c.at_least_one && named->empty()))
          add({0, {named->begin(), named->end()}}, *named);
        break;
      }
      if (from.size() > kMostInSet && size >= 0) throw Unknown{"a set of many"};
      if (from.size() > kMostInSet) throw Over{"bounded"};  // by the ways to make one choice
      for (uint32_t bits = 0; bits < 1U << from.size(); ++bits) {
        Value v;
        std::vector<int64_t> shown;
        for (size_t i = 0; i < from.size(); ++i) {
          if (bits >> i & 1) {
            v.s.insert(from[i]);
            shown.push_back(from[i]);
          }
        }
        if ((size >= 0 && static_cast<int64_t>(shown.size()) != size) ||
            (c.at_least_one && shown.empty()))
          continue;
        if (c.such != kNone) {
          const Value before = top().locals.at(at(c.var));
          top().locals[at(c.var)] = v;
          const bool fine = truth(c.such, env);
          top().locals[at(c.var)] = before;
          if (!fine) continue;
        }
        add(std::move(v), std::move(shown));
      }
      break;
    }
  }
  if ((item == nullptr || ways.empty()) && !uncounted(c, env).empty())
    throw Unknown{"a choice among cards that are only counted"};
  Value& var = top().locals.at(at(c.var));
  if (ways.empty()) {
    var = c.domain == model::DomainKind::One ? Value{model::kNobody, {}} : Value{};
    return c.or_none ? Flow::Next : Flow::Abort;
  }
  if (ways.size() > 1) {
    choosers.emplace(c.name, who);
    choosers.emplace(c.name + " " + p_.procedures[ProcId(top().id)].name, who);
  }
  const size_t taken = pick(ways.size(), who);
  var = ways[taken].first;
  if (observer >= 0) {
    std::string what = c.name;
    for (int64_t k : ways[taken].second) what += " " + std::to_string(k);
    chose(who, what, c.secret);
  }
  if (item != nullptr) ++s_.script;
  return Flow::Next;
}

}  // namespace hanrei::walker
