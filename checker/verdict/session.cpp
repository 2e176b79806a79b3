#include "checker/verdict/session.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <set>

#include "base/contains.h"
#include "base/stop.h"
#include "checker/collisions/judge.h"
#include "checker/explicit_state/explore.h"
#include "checker/explicit_state/lasso.h"
#include "checker/question/deck.h"
#include "checker/question/ends.h"
#include "checker/question/situation.h"
#include "checker/replay/replay.h"
#include "checker/symbolic/growth.h"
#include "checker/verdict/asked.h"
#include "checker/verdict/basis.h"
#include "checker/verdict/touches.h"

namespace hanrei::checker {

std::string_view standing_name(Standing s) {
  switch (s) {
    case Standing::Confirmed: return "confirmed";
    case Standing::Contradicted: return "contradicted";
    case Standing::Open: return "open";
    case Standing::Undecided: return "undecided";
    case Standing::Vacuous: return "vacuous";
    case Standing::NotExamined: return "not examined";
  }
  return "";
}

namespace {

/// std::call_once() of what may run out of memory. No exception may pass through it: there is C in
/// between, whose unwinding asks for memory again and ends the program when there is none.
template <class Work, class Undo>
void once(std::once_flag& flag, const Work& work, const Undo& undo) {
  std::exception_ptr fault;
  std::call_once(flag, [&] {
    try {
      work();
    } catch (...) {
      fault = std::current_exception();
      undo();
    }
  });
  if (fault) std::rethrow_exception(fault);
}

}  // namespace

std::shared_ptr<const Session::Compiled> Session::compiled(
    const std::map<std::string, std::string>& readings) {
  Chosen chosen;
  for (const model::ReadingDef& r : game_.readings) {
    const auto given = readings.find(r.name), assumed = assumed_.find(r.name);
    const std::string& option = given != readings.end()     ? given->second
                                : assumed != assumed_.end() ? assumed->second
                                                            : r.fallback;
    if (option != r.fallback) chosen[r.name] = option;
  }
  const std::shared_ptr<Place> place = [&] {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Place>& here = programs_[chosen];
    if (here != nullptr) return here;
    const std::shared_ptr<Place> fresh = here = std::make_shared<Place>();
    if (chosen.size() > 1) rare_.push_back(chosen);
    if (rare_.size() > kRare) {
      programs_.erase(rare_.front());
      rare_.pop_front();
    }
    return fresh;
  }();
  Compiled& c = place->compiled;
  const auto compile = [&] {
    base::heed_stop();  // it takes a while
    c.program =
        std::make_shared<const model::Program>(model::compile(game_, chosen, sources_, c.log));
    if (!c.log.has_errors())
      c.code = std::make_shared<const model::Lowered>(model::lower(*c.program));
  };
  once(place->once, compile, [&] { c = {}; });
  if (c.program == nullptr) {  // as for whoever came first
    base::heed_stop();
    throw std::bad_alloc();
  }
  return {place, &c};
}

RulingResult Session::prepare(const rulings::Document& document, base::DiagnosticLog& log,
                              bool claims_needed,
                              const std::map<std::string, std::string>& instead) {
  RulingResult out;
  std::map<std::string, std::string> readings(document.presumes.begin(), document.presumes.end());
  for (const auto& [name, option] : instead) readings[name] = option;
  const auto kept = compiled(readings);
  const Compiled& c = *kept;
  log.append(c.log);
  if (c.code == nullptr) return out;
  const size_t errors = log.error_count();
  auto own = std::make_shared<model::Program>(*c.program);
  out.ruling = rulings::resolve(document, *own, sources_, log, claims_needed);
  out.program = own;
  out.code = c.code;
  if (log.error_count() > errors) return out;
  for (const rulings::Case& k : out.ruling.cases) {
    const size_t before = log.error_count();
    out.questions.push_back(std::make_shared<Question>(make_question(*out.program, *out.code, k)));
    if (!k.deck) examine(*out.questions.back(), log, instead.empty());
    if (!instead.empty() && log.error_count() > before)
      out.questions.back() = nullptr;  // not under this reading
  }
  if (instead.empty() && log.error_count() > errors) out.questions.clear();
  return out;
}

namespace {

/// Adds the seconds of its life to a number.
class Clock {
 public:
  explicit Clock(double& to) : to_(to) {}
  ~Clock() {
    to_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - from_).count();
  }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  double& to_;
  const std::chrono::steady_clock::time_point from_ = std::chrono::steady_clock::now();
};

/// The witness must lead, move by move, to where the engine says it leads. Throws Unsupported when
/// the interpreter cannot follow: what the solver counts with has no bounds.
std::string replay_fault(const Question& q, const rulings::Claim& claim, const Answer& a) {
  if (!a.has_witness) return "";
  const bool legality =
      claim.kind == rulings::ClaimKind::Legal || claim.kind == rulings::ClaimKind::Illegal;
  if (claim.kind == rulings::ClaimKind::Chooser) return "";
  const replay::Played played =
      replay::play(q, a.lets, {a.witness, a.loop_from, legality ? &claim : nullptr, a.unable});
  if (played.unsupported) throw Unsupported{played.problem};
  if (!played.ok)
    return "its witness cannot be replayed: " + base::text(played.problem, base::Lang::En);
  if (legality || a.verdict == Verdict::Unknown || a.evidence != Evidence::Witnessed) return "";
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.initial(a.lets);
  using rulings::ClaimKind;
  if (claim.kind == ClaimKind::Necessary && m.eval(played.end, claim.expr) != 0)
    return "its witness, replayed, does not refute the claim";
  if ((claim.kind == ClaimKind::Possible || claim.kind == ClaimKind::Impossible) &&
      m.eval(played.end, claim.expr) == 0)
    return "its witness, replayed, does not reach what it should";
  return "";
}

void reconcile(const Question& q, ClaimResult& r) {
  const Answer& e = r.explicit_state.answer;
  const Answer& s = r.symbolic.answer;
  for (EngineAnswer* a : {&r.explicit_state, &r.symbolic}) {
    if (!a->asked) continue;
    std::string fault;
    try {
      fault = replay_fault(q, *r.claim, a->answer);
    } catch (const Unsupported& u) {
      a->answer = unsupported(u.form);
    }
    if (fault.empty()) continue;
    r.disagree = true;
    r.fault = (a == &r.explicit_state ? "explicit_state: " : "symbolic: ") + fault;
  }
  const bool both = r.explicit_state.asked && r.symbolic.asked && e.verdict != Verdict::Unknown &&
                    s.verdict != Verdict::Unknown;
  // what holds up to the bounds of a repetition need not hold of one without end
  const bool beyond = e.evidence == Evidence::Bounded || s.evidence == Evidence::Bounded;
  if (both && e.verdict != s.verdict && !(beyond && s.evidence != e.evidence)) {
    r.disagree = true;
    r.fault = "explicit_state and symbolic answer differently";
  }
  if (r.explicit_state.asked && r.symbolic.asked && e.vacuous != s.vacuous &&
      (both || (e.vacuous && s.verdict != Verdict::Unknown) ||
       (s.vacuous && e.verdict != Verdict::Unknown))) {
    r.disagree = true;
    r.fault = "explicit_state and symbolic disagree on whether the play can be played";
  }
  const bool weaker = both && e.evidence == Evidence::Bounded && s.evidence != Evidence::Bounded;
  r.shown = r.explicit_state.asked && e.verdict != Verdict::Unknown && !weaker ? e
            : r.symbolic.asked && s.verdict != Verdict::Unknown                ? s
            : r.explicit_state.asked                                           ? e
                                                                               : s;
  if (r.symbolic.asked && s.verdict != Verdict::Unknown && s.evidence == Evidence::Proved)
    r.evidence = Evidence::Proved;
  else
    r.evidence = r.shown.evidence;
  if (r.disagree) {
    r.standing = Standing::NotExamined;
    return;
  }
  if ((r.explicit_state.asked && e.vacuous) || (r.symbolic.asked && s.vacuous)) {
    r.standing = Standing::Vacuous;
    return;
  }
  switch (r.shown.verdict) {
    case Verdict::Holds: r.standing = Standing::Confirmed; break;
    case Verdict::Fails: r.standing = Standing::Contradicted; break;
    case Verdict::Unknown: r.standing = Standing::Undecided; break;
  }
}

/// What is proved for every value is tried on some: the explicit engine must not refute it.
void sample(const Question& q, const rulings::Claim& claim, explicit_state::Engine& counted,
            ClaimResult& r) {
  static constexpr int64_t offsets[] = {0, 1, 2, 7, 1000};
  const auto& lets = q.which->situation.lets;
  for (size_t k = 0; k < 8; ++k) {
    std::vector<int64_t> values;
    for (size_t i = 0; i < lets.size(); ++i) {
      const int64_t v = lets[i].min.value_or(lets[i].max.value_or(0) - (lets[i].max ? 8 : 0)) +
                        offsets[(k + i * (k / 2)) % 5];
      values.push_back(lets[i].max ? std::min(v, *lets[i].max) : v);
    }
    const Answer a = asked([&] { return counted.answer_at(claim, values); });
    if (a.vacuous || a.verdict == Verdict::Unknown) continue;
    ++r.samples;
    if (a.verdict == Verdict::Fails) {
      r.disagree = true;
      r.fault = "symbolic proved it for every value, explicit_state refutes it for one";
      r.shown = a;
      return;
    }
  }
}

/// A repetition that a bound breaks off, though it changes nothing but some numbers, each round by
/// as much: it goes on for ever.
std::optional<Answer> grows_for_ever(const Question& q, const explicit_state::Space& space,
                                     const Limits& limits) {
  constexpr size_t kMostPlays = 20;
  size_t plays = 0;
  for (int t : space.terminals) {
    if (!bound_met(q, space.state(t).control)) continue;
    if (++plays > kMostPlays) break;
    Answer out;
    out.witness = explicit_state::path(q, space, t, {.reduced = true});
    const auto growth = symbolic::growth(q, space.lets, out.witness, limits);
    if (!growth) continue;
    std::vector<Reason> numbers;
    for (const auto& [name, by] : growth->numbers)
      numbers.push_back(
          {ReasonCode::Plain, name + (by > 0 ? " +" : " −") + std::to_string(std::abs(by))});
    const Reason each = base::joined(ReasonCode::Tuple, numbers);
    out.detail = growth->leavers.nobody()
                     ? Reason(ReasonCode::LoopMustGrow, each)
                     : Reason(ReasonCode::LoopGrows, leavers_text(q, growth->leavers), each);
    out.verdict = Verdict::Holds;
    out.evidence = Evidence::Proved;
    out.has_witness = true;
    out.lets = space.lets;
    return out;
  }
  return std::nullopt;
}

/// Is what the ruling says the verdict rests on, one of the minimal sets, or what brings the
/// verdict about in one?
void judge_grounds(const Question& q, ClaimResult& r) {
  const Basis basis = basis_of(q, r);
  const auto is = [&](const MinimalSet& s) {
    return s.grounds == r.claim->rests || s.bringing() == r.claim->rests;
  };
  if (std::ranges::any_of(basis.sets, is) && basis.minimal) return;
  if (basis.minimal && basis.all) {
    r.standing = Standing::Contradicted;
    std::vector<Reason> sets;
    for (const MinimalSet& s : basis.sets)
      sets.push_back(
          {ReasonCode::Plain,
           collisions::listed(*q.program, s.bringing().empty() ? s.grounds : s.bringing())});
    const Reason all = base::joined(ReasonCode::OrOn, sets);
    r.shown.detail = r.shown.detail.empty() ? Reason(ReasonCode::RestsOn, all)
                                            : Reason(ReasonCode::OrOn, r.shown.detail, all);
    return;
  }
  r.standing = Standing::Undecided;
  r.shown.reason = r.shown.detail = {ReasonCode::WhatItRestsOn, basis.stopped};
}

}  // namespace

