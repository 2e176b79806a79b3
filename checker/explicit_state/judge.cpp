// What is reachable, as answers to claims.
#include <algorithm>

#include "base/contains.h"
#include "checker/explicit_state/explore.h"
#include "checker/explicit_state/lasso.h"
#include "checker/question/ends.h"

namespace hanrei::checker::explicit_state {

namespace {

using rulings::ClaimKind;

/// Which item of the play, counted from 1, no play comes to.
Reason never_reached(const Question& q, const Space& s) {
  const auto item = left_undone(q, s);
  return item ? Reason(ReasonCode::ItemNotReached, *item + 1) : Reason();
}

/// Judges one claim by the ends that are reachable.
class Judge {
 public:
  Judge(const Question& q, const rulings::Claim& claim, const Space& s, const Limits& limits)
      : q_(q), claim_(claim), s_(s), limits_(limits), m_(*q.world, domain_) {
    m_.initial(s.lets);
    endless_ = s.endless && comes_round(q, s);
    sort_ends();
    whole_ = s.complete && !bounded_;
    iff_here_ = claim.iff == kNone || ends_.empty() || m_.eval(s.state(ends_[0]), claim.iff) != 0;
  }

  Answer judge() {
    if (whole_ && ends_.empty() && !endless_) return never_played();
    switch (claim_.kind) {
      case ClaimKind::Necessary: return necessary();
      case ClaimKind::Possible:
      case ClaimKind::Impossible: return possible();
      case ClaimKind::Outcomes: return outcomes();
      case ClaimKind::Greatest:
      case ClaimKind::Least: return extreme();
      case ClaimKind::Endless: return endless();
      case ClaimKind::Chooser: return chooser();
      case ClaimKind::Legal:
      case ClaimKind::Illegal:
      case ClaimKind::Settles:
      case ClaimKind::Forceable:
      case ClaimKind::Overrides:
      case ClaimKind::Yields:
      case ClaimKind::Contradicts:
      case ClaimKind::Idle:
      case ClaimKind::Undetermined: out_.reason = ReasonCode::KindOfClaim; break;
    }
    return out_;
  }

 private:
  using Tuples = std::vector<std::vector<int64_t>>;

  /// Keeps the plays in which the prefix was played and which came to an end.
  void sort_ends() {
    for (int t : s_.terminals) {
      const S state = s_.state(t);
      if (const auto met = bound_met(q_, state.control)) {
        std::optional<MetBound>& least = state.control.end == End::Bounded ? bound_ : cut_;
        if (!least || *met < *least) least = met;
      }
      if (state.control.end == End::Bounded)
        bounded_ = true;
      else if (state.control.end == End::Stuck)
        stuck_ = true;
      else if (state.control.end == End::Endless)
        endless_ = endless_ || played(q_, state.control);
      else if (played(q_, state.control))
        ends_.push_back(t);
    }
  }

  /// What holds for all plays up to the bounds of repetition is no more than that.
  Evidence of_all() {
    if (!cut_) return Evidence::Exhaustive;
    if (out_.detail.empty()) out_.detail = bound_text(q_, *cut_, limits_);
    return Evidence::Bounded;
  }

  Answer unknown() {
    out_.verdict = Verdict::Unknown;
    out_.reason = !s_.complete ? s_.stopped
                  : bound_     ? bound_text(q_, *bound_, limits_)
                               : ReasonCode::Bounded;
    out_.limit = s_.limit || bounded_;
    return out_;
  }

  Answer never_played() {
    out_.vacuous = true;
    out_.verdict = Verdict::Unknown;
    out_.reason = stuck_ ? ReasonCode::EveryPlayStuck : ReasonCode::CannotBePlayed;
    if (!stuck_) out_.detail = never_reached(q_, s_);
    return out_;
  }

  void witness(int node) {
    out_.witness = path(q_, s_, node);
    out_.has_witness = true;
    out_.lets = s_.lets;
  }

