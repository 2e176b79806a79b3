#include "checker/symbolic/engine.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "checker/question/orders.h"
#include "checker/symbolic/given_up.h"
#include "checker/symbolic/machine.h"
#include "checker/symbolic/place.h"
#include "checker/symbolic/samples.h"
#include "checker/symbolic/solver.h"

namespace hanrei::checker::symbolic {
namespace {

using S = State<Term>;
using rulings::ClaimKind;
using rulings::Over;

struct Point {
  Control control;
  Term guard = 0;
  std::vector<Move> moves;
  std::vector<Term> picks, guards;
};
struct Terminal {
  S state;
  Term guard = 0;
};

struct Run {
  std::vector<Terminal> ends;
  std::vector<Point> points;
  bool covers =
      true;  ///< every way to choose, with every value of the quantities, leads to one of the ends
  Term asked = Terms::kFalse,
       asked_others =
           Terms::kFalse;  ///< of a claim `chooser`: its player was asked; somebody else was
  Reason stopped;
  bool limit = false;
};

}  // namespace

class Memory {
 public:
  Terms terms;
  struct Known {
    Sat sat = Sat::Unknown;
    std::optional<Model> model;
  };
  std::map<std::vector<Term>, Known> known;  ///< by the conditions; never Unknown
};

struct Engine::Impl {
  const Question& q;
  const Limits limits;
  std::shared_ptr<Memory> memory;
  Terms& terms{memory->terms};
  Symbolic domain{terms};
  Solver solver;
  std::vector<Term> lets;
  Term where = Terms::kTrue;
  Samples samples;
  std::map<std::pair<const rulings::Claim*, model::Id>, Run> runs;
  Counts* counts;

  Impl(const Question& question, const Limits& l, std::shared_ptr<Memory> m, Counts* c)
      : q(question),
        limits(l),
        memory(fits(m, l) ? std::move(m) : std::make_shared<Memory>()),
        solver(terms, l.solver_units),
        counts(c) {
    terms.limit = l.terms;
    terms.reuse_ints();
    if (question.which->situation.lets.empty()) solver.share();
  }

  /// Is there room for as many terms again?
  static bool fits(const std::shared_ptr<Memory>& m, const Limits& l) {
    return m != nullptr && m->terms.size() <= l.terms / 2;
  }

  /// Z3's answer, or the one that it gave before.
  Sat check(const std::vector<Term>& conditions, Model* model) {
    const auto it = memory->known.find(conditions);
    if (it != memory->known.end() &&
        (it->second.sat == Sat::No || model == nullptr || it->second.model)) {
      solver.spare();
      if (model != nullptr && it->second.model) *model = *it->second.model;
      return it->second.sat;
    }
    const Sat r = solver.check(conditions, model);
    if (r != Sat::Unknown)
      memory->known[conditions] = {
          r, r == Sat::Yes && model != nullptr ? std::optional(*model) : std::nullopt};
    return r;
  }

  /// Explores; what stopped it stands in the run.
  void explore_within(Run& r, const rulings::Claim* probe, model::Id dropped,
                      const Held* held = nullptr, const Followed* follow = nullptr) {
    try {
      explore(r, probe, dropped, held, follow);
    } catch (const Unsupported& u) {
      r.stopped = u.form;
    } catch (const TooManyTerms&) {
      r.stopped = {ReasonCode::TooManyTerms, limits.terms};
      r.limit = true;
    }
  }

  /// The play with only what `held` says counting; where somebody decides as in `follow`, so is
  /// decided.
  Run open_run(const rulings::Claim* probe, const Held& held, const Followed* follow) {
    Run r;
    explore_within(r, probe, kNone, &held, follow);
    return r;
  }

  const Run& run(const rulings::Claim* probe, model::Id dropped) {
    const auto key = std::pair{probe, dropped};
    if (const auto it = runs.find(key); it != runs.end()) return it->second;
    Run& r = runs[key];
    explore_within(r, probe, dropped);
    counts->terms = terms.size();
    return r;
  }

