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
#include "checker/question/slice.h"
#include "checker/replay/replay.h"
#include "checker/symbolic/engine.h"
#include "checker/symbolic/growth.h"
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

/// The engines of one question.
struct Session::Asked {
  explicit_state::Engine counted;
  symbolic::Engine solved;
  Asked(const Question& q, const Options& o, std::shared_ptr<symbolic::Memory> memory = nullptr)
      : counted(q, o.limits), solved(q, o.limits, std::move(memory)) {}
};

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
    add_looked(*q, out.looked);
    out.counts.states += a.states;
    out.counts.edges += a.edges;
    out.counts.terminals += a.terminals;
    out.counts.queries += b.queries;
    out.counts.terms += b.terms;
    out.counts.units += b.units;
  }
  out.seconds = seconds;
  if (options.readings) try_readings(document, options, memories, out, log);
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

/// Each reading that neither the ruling nor the game presumes is tried with its other options, one
/// reading at a time. Those are passed over that are only found in what this question never comes
/// to.
void Session::try_readings(const rulings::Document& document, const Options& options,
                           const std::vector<std::shared_ptr<symbolic::Memory>>& memories,
                           RulingResult& out, base::DiagnosticLog& log) {
  if (out.questions.empty()) return;
  Options quick = options;
  quick.engine = options.engine == EngineChoice::Both ? EngineChoice::Fast : options.engine;
  std::vector<slice::Within> reach;
  for (const auto& q : out.questions) reach.push_back(slice::within(*q));
  for (const model::ReadingDef& reading : game_.readings) {
    const bool presumed = reading.presumed || assumed_.contains(reading.name) ||
                          std::ranges::any_of(document.presumes, [&](const auto& p) {
                            return p.first == reading.name;
                          });
    if (presumed) continue;
    // A case that says what hangs on the reading is not tried under its options; others are.
    const auto says_so = [&](const Question& q) {
      return std::ranges::any_of(q.which->claims, [&](const rulings::Claim& c) {
        return c.kind == rulings::ClaimKind::Undetermined && c.what == reading.name;
      });
    };
    // Which claims may depend on it; one that is not decided stays so.
    std::vector<bool> wanted;
    for (size_t i = 0; i < out.questions.size(); ++i) {
      const bool there = !says_so(*out.questions[i]) && slice::matters(reach[i], reading);
      for (size_t k = 0; k < out.questions[i]->which->claims.size(); ++k) {
        const ClaimResult& r = out.claims[wanted.size()];
        wanted.push_back(there && r.claim->kind != rulings::ClaimKind::Undetermined &&
                         r.standing != Standing::Undecided && r.standing != Standing::NotExamined);
      }
    }
    if (!base::contains(wanted, true)) continue;
    std::vector<std::vector<UnderReading>> stand(
        out.claims.size());  // by claim, under the other options
    for (const std::string& option : reading.options) {
      if (option == reading.fallback) continue;
      base::DiagnosticLog quiet;
      RulingResult other = prepare(document, quiet, true, {{reading.name, option}});
      if (other.program == nullptr) {  // the rules themselves are wrong under this option
        log.append(quiet);
        return;
      }
      std::vector<std::unique_ptr<Asked>> engines;
      for (size_t i = 0; i < other.questions.size(); ++i)
        engines.push_back(other.questions[i] == nullptr
                              ? nullptr
                              : std::make_unique<Asked>(*other.questions[i], quick, memories[i]));
      size_t at = 0;
      for (size_t i = 0; i < out.questions.size(); ++i) {
        for (size_t k = 0; k < out.questions[i]->which->claims.size(); ++k, ++at) {
          UnderReading u{reading.name, option, Standing::Vacuous, {}};
          if (!wanted[at]) continue;
          if (i < engines.size() && engines[i] != nullptr) {
            const ClaimResult r = ask(*other.questions[i], other.questions[i]->which->claims[k],
                                      *engines[i], quick, out.seconds);
            u.standing = r.standing;
            if (r.standing == Standing::Undecided) u.reason = r.shown.reason;
            if (r.disagree) {
              out.fault = out.claims[at].disagree = true;
              out.claims[at].fault =
                  "under reading " + reading.name + " " + option + ": " + r.fault;
              out.claims[at].standing = Standing::NotExamined;
            }
          } else {
            for (const base::Diagnostic& d : quiet.all())
              if (d.severity == base::Severity::Error) {
                u.reason = {ReasonCode::Plain, base::message(d)};
                break;
              }
          }
          stand[at].push_back(std::move(u));
        }
      }
      out.looked.all = out.looked.all || other.questions.empty();
      for (const auto& q : other.questions) {
        if (q != nullptr)
          add_looked(*q, out.looked);
        else
          out.looked.all = true;  // whatever forbids that situation
      }
    }
    for (size_t c = 0; c < out.claims.size(); ++c) {
      ClaimResult& r = out.claims[c];
      const Standing first = r.readings.empty() ? r.standing : r.readings.front().standing;
      if (std::ranges::all_of(stand[c], [&](const UnderReading& u) { return u.standing == first; }))
        continue;
      r.readings.push_back({reading.name, reading.fallback, first, {}});
      r.readings.insert(r.readings.end(), stand[c].begin(), stand[c].end());
    }
  }
  // What differs is open; where an option is undecided it may or may not differ.
  for (ClaimResult& r : out.claims) {
    if (r.readings.empty() || r.standing == Standing::NotExamined ||
        r.standing == Standing::Undecided)
      continue;
    const Standing first = r.standing;
    r.standing = Standing::Undecided;
    for (const UnderReading& u : r.readings)
      if (u.standing != first && u.standing != Standing::Undecided) r.standing = Standing::Open;
  }
}

