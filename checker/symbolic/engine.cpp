#include "checker/symbolic/engine.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "checker/question/ends.h"
#include "checker/symbolic/judge.h"
#include "checker/symbolic/queries.h"
#include "checker/symbolic/run.h"

namespace hanrei::checker::symbolic {
namespace {

using rulings::ClaimKind;

}  // namespace

struct Engine::Impl {
  const Question& q;
  const Limits limits;
  Queries queries;
  Terms& terms{queries.terms};
  Symbolic domain{terms};
  std::map<std::tuple<const rulings::Claim*, ClauseId, bool>, Run> runs;
  Counts* counts;

  Impl(const Question& question, const Limits& l, std::shared_ptr<Memory> m, Counts* c)
      : q(question), limits(l), queries(question, l, std::move(m)), counts(c) {}

  Sat sat(const std::vector<Term>& conditions, Model* model) {
    return queries.sat(conditions, model);
  }

  /// Explores; what stopped it stands in the run.
  void explore_within(Run& r, const Setup& setup) {
    try {
      explore(r, q, queries, domain, *counts, setup);
    } catch (const Unsupported& u) {
      r.stopped = u.form;
    } catch (const TooManyTerms&) {
      r.stopped = {ReasonCode::TooManyTerms, limits.terms};
      r.limit = true;
    }
  }

  /// A run of which something is left open is not kept.
  Run open_run(const Setup& setup) {
    Run r;
    explore_within(r, setup);
    return r;
  }

  const Run& run(const rulings::Claim* probe, ClauseId dropped, bool anywhere = false) {
    const auto key = std::tuple{probe, dropped, anywhere};
    if (const auto it = runs.find(key); it != runs.end()) return it->second;
    Run& r = runs[key];
    explore_within(r, {.probe = probe, .anywhere = anywhere, .dropped = dropped});
    counts->terms = terms.size();
    return r;
  }

  /// Can the condition be false at an end of the play, or the play come to no proper end?
  Refuted refuted(const Run& r, const Held& held, bool follows,
                  const std::function<Term(Machine<Symbolic>&, const S&)>& holds) {
    Refuted out;
    Machine<Symbolic> m(*q.world, domain);
    m.initial(queries.lets);
    m.hold(&held);  // what the claim itself reads may be left open, too
    Term bad = Terms::kFalse, bounded = Terms::kFalse;
    for (const Terminal& t : r.ends) {
      if (t.state.control.end == End::Bounded) {
        bounded = terms.or_(bounded, t.guard);
        continue;
      }
      const bool unplayed = t.state.control.end == End::Over && !played(q, t.state.control);
      if (unplayed && !follows) continue;
      const bool proper =
          !unplayed && (t.state.control.end == End::Over || t.state.control.end == End::Asked);
      bad = terms.or_(bad, proper ? terms.and_(t.guard, terms.not_(holds(m, t.state))) : t.guard);
    }
    queries.where = terms.and_(queries.where, domain.bounds);
    out.sat = sat({bad}, nullptr);
    if (out.sat == Sat::Unknown) {
      out.stopped = queries.solver.why();
      out.gave_up = true;
    }
    if (out.sat == Sat::No && !r.stopped.empty()) {
      out.sat = Sat::Unknown;
      out.stopped = r.stopped;
    }
    if (out.sat == Sat::No && sat({bounded}, nullptr) != Sat::No) {
      out.sat = Sat::Unknown;
      out.stopped = ReasonCode::Bounded;
    }
    return out;
  }

