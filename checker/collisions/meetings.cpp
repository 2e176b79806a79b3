#include "checker/collisions/meetings.h"

#include <algorithm>

#include "base/contains.h"
#include "checker/collisions/duties.h"
#include "checker/collisions/undone.h"
#include "checker/explicit_state/explore.h"

namespace hanrei::checker::collisions {

using model::OpCode;
using S = State<int64_t>;

void Meetings::add(const Meetings& later) {
  for (const auto& [k, v] : later.permits) {
    permits[k].times += v.times;
    permits[k].free += v.free;
  }
  for (const auto& [k, v] : later.pairs) {
    Pair& p = pairs.try_emplace(k, Pair{0, 0, v.first}).first->second;
    p.times += v.times;
    p.alone += v.alone;
  }
  for (const auto& [k, v] : later.amends)
    amends.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.stood)
    stood.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.halted)
    halted.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.rounds)
    rounds.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.ends)
    ends.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.granted) granted[k] += v;
  for (const auto& [k, v] : later.undone)
    undone.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.both)
    both.try_emplace(k, Step{0, v.first}).first->second.times += v.times;
  for (const auto& [k, v] : later.duties) {
    Duties& d = duties.try_emplace(k, Duties{0, 0, 0, v.first}).first->second;
    if (d.exclusive == 0) d.first = v.first;
    d.times += v.times;
    d.exclusive += v.exclusive;
    d.unknown += v.unknown;
  }
  owed.insert(later.owed.begin(), later.owed.end());
  norms.insert(later.norms.begin(), later.norms.end());
  cards.insert(later.cards.begin(), later.cards.end());
  reached.acts.insert(later.reached.acts.begin(), later.reached.acts.end());
  reached.steps.insert(later.reached.steps.begin(), later.reached.steps.end());
  played.add(later.played);
  states += later.states;
  moments += later.moments;
  declarations += later.declarations;
}

int64_t asked_at(const Machine<Concrete>& m, const S& s, const model::Code& code,
                 const model::Instr& ins, const model::Program& p) {
  if (ins.code != OpCode::Ask || ins.flag) return model::kNobody;
  const bool later = p.exchanges[ExchangeId(code.id)].resolve == model::Resolve::Later;
  if (!later && s.frame().kept[ins.id] >= 0) return model::kNobody;
  return m.here(s, ins.cond);
}

bool stands_against(const Machine<Concrete>& m, const S& s, const model::Instr& ins, const World& w,
                    CardId card, ClauseId clause) {
  if (!ins.begins || !base::contains(ins.by, clause)) return false;
  for (int k = 0; k < w.cards; ++k)
    if (w.card_defs[k] == card && m.evaluator().active(s, k) != 0) return true;
  return false;
}

base::Table<AmendId, ExprId> amended(const model::Program& p) {
  base::Table<AmendId, ExprId> out(p.amends.size(), kNone);
  for (const ExprId e : p.exprs.ids())
    if (p.exprs[e].op == model::Op::Amended) out[p.exprs[e].amend()] = e;
  return out;
}

std::vector<std::pair<EndingId, int>> endings_met(const Machine<Concrete>& m, const S& s,
                                                  const model::Program& p) {
  std::vector<std::pair<EndingId, int>> out;
  for (const EndingId e : p.endings.ids())
    for (int k = 0; k < 2; ++k) {
      std::array<int64_t, kTemps> t;
      t[0] = k;
      if (m.evaluator().eval(s, p.endings[e].when, {s.top(), nullptr, t.data()}) != 0)
        out.emplace_back(e, p.endings[e].wins ? 1 - k : k);
    }
  return out;
}

bool halted_by(const Machine<Concrete>& m, const S& s, const model::Code& code,
               const model::EventNorm& norm, ExprId applies, ClauseId clause) {
  if (code.kind != model::CodeKind::Procedure || code.id != norm.event.id || s.frame().pc != 0)
    return false;
  const World& w = m.evaluator().world();
  const auto states = [&](const model::Instr& i) { return base::contains(i.by, clause); };
  bool stated = std::ranges::any_of(code.ins, states);
  for (size_t f = 0; f + 1 < s.control.stack.size() && !stated; ++f) {
    const Frame& frame = s.control.stack[f];
    const model::Code& below = w.code->codes[CodeId(frame.code)];
    stated = static_cast<size_t>(frame.pc) < below.ins.size() && states(below.ins[frame.pc]);
  }
  return stated && m.here(s, applies) != 0;
}

