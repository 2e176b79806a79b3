#include "checker/verdict/basis.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "base/contains.h"
#include "checker/collisions/judge.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/orders.h"
#include "checker/symbolic/engine.h"
#include "checker/verdict/bases.h"
#include "model/ir/forms.h"

namespace hanrei::checker {
namespace {

using rulings::Claim;
using rulings::ClaimKind;
using rulings::Ground;
using symbolic::Followed;
using symbolic::Sat;
using symbolic::Thesis;

/// What the verdict says, as theses that all have to hold; why there are none.
struct Theses {
  std::vector<Thesis> list;
  Reason stopped;
  bool asked = true;
};

class Maker {
 public:
  Maker(const Question& q, const ClaimResult& r, const Limits& limits)
      : q_(q), claim_(*r.claim), result_(r), counted_(q, limits) {}

  Theses make() {
    const bool holds = result_.shown.verdict == Verdict::Holds;
    const bool open = !q_.which->situation.lets.empty();
    const bool shown = result_.shown.has_witness;
    using Kind = Thesis::Kind;
    switch (claim_.kind) {
      case ClaimKind::Necessary:
      case ClaimKind::Impossible:
      case ClaimKind::Possible: {
        const bool negated = claim_.kind == ClaimKind::Impossible;
        const bool of_all = (claim_.kind == ClaimKind::Possible) != holds;
        if (of_all) {
          if (open && claim_.over == rulings::Over::Some) return none(ReasonCode::SameWayForOne);
          add(Kind::Condition, negated || claim_.kind == ClaimKind::Possible);
        } else {
          if (open && claim_.over == rulings::Over::Every && holds)
            return none(ReasonCode::PlayOfItsOwn);
          if (!shown) return none(ReasonCode::NoPlayShows);
          add(Kind::Condition, holds == negated || (claim_.kind == ClaimKind::Necessary),
              witness());
        }
        return std::move(out_);
      }
      case ClaimKind::Greatest:
      case ClaimKind::Least:
        if (!holds || open) return none(open ? ReasonCode::PlayOfItsOwn : ReasonCode::OtherMeasure);
        add(claim_.kind == ClaimKind::Greatest ? Kind::NoMore : Kind::NoLess);
        if (!reach(Kind::Equal, 0, [&](const auto& m, const auto& s) {
              return m.eval(s, claim_.expr) == m.eval(s, claim_.is);
            }))
          return std::move(out_);
        return std::move(out_);
      case ClaimKind::Outcomes:
        if (!holds || open)
          return none(open ? ReasonCode::PlayOfItsOwn : ReasonCode::OtherOutcomes);
        add(Kind::Among);
        for (size_t i = 0; i < claim_.outcomes.size(); ++i) {
          const rulings::Outcome& o = claim_.outcomes[i];
          const auto is = [&](const auto& m, const auto& s) {
            if (o.cond != kNone && m.eval(s, o.cond) == 0) return false;
            for (size_t k = 0; k < claim_.of.size(); ++k)
              if (m.eval(s, claim_.of[k]) != m.eval(s, o.values[k])) return false;
            return true;
          };
          if (!reach(Kind::Outcome, i, is)) return std::move(out_);
        }
        return std::move(out_);
      case ClaimKind::Legal:
      case ClaimKind::Illegal: {
        const bool legal = (claim_.kind == ClaimKind::Legal) == holds;
        if (legal && shown)
          add(Kind::Legal, false, witness());
        else
          add(legal ? Kind::Legal : Kind::Illegal);
        return std::move(out_);
      }
      case ClaimKind::Chooser:
        if (!holds) return none(ReasonCode::OtherChooser);
        add(Kind::Chooser);
        asked();
        return std::move(out_);
      case ClaimKind::Endless: return silent(ReasonCode::PlayWithoutEnd);
      case ClaimKind::Settles: return silent(ReasonCode::CountOfStates);
      case ClaimKind::Forceable: return silent(ReasonCode::Strategy);
      case ClaimKind::Undetermined: return silent(ReasonCode::ComparisonOfReadings);
      case ClaimKind::Overrides:
      case ClaimKind::Yields:
      case ClaimKind::Contradicts:
      case ClaimKind::Idle: break;  // the audit's
    }
    return silent(ReasonCode::KindOfClaim);
  }