  /// The first end at which the claim's condition is so; -1: there is none.
  int first_end(bool is) {
    for (int t : ends_)
      if ((m_.eval(s_.state(t), claim_.expr) != 0) == is) return t;
    return -1;
  }

  /// The claim's condition holds of all plays, or does not; an end may have shown it.
  Answer condition(bool holds, int shown) {
    out_.verdict = holds == iff_here_ ? Verdict::Holds : Verdict::Fails;
    out_.evidence = shown >= 0 ? Evidence::Witnessed : of_all();
    if (shown >= 0)
      witness(shown);
    else if (!ends_.empty())
      witness(ends_[0]);
    return out_;
  }

  Answer necessary() {
    const int counter = first_end(false);
    if (counter < 0 && !whole_) return unknown();
    condition(counter < 0 && !endless_ && !stuck_, counter);
    if (endless_) out_.detail = ReasonCode::Endless;
    return out_;
  }

  Answer possible() {
    const int found = first_end(true);
    if (found < 0 && !whole_) return unknown();
    return condition((found >= 0) == (claim_.kind == ClaimKind::Possible), found);
  }

  Tuples listed() {
    Tuples out;
    if (ends_.empty()) return out;
    for (const rulings::Outcome& o : claim_.outcomes) {
      const S state = s_.state(ends_[0]);
      if (o.cond != kNone && m_.eval(state, o.cond) == 0) continue;
      std::vector<int64_t> tuple;
      for (ExprId e : o.values) tuple.push_back(m_.eval(state, e));
      out.push_back(std::move(tuple));
    }
    return out;
  }

  /// The first that is not listed is shown.
  Tuples reached(const Tuples& listed) {
    Tuples out;
    for (int t : ends_) {
      std::vector<int64_t> tuple;
      for (ExprId e : claim_.of) tuple.push_back(m_.eval(s_.state(t), e));
      if (base::contains(out, tuple)) continue;
      if (!out_.has_witness && !base::contains(listed, tuple)) witness(t);
      out.push_back(std::move(tuple));
    }
    return out;
  }

  /// Those of one list that are not in the other.
  std::string only(const Tuples& list, const Tuples& other) const {
    std::string names;
    for (const auto& tuple : list) {
      if (base::contains(other, tuple)) continue;
      if (!names.empty()) names += "; ";
      for (size_t i = 0; i < tuple.size(); ++i)
        names += (i > 0 ? ", " : "") + q_.world->show((*q_.program)[claim_.of[i]].type, tuple[i]);
    }
    return names;
  }

  Answer outcomes() {
    const Tuples wanted = listed(), got = reached(wanted);
    const std::string more = only(got, wanted), fewer = only(wanted, got);
    if (more.empty() && !whole_) return unknown();
    if (more.empty() && (endless_ || stuck_)) {
      out_.verdict = Verdict::Fails;
      out_.evidence = of_all();
      out_.detail = stuck_ ? ReasonCode::Stuck : ReasonCode::Endless;
      return out_;
    }
    if (!more.empty() || !fewer.empty()) {
      out_.verdict = Verdict::Fails;
      out_.evidence = more.empty() ? of_all() : Evidence::Witnessed;
      const Reason not_listed{ReasonCode::NotListed, more},
          not_reached{ReasonCode::NotReached, fewer};
      if (!whole_ || fewer.empty())
        out_.detail = not_listed;
      else
        out_.detail =
            more.empty() ? not_reached : Reason(ReasonCode::Also, not_reached, not_listed);
      return out_;
    }
    out_.verdict = Verdict::Holds;
    out_.evidence = of_all();
    if (!ends_.empty()) witness(ends_[0]);
    return out_;
  }