ClaimResult Session::ask(const Question& q, const rulings::Claim& claim, Asked& engines,
                         const Options& options, RulingResult::Seconds& seconds) {
  ClaimResult r;
  r.case_id = q.which->id;
  r.claim = &claim;
  if (q.which->deck) {
    r.explicit_state.asked = true;
    r.explicit_state.answer = asked([&] { return judge_deck(q, claim); });
    reconcile(q, r);
    return r;
  }
  if (rulings::about_texts(claim.kind)) {
    const Clock clock(seconds.explicit_state);
    r.explicit_state.asked = true;
    r.explicit_state.answer = asked([&] { return collisions::judge(q, claim, options.limits); });
    reconcile(q, r);
    return r;
  }
  if (options.engine != EngineChoice::Symbolic) {
    const Clock clock(seconds.explicit_state);
    r.explicit_state.asked = true;
    r.explicit_state.answer = asked([&] { return engines.counted.answer(claim); });
  }
  const bool enough =
      options.engine == EngineChoice::Fast && r.explicit_state.answer.verdict != Verdict::Unknown;
  if (options.engine != EngineChoice::Explicit && !enough) {
    const Clock clock(seconds.symbolic);
    r.symbolic.asked = true;
    r.symbolic.answer = asked([&] { return engines.solved.answer(claim); });
  }
  if (claim.kind == rulings::ClaimKind::Endless && r.explicit_state.asked &&
      r.explicit_state.answer.verdict == Verdict::Unknown && q.world != nullptr &&
      q.which->situation.lets.empty())
    if (auto found = grows_for_ever(q, engines.counted.space({}), options.limits))
      r.explicit_state.answer = std::move(*found);
  if (r.symbolic.asked && r.symbolic.answer.verdict == Verdict::Holds && r.explicit_state.asked &&
      r.explicit_state.answer.verdict == Verdict::Unknown && claim.over == rulings::Over::Every)
    sample(q, claim, engines.counted, r);
  reconcile(q, r);
  if (!claim.rests.empty() && r.standing == Standing::Confirmed) judge_grounds(q, r);
  return r;
}

