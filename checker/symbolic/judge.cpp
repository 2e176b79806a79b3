#include "checker/symbolic/judge.h"

#include <algorithm>
#include <map>

#include "checker/question/ends.h"

namespace hanrei::checker::symbolic {
namespace {

using rulings::ClaimKind;
using rulings::Over;

class Judge {
 public:
  Judge(const Run& r, const Question& question, Queries& queries, Symbolic& domain,
        const rulings::Claim& claim)
      : r_(r),
        q_(question),
        queries_(queries),
        terms_(queries.terms),
        domain_(domain),
        claim_(claim),
        m_(*question.world, domain),
        open_(!queries.lets.empty()) {}

  Answer judge() {
    m_.initial(queries_.lets);
    sort_ends();
    const bool always = r_.covers && !ends_.empty() && ends_.size() == r_.ends.size();
    played_ = always ? Terms::kTrue : reach_;
    const Sat any = sat({played_});
    if (any == Sat::Unknown) return limit(queries_.solver.why());
    bounds_ = bounded_ == Terms::kFalse ? Sat::No : sat({bounded_});
    const Sat goes_on = endless_ == Terms::kFalse ? Sat::No : sat({endless_});
    if (goes_on == Sat::Unknown) return limit(queries_.solver.why());
    if (any == Sat::No && bounds_ == Sat::No && goes_on == Sat::No) return never_played();
    if (claim_.kind == ClaimKind::Chooser) return chooser();
    iff_ = claim_.iff == kNone ? Terms::kTrue : m_.eval(sample(), claim_.iff);
    if (claim_.kind == ClaimKind::Endless) return endless();
    if (goes_on == Sat::Yes && open_) return silent(ReasonCode::EndlessForSome);
    if (goes_on == Sat::Yes && claim_.kind != ClaimKind::Possible &&
        claim_.kind != ClaimKind::Impossible)
      return refuted_by_endless();
    if (open_ && claim_.over == Over::Some) return for_some();
    switch (claim_.kind) {
      case ClaimKind::Necessary:
      case ClaimKind::Impossible: return necessary();
      case ClaimKind::Possible: return possible();
      case ClaimKind::Outcomes: return outcomes();
      case ClaimKind::Greatest:
      case ClaimKind::Least: return extreme();
      case ClaimKind::Legal:
      case ClaimKind::Illegal:
      case ClaimKind::Chooser:
      case ClaimKind::Endless:
      case ClaimKind::Settles:
      case ClaimKind::Forceable:
      case ClaimKind::Overrides:
      case ClaimKind::Yields:
      case ClaimKind::Contradicts:
      case ClaimKind::Idle:
      case ClaimKind::Undetermined: break;
    }
    return silent(ReasonCode::KindOfClaim);
  }

 private:
  void sort_ends() {
    for (const Terminal& t : r_.ends) {
      const Control& control = t.state.control;
      if (const auto met = bound_met(q_, control)) {
        Term& where = (control.end == End::Bounded ? broken_off_ : cut_)
                          .try_emplace(*met, Terms::kFalse)
                          .first->second;
        where = terms_.or_(where, t.guard);
      }
      if (control.end == End::Bounded) bounded_ = terms_.or_(bounded_, t.guard);
      if (control.end == End::Endless && played(q_, control))
        endless_ = terms_.or_(endless_, t.guard);
      if (control.end != End::Over || !played(q_, control)) continue;
      ends_.push_back(&t);
      reach_ = terms_.or_(reach_, t.guard);
    }
  }

  Sat sat(const std::vector<Term>& conditions, Model* model = nullptr) {
    return queries_.sat(conditions, model);
  }
  /// Is there a value with `alpha` for which some play can be played, and none reaches `theta`?
  Sat some_value_without(Term alpha, Term theta, Model* model = nullptr) {
    return queries_.exists_forall(terms_.and_(alpha, played_), theta, model);
  }
  /// For what is the same at every end.
  const S& sample() const { return r_.ends.front().state; }
  Term phi(const S& s) { return m_.eval(s, claim_.expr); }

  /// A term over all ends: where the play ends in t, what `f` says of t.
  template <class F>
  Term at_ends(F&& f) {
    Term any_of = Terms::kFalse;
    for (const Terminal* t : ends_) any_of = terms_.or_(any_of, terms_.and_(t->guard, f(t->state)));
    return any_of;
  }
  Term holds_at_end() {
    return at_ends([&](const S& s) { return phi(s); });
  }
  /// An end that speaks against the claim `necessary` or `impossible`.
  Term bad_end() {
    const bool necessary = claim_.kind == ClaimKind::Necessary;
    return at_ends([&](const S& s) { return necessary ? terms_.not_(phi(s)) : phi(s); });
  }