  /// Can anything be the case here? Only a proof that nothing can cuts a branch off.
  std::map<Term, bool> feasible_;
  size_t asked_ = 0, undecided_ = 0;
  bool open_ = false;  ///< something is left open in this run
  /// An engine that asks more often, over all its runs, pays for whatever it asks then from one
  /// budget.
  static constexpr size_t kShortRun = 50, kMostUndecided = 3;
  bool exhausted() const {
    return undecided_ >= kMostUndecided || solver.units() > limits.solver_units;
  }
  /// Has it been found that this can be the case?
  bool known_feasible(Term guard) const {
    const auto it = feasible_.find(guard);
    return guard == Terms::kTrue || (it != feasible_.end() && it->second);
  }
  bool feasible(Term guard) {
    if (guard == Terms::kFalse) return false;
    const auto it = feasible_.find(guard);
    if (it != feasible_.end()) return it->second;
    if (open_) return true;  // of what is left open most is possible: the question at the end says
    if (++asked_ == kShortRun) solver.own();
    const Sat found = sat({guard}, nullptr);
    undecided_ += found == Sat::Unknown ? 1 : 0;
    return feasible_[guard] = found != Sat::No;
  }

  const rulings::Claim* awaited_ =
      nullptr;  ///< the choice that is looked for; a play that is followed ends there

  /// May anybody be asked for this choice? Whom a step asks is left open with the step, who settles
  /// an order with its clauses.
  bool asks_anybody(const Held& held, const Move& move) const {
    const model::Instr& ins =
        q.code->codes[static_cast<size_t>(move.what)].ins[static_cast<size_t>(move.pc)];
    if (move.kind != MoveKind::Order) return held.open(move.what, ins);
    return held.open(q.program->orders[static_cast<size_t>(order_of(*q.program, ins))].by);
  }