namespace {

/// What an amendment gives an attribute in the statements of an instruction, or what the step gives
/// it without any.
ExprId given(const model::Program& p, const model::Instr& ins, AttrId attr, AmendId amend) {
  for (const model::Stmt& st : ins.stmts)
    for (const auto& [which, value] : st.attrs) {
      if (which != attr) continue;
      ExprId e = value;
      while (p[e].op == model::Op::If && p[p[e].a].op == model::Op::Amended) {
        if (p[p[e].a].id == amend) return p[e].b;
        e = p[e].c;
      }
      return amend == kNone ? e : kNone;
    }
  return kNone;
}

/// Do the two come to the same here? What a statement goes through is not known yet: then of the
/// first thing.
bool equal(const Machine<Concrete>& m, const S& s, ExprId a, ExprId b) {
  if (a == b || a == kNone || b == kNone) return a == b;
  const auto worth = [&](ExprId e) {
    std::array<int64_t, kTemps> temps{};
    return m.evaluator().eval(s, e, {s.top(), s.cells.data() + s.frame().base, temps.data()});
  };
  return worth(a) == worth(b);
}

}  // namespace

bool amends_here(const Machine<Concrete>& m, const S& s, const model::Code& code,
                 const model::Instr& ins, AmendId amend, ExprId applies) {
  const model::Program& p = *m.evaluator().world().program;
  const model::Amend& a = p.amends[amend];
  if (code.kind != model::CodeKind::Procedure || code.id != a.proc || ins.ordinal != a.ordinal)
    return false;
  bool says = (a.voids || a.zone != kNone || a.with.empty()) && ins.begins;
  for (const auto& [attr, value] : a.with)
    says = says ||
           (given(p, ins, attr, kNone) != kNone && !equal(m, s, value, given(p, ins, attr, kNone)));
  return says && m.here(s, applies) != 0;
}

bool differ_here(const Machine<Concrete>& m, const S& s, const model::Instr& ins, AmendId one,
                 AmendId other) {
  const model::Program& p = *m.evaluator().world().program;
  const model::Amend& a = p.amends[one];
  const model::Amend& b = p.amends[other];
  if (a.voids || b.voids) return a.voids != b.voids && ins.begins;
  if (a.zone != b.zone && a.zone != kNone && b.zone != kNone) return ins.begins;
  for (const auto& [attr, value] : a.with)
    for (const auto& [which, with] : b.with)
      if (attr == which && given(p, ins, attr, one) != kNone && !equal(m, s, value, with))
        return true;
  return false;
}

namespace {

class Watcher : public Observer {
 public:
  Watcher(const Question& q, const Spot& spot, Meetings& into)
      : q_(q),
        p_(*q.program),
        spot_(spot),
        into_(into),
        tally_(q, spot.scene, into.played),
        machine_(*q.world, domain_),
        amended_(amended(p_)) {
    machine_.initial(spot.lets);
    for (const AmendId a : p_.amends.ids())
      if (amended_[a] != kNone) steps_[{p_.amends[a].proc, p_.amends[a].ordinal}].push_back(a);
    for (const NormId n : p_.norms.ids()) {
      const model::Norm& norm = p_.norms[n];
      if (norm.mode != model::NormMode::Forbid || norm.source.card == kNone) continue;
      for (ClauseId clause : norm.over) against_.emplace_back(n, clause);
    }
    for (const EventNormId n : p_.event_norms.ids())
      if (p_.event_norms[n].amend != kNone)
        for (ClauseId clause : p_.event_norms[n].over) halts_.emplace_back(n, clause);
  }