  Answer silent(Reason why) {
    out_.reason = std::move(why);
    return out_;
  }

  Answer limit(Reason why) {
    out_.verdict = Verdict::Unknown;
    out_.reason = std::move(why);
    out_.limit = true;
    out_.detail = {};
    out_.witness.clear();
    out_.has_witness = false;
    return out_;
  }

  Answer never_played() {
    const bool stuck = std::ranges::any_of(
        r_.ends, [](const Terminal& t) { return t.state.control.end == End::Stuck; });
    out_.vacuous = true;
    return silent(stuck ? ReasonCode::EveryPlayStuck : ReasonCode::CannotBePlayed);
  }

  using Bounds = std::map<MetBound, Term>;
  /// Of the bounds that plays meet the first by name.
  Reason least(const Bounds& bounds) {
    for (const auto& [met, where] : bounds)
      if (sat({where}) != Sat::No) return bound_text(q_, met, queries_.limits);
    return {};
  }

  /// What all plays say.
  Evidence proof() {
    const Reason cut = least(cut_);
    if (cut.empty()) return open_ ? Evidence::Proved : Evidence::Exhaustive;
    if (out_.detail.empty()) out_.detail = cut;
    return Evidence::Bounded;
  }

  /// Is the claim decided by this query?
  bool decide(Sat found, bool found_is_failure, bool witness) {
    if (found == Sat::Unknown) {
      const Reason& why = queries_.solver.why();
      limit(why.empty() ? ReasonCode::TooManyRounds : why);
      return true;
    }
    if (found == Sat::No) return false;
    out_.verdict = found_is_failure ? Verdict::Fails : Verdict::Holds;
    out_.evidence = Evidence::Witnessed;
    if (witness) {
      decode(r_, q_, queries_, model_, {}, out_);
    } else {
      out_.lets.assign(model_.ints.begin(), model_.ints.end());
      out_.lets.resize(queries_.lets.size());
      out_.evidence = Evidence::Exhaustive;
    }
    return true;
  }

  /// The claim is decided by all plays, unless some were broken off.
  Answer settled(bool holds, Evidence e) {
    if (bounds_ != Sat::No) {
      const Reason met = least(broken_off_);
      return limit(met.empty() ? Reason(ReasonCode::Bounded) : met);
    }
    out_.verdict = holds ? Verdict::Holds : Verdict::Fails;
    out_.evidence = e;
    return out_;
  }

  Answer endless() {
    if (open_) return silent(ReasonCode::EndlessWithQuantities);
    if (decide(endless_ == Terms::kFalse ? Sat::No : sat({endless_}, &model_), false, true))
      return out_;
    return settled(false, proof());
  }

  /// What holds at the end of every play does not hold of one without end.
  Answer refuted_by_endless() {
    const bool exact = claim_.kind == ClaimKind::Necessary && iff_ != Terms::kTrue;
    out_.verdict = exact ? Verdict::Holds : Verdict::Fails;
    out_.evidence = Evidence::Exhaustive;
    out_.detail = ReasonCode::Endless;
    return out_;
  }

  /// Is there some value for which the claim holds?
  Answer for_some() {
    if (claim_.kind == ClaimKind::Possible && claim_.iff == kNone) {
      if (decide(sat({holds_at_end()}, &model_), false, true)) return out_;
      return settled(false, proof());
    }
    if ((claim_.kind == ClaimKind::Necessary || claim_.kind == ClaimKind::Impossible) &&
        claim_.iff == kNone) {
      if (decide(some_value_without(Terms::kTrue, bad_end(), &model_), false, false)) return out_;
      return settled(false, proof());
    }
    return silent(ReasonCode::ForSome);
  }

  Answer necessary() {
    const Term bad = bad_end();
    if (!open_) {
      const bool wanted = iff_ == Terms::kTrue;
      if (decide(sat({bad}, &model_), wanted, true)) return out_;
      return settled(wanted, proof());
    }
    if (decide(sat({iff_, bad}, &model_), true, true)) return out_;
    if (claim_.iff != kNone &&
        decide(some_value_without(terms_.not_(iff_), bad, &model_), true, false))
      return out_;
    return settled(true, proof());
  }

  Answer possible() {
    const Term good = holds_at_end();
    if (!open_) {
      const bool wanted = iff_ == Terms::kTrue;
      if (decide(sat({good}, &model_), !wanted, true)) return out_;
      return settled(!wanted, proof());
    }
    if (claim_.iff != kNone && decide(sat({terms_.not_(iff_), good}, &model_), true, true))
      return out_;
    if (decide(some_value_without(iff_, good, &model_), true, false)) return out_;
    return settled(true, proof());
  }