DeckResult Session::check_deck(const rulings::Document& document, base::DiagnosticLog& log) {
  std::map<std::string, std::string> readings(document.presumes.begin(), document.presumes.end());
  const size_t errors = log.error_count();
  DeckResult out = check_deck(document, readings, log);
  if (!out.unsupported.empty() || log.error_count() > errors) return out;
  const auto kept = compiled(readings);
  for (const model::ReadingDef& r : game_.readings) {
    if (r.presumed || assumed_.contains(r.name) || readings.contains(r.name) ||
        !may_turn(*kept->program, out.list.deck, r, sources_))
      continue;
    for (const std::string& option : r.options) {
      if (option == r.fallback) continue;
      base::DiagnosticLog quiet;
      auto others = readings;
      others[r.name] = option;
      const DeckResult other = check_deck(document, others, quiet);
      const bool conforms = out.breaches.empty();
      if (!quiet.has_errors() && other.unsupported.empty() && other.breaches.empty() == conforms)
        continue;
      out.unsupported = {ReasonCode::DeckHangsOn, r.name, conforms ? r.fallback : option};
      out.breaches.clear();
      return out;
    }
  }
  return out;
}

DeckResult Session::check_deck(const rulings::Document& document,
                               const std::map<std::string, std::string>& readings,
                               base::DiagnosticLog& log) {
  DeckResult out;
  const auto kept = compiled(readings);
  const Compiled& c = *kept;
  if (!readings.empty()) log.append(c.log);
  if (c.code == nullptr) return out;
  model::Program own = *c.program;
  out.list = rulings::resolve_deck(document, own, sources_, log);
  out.cards = out.list.deck.cards.size();
  try {
    out.breaches = breaches(own, out.list.deck);
  } catch (const Unsupported& u) {
    out.unsupported = u.form;
  }
  return out;
}