namespace {
/// What some expressions are worth in a state.
Reason values_at(const Question& q, const Machine<Concrete>& m, const State<int64_t>& state,
                 const std::vector<ExprId>& of) {
  std::vector<Reason> out;
  for (const ExprId e : of) {
    const model::Type& type = (*q.program)[e].type;
    const int64_t v = m.eval(state, e);
    out.push_back(type.kind != model::TypeKind::Bool
                      ? Reason(ReasonCode::Plain, q.world->show(type, v))
                      : (v != 0 ? ReasonCode::True : ReasonCode::False));
  }
  return out.empty() ? Reason(ReasonCode::Plain, "") : base::joined(ReasonCode::Tuple, out);
}
}  // namespace

/// The case is run under every option of the reading: undetermined when the reachable outcomes
/// differ.
Answer Session::undetermined(const rulings::Document& document, const rulings::Claim& claim,
                             size_t which, const Options& options, Looked& looked) {
  Answer out;
  std::vector<std::set<Reason, base::ByWords>> reached;
  std::vector<Reason> options_told;
  for (const model::ReadingDef& reading : game_.readings) {
    if (reading.name != claim.what) continue;
    for (const std::string& option : reading.options) {
      base::DiagnosticLog quiet;
      const RulingResult r = prepare(document, quiet, true, {{reading.name, option}});
      if (quiet.has_errors() || which >= r.questions.size()) {
        out.reason = {ReasonCode::CannotBeReadUnder, reading.name, option};
        return out;
      }
      const Question& q = *r.questions[which];
      if (q.world == nullptr || !q.which->situation.lets.empty()) {
        out.reason = q.world == nullptr ? q.unsupported : ReasonCode::UndeterminedWithQuantities;
        return out;
      }
      const auto space = explicit_state::explore(q, {}, options.limits, {.reduced = true});
      if (!space.complete) {
        out.reason = space.stopped;
        out.limit = space.limit;
        return out;
      }
      Concrete domain;
      Machine<Concrete> m(*q.world, domain);
      m.initial({});
      const rulings::Claim* same = nullptr;
      for (const rulings::Claim& c : q.which->claims)
        if (c.span == claim.span) same = &c;
      std::set<Reason, base::ByWords> outcomes;
      for (int t : space.terminals) {
        const auto state = space.state(t);
        const Reason end = values_at(q, m, state, same->of);
        outcomes.insert(state.control.end == End::Over ? end
                                                       : Reason(ReasonCode::BeforeTheEnd, end));
      }
      add_looked(q, looked);
      const Reason come = base::joined(ReasonCode::Also, {outcomes.begin(), outcomes.end()});
      options_told.push_back(come.empty() ? Reason(ReasonCode::NothingUnder, option)
                                          : Reason(ReasonCode::UnderOption, option, come));
      out.detail = base::joined(ReasonCode::NextOption, options_told);
      reached.push_back(std::move(outcomes));
    }
  }
  bool differ = false;
  for (const auto& r : reached) differ = differ || r != reached.front();
  out.verdict = differ ? Verdict::Holds : Verdict::Fails;
  out.evidence = Evidence::Exhaustive;
  return out;
}

}  // namespace hanrei::checker