  /// Can somebody else be asked for the choice; or can the play that is followed not lead to where
  /// its player is?
  Refuted refuted_chooser(const Thesis& thesis, const Held& held) {
    Refuted out;
    const Run r = open_run({.held = &held,
                            .follow = thesis.follow ? &*thesis.follow : nullptr,
                            .awaited = thesis.claim});
    Term ends = Terms::kFalse, bounded = Terms::kFalse;
    for (const Terminal& t : r.ends)
      (t.state.control.end == End::Bounded ? bounded : ends) =
          terms.or_(t.state.control.end == End::Bounded ? bounded : ends, t.guard);
    queries.where = terms.and_(queries.where, domain.bounds);
    out.sat =
        sat({thesis.follow ? terms.and_(ends, terms.not_(r.asked)) : r.asked_others}, nullptr);
    if (out.sat == Sat::Unknown) {
      out.stopped = queries.solver.why();
      out.gave_up = true;
    }
    if (out.sat == Sat::No && !r.stopped.empty()) {
      out.sat = Sat::Unknown;
      out.stopped = r.stopped;
    }
    if (out.sat == Sat::No && sat({bounded}, nullptr) != Sat::No) {
      out.sat = Sat::Unknown;
      out.stopped = ReasonCode::Bounded;
    }
    return out;
  }

  Refuted refuted(const Thesis& thesis, const Held& held) {
    Refuted out;
    if (q.world == nullptr) {
      out.stopped = q.unsupported;
      return out;
    }
    try {
      if (thesis.kind == Thesis::Kind::Chooser) return refuted_chooser(thesis, held);
      const rulings::Claim* probe =
          thesis.kind == Thesis::Kind::Legal || thesis.kind == Thesis::Kind::Illegal ? thesis.claim
                                                                                     : nullptr;
      const Run r = open_run(
          {.probe = probe, .held = &held, .follow = thesis.follow ? &*thesis.follow : nullptr});
      return refuted(r, held, thesis.follow.has_value(),
                     [&](Machine<Symbolic>& m, const S& s) { return holds(thesis, m, s); });
    } catch (const Unsupported& u) {
      out.stopped = u.form;
    } catch (const TooManyTerms&) {
      out.stopped = {ReasonCode::TooManyTerms, limits.terms};
    }
    out.sat = Sat::Unknown;
    return out;
  }

  /// What the thesis says of one end.
  Term holds(const Thesis& thesis, Machine<Symbolic>& m, const S& s) {
    const rulings::Claim& claim = *thesis.claim;
    const auto equals = [&](ExprId e, ExprId is) {
      const Term a = m.eval(s, e), b = m.eval(s, is);
      const model::Type& t = (*q.program)[e].type;
      return t.kind == model::TypeKind::Set
                 ? domain.same_set(a, b, q.world->universe(model::elem_type(t)))
                 : terms.eq(a, b);
    };
    const auto reached = [&](const rulings::Outcome& o) {
      Term same = Terms::kTrue;
      for (size_t i = 0; i < claim.of.size(); ++i)
        same = terms.and_(same, equals(claim.of[i], o.values[i]));
      return same;
    };
    switch (thesis.kind) {
      case Thesis::Kind::Condition: {
        const Term phi = m.eval(s, claim.expr);
        const Term wanted = thesis.negated ? terms.not_(phi) : phi;
        return claim.iff == kNone ? wanted : terms.or_(terms.not_(m.eval(s, claim.iff)), wanted);
      }
      case Thesis::Kind::NoMore: return terms.le(m.eval(s, claim.expr), m.eval(s, claim.is));
      case Thesis::Kind::NoLess: return terms.le(m.eval(s, claim.is), m.eval(s, claim.expr));
      case Thesis::Kind::Equal: return equals(claim.expr, claim.is);
      case Thesis::Kind::Among: {
        Term any = Terms::kFalse;
        for (const rulings::Outcome& o : claim.outcomes)
          any = terms.or_(
              any, terms.and_(o.cond == kNone ? Terms::kTrue : m.eval(s, o.cond), reached(o)));
        return any;
      }
      case Thesis::Kind::Outcome: return reached(claim.outcomes[thesis.outcome]);
      case Thesis::Kind::Legal:
      case Thesis::Kind::Illegal: {
        const bool legal = thesis.kind == Thesis::Kind::Legal;
        if (s.control.end != End::Asked) return terms.truth(!legal);
        std::vector<Alt<Term>> alts;
        m.declarations(s, claim.act.by, claim.act, alts);
        Term any = Terms::kFalse;
        for (const Alt<Term>& a : alts) any = terms.or_(any, a.guard);
        return legal ? any : terms.not_(any);
      }
      case Thesis::Kind::Chooser: break;  // not of an end
    }
    return Terms::kTrue;
  }

