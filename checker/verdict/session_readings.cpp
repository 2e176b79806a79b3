// What hangs on readings that nobody presumes: their options, one reading at a time and two
// together, and claims that say that something does.

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "base/contains.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/slice.h"
#include "checker/verdict/asked.h"
#include "checker/verdict/basis.h"
#include "checker/verdict/touches.h"

namespace hanrei::checker {

/// Asks the claims of a ruling again under other options.
class Session::Trials {
 public:
  Trials(Session& session, const rulings::Document& document, const Options& options,
         const std::vector<std::shared_ptr<symbolic::Memory>>& memories,
         const std::vector<Trace>& traces, RulingResult& out)
      : session_(session),
        quick_(options),
        memories_(memories),
        traces_(traces),
        document_(document),
        out_(out) {
    if (options.engine == EngineChoice::Both) quick_.engine = EngineChoice::Fast;
    const std::vector<model::ReadingDef>& readings = session.game_.readings;
    for (const auto& q : out.questions) {
      const slice::Within reach = slice::within(*q);
      std::set<size_t>& may = may_matter_.emplace_back();
      for (size_t r = 0; r < readings.size(); ++r)
        if (!presumed(readings[r]) && slice::matters(reach, readings[r])) may.insert(r);
    }
  }
  /// False: the rules themselves are wrong under an option, which the log says.
  bool one_at_a_time(base::DiagnosticLog& log) {
    const std::vector<model::ReadingDef>& readings = session_.game_.readings;
    const bool several = std::ranges::any_of(
        may_matter_, [](const std::set<size_t>& may) { return may.size() > 1; });
    for (size_t r = 0; r < readings.size(); ++r) {
      const std::vector<bool> wanted = wanted_of(r);
      if (!base::contains(wanted, true)) continue;
      const size_t first = alone_.size();
      for (const std::string& option : readings[r].options) {
        if (option == readings[r].fallback) continue;
        Trial trial{{{r, option}}, wanted, {}, {}};
        if (!run(trial, several, log)) return false;
        alone_.push_back(std::move(trial));
      }
      tell(std::span(alone_).subspan(first));
    }
    return true;
  }
  /// Two options together show more than each alone where the plays under either come to what the
  /// other says; asked of claims that no reading alone turns. Pairs come first of which an option
  /// brings play to the other reading for the first time.
  bool two_together(base::DiagnosticLog& log) {
    if (alone_.empty() || alone_.front().chosen[0].first == alone_.back().chosen[0].first)
      return true;  // there are no two

    std::vector<std::set<size_t>> usual;  // by case: readings its plays come to by default
    for (size_t i = 0; i < out_.questions.size(); ++i)
      usual.push_back(came_to(i, *out_.questions[i], traces_[i]));
    std::vector<bool> steady;
    for (const ClaimResult& r : out_.claims) steady.push_back(r.readings.empty());
    std::vector<Trial> fresh, others;
    for (size_t a = 0; a < alone_.size(); ++a)
      for (size_t b = a + 1; b < alone_.size(); ++b) {
        if (alone_[a].chosen[0].first == alone_[b].chosen[0].first) continue;
        bool opens = false;
        Trial trial = both(alone_[a], alone_[b], usual, steady, opens);
        if (base::contains(trial.wanted, true))
          (opens ? fresh : others).push_back(std::move(trial));
      }
    std::ranges::move(others, std::back_inserter(fresh));
    const size_t tried = std::min(fresh.size(), quick_.pairs);
    out_.pairs_left = fresh.size() - tried;
    fresh.resize(tried);
    for (Trial& trial : fresh) {
      if (!run(trial, false, log)) return false;
      tell({&trial, 1});
    }
    return true;
  }

 private:
  /// The claims of the ruling under some options.
  struct Trial {
    std::vector<std::pair<size_t, std::string>> chosen;  ///< which reading, which option
    std::vector<bool> wanted;                            ///< by claim
    std::vector<UnderReading> stand;                     ///< by claim; of those wanted
    std::vector<std::set<size_t>> came_to;               ///< by case: readings its plays came to
  };

  bool presumed(const model::ReadingDef& reading) const {
    return reading.presumed || session_.assumed_.contains(reading.name) ||
           std::ranges::any_of(document_.presumes,
                               [&](const auto& p) { return p.first == reading.name; });
  }

  /// Which claims may depend on a reading; one that is not decided stays so. A case that says what
  /// hangs on the reading is not tried under its options; others are.
  std::vector<bool> wanted_of(size_t reading) const {
    const std::string& name = session_.game_.readings[reading].name;
    std::vector<bool> wanted;
    for (size_t i = 0; i < out_.questions.size(); ++i) {
      const auto& claims = out_.questions[i]->which->claims;
      const bool there = may_matter_[i].contains(reading) &&
                         std::ranges::none_of(claims, [&](const rulings::Claim& c) {
                           return c.kind == rulings::ClaimKind::Undetermined && c.what == name;
                         });
      for (size_t k = 0; k < claims.size(); ++k) {
        const ClaimResult& r = out_.claims[wanted.size()];
        wanted.push_back(there && r.claim->kind != rulings::ClaimKind::Undetermined &&
                         r.standing != Standing::Undecided && r.standing != Standing::NotExamined);
      }
    }
    return wanted;
  }