  void before(const S& s, const model::Code& code, const model::Instr& ins) override {
    last_ = ins.code;
    tally_.before(machine_, s, code, ins);
    if (const int64_t seat = asked_at(machine_, s, code, ins, p_); seat >= 0)
      asked(s, static_cast<int>(seat), ExchangeId(code.id), ins);
    for (const auto& [norm, clause] : against_)
      if (stands_against(machine_, s, ins, *q_.world, p_.norms[norm].source.card, clause))
        ++into_.stood.try_emplace({norm, clause}, Meetings::Step{0, spot_}).first->second.times;
    if (code.kind != model::CodeKind::Procedure) return;
    for (const auto& [n, clause] : halts_) {
      const model::EventNorm& norm = p_.event_norms[n];
      if (halted_by(machine_, s, code, norm, amended_[norm.amend], clause))
        ++into_.halted.try_emplace({n, clause}, Meetings::Step{0, spot_}).first->second.times;
    }
    if (ins.ordinal < 0) return;
    if (ins.begins) into_.reached.steps.insert({ProcId(code.id), ins.ordinal});
    step(s, code, ins);
  }
  void after(const S& s) override {
    if (s.control.end == End::Endless) repeated(s);
    if (s.control.end == End::Over && s.control.result == model::kResultDraw) drawn(s);
  }
  void cut(const S& s, const model::LoopRule&) override { repeated(s); }

 private:
  /// A repair is about to run that runs already, with everything as it was: which repairs run
  /// inside it?
  void repeated(const S& s) {
    if (last_ != OpCode::LimitScan) return;
    for (const LimitId l : p_.limits.ids()) {
      const model::Limit& limit = p_.limits[l];
      if (!limit.always || limit.repair == kNone) continue;
      const int n = limit.domain == kNone ? 1 : q_.world->universe(p_[limit.domain].type);
      for (int k = 0; k < n; ++k) {
        if (machine_.evaluator().breaks(s, l, limit.domain == kNone ? -1 : k,
                                        {s.top(), nullptr, nullptr}) == 0)
          continue;
        if (const auto round = round_of(s, limit.repair, k); !round.empty())
          ++into_.rounds.try_emplace(round, Meetings::Step{0, spot_}).first->second.times;
        return;
      }
    }
  }

  /// The limits whose repairs run, from this one on; none where a trigger runs among them.
  std::set<LimitId> round_of(const S& s, ProcId repair, int64_t subject) const {
    std::set<LimitId> out;
    for (size_t f = s.control.stack.size(); f-- > 0;) {
      const Frame& frame = s.control.stack[f];
      for (const model::Trigger& t : p_.triggers)
        if (t.proc == frame.code) return {};
      for (const LimitId l : p_.limits.ids())
        if (p_.limits[l].repair == frame.code) out.insert(l);
      if (frame.code == repair && s.cells[frame.base] == subject) return out;
    }
    return {};
  }

  void drawn(const S& s) {
    const auto met = endings_met(machine_, s, p_);
    for (size_t i = 0; i < met.size(); ++i)
      for (size_t k = i + 1; k < met.size(); ++k) {
        if (met[i].second != met[k].second)
          ++into_.ends.try_emplace({met[i].first, met[k].first}, Meetings::Step{0, spot_})
                .first->second.times;
      }
  }

  void asked(const S& s, int seat, ExchangeId exchange, const model::Instr& ins) {
    ++into_.moments;
    std::vector<Id> menus = {model::menu_of(exchange)};
    if (const size_t depth = s.control.stack.size(); depth > 1) {
      const model::Code& below = q_.code->codes[CodeId(s.control.stack[depth - 2].code)];
      if (below.kind == model::CodeKind::Window)
        menus.insert(menus.end(), q_.code->raises[SignalId(below.id)].begin(),
                     q_.code->raises[SignalId(below.id)].end());
    }
    bool may_owe = false;
    machine_.consider(s, seat, [&](const Machine<Concrete>::Considered& c) {
      ++into_.declarations;
      for (Id menu : menus) into_.reached.acts.insert({c.act, menu});
      std::set<NormId> permits, forbids, demands;
      for (const NormInstance* i : c.permits) permits.insert(i->provision);
      for (const NormInstance* i : c.forbids) forbids.insert(i->provision);
      for (const NormInstance* i : c.duties) demands.insert(i->provision);
      std::set<NormId> lets = permits;
      lets.insert(demands.begin(), demands.end());
      for (NormId p : lets) {
        Meetings::Permit& use = into_.permits[p];
        ++use.times;
        if (forbids.empty()) ++use.free;
        const CardId card = p_.norms[p].source.card;
        const bool alone = demands.contains(p) || std::ranges::all_of(permits, [&](NormId o) {
                             return p_.norms[o].source.card == card;
                           });
        for (NormId f : forbids) {
          Meetings::Pair& pair =
              into_.pairs.try_emplace({p, f}, Meetings::Pair{0, 0, spot_}).first->second;
          ++pair.times;
          if (alone) ++pair.alone;
        }
      }
      if (c.legal) granted(s, c, permits);
      if (c.legal || forbids.empty()) into_.owed.insert(demands.begin(), demands.end());
      may_owe = may_owe || !demands.empty();
      into_.norms.insert(lets.begin(), lets.end());
      into_.norms.insert(forbids.begin(), forbids.end());
    });
    if (may_owe) owes(s, seat, ins);
  }