  Answer extreme() {
    if (!whole_) return unknown();
    out_.evidence = of_all();
    if (ends_.empty()) {
      out_.verdict = Verdict::Fails;
      out_.detail = ReasonCode::Endless;
      return out_;
    }
    int best = ends_[0];
    const auto at = [&](int t) { return m_.eval(s_.state(t), claim_.expr); };
    for (int t : ends_)
      if (claim_.kind == ClaimKind::Greatest ? at(t) > at(best) : at(t) < at(best)) best = t;
    out_.verdict = at(best) == m_.eval(s_.state(best), claim_.is) && !endless_ ? Verdict::Holds
                                                                               : Verdict::Fails;
    out_.detail = {ReasonCode::Plain, at(best)};
    witness(best);
    return out_;
  }

  Answer endless() {
    if (!endless_ && !whole_) return unknown();
    out_.verdict = endless_ ? Verdict::Holds : Verdict::Fails;
    out_.evidence = of_all();
    for (int t : s_.terminals) {
      const Control control = s_.state(t).control;
      if (control.end != End::Endless || !played(q_, control) || out_.has_witness) continue;
      witness(t);
      out_.detail = {ReasonCode::LoopMustGoOn, unruled(*q_.program, false)};
    }
    if (endless_ && !out_.has_witness) {
      if (const auto found = lasso(q_, s_.lets, limits_)) {
        out_.witness = found->moves;
        out_.loop_from = found->from;
        out_.has_witness = true;
        out_.lets = s_.lets;
        out_.detail = found->leavers.nobody()
                          ? Reason(ReasonCode::LoopMustGoOn, unruled(*q_.program, true))
                          : Reason(ReasonCode::LoopMayBeLeft, leavers_text(q_, found->leavers));
      }
    }
    if (!endless_ && !ends_.empty()) witness(ends_[0]);
    return out_;
  }

  Answer chooser() {
    bool found = false;
    m_.until_depth = q_.until_depth;
    m_.until_idle = q_.until_idle;
    m_.faults = faults_of_explicit_state();
    std::vector<Alt<int64_t>> alts;
    for (size_t node = 0; node < s_.expanded(); ++node) {
      if (s_.nodes[node].terminal) continue;
      S state = s_.state(static_cast<int>(node));
      m_.step(state, alts);
      if (alts.size() < 2) continue;
      const Move& mv = alts[0].move;
      if (!is_named(*q_.code, mv, claim_.what)) continue;
      found = true;
      if (asks_named(claim_, mv)) continue;
      out_.verdict = Verdict::Fails;
      out_.evidence = Evidence::Witnessed;
      out_.witness = path(q_, s_, static_cast<int>(node));
      out_.has_witness = true;
      out_.detail = chooser_of(q_, mv);
      return out_;
    }
    return s_.complete ? nobody_else_asked(found, of_all()) : unknown();
  }