  void explore(Run& r, const rulings::Claim* probe, model::Id dropped, const Held* held = nullptr,
               const Followed* follow = nullptr) {
    terms.reuse_bools();
    domain.bounds = Terms::kTrue;
    open_ = held != nullptr;
    Machine<Symbolic> m(*q.world, domain);
    m.hold(held);
    m.until_depth = q.until_depth;
    m.until_idle = q.until_idle;
    m.probe = probe;
    m.dropped = dropped;
    m.faults = faults_of_symbolic();
    const auto& quantities = q.which->situation.lets;
    while (lets.size() < quantities.size()) lets.push_back(terms.int_var());
    terms.reuse_ints(lets.size());
    std::vector<Term> values = lets;
    if (follow != nullptr)
      for (size_t i = 0; i < values.size() && i < follow->lets.size(); ++i)
        values[i] = terms.num(follow->lets[i]);
    S first = m.initial(values);
    where = Terms::kTrue;
    for (size_t i = 0; i < quantities.size() && follow == nullptr; ++i) {
      if (quantities[i].min)
        where = terms.and_(where, terms.le(terms.num(*quantities[i].min), lets[i]));
      if (quantities[i].max)
        where = terms.and_(where, terms.le(lets[i], terms.num(*quantities[i].max)));
    }
    for (ExprId e : q.which->situation.where) where = terms.and_(where, m.eval(first, e));
    if (samples.empty()) samples.make(terms, q.which->situation.lets);
    // Where cards are and which tokens exist stays concrete: branches that differ in it do not
    // merge.
    struct Meeting {
      std::vector<Term> cells;
      Term guard = 0;
      std::vector<Begun> begun;
    };
    std::map<Place, Meeting, Behind> pending(Behind{q.world.get()});
    const auto put = [&](S s, Term guard) {
      if (guard == Terms::kFalse) return;
      std::vector<Term> structure(s.cells.begin() + q.world->zone_cell,
                                  s.cells.begin() + q.world->zone_cell + q.world->cards);
      const int hosts = q.world->attr_cell[3];
      structure.insert(structure.end(), s.cells.begin() + hosts,
                       s.cells.begin() + hosts + q.world->cards);
      for (const TokenSort& t : q.world->tokens)
        structure.insert(structure.end(), s.cells.begin() + t.alive,
                         s.cells.begin() + t.alive + t.pool);
      auto [it, fresh] = pending.try_emplace(Place{std::move(s.control), std::move(structure)});
      auto& [cells, have, begun] = it->second;
      if (fresh) {
        cells = std::move(s.cells);
        have = guard;
        begun = std::move(s.begun);
        return;
      }
      std::erase_if(begun, [&](const Begun& b) {
        return std::find(s.begun.begin(), s.begun.end(), b) == s.begun.end();
      });
      for (size_t i = 0; i < cells.size(); ++i)
        if (cells[i] != s.cells[i]) cells[i] = terms.ite(guard, s.cells[i], cells[i]);
      const bool known = known_feasible(have) || known_feasible(guard);
      have = terms.or_(have, guard);
      if (known) feasible_[have] = true;
    };
    put(std::move(first), Terms::kTrue);
    std::vector<Alt<Term>> alts;
    size_t steps = 0;
    std::vector<std::pair<S, Term>>
        split;  // parts of a state split on a value: they go on before they may meet again
    while (!pending.empty() || !split.empty()) {
      S s;
      Term guard = 0;
      if (!split.empty()) {
        s = std::move(split.back().first);
        guard = split.back().second;
        split.pop_back();
      } else {
        auto node = pending.extract(pending.begin());
        s = S{std::move(node.key().control), std::move(node.mapped().cells),
              std::move(node.mapped().begun)};
        guard = node.mapped().guard;
      }
      ++counts->steps;
      if (++steps > limits.steps) {
        r.stopped = {ReasonCode::TooManySteps, limits.steps};
        r.limit = true;
        return;
      }
      if (s.control.end != End::Running) {
        r.ends.push_back({std::move(s), guard});
        continue;
      }
      Status status = Status::Done;
      if (held == nullptr) {
        status = m.step(s, alts);
      } else {
        if (terms.size() > limits.terms - limits.terms / 4)
          throw TooManyTerms{};  // what was found is still to be looked at
        const bool scans = scans_limits(q, s.control, s.control.stack.size() - 1);
        const size_t frames = s.control.stack.size();
        std::optional<S> before;
        if (scans) before = s;
        try {
          status = m.step(s, alts);
        } catch (const Unsupported& u) {
          r.stopped = u.form;  // other plays go on
          continue;
        }
        if (scans && status == Status::Continue && s.control.stack.size() > frames &&
            given_up(q, before->control, s.control.stack.back().code)) {
          s = std::move(*before);
          s.control.stack.back().rounds.pass_over();  // it is passed over
        }
        if (scans && status == Status::Fork) {
          for (Alt<Term>& a : alts) {
            if (a.then != Then::Push || !given_up(q, s.control, a.code)) continue;
            a.then = Then::Go;
            a.pc = q.code->codes[static_cast<size_t>(s.control.stack.back().code)]
                       .ins[static_cast<size_t>(s.control.stack.back().pc)]
                       .target;
            a.once = true;
          }
        }
      }
      if (status == Status::Continue || status == Status::Done) {
        put(std::move(s), guard);
        continue;
      }
      if (exhausted()) {
        r.stopped = {ReasonCode::BranchesTooHard, limits.solver_units};
        r.limit = true;
        return;
      }
      if (status == Status::Fork) {
        // Of a fork with one way open, that way is taken under the guard as it was.
        std::vector<Alt<Term>> list;
        for (Alt<Term>& a : alts) {
          // one of the ways is open, as the fork is: the last one, when no other is
          const bool only = &a == &alts.back() && list.empty() && known_feasible(guard);
          if (only || feasible(terms.and_(guard, a.guard))) list.push_back(std::move(a));
        }
        for (const Alt<Term>& a : list) {
          const Term both = list.size() == 1 ? guard : terms.and_(guard, a.guard);
          S copy = s;
          m.take(copy, a);
          if (a.then == Then::Stay)
            split.emplace_back(std::move(copy), both);
          else
            put(std::move(copy), both);
        }
        continue;
      }
      if (awaited_ != nullptr && is_named(*q.code, alts[0].move, awaited_->what) &&
          has_stated_chooser(*q.program, *q.code, alts[0].move)) {
        Term one = Terms::kFalse, two = Terms::kFalse;  // at least two alternatives are open
        for (const Alt<Term>& a : alts) {
          two = terms.or_(two, terms.and_(one, a.guard));
          one = terms.or_(one, a.guard);
        }
        const bool his = alts[0].move.who == (awaited_->nobody ? -1 : awaited_->player) &&
                         !asks_anybody(*held, alts[0].move);
        Term& to = his ? r.asked : r.asked_others;
        to = terms.or_(to, terms.and_(guard, two));
        if (follow != nullptr && s.control.guided == follow->moves.size()) {
          r.ends.push_back({std::move(s), guard});
          continue;
        }
      }
      // A choice: the i-th alternative is taken when the first i-1 selectors are off and its own is
      // on.
      Point p;
      p.control = s.control;
      p.guard = guard;
      if (follow != nullptr && alts[0].move.kind != MoveKind::Open) {
        const auto same = s.control.guided == follow->moves.size()
                              ? alts.end()
                              : std::find_if(alts.begin(), alts.end(), [&](const Alt<Term>& a) {
                                  return a.move == follow->moves[s.control.guided];
                                });
        const auto pass = std::find_if(alts.begin(), alts.end(), [](const Alt<Term>& a) {
          return a.move.kind == MoveKind::Pass;
        });
        if (same == alts.end() &&
            pass != alts.end()) {  // nobody declares what nobody declares in that play
          const Alt<Term> taken = *pass;
          alts.assign(1, taken);
        } else if (same != alts.end()) {
          Alt<Term> stuck;  // it may turn out that this cannot be done
          stuck.then = Then::Stuck;
          stuck.guard = terms.not_(same->guard);
          stuck.move = same->move;
          const Alt<Term> taken = *same;
          alts.assign(1, taken);
          if (stuck.guard != Terms::kFalse) alts.insert(alts.begin(), stuck);
          ++s.control.guided;
        }
      }
      const std::vector<Alt<Term>> list = alts;
      r.covers = r.covers && !list.empty();
      Term before = Terms::kTrue;
      for (size_t i = 0; i < list.size(); ++i) {
        const Term own = i + 1 < list.size() ? terms.bool_var() : Terms::kTrue;
        const Term pick = terms.and_(before, own);
        before = terms.and_(before, terms.not_(own));
        p.moves.push_back(list[i].move);
        p.picks.push_back(pick);
        p.guards.push_back(list[i].guard);
        r.covers = r.covers && list[i].guard == Terms::kTrue;
        S copy = s;
        // not a condition: that it is false may be as it is written
        if (list[i].move.kind == MoveKind::Open && list[0].decides && !list[i].decides)
          give_up(q, copy.control);
        m.take(copy, list[i]);
        const Term taken = terms.and_(guard, terms.and_(pick, list[i].guard));
        if (list[i].guard == Terms::kTrue && known_feasible(guard))
          feasible_[taken] = true;  // selectors are free
        // Where one is asked again and again, ways that cannot be gone would go on and on.
        if (list[i].recurs && list[i].guard != Terms::kTrue && !feasible(taken)) continue;
        // What was picked is carried out before branches meet, or they would have to be split on it
        // again.
        if (list[i].picks)
          split.emplace_back(std::move(copy), taken);
        else
          put(std::move(copy), taken);
      }
      r.points.push_back(std::move(p));
    }
  }