  /// Two duties: one place where only one can be fulfilled is enough.
  void owes(const S& s, int seat, const model::Instr& ins) {
    for (const Owed& two : owed_at(*q_.world, q_, spot_.lets, s, ins, seat, nullptr, known_)) {
      Meetings::Duties& d =
          into_.duties.try_emplace(two.norms, Meetings::Duties{0, 0, 0, spot_}).first->second;
      ++d.times;
      if (two.fate == Fate::Exclusive) ++d.exclusive;
      if (two.fate == Fate::Unknown) ++d.unknown;
      if (two.fate == Fate::Exclusive || d.times >= kMostGrants) known_.insert(two.norms);
    }
  }

  /// What would not be legal without the permissions of one card is carried out, and looked at.
  void granted(const S& s, const Machine<Concrete>::Considered& c,
               const std::set<NormId>& permits) {
    std::set<NormId> own;
    CardId card;
    for (NormId p : permits)
      if (const CardId of = p_.norms[p].source.card; of != kNone) {
        own.insert(p);
        if (card != kNone && of != card) return;
        card = of;
      }
    if (own.empty() || (own.size() < permits.size() && c.forbids.empty()))
      return;  // the rules allow it as well
    if (std::ranges::all_of(own, [&](NormId p) { return tried_[p] >= kMostGrants; })) return;
    const Granted g = grant(*q_.world, q_, spot_.lets, s, c);
    if (!g.carried) return;
    for (NormId p : own) {
      ++tried_[p];
      ++into_.granted[p];
      if (g.by)
        ++into_.undone.try_emplace({p, *g.by}, Meetings::Step{0, spot_}).first->second.times;
    }
  }

  void step(const S& s, const model::Code& code, const model::Instr& ins) {
    const auto it = steps_.find({ProcId(code.id), ins.ordinal});
    if (it == steps_.end()) return;
    std::vector<AmendId> here;
    for (AmendId a : it->second) {
      const ExprId applies = amended_[a];
      if (machine_.here(s, applies) != 0) here.push_back(a);
      if (amends_here(machine_, s, code, ins, a, applies))
        ++into_.amends.try_emplace(a, Meetings::Step{0, spot_}).first->second.times;
    }
    for (size_t i = 0; i < here.size(); ++i)
      for (size_t k = i + 1; k < here.size(); ++k) {
        if (differ_here(machine_, s, ins, here[i], here[k]))
          ++into_.both.try_emplace({here[i], here[k]}, Meetings::Step{0, spot_})
                .first->second.times;
      }
  }