  const Question& q_;
  const rulings::Claim& claim_;
  const Space& s_;
  const Limits& limits_;
  Concrete domain_;
  Machine<Concrete> m_;
  std::vector<int> ends_;
  bool bounded_ = false, stuck_ = false, endless_ = false;
  std::optional<MetBound> bound_, cut_;  ///< of those that were met the first by name
  bool whole_ = false;                   ///< nothing was left out, and no play was broken off
  bool iff_here_ = true;
  Answer out_;
};

}  // namespace

Answer Engine::judge(const rulings::Claim& claim, const Space& s) {
  return Judge(q_, claim, s, limits_).judge();
}

/// How many consistent states there are where the situation begins.
Answer Engine::settles(const rulings::Claim& claim, const std::vector<int64_t>& lets) {
  Answer out;
  Concrete domain;
  Machine<Concrete> m(*q_.world, domain);
  const S first = m.initial(lets);
  for (ExprId e : q_.which->situation.where) out.vacuous = out.vacuous || m.eval(first, e) == 0;
  if (out.vacuous || (claim.iff != kNone && m.eval(first, claim.iff) == 0)) {
    out.vacuous = true;
    out.reason = ReasonCode::ConditionNeverMet;
    return out;
  }
  const int64_t there = m.settlings(first);
  out.verdict = there == m.eval(first, claim.is) ? Verdict::Holds : Verdict::Fails;
  out.evidence = Evidence::Exhaustive;
  if (out.verdict == Verdict::Fails) out.detail = {ReasonCode::Plain, there};
  return out;
}

/// What a declaration comes to wherever it may be judged.
struct Engine::Asked {
  Space space;
  bool asked = false, always = true, ever = false;  ///< is it legal there?
  int shown = -1;
};

Engine::Asked Engine::ask(const rulings::Claim& claim, const std::vector<int64_t>& lets,
                          bool anywhere, ClauseId dropped) {
  Asked out;
  out.space = explore(q_, lets, limits_,
                      {.probe = &claim, .anywhere = anywhere, .dropped = dropped, .trace = trace_});
  counts_.states += out.space.nodes.size();
  Concrete domain;
  Machine<Concrete> m(*q_.world, domain);
  m.initial(lets);
  m.dropped = dropped;
  m.trace(trace_);
  for (int t : out.space.terminals) {
    const S state = out.space.state(t);
    if (state.control.end != End::Asked) continue;
    out.asked = true;
    std::vector<Alt<int64_t>> alts;
    m.declarations(state, claim.act.by, claim.act, alts);
    const bool legal = !alts.empty();
    out.ever = out.ever || legal;
    out.always = out.always && legal;
    if (out.shown < 0 || (legal == (claim.kind == rulings::ClaimKind::Illegal))) out.shown = t;
  }
  return out;
}

Answer Engine::legality(const rulings::Claim& claim, const std::vector<int64_t>& lets) {
  Answer out;
  const bool legal = claim.kind == rulings::ClaimKind::Legal;
  const auto stopped = [&](const Space& s) {
    if (s.complete) return false;
    out.verdict = Verdict::Unknown;
    out.reason = s.stopped;
    out.limit = s.limit;
    return true;
  };
  Asked here = ask(claim, lets, false, kNone);
  if (stopped(here.space)) return out;
  bool over = false;
  std::optional<MetBound> bound, cut;
  for (int t : here.space.terminals) {
    const Control control = here.space.state(t).control;
    over = over || (control.end == End::Over && checker::played(q_, control));
    std::optional<MetBound>& least = control.end == End::Bounded ? bound : cut;
    if (const auto met = bound_met(q_, control); met && (!least || *met < *least)) least = met;
  }
  // what was broken off might have come to where the player is asked
  if (bound && (legal ? !here.asked || here.always : !here.ever)) {
    out.reason = bound_text(q_, *bound, limits_);
    out.limit = true;
    return out;
  }
  if (!here.asked) {  // nothing can be declared wherever the player's turn comes
    out.detail = over ? Reason(ReasonCode::NotAsked) : never_reached(q_, here.space);
    out.unable = true;
    here = ask(claim, lets, true, kNone);
    if (stopped(here.space)) return out;
    if (!here.asked) {
      out.vacuous = true;
      out.reason = over ? ReasonCode::NotAsked : ReasonCode::CannotBePlayed;
      return out;
    }
  }
  const bool holds = legal ? here.always : !here.ever;
  out.verdict = holds ? Verdict::Holds : Verdict::Fails;
  out.evidence = Evidence::Exhaustive;
  if (holds && cut) {
    out.evidence = Evidence::Bounded;
    if (out.detail.empty()) out.detail = bound_text(q_, *cut, limits_);
  }
  out.witness = path(q_, here.space, here.shown, {.probe = &claim, .anywhere = out.unable});
  out.has_witness = true;
  if (holds && !legal && claim.by != kNone) {
    // without the clause it would be legal where something may be declared then, or the citation is
    // wrong
    const Asked free = ask(claim, lets, false, claim.by);
    if (!stopped(free.space) && !free.ever) {
      out.verdict = Verdict::Fails;
      out.detail = ReasonCode::IllegalAlsoWithout;
    }
  }
  return out;
}

}  // namespace hanrei::checker::explicit_state