  /// The play that a model stands for: follow its selectors on the concrete machine.
  void decode(const Run& r, const Model& model, const rulings::Claim* probe, Answer& out) {
    if (!model.exact) return;
    Concrete concrete;
    Machine<Concrete> m(*q.world, concrete);
    m.until_depth = q.until_depth;
    m.until_idle = q.until_idle;
    m.probe = probe;
    out.lets.assign(model.ints.begin(), model.ints.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                 model.ints.size(), lets.size())));
    out.lets.resize(lets.size());
    State<int64_t> s = m.initial(out.lets);
    std::vector<Alt<int64_t>> alts;
    Valuation assigned(terms, model.bools, model.ints);
    for (size_t steps = 0; steps < 1'000'000; ++steps) {
      const Status status = m.step(s, alts);
      if (status == Status::Done) {
        out.has_witness = true;
        return;
      }
      if (status != Status::Choice) continue;
      const Point* at = nullptr;
      for (const Point& p : r.points)
        if (p.control == s.control && assigned.value(p.guard) != 0) at = &p;
      if (at == nullptr) return;
      const Alt<int64_t>* taken = nullptr;
      for (size_t i = 0; i < at->moves.size(); ++i) {
        if (assigned.value(at->picks[i]) == 0) continue;
        for (const Alt<int64_t>& a : alts)
          if (a.move == at->moves[i]) taken = &a;
      }
      if (taken == nullptr) return;
      out.witness.push_back(taken->move);
      const Alt<int64_t> copy = *taken;
      m.take(s, copy);
    }
  }

  Sat sat(const std::vector<Term>& conditions, Model* model) {
    if (where == Terms::kTrue &&
        std::all_of(conditions.begin(), conditions.end(),
                    [](Term t) { return t == Terms::kTrue; }) &&
        model == nullptr)
      return Sat::Yes;
    for (Term t : conditions)
      if (t == Terms::kFalse) return Sat::No;
    if (const Valuation* v = samples.find(where, conditions)) {
      if (model != nullptr) *model = {v->bools(), v->ints(), true};
      return Sat::Yes;
    }
    std::vector<Term> all = conditions;
    all.push_back(where);
    Model found;
    const bool keep =
        !lets.empty() && !samples.full();  // an answer in a context of our own is always the same
    const Sat r = check(all, model != nullptr ? model : keep ? &found : nullptr);
    if (const Model* m = model != nullptr ? model : &found; keep && r == Sat::Yes && m->exact)
      samples.keep(terms, *m);
    if (r == Sat::Yes && model != nullptr && !model->exact) {
      // a witness that fits the machine, if there is one
      for (Term v : lets) {
        all.push_back(terms.le(v, terms.num(INT64_C(1) << 40)));
        all.push_back(terms.le(terms.num(-(INT64_C(1) << 40)), v));
      }
      Model small;
      if (check(all, &small) == Sat::Yes) *model = small;
    }
    return r;
  }

  /// Is there a value of the quantities with `alpha`, for which no choices give `theta`? Choices
  /// are added one by one until the values left have none (counterexample-guided; there are
  /// finitely many choices).
  Sat exists_forall(Term alpha, Term theta, Model* model) {
    std::vector<Term> conditions{alpha};
    for (int round = 0; round < 400; ++round) {
      Model v;
      const Sat r = sat(conditions, &v);
      if (r != Sat::Yes) return r;
      if (!v.exact) return Sat::Unknown;
      const std::vector<int64_t> values(v.ints.begin(), v.ints.end());
      const Term here = terms.substitute(theta, nullptr, &values);
      Model c;
      const Sat possible = check({here}, &c);
      if (possible == Sat::Unknown) return possible;
      if (possible == Sat::No) {
        if (model != nullptr) *model = v;
        return Sat::Yes;
      }
      c.bools.resize(static_cast<size_t>(terms.bools()));
      conditions.push_back(terms.not_(terms.substitute(theta, &c.bools, nullptr)));
    }
    return Sat::Unknown;
  }

  /// Can the condition be false at an end of the play, or the play come to no proper end?
  Refuted refuted(const Run& r, const Held& held, bool follows,
                  const std::function<Term(Machine<Symbolic>&, const S&)>& holds) {
    Refuted out;
    Machine<Symbolic> m(*q.world, domain);
    m.initial(lets);
    m.hold(&held);  // what the claim itself reads may be left open, too
    Term bad = Terms::kFalse, bounded = Terms::kFalse;
    for (const Terminal& t : r.ends) {
      if (t.state.control.end == End::Bounded) {
        bounded = terms.or_(bounded, t.guard);
        continue;
      }
      const bool unplayed = t.state.control.end == End::Over && !played(t.state);
      if (unplayed && !follows) continue;
      const bool proper =
          !unplayed && (t.state.control.end == End::Over || t.state.control.end == End::Asked);
      bad = terms.or_(bad, proper ? terms.and_(t.guard, terms.not_(holds(m, t.state))) : t.guard);
    }
    where = terms.and_(where, domain.bounds);
    out.sat = sat({bad}, nullptr);
    if (out.sat == Sat::Unknown) {
      out.stopped = solver.why();
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
    awaited_ = thesis.claim;
    const Run r = open_run(nullptr, held, thesis.follow ? &*thesis.follow : nullptr);
    awaited_ = nullptr;
    Term ends = Terms::kFalse, bounded = Terms::kFalse;
    for (const Terminal& t : r.ends)
      (t.state.control.end == End::Bounded ? bounded : ends) =
          terms.or_(t.state.control.end == End::Bounded ? bounded : ends, t.guard);
    where = terms.and_(where, domain.bounds);
    out.sat =
        sat({thesis.follow ? terms.and_(ends, terms.not_(r.asked)) : r.asked_others}, nullptr);
    if (out.sat == Sat::Unknown) {
      out.stopped = solver.why();
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
      const Run r = open_run(probe, held, thesis.follow ? &*thesis.follow : nullptr);
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
        case ClaimKind::Endless: return judge(claim);
      }
    } catch (const Unsupported& u) {
      out.reason = u.form;
    } catch (const TooManyTerms&) {
      out.reason = {ReasonCode::TooManyTerms, limits.terms};
      out.limit = true;
    }
    return out;
  }

  bool played(const S& s) const {
    size_t at = s.control.script;
    while (at < q.which->play.size() && q.which->play[at].kind == rulings::PlayKind::Free) ++at;
    return at >= q.which->play.size();
  }

  Answer judge(const rulings::Claim& claim) {
    Answer out;
    const Run& r = run(nullptr, kNone);
    if (!r.stopped.empty()) {
      out.reason = r.stopped;
      out.limit = r.limit;
      return out;
    }
    const bool open = !lets.empty();
    Machine<Symbolic> m(*q.world, domain);
    m.initial(lets);
    std::vector<const Terminal*> ends;
    Term bounded = Terms::kFalse, reach = Terms::kFalse, endless = Terms::kFalse;
    for (const Terminal& t : r.ends) {
      if (t.state.control.end == End::Bounded) bounded = terms.or_(bounded, t.guard);
      if (t.state.control.end == End::Endless && played(t.state))
        endless = terms.or_(endless, t.guard);
      if (t.state.control.end != End::Over || !played(t.state)) continue;
      ends.push_back(&t);
      reach = terms.or_(reach, t.guard);
    }
    const auto limit = [&](Reason why) {
      out.verdict = Verdict::Unknown;
      out.reason = std::move(why);
      out.limit = true;
      out.witness.clear();
      out.has_witness = false;
      return out;
    };
    const bool always = r.covers && !ends.empty() && ends.size() == r.ends.size();
    const Sat any = sat({always ? Terms::kTrue : reach}, nullptr);
    if (any == Sat::Unknown) return limit(solver.why());
    const Sat bounds = bounded == Terms::kFalse ? Sat::No : sat({bounded}, nullptr);
    const Sat goes_on = endless == Terms::kFalse ? Sat::No : sat({endless}, nullptr);
    if (goes_on == Sat::Unknown) return limit(solver.why());
    if (any == Sat::No && bounds == Sat::No && goes_on == Sat::No) {
      const bool stuck = std::any_of(r.ends.begin(), r.ends.end(), [](const Terminal& t) {
        return t.state.control.end == End::Stuck;
      });
      out.vacuous = true;
      out.reason = stuck ? ReasonCode::EveryPlayStuck : ReasonCode::CannotBePlayed;
      return out;
    }
    if (claim.kind == ClaimKind::Chooser) return chooser(claim, r);

    // A term over all ends: where the play ends in t, what `f` says of t.
    const auto at_ends = [&](const auto& f) {
      Term any_of = Terms::kFalse;
      for (const Terminal* t : ends) any_of = terms.or_(any_of, terms.and_(t->guard, f(t->state)));
      return any_of;
    };
    const auto phi = [&](const S& s) { return m.eval(s, claim.expr); };
    const S& sample = r.ends.front().state;
    const Term iff = claim.iff == kNone ? Terms::kTrue : m.eval(sample, claim.iff);
    bool cut = false;
    for (const Terminal& t : r.ends) cut = cut || t.state.control.cut;
    const Evidence proof = cut ? Evidence::Bounded : open ? Evidence::Proved : Evidence::Exhaustive;
    Model model;
    const auto decide = [&](Sat found, bool found_is_failure, bool witness) -> bool {
      // true: the claim is decided by this query
      if (found == Sat::Unknown) {
        limit(solver.why().empty() ? ReasonCode::TooManyRounds : solver.why());
        return true;
      }
      if (found == Sat::No) return false;
      out.verdict = found_is_failure ? Verdict::Fails : Verdict::Holds;
      out.evidence = Evidence::Witnessed;
      if (witness)
        decode(r, model, nullptr, out);
      else {
        out.lets.assign(model.ints.begin(), model.ints.end());
        out.lets.resize(lets.size());
        out.evidence = Evidence::Exhaustive;
      }
      return true;
    };
    const auto settled = [&](bool holds, Evidence e) {
      if (bounds != Sat::No) return limit(ReasonCode::Bounded);
      out.verdict = holds ? Verdict::Holds : Verdict::Fails;
      out.evidence = e;
      return out;
    };

    if (claim.kind == ClaimKind::Endless) {
      if (open) {
        out.reason = ReasonCode::EndlessWithQuantities;
        return out;
      }
      if (decide(endless == Terms::kFalse ? Sat::No : sat({endless}, &model), false, true))
        return out;
      return settled(false, proof);
    }
    if (goes_on == Sat::Yes && open) {
      out.reason = ReasonCode::EndlessForSome;
      return out;
    }
    if (goes_on == Sat::Yes && claim.kind != ClaimKind::Possible &&
        claim.kind != ClaimKind::Impossible) {
      // what holds at the end of every play does not hold of one without end
      const bool exact = claim.kind == ClaimKind::Necessary && iff != Terms::kTrue;
      out.verdict = exact ? Verdict::Holds : Verdict::Fails;
      out.evidence = Evidence::Exhaustive;
      out.detail = ReasonCode::Endless;
      return out;
    }

    if (open && claim.over == Over::Some) {
      // some value for which the claim holds
      Term good = Terms::kFalse;
      if (claim.kind == ClaimKind::Possible && claim.iff == kNone) {
        good = at_ends(phi);
        if (decide(sat({good}, &model), false, true)) return out;
        return settled(false, proof);
      }
      if ((claim.kind == ClaimKind::Necessary || claim.kind == ClaimKind::Impossible) &&
          claim.iff == kNone) {
        const bool nec = claim.kind == ClaimKind::Necessary;
        const Term bad = at_ends([&](const S& s) { return nec ? terms.not_(phi(s)) : phi(s); });
        const Sat found = exists_forall(Terms::kTrue, bad, &model);
        if (decide(found, false, false)) return out;
        return settled(false, proof);
      }
      out.reason = ReasonCode::ForSome;
      return out;
    }

    switch (claim.kind) {
      case ClaimKind::Necessary:
      case ClaimKind::Impossible: {
        const bool nec = claim.kind == ClaimKind::Necessary;
        const Term bad = at_ends([&](const S& s) { return nec ? terms.not_(phi(s)) : phi(s); });
        if (!open) {
          const bool wanted = iff == Terms::kTrue;
          const Sat found = sat({bad}, &model);
          if (decide(found, wanted, true)) return out;
          return settled(wanted, proof);
        }
        if (decide(sat({iff, bad}, &model), true, true)) return out;
        if (claim.iff != kNone && decide(exists_forall(terms.not_(iff), bad, &model), true, false))
          return out;
        return settled(true, proof);
      }
      case ClaimKind::Possible: {
        const Term good = at_ends(phi);
        if (!open) {
          const bool wanted = iff == Terms::kTrue;
          if (decide(sat({good}, &model), !wanted, true)) return out;
          return settled(!wanted, proof);
        }
        if (claim.iff != kNone && decide(sat({terms.not_(iff), good}, &model), true, true))
          return out;
        if (decide(exists_forall(iff, good, &model), true, false)) return out;
        return settled(true, proof);
      }
      case ClaimKind::Outcomes: {
        const auto equals = [&](const S& s, const rulings::Outcome& o) {
          Term same = Terms::kTrue;
          for (size_t i = 0; i < claim.of.size(); ++i) {
            const Term a = m.eval(s, claim.of[i]), b = m.eval(s, o.values[i]);
            const model::Type& t = (*q.program)[claim.of[i]].type;
            same =
                terms.and_(same, t.kind == model::TypeKind::Set
                                     ? domain.same_set(a, b, q.world->universe(model::elem_type(t)))
                                     : terms.eq(a, b));
          }
          return same;
        };
        const auto condition = [&](const S& s, const rulings::Outcome& o) {
          return o.cond == kNone ? Terms::kTrue : m.eval(s, o.cond);
        };
        const Term other = at_ends([&](const S& s) {
          Term none = Terms::kTrue;
          for (const rulings::Outcome& o : claim.outcomes)
            none = terms.and_(none, terms.not_(terms.and_(condition(s, o), equals(s, o))));
          return none;
        });
        if (decide(sat({other}, &model), true, true)) return out;
        for (const rulings::Outcome& o : claim.outcomes) {
          const Term reached = at_ends([&](const S& s) { return equals(s, o); });
          const Term wanted = condition(sample, o);
          if (open) {
            if (decide(exists_forall(wanted, reached, &model), true, false)) {
              out.detail = ReasonCode::OutcomeNotReached;
              return out;
            }
          } else if (wanted != Terms::kFalse) {
            const Sat found = sat({reached}, nullptr);
            if (found == Sat::Unknown) return limit(solver.why());
            if (found == Sat::No) {
              out = settled(false, Evidence::Exhaustive);
              out.detail = ReasonCode::OutcomeNotReached;
              return out;
            }
          }
        }
        return settled(true, proof);
      }
      case ClaimKind::Greatest:
      case ClaimKind::Least: {
        const bool greatest = claim.kind == ClaimKind::Greatest;
        const Term beyond = at_ends([&](const S& s) {
          const Term v = m.eval(s, claim.expr), is = m.eval(s, claim.is);
          return greatest ? terms.lt(is, v) : terms.lt(v, is);
        });
        if (decide(sat({beyond}, &model), true, true)) return out;
        const Term attained = at_ends(
            [&](const S& s) { return terms.eq(m.eval(s, claim.expr), m.eval(s, claim.is)); });
        const Sat missing =
            open ? exists_forall(Terms::kTrue, attained, &model) : sat({attained}, nullptr);
        if (missing == Sat::Unknown) return limit(solver.why());
        return settled((missing == Sat::No) == open, proof);
      }
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
    out.reason = ReasonCode::KindOfClaim;
    return out;
  }

  Answer settles(const rulings::Claim& claim) {
    Answer out;
    run(nullptr, kNone);  // gives the quantities their terms
    Machine<Symbolic> m(*q.world, domain);
    const S first = m.initial(lets);
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
      out.reason = solver.why();
      out.limit = true;
      return out;
    }
    out.verdict = other == Sat::No ? Verdict::Holds : Verdict::Fails;
    out.evidence = lets.empty() || other == Sat::Yes ? Evidence::Exhaustive : Evidence::Proved;
    if (other == Sat::Yes) {
      out.lets.assign(model.ints.begin(), model.ints.end());
      out.lets.resize(lets.size());
    }
    return out;
  }

  Answer chooser(const rulings::Claim& claim, const Run& r) {
    Answer out;
    bool found = false;
    for (const Point& p : r.points) {
      const Move& mv = p.moves[0];
      if (!is_named(*q.code, mv, claim.what)) continue;
      // at least two alternatives are open
      Term one = Terms::kFalse, two = Terms::kFalse;
      for (Term g : p.guards) {
        two = terms.or_(two, terms.and_(one, g));
        one = terms.or_(one, g);
      }
      const Sat open = sat({p.guard, two}, nullptr);
      if (open == Sat::Unknown) {
        out.reason = solver.why();
        out.limit = true;
        return out;
      }
      if (open == Sat::No) continue;
      found = true;
      if (mv.who == (claim.nobody ? -1 : claim.player)) continue;
      out.verdict = Verdict::Fails;
      out.evidence = Evidence::Exhaustive;
      out.detail = chooser_of(q, mv);
      return out;
    }
    out.verdict = found ? Verdict::Holds : Verdict::Fails;
    out.evidence = Evidence::Exhaustive;
    if (!found) out.detail = ReasonCode::NoSuchChoice;
    return out;
  }

  Answer legality(const rulings::Claim& claim) {
    Answer out;
    const auto ask = [&](model::Id dropped, Term& asked, Term& legal, Term& over) -> const Run& {
      const Run& r = run(&claim, dropped);
      asked = legal = over = Terms::kFalse;
      Machine<Symbolic> m(*q.world, domain);
      m.initial(lets);
      m.dropped = dropped;
      for (const Terminal& t : r.ends) {
        if (t.state.control.end == End::Over) over = terms.or_(over, t.guard);
        if (t.state.control.end != End::Asked) continue;
        asked = terms.or_(asked, t.guard);
        std::vector<Alt<Term>> alts;
        m.declarations(t.state, claim.act.by, claim.act, alts);
        Term any = Terms::kFalse;
        for (const Alt<Term>& a : alts) any = terms.or_(any, a.guard);
        legal = terms.or_(legal, terms.and_(t.guard, any));
      }
      return r;
    };
    Term asked = 0, legal = 0, over = 0;
    const Run& r = ask(kNone, asked, legal, over);
    if (!r.stopped.empty()) {
      out.reason = r.stopped;
      out.limit = r.limit;
      return out;
    }
    const bool wants = claim.kind == ClaimKind::Legal;
    const Sat reached = sat({asked}, nullptr);
    const Sat ended = reached == Sat::Yes ? Sat::Yes : sat({over}, nullptr);
    if (reached == Sat::Unknown || ended == Sat::Unknown) {
      out.reason = solver.why();
      out.limit = true;
      return out;
    }
    if (reached == Sat::No && ended == Sat::No) {
      out.vacuous = true;
      out.reason = ReasonCode::CannotBePlayed;
      return out;
    }
    Model model;
    const Sat bad = wants ? sat({asked, terms.not_(legal)}, &model) : sat({legal}, &model);
    if (bad == Sat::Unknown) {
      out.reason = solver.why();
      out.limit = true;
      return out;
    }
    const bool holds = wants ? reached == Sat::Yes && bad == Sat::No : bad == Sat::No;
    out.verdict = holds ? Verdict::Holds : Verdict::Fails;
    out.evidence =
        holds ? (lets.empty() ? Evidence::Exhaustive : Evidence::Proved) : Evidence::Witnessed;
    if (bad == Sat::Yes) decode(r, model, &claim, out);
    if (reached == Sat::No) out.detail = ReasonCode::NotAsked;
    if (holds && !wants && claim.by != kNone) {
      const Run& free = ask(claim.by, asked, legal, over);
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

std::shared_ptr<Memory> Engine::memory() const { return impl_->memory; }

Refuted Engine::refuted(const Thesis& thesis, const Held& held) {
  const Refuted out = impl_->refuted(thesis, held);
  counts_.queries = impl_->solver.queries();
  counts_.terms = impl_->terms.size();
  return out;
}

Answer Engine::answer(const rulings::Claim& claim) {
  Answer a = impl_->answer(claim);
  counts_.queries = impl_->solver.queries();
  return a;
}

}  // namespace hanrei::checker::symbolic