 private:
  Theses none(Reason why) {
    out_.list.clear();
    out_.stopped = std::move(why);
    return std::move(out_);
  }
  Theses silent(Reason why) {
    out_.asked = false;
    return none(std::move(why));
  }
  Followed witness() const { return {result_.shown.witness, result_.shown.lets}; }
  void add(Thesis::Kind kind, bool negated = false, std::optional<Followed> follow = std::nullopt) {
    out_.list.push_back({kind, &claim_, negated, 0, std::move(follow)});
  }

  /// A shortest play whose end is such.
  template <class F>
  bool reach(Thesis::Kind kind, size_t outcome, F&& is) {
    if (q_.world == nullptr) {
      none(q_.unsupported);
      return false;
    }
    const explicit_state::Space& space = counted_.space({});
    Concrete domain;
    Machine<Concrete> m(*q_.world, domain);
    m.initial({});
    for (int t : space.terminals) {
      const auto state = space.state(t);
      if (state.control.end != End::Over || !is(m, state)) continue;
      out_.list.push_back(
          {kind, &claim_, false, outcome, Followed{explicit_state::path(q_, space, t), {}}});
      return true;
    }
    none(ReasonCode::NoPlayShows);
    return false;
  }

  /// A shortest play to where the claim's choice is asked for; with open quantities, for some
  /// value.
  void asked() {
    if (q_.world == nullptr) {
      none(q_.unsupported);
      return;
    }
    std::vector<std::vector<int64_t>> values{{}};
    if (!q_.which->situation.lets.empty()) values = sample_values(q_.which->situation.lets);
    for (const std::vector<int64_t>& lets : values) {
      const explicit_state::Space& space = counted_.space(lets);
      Concrete domain;
      Machine<Concrete> m(*q_.world, domain);
      m.until_depth = q_.until_depth;
      m.until_idle = q_.until_idle;
      m.initial(lets);
      std::vector<Alt<int64_t>> alts;
      for (size_t node = 0; node < space.expanded(); ++node) {
        if (space.nodes[node].terminal) continue;
        explicit_state::S state = space.state(static_cast<int>(node));
        m.step(state, alts);
        if (alts.size() < 2 || !is_named(*q_.code, alts[0].move, claim_.what)) continue;
        if (!has_stated_chooser(*q_.program, *q_.code, alts[0].move)) {
          silent(ReasonCode::NoStatedChooser);
          return;
        }
        add(Thesis::Kind::Chooser, false,
            Followed{explicit_state::path(q_, space, static_cast<int>(node)), lets});
        return;
      }
    }
    none(ReasonCode::NoPlayShows);
  }

