#include "checker/symbolic/run.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/contains.h"
#include "checker/question/ends.h"
#include "checker/question/orders.h"
#include "checker/symbolic/given_up.h"
#include "checker/symbolic/place.h"

namespace hanrei::checker::symbolic {
namespace {

/// To make one choice: each is followed by itself, and the conditions of all of them add up.
constexpr size_t kMostWays = 256;

class Explorer {
 public:
  Explorer(Run& r, const Question& question, Queries& queries, Symbolic& domain, Counts& counts,
           const Setup& setup)
      : r_(r),
        q_(question),
        queries_(queries),
        terms_(queries.terms),
        counts_(counts),
        setup_(setup),
        m_(*question.world, domain),
        pending_(Behind{question.world.get()}) {
    m_.hold(setup.held);
    m_.until_depth = question.until_depth;
    m_.until_idle = question.until_idle;
    m_.probe = setup.probe;
    m_.anywhere = setup.anywhere;
    m_.dropped = setup.dropped;
    m_.faults = faults_of_symbolic();
    m_.most_ways = queries.limits.ways;
  }

  void explore() {
    begin();
    size_t steps = 0;
    while (!pending_.empty() || !split_.empty()) {
      auto [s, guard] = next();
      ++counts_.steps;
      if (++steps > queries_.limits.steps)
        return stop(ReasonCode::TooManySteps, queries_.limits.steps);
      if (s.control.end != End::Running) {
        r_.ends.push_back({std::move(s), guard});
        continue;
      }
      const std::optional<Status> status =
          setup_.held == nullptr ? m_.step(s, alts_) : open_step(s);
      if (!status) continue;
      if (*status == Status::Continue || *status == Status::Done) {
        put(std::move(s), guard);
        continue;
      }
      if (queries_.exhausted())
        return stop(ReasonCode::BranchesTooHard, queries_.limits.solver_units);
      if (*status == Status::Choice && alts_.size() > kMostWays)
        return stop(ReasonCode::TooManyWays, kMostWays);
      if (*status == Status::Fork)
        fork(s, guard);
      else if (awaited(s, guard))
        r_.ends.push_back({std::move(s), guard});
      else
        choose(s, guard);
    }
  }

 private:
  template <class N>
  void stop(ReasonCode code, N limit) {
    r_.stopped = {code, limit};
    r_.limit = true;
  }

  /// Gives the quantities their terms, and says what is known of them.
  void begin() {
    const auto& quantities = q_.which->situation.lets;
    std::vector<Term>& lets = queries_.lets;
    Term& where = queries_.where;
    while (lets.size() < quantities.size()) lets.push_back(terms_.int_var());
    terms_.reuse_ints(lets.size());
    std::vector<Term> values = lets;
    if (setup_.follow != nullptr)
      for (size_t i = 0; i < values.size() && i < setup_.follow->lets.size(); ++i)
        values[i] = terms_.num(setup_.follow->lets[i]);
    S first = m_.initial(values);
    where = Terms::kTrue;
    for (size_t i = 0; i < quantities.size() && setup_.follow == nullptr; ++i) {
      if (quantities[i].min)
        where = terms_.and_(where, terms_.le(terms_.num(*quantities[i].min), lets[i]));
      if (quantities[i].max)
        where = terms_.and_(where, terms_.le(lets[i], terms_.num(*quantities[i].max)));
    }
    for (ExprId e : q_.which->situation.where) where = terms_.and_(where, m_.eval(first, e));
    if (queries_.samples.empty()) queries_.samples.make(terms_, quantities);
    put(std::move(first), Terms::kTrue);
  }

  /// Where cards are and which tokens exist stays concrete: branches that differ in it do not
  /// merge.
  std::vector<Term> structure(const S& s) const {
    const World& w = *q_.world;
    std::vector<Term> out(s.cells.begin() + w.zone_cell, s.cells.begin() + w.zone_cell + w.cards);
    const int hosts = w.attr_cell[model::kHostAttr];
    out.insert(out.end(), s.cells.begin() + hosts, s.cells.begin() + hosts + w.cards);
    for (const TokenSort& t : w.tokens)
      out.insert(out.end(), s.cells.begin() + t.alive, s.cells.begin() + t.alive + t.pool);
    return out;
  }