  /// `opens`: one of them brings a case to the other, which it does not come to by default.
  Trial both(const Trial& a, const Trial& b, const std::vector<std::set<size_t>>& usual,
             const std::vector<bool>& steady, bool& opens) const {
    const size_t ra = a.chosen[0].first, rb = b.chosen[0].first;
    Trial out{{a.chosen[0], b.chosen[0]}, {}, {}, {}};
    for (size_t i = 0, at = 0; i < out_.questions.size(); ++i) {
      const bool meet = a.came_to[i].contains(rb) && b.came_to[i].contains(ra);
      for (size_t k = 0; k < out_.questions[i]->which->claims.size(); ++k, ++at) {
        out.wanted.push_back(meet && steady[at] && a.wanted[at] && b.wanted[at]);
        opens = opens || (out.wanted.back() && !(usual[i].contains(ra) && usual[i].contains(rb)));
      }
    }
    return out;
  }

  bool run(Trial& trial, bool traced, base::DiagnosticLog& log) {
    std::map<std::string, std::string> instead;
    UnderReading under;
    for (const auto& [r, option] : trial.chosen) {
      const std::string& name = session_.game_.readings[r].name;
      instead[name] = option;
      under.options.emplace_back(name, option);
    }
    base::DiagnosticLog quiet;
    RulingResult other = session_.prepare(document_, quiet, true, instead);
    if (other.program == nullptr) {
      log.append(quiet);
      return false;
    }
    trial.stand.resize(out_.claims.size());
    trial.came_to.resize(out_.questions.size());
    out_.looked.all = out_.looked.all || other.questions.empty();
    size_t at = 0;
    for (size_t i = 0; i < out_.questions.size(); ++i) {
      const auto q = i < other.questions.size() ? other.questions[i] : nullptr;
      std::optional<Asked> engines;
      std::optional<Trace> trace;
      if (q != nullptr) {
        engines.emplace(*q, quick_, memories_[i]);
        trace.emplace(*q->program, *q->code);
        if (traced) engines->counted.trace(&*trace);
      }
      for (size_t k = 0; k < out_.questions[i]->which->claims.size(); ++k, ++at) {
        if (!trial.wanted[at]) continue;
        UnderReading& u = trial.stand[at] = under;
        if (q != nullptr)
          again(*q, k, *engines, at, u);
        else
          cannot_be(quiet, u);
      }
      if (q != nullptr)
        add_looked(*q, out_.looked);
      else if (!other.questions.empty())
        out_.looked.all = true;  // whatever forbids that situation
      if (traced && q != nullptr) trial.came_to[i] = came_to(i, *q, *trace);
    }
    return true;
  }

  void again(const Question& q, size_t claim, Asked& engines, size_t at, UnderReading& u) {
    const ClaimResult r = session_.ask(q, q.which->claims[claim], engines, quick_, out_.seconds);
    u.standing = r.standing;
    if (r.standing == Standing::Undecided) u.reason = r.shown.reason;
    if (!r.disagree) return;
    out_.fault = out_.claims[at].disagree = true;
    out_.claims[at].fault = "under reading " + u.options[0].first + " " + u.options[0].second;
    for (size_t i = 1; i < u.options.size(); ++i)
      out_.claims[at].fault += " and " + u.options[i].first + " " + u.options[i].second;
    out_.claims[at].fault += ": " + r.fault;
    out_.claims[at].standing = Standing::NotExamined;
  }

  static void cannot_be(const base::DiagnosticLog& why, UnderReading& u) {
    u.standing = Standing::Vacuous;
    for (const base::Diagnostic& d : why.all())
      if (d.severity == base::Severity::Error) {
        u.reason = {ReasonCode::Plain, base::message(d)};
        return;
      }
  }

  /// Where nothing was run over values, every reading that may matter.
  std::set<size_t> came_to(size_t which, const Question& q, const Trace& trace) const {
    if (!trace.anything()) return may_matter_[which];
    std::set<size_t> out;
    session_.places().add(q, trace, may_matter_[which], out);
    return out;
  }

  /// Adds to each claim that some of the trials turn how it stands under all of them.
  void tell(std::span<const Trial> trials) {
    for (size_t c = 0; c < out_.claims.size(); ++c) {
      ClaimResult& r = out_.claims[c];
      if (!trials.front().wanted[c]) continue;
      const Standing first = r.readings.empty() ? r.standing : r.readings.front().standing;
      if (std::ranges::all_of(trials, [&](const Trial& t) { return t.stand[c].standing == first; }))
        continue;
      UnderReading usual{{}, first, {}};
      for (const auto& [reading, option] : trials.front().chosen)
        usual.options.emplace_back(session_.game_.readings[reading].name,
                                   session_.game_.readings[reading].fallback);
      r.readings.push_back(std::move(usual));
      for (const Trial& t : trials) r.readings.push_back(t.stand[c]);
    }
  }

  Session& session_;
  Options quick_;
  const std::vector<std::shared_ptr<symbolic::Memory>>& memories_;
  const std::vector<Trace>& traces_;  ///< by case: of the plays by default
  const rulings::Document& document_;
  RulingResult& out_;
  std::vector<std::set<size_t>> may_matter_;  ///< by case: readings that nobody presumes
  std::vector<Trial> alone_;
};

const slice::Places& Session::places() {
  std::call_once(places_once_, [&] {
    const auto usual = compiled({});
    places_ = std::make_shared<const slice::Places>(game_, *usual->program, *usual->code);
  });
  return *places_;
}

void Session::try_readings(const rulings::Document& document, const Options& options,
                           const std::vector<std::shared_ptr<symbolic::Memory>>& memories,
                           const std::vector<Trace>& traces, RulingResult& out,
                           base::DiagnosticLog& log) {
  if (out.questions.empty()) return;
  Trials trials(*this, document, options, memories, traces, out);
  if (!trials.one_at_a_time(log) || !trials.two_together(log)) return;
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