const Touching& Session::touching() {
  once(
      touching_once_, [&] { touching_ = std::make_shared<const Touching>(game_); }, [] {});
  if (touching_ == nullptr) throw std::bad_alloc();
  return *touching_;
}

rulings::Touches Session::touches(const RulingResult& prepared) {
  rulings::Touches out;
  for (const auto& q : prepared.questions) {
    Trace trace(*q->program, *q->code);
    touching().add(*q, trace, out);
  }
  return out;
}

RulingResult Session::check(const rulings::Document& document, const Options& options,
                            base::DiagnosticLog& log) {
  RulingResult::Seconds seconds;
  std::optional<Clock> clock(seconds.loading);
  RulingResult out = prepare(document, log);
  clock.emplace(seconds.exploring);
  std::vector<std::shared_ptr<symbolic::Memory>> memories;
  std::vector<Trace> traces;
  for (const auto& q : out.questions) {
    Asked engines(*q, options);
    Trace trace(*q->program, *q->code);
    engines.counted.trace(&trace);
    memories.push_back(engines.solved.memory());
    for (const rulings::Claim& claim : q->which->claims) {
      ClaimResult r;
      if (claim.kind == rulings::ClaimKind::Undetermined) {
        r.case_id = q->which->id;
        r.claim = &claim;
        r.explicit_state.asked = true;
        const Clock counted(seconds.explicit_state);
        r.explicit_state.answer = asked([&] {
          return undetermined(document, claim, static_cast<size_t>(&q - &out.questions.front()),
                              options, out.looked);
        });
        reconcile(*q, r);
      } else {
        r = ask(*q, claim, engines, options, seconds);
      }
      out.fault = out.fault || r.disagree;
      out.claims.push_back(std::move(r));
    }
    const Counts& a = engines.counted.counts();
    const Counts& b = engines.solved.counts();
    touching().add(*q, trace, out.touches);
    traces.push_back(std::move(trace));
    add_looked(*q, out.looked);
    out.counts.states += a.states;
    out.counts.edges += a.edges;
    out.counts.terminals += a.terminals;
    out.counts.queries += b.queries;
    out.counts.terms += b.terms;
    out.counts.units += b.units;
  }
  out.seconds = seconds;
  if (options.readings) try_readings(document, options, memories, traces, out, log);
  clock.reset();
  out.seconds.exploring = seconds.exploring;
  // The worst claim decides.
  const auto rank = [](Standing s) {
    switch (s) {
      case Standing::NotExamined: return 5;
      case Standing::Contradicted: return 4;
      case Standing::Vacuous: return 3;
      case Standing::Undecided: return 2;
      case Standing::Open: return 1;
      case Standing::Confirmed: return 0;
    }
    return 5;
  };
  if (!out.claims.empty()) out.standing = Standing::Confirmed;
  for (const ClaimResult& r : out.claims)
    if (rank(r.standing) > rank(out.standing)) out.standing = r.standing;
  return out;
}

}  // namespace hanrei::checker