  const Question& q_;
  const model::Program& p_;
  const Spot& spot_;
  Meetings& into_;
  Tally tally_;
  Concrete domain_;
  Machine<Concrete> machine_;
  base::Table<AmendId, ExprId> amended_;
  std::map<std::pair<ProcId, int>, std::vector<AmendId>> steps_;
  OpCode last_ = OpCode::Return;
  static constexpr size_t kMostGrants = 64;
  std::set<std::pair<NormId, NormId>> known_;  ///< pairs of duties of which no more is asked
  std::map<NormId, size_t> tried_;             ///< declarations carried out, by permission
  std::vector<std::pair<NormId, ClauseId>>
      against_;  ///< prohibitions of cards, and the clauses that they name
  std::vector<std::pair<EventNormId, ClauseId>> halts_;  ///< the same of event norms
};

/// Runs on until somebody decides, play is over, or what is looked for has been found.
class Seeker : public Observer {
 public:
  Seeker(const Question& q, const std::vector<int64_t>& lets, const Found& found)
      : own_(*q.world, domain_), found_(found) {
    own_.initial(lets);
  }
  void before(const S& s, const model::Code& code, const model::Instr& ins) override {
    if (!state && found_(own_, s, &code, &ins)) state = s;
  }
  void after(const S& s) override {
    if (!state && s.control.end != End::Running && found_(own_, s, nullptr, nullptr)) state = s;
  }
  std::optional<S> state;

 private:
  Concrete domain_;
  Machine<Concrete> own_;
  const Found& found_;
};

}  // namespace

Machine<Concrete> player(const World& w, const Question& q, Concrete& domain, Observer* observer) {
  Machine<Concrete> m(w, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.every_window = true;
  m.observer = observer;
  return m;
}

Reason meet(const Question& q, const Spot& spot, const Limits& limits, Meetings& into) {
  Watcher watcher(q, spot, into);
  explicit_state::Setup setup;
  setup.reduced = true;
  setup.observer = &watcher;
  setup.every_window = true;
  const explicit_state::Space space = explicit_state::explore(q, spot.lets, limits, setup);
  into.states += space.nodes.size() + space.folded_states;
  for (CardId def : q.world->card_defs) into.cards.insert(def);
  return space.stopped;
}

std::optional<std::vector<Move>> first_play(const Question& q, const std::vector<int64_t>& lets,
                                            const Limits& limits, const Found& found) {
  explicit_state::Setup setup;
  setup.every_window = true;
  const explicit_state::Space space = explicit_state::explore(q, lets, limits, setup);
  Concrete domain;
  Seeker seeker(q, lets, found);
  Machine<Concrete> m = player(*q.world, q, domain, &seeker);
  std::vector<Alt<int64_t>> alts, choices;
  const auto run = [&](S& s) {
    try {
      while (!seeker.state && m.step(s, alts) == Status::Continue) {
      }
    } catch (const Unsupported&) {  // what is looked for may be there, where nobody can go on
    }
    return seeker.state.has_value();
  };
  try {
    S s = m.initial(lets);
    if (run(s)) return std::vector<Move>{};
    for (size_t n = 0; n < space.expanded(); ++n) {
      if (space.nodes[n].terminal) continue;
      m.observer = nullptr;
      S at = space.state(static_cast<int>(n));
      m.step(at, choices);
      m.observer = &seeker;
      for (const Alt<int64_t>& a : choices) {
        s = at;
        m.take(s, a);
        if (!run(s)) continue;
        std::vector<Move> moves = explicit_state::path(q, space, static_cast<int>(n), setup);
        moves.push_back(a.move);
        return moves;
      }
    }
  } catch (const Unsupported&) {
  }
  return std::nullopt;
}

std::optional<S> replay_to(const Question& q, const std::vector<int64_t>& lets,
                           const std::vector<Move>& moves, const Found& found) {
  Concrete domain;
  Seeker seeker(q, lets, found);
  Machine<Concrete> m = player(*q.world, q, domain, &seeker);
  std::vector<Alt<int64_t>> alts;
  size_t next = 0;
  try {
    S s = m.initial(lets);
    while (!seeker.state || next < moves.size()) {
      const Status status = m.step(s, alts);
      if (status == Status::Done || (seeker.state && next >= moves.size())) break;
      if (status != Status::Choice) continue;
      if (next >= moves.size()) return std::nullopt;
      const auto it =
          std::ranges::find_if(alts, [&](const Alt<int64_t>& a) { return a.move == moves[next]; });
      if (it == alts.end()) return std::nullopt;
      seeker.state.reset();  // what was found before the last choice is not what the play leads to
      const Alt<int64_t> chosen = *it;
      m.take(s, chosen);
      ++next;
    }
  } catch (const Unsupported&) {
    if (next < moves.size()) return std::nullopt;
  }
  return seeker.state;
}

}  // namespace hanrei::checker::collisions