  Answer answer(const rulings::Claim& claim) {
    Answer out;
    if (q.world == nullptr) {
      out.reason = q.unsupported;
      return out;
    }
    try {
      switch (claim.kind) {
        case ClaimKind::Legal:
        case ClaimKind::Illegal: return legality(claim);
        case ClaimKind::Settles: return settles(claim);
        case ClaimKind::Forceable:
        case ClaimKind::Overrides:
        case ClaimKind::Yields:
        case ClaimKind::Contradicts:
        case ClaimKind::Idle:
        case ClaimKind::Undetermined:
          out.reason = ReasonCode::KindOfClaim;
          return out;  // and nothing of the play either
        case ClaimKind::Necessary:
        case ClaimKind::Possible:
        case ClaimKind::Impossible:
        case ClaimKind::Outcomes:
        case ClaimKind::Greatest:
        case ClaimKind::Least:
        case ClaimKind::Chooser:
        case ClaimKind::Endless: return of_play(claim);
      }
    } catch (const Unsupported& u) {
      out.reason = u.form;
    } catch (const TooManyTerms&) {
      out.reason = {ReasonCode::TooManyTerms, limits.terms};
      out.limit = true;
    }
    return out;
  }

  Answer of_play(const rulings::Claim& claim) {
    const Run& r = run(nullptr, kNone);
    if (r.stopped.empty()) return judge(r, q, queries, domain, claim);
    Answer out;
    out.reason = r.stopped;
    out.limit = r.limit;
    return out;
  }

  Answer settles(const rulings::Claim& claim) {
    Answer out;
    run(nullptr, kNone);  // gives the quantities their terms
    Machine<Symbolic> m(*q.world, domain);
    const S first = m.initial(queries.lets);
    const Term meant = claim.iff == kNone ? Terms::kTrue : m.eval(first, claim.iff);
    const Sat some = sat({meant}, nullptr);
    if (some == Sat::No) {
      out.vacuous = true;
      out.reason = ReasonCode::ConditionNeverMet;
      return out;
    }
    Model model;
    const Sat other =
        some == Sat::Unknown
            ? some
            : sat({meant, terms.not_(terms.eq(m.settlings(first), m.eval(first, claim.is)))},
                  &model);
    if (other == Sat::Unknown) {
      out.reason = queries.solver.why();
      out.limit = true;
      return out;
    }
    out.verdict = other == Sat::No ? Verdict::Holds : Verdict::Fails;
    out.evidence =
        queries.lets.empty() || other == Sat::Yes ? Evidence::Exhaustive : Evidence::Proved;
    if (other == Sat::Yes) {
      out.lets.assign(model.ints.begin(), model.ints.end());
      out.lets.resize(queries.lets.size());
    }
    return out;
  }

