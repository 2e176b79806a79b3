// How a play begins in the middle of procedures, and what it leaves.

#include <algorithm>

#include "model/ir/forms.h"
#include "tests/walker/play.h"

namespace hanrei::walker {

using model::Step;
using model::StepKind;

namespace {
size_t at(int64_t i) { return static_cast<size_t>(i); }
}  // namespace

Play::Play(const model::Program& program, const rulings::Case& question)
    : p_(program), q_(question) {
  std::function<void(ExprId)> counts = [&](ExprId e) {
    if (e == kNone) return;
    counted_.insert(p_[e].op);
    model::each_operand(p_[e], counts);
  };
  for (const rulings::Claim& c : q_.claims)
    for (ExprId e : rulings::expressions_of(c)) counts(e);
  const auto& cards = q_.situation.cards;
  const auto each_of = [&](Id def, const auto& use) {
    for (size_t k = 0; k < cards.size(); ++k) {
      if (cards[k].def == def) use(static_cast<int64_t>(k));
    }
  };
  for (size_t k = 0; k < cards.size(); ++k) {
    for (size_t i = 0; i < p_.effects.size(); ++i) {
      if (p_.effects[EffectId(i)].card == cards[k].def)
        effects_.push_back({static_cast<Id>(i), static_cast<int64_t>(k)});
    }
  }
  for (size_t i = 0; i < p_.statics.size(); ++i) {
    if (p_.statics[StaticId(i)].source.card == kNone)
      statics_.push_back({static_cast<Id>(i), -1});
    else
      each_of(p_.statics[StaticId(i)].source.card, [&](int64_t k) {
        statics_.push_back({static_cast<Id>(i), k});
      });
  }
  std::stable_sort(statics_.begin(), statics_.end(),
                   [](const Instance& a, const Instance& b) { return a.of < b.of; });
  // Which statics come back to themselves, from what one changes to what another reads; those
  // without a condition always apply.
  for (size_t i = 0; i < statics_.size(); ++i) {
    std::set<Id> changed = {p_.statics[StaticId(statics_[i].provision)].attr};
    bool back = false;
    for (size_t size = 0; size != changed.size();) {
      size = changed.size();
      for (const Instance& k : statics_) {
        const model::Static& st = p_.statics[StaticId(k.provision)];
        const bool reads = std::any_of(st.reads.begin(), st.reads.end(),
                                       [&](Id attr) { return changed.contains(attr); });
        if (reads) changed.insert(st.attr);
        back = back || (reads && k == statics_[i]);
      }
    }
    const model::Static& own = p_.statics[StaticId(statics_[i].provision)];
    const bool hindered = statics_[i].of >= 0 &&
                          std::any_of(p_.norms.begin(), p_.norms.end(), [&](const model::Norm& n) {
                            return model::forbids_statics(p_, n);
                          });
    if (back && (own.cond != kNone || hindered) && !own.for_all)
      cyclic_.insert(static_cast<int>(i));
  }
  for (size_t i = 0; i < p_.triggers.size(); ++i) {
    const model::Trigger& t = p_.triggers[TriggerId(i)];
    std::vector<Instance>& list = t.on_act_end ? act_ends_ : t.edge ? edges_ : triggers_[t.signal];
    const auto id = static_cast<Id>(i);
    if (t.source.card != kNone)
      each_of(t.source.card, [&](int64_t k) { list.push_back({id, k}); });
    else if (t.domain == kNone || t.on_act_end)
      list.push_back({id, -1});
    else
      for (int64_t k : subjects(t.domain)) list.push_back({id, k});
  }
  for (size_t i = 0; i < p_.signals.size(); ++i) {
    std::vector<Id>& all = raises_[static_cast<Id>(i)];
    all = {static_cast<Id>(i)};
    for (size_t k = 0; k < all.size(); ++k) {
      for (Id c : p_.signals[SignalId(all[k])].covers) {
        if (std::find(all.begin(), all.end(), c) == all.end()) all.push_back(c);
      }
    }
  }
  // A step without a name belongs to the named step before it.
  for (const model::Procedure& p : p_.procedures) {
    int ordinal = -1;
    const std::function<void(const std::vector<Step>&)> visit =
        [&](const std::vector<Step>& steps) {
          for (const Step& s : steps) {
            if (s.ordinal >= 0 && !s.name.empty() && s.kind != StepKind::Loop) ordinal = s.ordinal;
            lexical_[&s] = ordinal;
            for (const model::Arm& arm : s.arms) visit(arm.steps);
            if (s.kind == StepKind::Loop && s.ask != kNone && s.ordinal >= 0) ordinal = s.ordinal;
          }
        };
    visit(p.steps);
  }
  // The default horizon: what the situation stands in is over. Where everybody is asked again and
  // again, that nobody declares anything.
  const auto& frames = q_.situation.frames;
  horizon_ = frames.size();
  idle_ = idle_horizon();
  if (q_.until == "end")
    idle_ = false;
  else if (!q_.until.empty() && q_.until != "idle") {
    idle_ = false;
    for (size_t i = 0; i < frames.size(); ++i) {
      if (p_.procedures[ProcId(frames[i].proc)].name == q_.until) horizon_ = i + 1;
    }
  }
}

/// Does the situation stand at an exchange that is offered again and again?
bool Play::idle_horizon() const {
  if (q_.situation.frames.empty()) return false;
  const rulings::FrameIn& in = q_.situation.frames.back();
  for (const model::ActDef& a : p_.acts) {
    if (a.process == in.proc) return false;
  }
  bool found = false;
  const std::function<void(const std::vector<Step>&, bool)> visit =
      [&](const std::vector<Step>& steps, bool repeated) {
        for (const Step& s : steps) {
          const bool there = in.ordinal < 0 || lexical_.at(&s) == in.ordinal;
          found = found || (s.kind == StepKind::Offer && repeated && there);
          const bool again =
              s.kind == StepKind::Loop || s.kind == StepKind::Each || s.kind == StepKind::Simul;
          for (const model::Arm& arm : s.arms) visit(arm.steps, repeated || again);
        }
      };
  visit(p_.procedures[ProcId(in.proc)].steps, false);
  return found;
}

/// The situation: what is printed, where cards are, what the ruling says, then the defaults.
void Play::begin() {
  s_ = State{};
  quiet_ = joint_ = 0;
  rests_.clear();
  result_.clear();
  begun_.clear();
  given_up_.clear();
  steps_ = 0;
  points.clear();
  history_.clear();
  last_view_.clear();
  secrets_.clear();
  const rulings::Situation& q = q_.situation;
  const auto entities = [&](const model::AttrDef& a) {
    std::vector<int64_t> out = {0};
    if (a.sort == model::kPlayerSort || a.sort == model::kCardSort)
      out = universe(model::ref_type(a.sort));
    if (a.sort > model::kEffectSort) {
      out.clear();
      for (int k = 0; k < p_.sorts[SortId(a.sort)].pool; ++k) out.push_back(k);
    }
    return out;
  };
  const auto place = [&](Id attr, int64_t k) -> Value& {
    auto& table = p_.attrs[AttrId(attr)].nature == model::Nature::Printed ? s_.printed : s_.stored;
    return table[{attr, k}];
  };
  for (size_t s = model::kEffectSort + 1; s < p_.sorts.size(); ++s)
    s_.tokens[static_cast<Id>(s)] = {};
  for (size_t a = 0; a < p_.attrs.size(); ++a) {
    for (int64_t k : entities(p_.attrs[AttrId(a)]))
      place(static_cast<Id>(a), k) = blank(p_.attrs[AttrId(a)].type);
  }
  for (size_t k = 0; k < q.cards.size(); ++k) {
    const rulings::SituationCard& card = q.cards[k];
    const auto id = static_cast<int64_t>(k);
    for (const auto& [attr, v] : p_.cards[CardId(card.def)].printed) {
      Value& to = place(attr, id);
      if (p_.attrs[AttrId(at(attr))].type.kind == model::TypeKind::Set) {
        for (const int64_t m : p_.members(p_.attrs[AttrId(at(attr))].type, v)) to.s.insert(m);
      } else {
        to.n = v;
      }
    }
    place(1, id).n = place(2, id).n = card.owner;
    place(3, id).n = card.host;
    s_.place[id] = {card.zone, card.owner};
  }
  std::set<std::pair<Id, int64_t>> given;
  const auto give = [&](Id attr, int64_t k, ExprId e) {
    Env env = apart({});
    place(attr, k) = eval(e, env);
    given.insert({attr, k});
  };
  for (size_t k = 0; k < q.cards.size(); ++k) {
    for (const auto& [attr, e] : q.cards[k].values) give(attr, static_cast<int64_t>(k), e);
  }
  for (const auto& [attr, e] : q.game) give(attr, 0, e);
  for (int player = 0; player < 2; ++player) {
    for (const auto& [attr, e] : q.players[player]) give(attr, player, e);
  }
  Env nowhere = apart({});
  for (const rulings::Lot& lot : q.lots)
    s_.lots[{lot.zone, lot.owner}] = eval(lot.count, nowhere).n;
  for (const rulings::TokenIn& token : q.tokens) {
    std::set<int64_t>& alive = s_.tokens[token.sort];
    const auto k = static_cast<int64_t>(alive.size());
    if (k >= p_.sorts[SortId(token.sort)].pool) throw Over{"bounded"};
    alive.insert(k);
    for (const auto& [attr, e] : token.values) give(attr, k, e);
  }
  for (size_t i = 0; i < statics_.size(); ++i) {
    if (!active(statics_[i].of)) continue;
    Modifier m;
    m.statik = static_cast<int>(i);
    s_.modifiers.push_back(m);
  }
  for (size_t a = 0; a < p_.attrs.size(); ++a) {
    const model::AttrDef& def = p_.attrs[AttrId(a)];
    if (def.fallback == kNone) continue;
    for (int64_t k : entities(def)) {
      if (given.contains({static_cast<Id>(a), k})) continue;
      Env env = apart({{0, {k, {}}}});
      place(static_cast<Id>(a), k) = eval(def.fallback, env);
    }
  }
  for (const rulings::FrameIn& in : q.frames) {
    Frame f;
    f.id = in.proc;
    f.names = &p_.procedures[ProcId(in.proc)].locals;
    for (const model::Local& l : *f.names) f.locals.push_back(blank(l.type));
    f.ordinal = in.ordinal;
    for (size_t a = 0; a < p_.acts.size(); ++a) {
      if (p_.acts[ActId(a)].process != in.proc) continue;
      f.act = s_.next_act++;
      f.processing = true;
      s_.acts[f.act].act = static_cast<Id>(a);
    }
    for (const auto& [slot, e] : in.locals) f.locals.at(at(slot)) = eval(e, nowhere);
    if (f.processing && f.locals[0].n >= 0) s_.acts[f.act].seat = static_cast<int>(f.locals[0].n);
    for (size_t k = 0; k < effects_.size() && in.effect != kNone; ++k) {
      if (effects_[k].provision != in.effect || effects_[k].of != in.card) continue;
      s_.acts[f.act].effect = static_cast<int>(k);
      const model::ActDef& act = p_.acts[ActId(s_.acts[f.act].act)];
      f.locals.at(at(act.effect_local)) = {static_cast<int64_t>(k), {}};
      for (const Id k_of : p_.effects[in.effect].places)
        s_.acts[f.act].things.push_back(f.locals.at(at(act.things + k_of)));
    }
    s_.stack.push_back(std::move(f));
  }
  // Nobody knows the order of a pile that nobody may look at.
  for (size_t z = 0; z < p_.zones.size() && observer >= 0; ++z) {
    if (p_.zones[ZoneId(z)].order != model::ZoneOrder::Pile || p_.zones[ZoneId(z)].sees != "nobody")
      continue;
    for (int64_t player : {0, 1}) s_.shuffled.insert({static_cast<Id>(z), player});
  }
  if (!cyclic_.empty()) equilibrium(false);
  observe();
  for (const Instance& i : edges_) {
    if (edge(i)) s_.risen.insert(i);
  }
}

/// Goes on with the frame of that number and those inside it. True when it was not aborted.
bool Play::enter(size_t frame) {
  const rulings::FrameIn& in = q_.situation.frames[frame];
  if (in.ordinal < 0) {
    if (frame + 1 < q_.situation.frames.size()) throw Unknown{"a frame without a step"};
    return finish(body(in.proc));
  }
  bool found = false;
  Flow flow = resume(p_.procedures[ProcId(in.proc)].steps, frame, found);
  if (!found) throw Unknown{"a step that is not there"};
  return finish(ended(in.proc, flow));
}

/// Runs a list from the step where the frame stands.
Flow Play::resume(const std::vector<Step>& steps, size_t frame, bool& found) {
  const rulings::FrameIn& in = q_.situation.frames[frame];
  const bool innermost = frame + 1 == q_.situation.frames.size();
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step& s = steps[i];
    Flow flow = Flow::Next;
    if (found) {
      flow = step(s);
    } else if (s.ordinal == in.ordinal && innermost) {
      found = true;
      flow = s.kind == StepKind::Loop && s.ask != kNone ? loop(s, true) : step(s);
    } else if (s.ordinal == in.ordinal && s.kind == StepKind::Call) {
      found = true;
      const bool done = enter(frame + 1);
      if (s.result != kNone) top().locals.at(at(s.result)) = {done ? 1 : 0, {}};
    } else {
      for (const model::Arm& arm : s.arms) {
        if (found) break;
        flow = resume(arm.steps, frame, found);
        if (!found || flow != Flow::Next) continue;
        if (s.kind == StepKind::Loop)
          flow = s.ask != kNone ? loop(s, true) : loop(s);
        else if (s.kind == StepKind::Each || s.kind == StepKind::Simul)
          throw Unknown{"a start inside simultaneous things"};
      }
    }
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

std::string Play::run(std::vector<std::pair<size_t, size_t>>& choices) {
  choices_ = &choices;
  at_ = 0;
  try {
    begin();
    if (s_.stack.empty()) throw Over{"none"};
    for (ExprId e : q_.situation.where) {
      if (eval_top(e).n == 0) return "impossible";
    }
    enter(0);
    throw Over{"none"};
  } catch (const Over& over) {
    return over.result;
  }
}

bool Play::played() const {
  size_t i = s_.script;
  while (i < q_.play.size() && q_.play[i].kind == rulings::PlayKind::Free) ++i;
  return i >= q_.play.size();
}

int64_t Play::watch(ExprId e, const std::string& result) {
  result_ = result;
  const Value v = eval_top(e);
  int64_t mask = 0;
  for (int64_t k : v.s) mask |= int64_t{1} << k;
  return v.s.empty() ? v.n : mask;
}

}  // namespace hanrei::walker