  /// Is this outcome the one of the end?
  Term equals(const S& s, const rulings::Outcome& o) {
    Term same = Terms::kTrue;
    for (size_t i = 0; i < claim_.of.size(); ++i) {
      const Term a = m_.eval(s, claim_.of[i]), b = m_.eval(s, o.values[i]);
      const model::Type& t = (*q_.program)[claim_.of[i]].type;
      same = terms_.and_(same, t.kind == model::TypeKind::Set
                                   ? domain_.same_set(a, b, q_.world->universe(model::elem_type(t)))
                                   : terms_.eq(a, b));
    }
    return same;
  }
  Term condition(const S& s, const rulings::Outcome& o) {
    return o.cond == kNone ? Terms::kTrue : m_.eval(s, o.cond);
  }

  Answer outcomes() {
    const Term other = at_ends([&](const S& s) {
      Term none = Terms::kTrue;
      for (const rulings::Outcome& o : claim_.outcomes)
        none = terms_.and_(none, terms_.not_(terms_.and_(condition(s, o), equals(s, o))));
      return none;
    });
    if (decide(sat({other}, &model_), true, true)) return out_;
    for (const rulings::Outcome& o : claim_.outcomes) {
      const Term reached = at_ends([&](const S& s) { return equals(s, o); });
      const Term wanted = condition(sample(), o);
      if (open_) {
        if (decide(some_value_without(wanted, reached, &model_), true, false)) {
          out_.detail = ReasonCode::OutcomeNotReached;
          return out_;
        }
      } else if (wanted != Terms::kFalse) {
        const Sat found = sat({reached});
        if (found == Sat::Unknown) return limit(queries_.solver.why());
        if (found == Sat::No) {
          settled(false, Evidence::Exhaustive);
          out_.detail = ReasonCode::OutcomeNotReached;
          return out_;
        }
      }
    }
    return settled(true, proof());
  }

  Answer extreme() {
    const bool greatest = claim_.kind == ClaimKind::Greatest;
    const Term beyond = at_ends([&](const S& s) {
      const Term v = m_.eval(s, claim_.expr), is = m_.eval(s, claim_.is);
      return greatest ? terms_.lt(is, v) : terms_.lt(v, is);
    });
    if (decide(sat({beyond}, &model_), true, true)) return out_;
    const Term attained = at_ends(
        [&](const S& s) { return terms_.eq(m_.eval(s, claim_.expr), m_.eval(s, claim_.is)); });
    const Sat missing =
        open_ ? some_value_without(Terms::kTrue, attained, &model_) : sat({attained});
    if (missing == Sat::Unknown) return limit(queries_.solver.why());
    return settled((missing == Sat::No) == open_, proof());
  }

  Answer chooser() {
    bool found = false;
    for (const Point& p : r_.points) {
      const Move& mv = p.moves[0];
      if (!is_named(*q_.code, mv, claim_.what)) continue;
      // at least two alternatives are open
      Term one = Terms::kFalse, two = Terms::kFalse;
      for (Term g : p.guards) {
        two = terms_.or_(two, terms_.and_(one, g));
        one = terms_.or_(one, g);
      }
      const Sat open = sat({p.guard, two});
      if (open == Sat::Unknown) return limit(queries_.solver.why());
      if (open == Sat::No) continue;
      found = true;
      if (asks_named(claim_, mv)) continue;
      out_.verdict = Verdict::Fails;
      out_.evidence = Evidence::Exhaustive;
      out_.detail = chooser_of(q_, mv);
      return out_;
    }
    return nobody_else_asked(found, Evidence::Exhaustive);
  }

  const Run& r_;
  const Question& q_;
  Queries& queries_;
  Terms& terms_;
  Symbolic& domain_;
  const rulings::Claim& claim_;
  Machine<Symbolic> m_;
  const bool open_;  ///< quantities are
  std::vector<const Terminal*> ends_;
  Term bounded_ = Terms::kFalse, reach_ = Terms::kFalse, endless_ = Terms::kFalse;
  Term played_ = Terms::kTrue;  ///< some play can be played
  Bounds broken_off_, cut_;     ///< where each bound is met
  Sat bounds_ = Sat::No;        ///< is a play broken off?
  Term iff_ = Terms::kTrue;
  Model model_;
  Answer out_;
};

}  // namespace

Answer judge(const Run& run, const Question& question, Queries& queries, Symbolic& domain,
             const rulings::Claim& claim) {
  return Judge(run, question, queries, domain, claim).judge();
}

}  // namespace hanrei::checker::symbolic