  /// Goes on from here later, together with what comes to the same place.
  void put(S s, Term guard) {
    if (guard == Terms::kFalse) return;
    std::vector<Term> concrete = structure(s);
    auto [it, fresh] = pending_.try_emplace(Place{std::move(s.control), std::move(concrete)});
    auto& [cells, acts, amounts, have, begun] = it->second;
    if (fresh) {
      cells = std::move(s.cells);
      acts = std::move(s.acts);
      amounts = std::move(s.amounts);
      have = guard;
      begun = std::move(s.begun);
      return;
    }
    std::erase_if(begun, [&](const Begun& b) { return !base::contains(s.begun, b); });
    const auto merge = [&](std::vector<Term>& into, const std::vector<Term>& from) {
      for (size_t i = 0; i < into.size(); ++i)
        if (into[i] != from[i]) into[i] = terms_.ite(guard, from[i], into[i]);
    };
    merge(cells, s.cells);
    merge(acts, s.acts);
    merge(amounts, s.amounts);
    const bool known = queries_.known_feasible(have) || queries_.known_feasible(guard);
    have = terms_.or_(have, guard);
    if (known) queries_.keep_feasible(have);
  }

  std::pair<S, Term> next() {
    if (!split_.empty()) {
      std::pair<S, Term> out = std::move(split_.back());
      split_.pop_back();
      return out;
    }
    auto node = pending_.extract(pending_.begin());
    Meeting& met = node.mapped();
    return {S{std::move(node.key().control), std::move(met.cells), std::move(met.acts),
              std::move(met.amounts), std::move(met.begun)},
            met.guard};
  }

  /// A step of a play of which something is left open; none: it is of a form that is not carried
  /// out, and other plays go on.
  std::optional<Status> open_step(S& s) {
    const Limits& limits = queries_.limits;
    if (terms_.size() > limits.terms - limits.terms / 4)
      throw TooManyTerms{};  // what was found is still to be looked at
    const bool scans = scans_limits(q_, s.control, s.control.stack.size() - 1);
    const size_t frames = s.control.stack.size();
    std::optional<S> before;
    if (scans) before = s;
    Status status = Status::Done;
    try {
      status = m_.step(s, alts_);
    } catch (const Unsupported& u) {
      r_.stopped = u.form;
      return std::nullopt;
    }
    if (scans && status == Status::Continue && s.control.stack.size() > frames &&
        given_up(q_, before->control, s.frame().code)) {
      s = std::move(*before);
      s.frame().rounds.pass_over();  // it is passed over
    }
    if (scans && status == Status::Fork)
      for (Alt<Term>& a : alts_) {
        if (a.then != Then::Push || !given_up(q_, s.control, a.code)) continue;
        a.then = Then::Go;
        a.pc = q_.code->codes[CodeId(s.frame().code)].ins[s.frame().pc].target;
        a.once = true;
      }
    return status;
  }

  /// Of a fork with one way open, that way is taken under the guard as it was.
  void fork(const S& s, Term guard) {
    std::vector<Alt<Term>> list;
    for (Alt<Term>& a : alts_) {
      // one of the ways is open, as the fork is: the last one, when no other is
      const bool only = &a == &alts_.back() && list.empty() && queries_.known_feasible(guard);
      if (only || queries_.feasible(terms_.and_(guard, a.guard))) list.push_back(std::move(a));
    }
    for (const Alt<Term>& a : list) {
      const Term both = list.size() == 1 ? guard : terms_.and_(guard, a.guard);
      S copy = s;
      m_.take(copy, a);
      if (a.then == Then::Stay)
        split_.emplace_back(std::move(copy), both);
      else
        put(std::move(copy), both);
    }
  }

  /// May anybody be asked for this choice? Whom a step asks is left open with the step, who settles
  /// an order with its clauses.
  bool asks_anybody(const Move& move) const {
    const model::Instr& ins = q_.code->codes[CodeId(move.what)].ins[move.pc];
    if (move.kind != MoveKind::Order) return setup_.held->open(CodeId(move.what), ins);
    return setup_.held->open(q_.program->orders[order_of(*q_.program, ins)].by);
  }

  /// Notes who is asked, where it is the choice that is looked for. Does the play that is followed
  /// end here?
  bool awaited(const S& s, Term guard) {
    const rulings::Claim* claim = setup_.awaited;
    const Move& move = alts_[0].move;
    if (claim == nullptr || !is_named(*q_.code, move, claim->what) ||
        !has_stated_chooser(*q_.program, *q_.code, move))
      return false;
    Term one = Terms::kFalse, two = Terms::kFalse;  // at least two alternatives are open
    for (const Alt<Term>& a : alts_) {
      two = terms_.or_(two, terms_.and_(one, a.guard));
      one = terms_.or_(one, a.guard);
    }
    Term& to = asks_named(*claim, move) && !asks_anybody(move) ? r_.asked : r_.asked_others;
    to = terms_.or_(to, terms_.and_(guard, two));
    return setup_.follow != nullptr && s.control.guided == setup_.follow->moves.size();
  }