  const Question& q_;
  const Claim& claim_;
  const ClaimResult& result_;
  explicit_state::Engine counted_;
  Theses out_;
};

bool reads_result(const model::Program& p, ExprId id) {
  if (id == kNone) return false;
  const model::Expr& e = p[id];
  if (e.op == model::Op::Result) return true;
  return model::any_operand(e, [&](ExprId k) { return reads_result(p, k); });
}

/// What is asked of the solver takes as long as so many instructions: more than in proportion to
/// its terms, as was measured.
constexpr size_t steps_of_terms(size_t terms) { return terms * (10'000 + terms) / 80'000; }
/// So many of the solver's units take about as long as one instruction; they count where it gives
/// up.
constexpr size_t kUnitsOfStep = 20;

/// Asks one engine whether all theses hold when only some grounds count.
class Oracle {
 public:
  Oracle(const Question& q, const std::vector<Thesis>& theses, const Limits& limits)
      : q_(q), theses_(theses), limits_(limits), held_(*q.program, *q.code) {
    for (const Thesis& t : theses)
      held_.results = held_.results || asks_for_result(*q.program, *t.claim);
  }

  /// With everything counting; what play came across is then in `met`.
  Sat all() { return fail(); }
  Sat operator()(const std::vector<Ground>& counts) {
    held_.only(counts);
    return fail();
  }
  /// As if nothing happened of what is left open.
  Sat never(const std::vector<Ground>& counts) {
    held_.only(counts);
    held_.ways = Held::Ways::Never;
    return ask();
  }
  std::vector<Ground> met() const { return {held_.met().begin(), held_.met().end()}; }
  /// Everything that any run came across.
  const std::set<Ground>& seen() const { return seen_; }
  const Reason& why() const { return why_; }
  size_t runs() const { return runs_; }
  size_t tries() const { return tries_; }
  size_t steps() const { return steps_; }
  size_t queries() const { return queries_; }

 private:
  /// First as if nothing happened of what is left open, or all of it: that alone may show that it
  /// fails.
  Sat fail() {
    for (const Held::Ways w : {Held::Ways::Never, Held::Ways::Always}) {
      held_.ways = w;
      if (ask() == Sat::Yes) return Sat::Yes;
    }
    held_.ways = Held::Ways::Any;
    ++tries_;
    return ask();
  }

  Sat ask() {
    Sat out = Sat::No;
    for (const Thesis& t : theses_) {
      ++runs_;
      symbolic::Engine engine(
          q_, limits_);  // a run has nothing to do with the one before: its limits are its own
      const symbolic::Refuted r = engine.refuted(t, held_);
      seen_.insert(held_.met().begin(), held_.met().end());
      queries_ += engine.counts().queries;
      steps_ += engine.counts().steps + steps_of_terms(engine.counts().terms);
      if (r.sat == Sat::Yes) return Sat::Yes;
      if (r.sat != Sat::Unknown) continue;
      out = Sat::Unknown;
      why_ = r.stopped;
      if (r.gave_up) steps_ += limits_.solver_units / kUnitsOfStep;
    }
    return out;
  }

  const Question& q_;
  const std::vector<Thesis>& theses_;
  Limits limits_;
  Held held_;
  size_t runs_ = 0, tries_ = 0, queries_ = 0, steps_ = 0;
  Reason why_;
  std::set<Ground> seen_;
};

/// Does it state a permission for what is legal, or a prohibition of what is not?
bool says_so(const model::Program& p, const Claim& claim, bool holds, const Ground& g) {
  if (claim.kind != ClaimKind::Legal && claim.kind != ClaimKind::Illegal) return false;
  const bool legal = (claim.kind == ClaimKind::Legal) == holds;
  return std::ranges::any_of(p.norms, [&](const model::Norm& n) {
    const bool states =
        g.clause != kNone ? base::contains(n.source.by, g.clause) : n.source.card == g.card;
    return states && (n.mode == model::NormMode::Forbid) != legal;
  });
}

std::vector<Ground> without(std::vector<Ground> set, const Ground& g) {
  std::erase(set, g);
  return set;
}

std::vector<Ground> without(const std::vector<Ground>& set, size_t i) {
  std::vector<Ground> out = set;
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
  return out;
}

bool has_theses(ClaimKind kind) {
  return kind <= ClaimKind::Illegal || kind == ClaimKind::Chooser || rulings::about_texts(kind);
}

Basis basis_of_texts(const Question& q, const Claim& claim) {
  Basis out;
  for (const collisions::Finding& f : collisions::examine(q, {}).findings)
    if (collisions::shows(*q.program, f, claim))
      out.sets.push_back({f.set, std::vector<bool>(f.set.size(), true), {}});
  out.all = true;
  return out;
}

/// Looks for the minimal sets of grounds from which all theses follow.
class Search {
 public:
  Search(const Question& q, const ClaimResult& result, const BasisLimits& limits,
         const std::vector<Thesis>& theses)
      : q_(q),
        result_(result),
        limits_(limits),
        theses_(theses),
        search_(limits.steps / 2),
        oracle_(q, theses, limits.engine) {}

  Basis find() {
    if (follows_from_all()) {
      part();
      find_sets();
      say_why_not_all();
      show_each();
    }
    out_.runs += oracle_.runs();
    out_.queries += oracle_.queries();
    out_.steps += oracle_.steps();
    return std::move(out_);
  }

 private:
  bool follows_from_all() {
    const Sat whole = oracle_.all();
    if (whole == Sat::No) {
      out_.met = oracle_.met();
      return true;
    }
    out_.stopped = whole == Sat::Unknown ? oracle_.why() : ReasonCode::ReachedOtherwise;
    return false;
  }

  Sat fails(const std::vector<Ground>& set) {
    spent_ = spent_ || oracle_.tries() > limits_.runs || oracle_.steps() > search_;
    return spent_ ? Sat::Unknown : oracle_(set);
  }

  /// Those without which it fails, whatever else counts, are in every set. Of most of them it shows
  /// already when nothing happens of what is left open.
  void part() {
    for (size_t i = 0; i < out_.met.size(); ++i)
      (oracle_.steps() <= search_ && oracle_.never(without(out_.met, i)) == Sat::Yes ? always_
                                                                                     : rest_)
          .push_back(out_.met[i]);
    // What stands behind something is only met when that is left open: one may do in place of the
    // other.
    while (out_.met.size() < oracle_.seen().size() && oracle_.steps() <= search_) {
      out_.met.assign(oracle_.seen().begin(), oracle_.seen().end());
      const std::vector<Ground> before = std::move(always_);
      always_.clear();
      rest_.clear();
      for (size_t i = 0; i < out_.met.size(); ++i)
        (std::ranges::binary_search(before, out_.met[i]) &&
                 oracle_.never(without(out_.met, i)) == Sat::Yes
             ? always_
             : rest_)
            .push_back(out_.met[i]);
    }
    spent_ = out_.met.size() < oracle_.seen().size();
  }

  std::vector<Ground> with(const std::vector<size_t>& some) const {
    std::vector<Ground> set = always_;
    for (size_t i : some) set.push_back(rest_[i]);
    std::ranges::sort(set);
    return set;
  }

  void find_sets() {
    const auto suffices = [&](const std::vector<size_t>& some) { return fails(with(some)); };
    std::vector<size_t> every;
    for (size_t i = 0; i < rest_.size(); ++i) every.push_back(i);
    const std::vector<size_t> one = symbolic::minimal_set(every, suffices);
    found_ = {with(one)};
    std::vector<Ground> late;  // of the others, those that are in every set
    for (size_t i : one)
      if (fails(without(out_.met, rest_[i])) == Sat::Yes) late.push_back(rest_[i]);
    if (!spent_ && late.size() == one.size()) {
      out_.all = true;
    } else if (!spent_) {
      for (const Ground& g : late) std::erase(rest_, g);
      always_.insert(always_.end(), late.begin(), late.end());
      std::ranges::sort(always_);
      const symbolic::MinimalSets sets =
          symbolic::minimal_sets(rest_.size(), limits_.sets, suffices);
      for (const auto& s : sets.sets)
        if (std::vector<Ground> set = with(s); set != found_[0]) found_.push_back(std::move(set));
      out_.all = sets.all;
    }
    std::ranges::stable_sort(found_,
                             [](const auto& a, const auto& b) { return a.size() < b.size(); });
  }

  void say_why_not_all() {
    out_.out_of_steps = spent_ && oracle_.steps() > search_;
    if (out_.all) return;
    if (spent_)
      out_.stopped = oracle_.steps() > search_ ? Reason(ReasonCode::OutOfSteps)
                                               : Reason(ReasonCode::TooManyTries, limits_.runs);
    else
      out_.stopped = found_.size() >= limits_.sets
                         ? Reason(ReasonCode::TooManySets, limits_.sets - 1)
                         : oracle_.why();
  }

  /// Each once more, by an engine that knows nothing of the search: it follows from the set, and
  /// without any member it need not.
  void show_each() {
    std::vector<MinimalSet> shown, unsure;
    for (const std::vector<Ground>& set : found_) {
      if (!shown.empty() && oracle_.steps() + out_.steps > limits_.steps) {
        out_.all = false;
        out_.out_of_steps = true;
        break;
      }
      show(set, shown, unsure);
    }
    out_.minimal = !shown.empty() || unsure.empty();
    out_.sets = std::move(out_.minimal ? shown : unsure);
    if (out_.out_of_steps && out_.stopped.empty()) out_.stopped = ReasonCode::OutOfSteps;
  }

  void show(const std::vector<Ground>& set, std::vector<MinimalSet>& shown,
            std::vector<MinimalSet>& unsure) {
    Oracle fresh(q_, theses_, limits_.engine);
    MinimalSet kept{set, std::vector<bool>(set.size(), false), std::vector<bool>(set.size(), false),
                    std::vector<bool>(set.size(), false)};
    const bool follows = fresh(set) == Sat::No;
    if (follows) {
      tell_apart(set, fresh, kept);
      leave_out(fresh, kept);
    }
    kept.unaided =
        follows && !spent_ && kept.only_quiet() && left(fresh) && fresh.never({}) == Sat::No;
    const bool sure = std::ranges::all_of(kept.needed, [](bool n) { return n; });
    if (follows && !sure && !left(fresh)) out_.out_of_steps = true;
    if (out_.stopped.empty() && !(follows && sure))
      out_.stopped = !follows      ? ReasonCode::SetDidNotStand
                     : left(fresh) ? fresh.why()
                                   : ReasonCode::OutOfSteps;
    out_.runs += fresh.runs();
    out_.queries += fresh.queries();
    out_.steps += fresh.steps();
    if (!follows || !sure) out_.all = false;
    auto& of = sure ? shown : unsure;
    // two that the search had not made small enough may have become the same
    if (follows &&
        std::ranges::none_of(of, [&](const MinimalSet& m) { return m.grounds == kept.grounds; }))
      of.push_back(std::move(kept));
  }

  bool left(const Oracle& fresh) const {
    return oracle_.steps() + out_.steps + fresh.steps() <= limits_.steps;
  }

  /// What is met beside a set. What does the same in place of a member is left out with it; where
  /// the search was stopped that is not known.
  std::vector<Ground> beside(const std::vector<Ground>& set) const {
    std::vector<Ground> out = out_.met;
    if (!spent_)
      for (const std::vector<Ground>& other : found_)
        for (const Ground& g : other)
          if (!std::ranges::binary_search(set, g)) std::erase(out, g);
    return out;
  }

  /// Which members bring it about, and which only must not get in the way.
  void tell_apart(const std::vector<Ground>& set, Oracle& fresh, MinimalSet& kept) const {
    const std::vector<Ground> around = beside(set);
    const bool holds = result_.shown.verdict == Verdict::Holds;
    for (size_t i = 0; i < set.size() && left(fresh); ++i) {
      const Sat never = fresh.never(without(around, set[i]));
      const bool single = std::ranges::binary_search(always_, set[i]);
      kept.brings[i] = kept.needed[i] = never == Sat::Yes;
      kept.quiet[i] =
          never == Sat::No &&
          (out_.all || single || (spent_ && !says_so(*q_.program, *result_.claim, holds, set[i])));
    }
  }

  /// Tries every member that is not known to be needed.
  void leave_out(Oracle& fresh, MinimalSet& kept) const {
    for (size_t i = 0; i < kept.grounds.size() && left(fresh);) {
      if (kept.needed[i]) {
        ++i;
        continue;
      }
      const std::vector<Ground> others = without(kept.grounds, kept.grounds[i]);
      const Sat s = fresh(others);
      if (s == Sat::No) {  // the search stopped before it came to this one
        const auto at = static_cast<std::ptrdiff_t>(i);
        kept.grounds = others;
        kept.brings.erase(kept.brings.begin() + at);
        kept.needed.erase(kept.needed.begin() + at);
        kept.quiet.erase(kept.quiet.begin() + at);
        continue;
      }
      kept.needed[i] = s == Sat::Yes;
      ++i;
    }
  }

  const Question& q_;
  const ClaimResult& result_;
  const BasisLimits& limits_;
  const std::vector<Thesis>& theses_;
  const size_t search_;  ///< steps of the search; the rest is for trying once more what was found
  Oracle oracle_;
  bool spent_ = false;
  std::vector<Ground> always_, rest_;
  std::vector<std::vector<Ground>> found_;
  Basis out_;
};

}  // namespace

bool asks_for_result(const model::Program& p, const Claim& claim) {
  const std::vector<ExprId> all = rulings::expressions_of(claim);
  return std::ranges::any_of(all, [&](ExprId e) { return reads_result(p, e); });
}

Basis basis_of(const Question& q, const ClaimResult& result, const BasisLimits& limits) {
  const auto none = [](Reason why) {
    Basis out;
    out.stopped = std::move(why);
    return out;
  };
  if (q.which->deck) {
    Basis out = none(ReasonCode::OfDeck);
    out.asked = false;
    return out;
  }
  if (result.shown.verdict == Verdict::Unknown || result.shown.vacuous || result.disagree)
    return none(ReasonCode::NeitherWay);
  if (limits.steps == 0 && has_theses(result.claim->kind)) {
    Basis out = none(ReasonCode::OutOfSteps);
    out.out_of_steps = true;
    return out;
  }
  if (rulings::about_texts(result.claim->kind))
    return result.shown.verdict != Verdict::Holds ? none(ReasonCode::OtherTexts)
                                                  : basis_of_texts(q, *result.claim);
  const Theses theses = Maker(q, result, limits.engine).make();
  if (theses.list.empty()) {
    Basis out = none(theses.stopped);
    out.asked = theses.asked;
    return out;
  }
  return Search(q, result, limits, theses.list).find();
}

std::vector<Basis> bases_of(const RulingResult& ruling, size_t steps) {
  const size_t n = ruling.claims.size();
  std::vector<Basis> out(n);
  std::vector<size_t> given(n);
  const auto work = [&](size_t i, size_t share) {
    const ClaimResult& c = ruling.claims[i];
    BasisLimits limits;
    limits.engine.terms = kTermsOfRuling;
    limits.steps = given[i] = share;
    for (const auto& q : ruling.questions)
      if (q->which->id == c.case_id) out[i] = basis_of(*q, c, limits);
    if (steps != SIZE_MAX) steps -= std::min(steps, out[i].steps);
  };
  for (size_t i = 0; i < n; ++i) work(i, steps == SIZE_MAX ? steps : steps / (n - i));
  // What is left over goes to those that had too little, where it is much more than they had.
  for (size_t i = 0; i < n; ++i)
    if (out[i].out_of_steps && steps / 2 > given[i]) work(i, steps);
  return out;
}

symbolic::Sat can_fail(const Question& q, const ClaimResult& result,
                       const std::vector<Ground>& counts, const BasisLimits& limits) {
  const Theses theses = Maker(q, result, limits.engine).make();
  return theses.list.empty() ? Sat::Unknown : Oracle(q, theses.list, limits.engine)(counts);
}

}  // namespace hanrei::checker