  Answer legality(const rulings::Claim& claim) {
    Answer out;
    std::map<MetBound, Term> broken_off, cut;
    const bool wants = claim.kind == ClaimKind::Legal;
    const auto ask = [&](ClauseId dropped, bool anywhere, Term& asked, Term& legal,
                         Term& over) -> const Run& {
      const Run& r = run(&claim, dropped, anywhere);
      asked = legal = over = Terms::kFalse;
      broken_off.clear();
      cut.clear();
      Machine<Symbolic> m(*q.world, domain);
      m.initial(queries.lets);
      m.dropped = dropped;
      for (const Terminal& t : r.ends) {
        const Control& control = t.state.control;
        if (control.end == End::Over && played(q, control)) over = terms.or_(over, t.guard);
        if (const auto met = bound_met(q, control)) {
          auto& list = control.end == End::Bounded ? broken_off : cut;
          Term& where = list.try_emplace(*met, Terms::kFalse).first->second;
          where = terms.or_(where, t.guard);
        }
        if (control.end != End::Asked) continue;
        asked = terms.or_(asked, t.guard);
        std::vector<Alt<Term>> alts;
        m.declarations(t.state, claim.act.by, claim.act, alts);
        Term any = Terms::kFalse;
        for (const Alt<Term>& a : alts) any = terms.or_(any, a.guard);
        legal = terms.or_(legal, terms.and_(t.guard, any));
      }
      return r;
    };
    const auto least = [&](const std::map<MetBound, Term>& bounds) -> Reason {
      for (const auto& [met, where] : bounds)
        if (sat({where}, nullptr) != Sat::No) return bound_text(q, met, limits);
      return {};
    };
    Term asked = 0, legal = 0, over = 0;
    const Run* r = &ask(kNone, false, asked, legal, over);
    const auto stopped = [&] {
      out.reason = r->stopped;
      out.limit = r->limit;
      return !r->stopped.empty();
    };
    const auto gave_up = [&] {
      out.verdict = Verdict::Unknown;
      out.reason = queries.solver.why();
      out.limit = true;
      return out;
    };
    if (stopped()) return out;
    Sat reached = sat({asked}, nullptr);
    const Sat ended = reached == Sat::Yes ? Sat::Yes : sat({over}, nullptr);
    if (reached == Sat::Unknown || ended == Sat::Unknown) return gave_up();
    // what was broken off might have come to where the player is asked
    const Reason bound = least(broken_off), cut_there = least(cut);
    const auto broken = [&] {
      out.reason = bound;
      out.limit = true;
      return out;
    };
    if (reached == Sat::No) {  // nothing can be declared wherever the player's turn comes
      if (!bound.empty()) return broken();
      if (ended == Sat::Yes) out.detail = ReasonCode::NotAsked;
      out.unable = true;
      r = &ask(kNone, true, asked, legal, over);
      if (stopped()) return out;
      reached = sat({asked}, nullptr);
      if (reached == Sat::Unknown) return gave_up();
      if (reached == Sat::No) {
        out.vacuous = true;
        out.reason = ended == Sat::Yes ? ReasonCode::NotAsked : ReasonCode::CannotBePlayed;
        return out;
      }
    }
    Model model;
    const Sat bad = wants ? sat({asked, terms.not_(legal)}, &model) : sat({legal}, &model);
    if (bad == Sat::Unknown) return gave_up();
    if (bad == Sat::No && !bound.empty()) return broken();
    const bool holds = bad == Sat::No;
    out.verdict = holds ? Verdict::Holds : Verdict::Fails;
    out.evidence = holds ? (queries.lets.empty() ? Evidence::Exhaustive : Evidence::Proved)
                         : Evidence::Witnessed;
    if (bad == Sat::Yes)
      decode(*r, q, queries, model, {.probe = &claim, .anywhere = out.unable}, out);
    if (holds && !cut_there.empty()) {
      out.evidence = Evidence::Bounded;
      if (out.detail.empty()) out.detail = cut_there;
    }
    if (holds && !wants && claim.by != kNone) {
      const Run& free = ask(claim.by, false, asked, legal, over);
      const Sat now = free.stopped.empty() ? sat({legal}, nullptr) : Sat::Unknown;
      if (now == Sat::Unknown) {
        out.verdict = Verdict::Unknown;
        out.reason = free.stopped;
        out.limit = free.limit;
      } else if (now == Sat::No) {
        out.verdict = Verdict::Fails;
        out.detail = ReasonCode::IllegalAlsoWithout;
      }
    }
    return out;
  }
};

Engine::Engine(const Question& question, const Limits& limits, std::shared_ptr<Memory> memory)
    : impl_(new Impl(question, limits, std::move(memory), &counts_)) {}
Engine::~Engine() = default;

std::shared_ptr<Memory> Engine::memory() const { return impl_->queries.memory; }

Refuted Engine::refuted(const Thesis& thesis, const Held& held) {
  const Refuted out = impl_->refuted(thesis, held);
  counts_.queries = impl_->queries.solver.queries();
  counts_.terms = impl_->terms.size();
  return out;
}

Answer Engine::answer(const rulings::Claim& claim) {
  Answer a = impl_->answer(claim);
  counts_.queries = impl_->queries.solver.queries();
  return a;
}

}  // namespace hanrei::checker::symbolic