  /// Leaves of the alternatives what is decided in the play that is followed.
  void follow(S& s) {
    const std::vector<Move>& moves = setup_.follow->moves;
    const auto same = s.control.guided == moves.size()
                          ? alts_.end()
                          : std::ranges::find_if(alts_, [&](const Alt<Term>& a) {
                              return a.move == moves[s.control.guided];
                            });
    const auto pass = std::ranges::find_if(
        alts_, [](const Alt<Term>& a) { return a.move.kind == MoveKind::Pass; });
    if (same == alts_.end() &&
        pass != alts_.end()) {  // nobody declares what nobody declares in that play
      const Alt<Term> taken = *pass;
      alts_.assign(1, taken);
    } else if (same != alts_.end()) {
      Alt<Term> stuck;  // it may turn out that this cannot be done
      stuck.then = Then::Stuck;
      stuck.guard = terms_.not_(same->guard);
      stuck.move = same->move;
      const Alt<Term> taken = *same;
      alts_.assign(1, taken);
      if (stuck.guard != Terms::kFalse) alts_.insert(alts_.begin(), stuck);
      ++s.control.guided;
    }
  }

  /// A choice: the i-th alternative is taken when the first i-1 selectors are off and its own is
  /// on.
  void choose(S& s, Term guard) {
    Point p;
    p.control = s.control;
    p.guard = guard;
    if (setup_.follow != nullptr && alts_[0].move.kind != MoveKind::Open) follow(s);
    const std::vector<Alt<Term>> list = alts_;
    r_.covers = r_.covers && !list.empty();
    Term before = Terms::kTrue;
    for (size_t i = 0; i < list.size(); ++i) {
      const Term own = i + 1 < list.size() ? terms_.bool_var() : Terms::kTrue;
      const Term pick = terms_.and_(before, own);
      before = terms_.and_(before, terms_.not_(own));
      p.moves.push_back(list[i].move);
      p.picks.push_back(pick);
      p.guards.push_back(list[i].guard);
      r_.covers = r_.covers && list[i].guard == Terms::kTrue;
      S copy = s;
      // not a condition: that it is false may be as it is written
      if (list[i].move.kind == MoveKind::Open && list[0].decides && !list[i].decides)
        give_up(q_, copy.control);
      m_.take(copy, list[i]);
      const Term taken = terms_.and_(guard, terms_.and_(pick, list[i].guard));
      if (list[i].guard == Terms::kTrue && queries_.known_feasible(guard))
        queries_.keep_feasible(taken);  // selectors are free
      // Where one is asked again and again, ways that cannot be gone would go on and on.
      if (list[i].recurs && list[i].guard != Terms::kTrue && !queries_.feasible(taken)) continue;
      // What was picked is carried out before branches meet, or they would have to be split on it
      // again.
      if (list[i].picks)
        split_.emplace_back(std::move(copy), taken);
      else
        put(std::move(copy), taken);
    }
    r_.points.push_back(std::move(p));
  }

  struct Meeting {
    std::vector<Term> cells, acts, amounts;
    Term guard = 0;
    std::vector<Begun> begun;
  };

  Run& r_;
  const Question& q_;
  Queries& queries_;
  Terms& terms_;
  Counts& counts_;
  const Setup& setup_;
  Machine<Symbolic> m_;
  std::map<Place, Meeting, Behind> pending_;
  std::vector<std::pair<S, Term>>
      split_;  ///< parts of a state split on a value: they go on before they may meet again
  std::vector<Alt<Term>> alts_;
};

}  // namespace

void explore(Run& run, const Question& question, Queries& queries, Symbolic& domain, Counts& counts,
             const Setup& setup) {
  queries.terms.reuse_bools();
  domain.bounds = Terms::kTrue;
  queries.open = setup.held != nullptr;
  Explorer(run, question, queries, domain, counts, setup).explore();
}

void decode(const Run& r, const Question& q, const Queries& queries, const Model& model,
            const Setup& setup, Answer& out) {
  if (!model.exact) return;
  const std::vector<Term>& lets = queries.lets;
  Concrete concrete;
  Machine<Concrete> m(*q.world, concrete);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.probe = setup.probe;
  m.anywhere = setup.anywhere;
  out.lets.assign(model.ints.begin(), model.ints.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                               model.ints.size(), lets.size())));
  out.lets.resize(lets.size());
  State<int64_t> s = m.initial(out.lets);
  std::vector<Alt<int64_t>> alts;
  Valuation assigned(queries.terms, model.bools, model.ints);
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

}  // namespace hanrei::checker::symbolic
