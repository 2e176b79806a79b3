#include "audit/readings/survey.h"

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "base/parallel.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/deck.h"
#include "checker/question/outcome.h"
#include "checker/question/slice.h"
#include "checker/symbolic/engine.h"
#include "rulings/records/records.h"

namespace hanrei::audit::readings {
namespace {

using rulings::ClaimKind;
using rulings::Document;
/// The readings that are not as in the base, with their options; ascending.
using Delta = std::vector<std::pair<size_t, uint8_t>>;

Standing standing_of(const Answer& a) {
  if (a.vacuous) return Standing::Vacuous;
  return a.verdict == Verdict::Holds   ? Standing::Confirmed
         : a.verdict == Verdict::Fails ? Standing::Contradicted
                                       : Standing::Undecided;
}

std::string key_of(const Ending& e) {
  std::string out = std::to_string(e.end) + " " + std::to_string(e.result);
  for (const auto* list : {&e.looked_at, &e.cards})
    for (const std::string& s : *list) out += "\n" + s;
  return out;
}

std::string key_of(const Answered& a) {
  std::string out = std::to_string(static_cast<int>(a.kind)) + (a.enumerated ? "e" : "") +
                    (a.endless ? "∞" : "") + "\n" + base::text(a.reason, base::Lang::En);
  for (Standing s : a.claims) out += " " + std::to_string(static_cast<int>(s));
  for (const Ending& e : a.endings) out += "\n\n" + key_of(e);
  return out;
}

/// Lists the outcomes; what the claims look at at the ends of plays leaves marks.
void enumerate(const checker::Question& q, const explicit_state::Space& space, Trace& trace,
               Answered& out) {
  Concrete domain;
  Machine<Concrete> look(*q.world, domain);
  look.initial({});
  look.trace(&trace);
  std::vector<ExprId> looked_at;
  for (const rulings::Claim& c : q.which->claims)
    for (ExprId e : rulings::expressions_of(c)) looked_at.push_back(e);
  out.endless = space.endless;
  if (!space.complete) {
    out.reason = space.stopped;
    return;
  }
  const Outcomes outcomes(q);
  std::map<std::string, Ending> found;
  for (int t : space.terminals) {
    const auto state = space.state(t);
    for (ExprId e : looked_at) try {
        look.eval(state, e);
      } catch (const Unsupported&) { /* marks are left as far as it came */
      }
    Outcomes::Parts parts = outcomes.parts(state);
    parts.looked_at.insert(parts.looked_at.end(), parts.changed.begin(), parts.changed.end());
    Ending e{static_cast<int>(state.control.end), static_cast<int>(state.control.result),
             std::move(parts.looked_at), std::move(parts.cards), 0};
    std::string key = key_of(e);
    const auto [it, fresh] = found.try_emplace(std::move(key), std::move(e));
    if (fresh)
      it->second.moves = space.way_to(t).size();  // breadth first: the first one is the nearest
  }
  for (auto& [key, e] : found) out.endings.push_back(std::move(e));
  out.enumerated = true;
}

class Examiner {
 public:
  Examiner(Session& session, const model::Game& game, const slice::Places& places,
           const SurveyOptions& options)
      : session_(session), game_(game), places_(places), options_(options) {}

  struct Found {
    std::vector<Case> questions;
    std::string status;
    std::vector<std::string> supersedes;
    size_t vectors = 0, states = 0, queries = 0;
    bool left_out = false, aside = false;
  };

  /// All questions of one ruling: its base, each other option alone, and the product if that is not
  /// too large.
  Found examine(const Document& document, base::DiagnosticLog& log) {
    Found out;
    for (const model::ReadingDef& r : game_.readings) base_.push_back(number(r, r.fallback));
    for (const auto& [name, option] : document.presumes) {
      for (size_t r = 0; r < game_.readings.size(); ++r)
        if (game_.readings[r].name == name) {
          base_[r] = number(game_.readings[r], option);
          presumed_.emplace_back(r, base_[r]);
        }
    }
    document_ = &document;
    found_ = &out;
    if (!visit({}, &log)) {
      out.left_out = true;
      return out;
    }
    if (!options_.only.empty() && !touched_by_only()) {
      out.aside = std::ranges::none_of(options_.only, [&](size_t r) { return may_.contains(r); });
      finish(out);
      return out;
    }
    // Every option of what may matter at all is tried alone; what the plays came to, or made a
    // difference, is tried together, but for readings that the game itself presumes.
    for (bool grown = true; grown;) {
      const size_t before = may_.size() + slice_.size();
      for (const size_t r : std::vector<size_t>(may_.begin(), may_.end()))
        for (uint8_t o = 0; o < game_.readings[r].options.size(); ++o)
          if (o != base_[r]) visit({{r, o}});
      for (const size_t r : may_)
        if (tells(r)) slice_.insert(r);
      const std::set<size_t> together = open(slice_);
      whole_ = product(together) <= options_.vectors;
      if (whole_) all_of(together);
      grown = may_.size() + slice_.size() > before;
    }
    if (!whole_) {
      std::set<size_t> telling;
      for (const size_t r : open(slice_))
        if (tells(r)) telling.insert(r);
      if (product(telling) <= options_.vectors) all_of(telling);
    }
    finish(out);
    return out;
  }

 private:
  static uint8_t number(const model::ReadingDef& r, const std::string& option) {
    return static_cast<uint8_t>(std::ranges::find(r.options, option) - r.options.begin());
  }

  size_t product(const std::set<size_t>& slice) const {
    size_t n = 1;
    for (const size_t r : slice)
      n = std::min<size_t>(n * game_.readings[r].options.size(), 1'000'000);
    return n;
  }

  std::set<size_t> open(const std::set<size_t>& slice) const {
    std::set<size_t> out;
    for (const size_t r : slice)
      if (!game_.readings[r].presumed) out.insert(r);
    return out;
  }

  void all_of(const std::set<size_t>& slice) {
    std::vector<Delta> deltas = {{}};
    for (const size_t r : slice) {
      std::vector<Delta> more;
      for (const Delta& d : deltas)
        for (uint8_t o = 0; o < game_.readings[r].options.size(); ++o) {
          more.push_back(d);
          if (o != base_[r]) more.back().emplace_back(r, o);
        }
      deltas = std::move(more);
    }
    for (const Delta& d : deltas) visit(d);
  }

  bool tells(size_t reading) const {
    for (uint8_t o = 0; o < game_.readings[reading].options.size(); ++o) {
      const auto it = seen_.find({{reading, o}});
      if (it == seen_.end()) continue;
      for (size_t i = 0; i < it->second.size(); ++i)
        if (it->second[i] != seen_.at({})[i]) return true;
    }
    return false;
  }

  /// Tries every option of the readings that were asked for alone. Does one of them come into play,
  /// or tell anything? Else the rest is not worth trying.
  bool touched_by_only() {
    bool out = false;
    for (const size_t r : options_.only) {
      if (!may_.contains(r)) continue;
      for (uint8_t o = 0; o < game_.readings[r].options.size(); ++o)
        if (o != base_[r]) visit({{r, o}});
      if (tells(r)) slice_.insert(r);
      out = out || slice_.contains(r);
    }
    return out;
  }

  /// Asks everything under one vector; the slice grows by what matters there. False when the ruling
  /// is wrong.
  bool visit(const Delta& delta, base::DiagnosticLog* log = nullptr) {
    if (seen_.contains(delta)) return true;
    base::heed_stop();
    std::map<std::string, std::string> instead;
    for (const auto& [r, o] : delta) instead[game_.readings[r].name] = game_.readings[r].options[o];
    base::DiagnosticLog quiet;
    base::DiagnosticLog& to = log != nullptr ? *log : quiet;
    const size_t errors = to.error_count();
    const RulingResult prepared = session_.prepare(*document_, to, true, instead);
    if (log != nullptr && to.error_count() > errors) return false;
    if (delta.empty()) describe(prepared);
    ++found_->vectors;
    std::string why;
    for (const base::Diagnostic& d : quiet.all())
      if (d.severity == base::Severity::Error && why.empty()) why = base::message(d);
    std::vector<size_t> ids;
    for (size_t i = 0; i < answers_.size(); ++i) {
      Answered a;
      const checker::Question* q =
          i < prepared.questions.size() ? prepared.questions[i].get() : nullptr;
      if (prepared.questions.empty()) {
        a.kind = Answered::Kind::Undecided;
        a.reason = {base::ReasonCode::CannotBeRead, why};
      } else if (q == nullptr) {
        a.kind = Answered::Kind::CannotBe;
        if (!why.empty()) a.reason = {base::ReasonCode::Plain, why};
      } else
        a = answer(*q, i);
      if (q != nullptr) {
        const slice::Within w = slice::within(*q);
        for (size_t r = 0; r < game_.readings.size(); ++r)
          if (!may_.contains(r) && slice::matters(w, game_.readings[r])) may_.insert(r);
        if (traced_)
          places_.add(*q, *traced_, may_, slice_);
        else
          slice_.insert(may_.begin(), may_.end());
      }
      std::string key = key_of(a);
      const auto [it, fresh] = interned_[i].try_emplace(std::move(key), answers_[i].size());
      if (fresh) answers_[i].push_back(std::move(a));
      ids.push_back(it->second);
    }
    seen_[delta] = std::move(ids);
    return true;
  }

  Answered answer(const checker::Question& q, size_t i) {
    Answered out;
    explicit_state::Engine counted(q, options_.limits);
    traced_.emplace(*q.program, *q.code);
    counted.trace(&*traced_);
    std::unique_ptr<symbolic::Engine> solved;
    for (const rulings::Claim& claim : q.which->claims) {
      if (claim.kind == ClaimKind::Undetermined) {
        out.claims.push_back(Standing::NotExamined);
        continue;
      }
      if (q.which->deck) {
        out.claims.push_back(standing_of(asked([&] { return judge_deck(q, claim); })));
        continue;
      }
      Answer a = asked([&] { return counted.answer(claim); });
      if (a.verdict == Verdict::Unknown && !a.vacuous) {
        if (solved == nullptr)
          solved = std::make_unique<symbolic::Engine>(q, options_.limits, memories_[i]);
        const Answer s = asked([&] { return solved->answer(claim); });
        if (s.verdict != Verdict::Unknown || s.vacuous) a = s;
      }
      out.claims.push_back(standing_of(a));
      if (out.claims.back() == Standing::Undecided && out.reason.empty()) out.reason = a.reason;
    }
    out.quantities = q.which->deck.has_value() || !q.which->situation.lets.empty();
    if (!out.quantities) {
      if (q.world == nullptr)
        out.reason = q.unsupported;
      else
        try {
          enumerate(q, counted.space({}), *traced_, out);
        } catch (const Unsupported& u) {
          out.reason = u.form;
        }
    }
    if (!out.enumerated) traced_.reset();
    found_->states += counted.counts().states;
    if (solved != nullptr) {
      found_->queries += solved->counts().queries;
      memories_[i] = solved->memory();
    }
    return out;
  }

  void describe(const RulingResult& prepared) {
    const rulings::Ruling& r = prepared.ruling;
    found_->status = r.status;
    found_->supersedes = r.supersedes;
    for (const auto& q : prepared.questions) {
      Case out;
      out.ruling = r.id;
      out.case_id = q->which->id;
      out.status = r.status;
      out.path = r.path;
      for (int l : {0, 1}) out.title[l] = r.title[l];
      for (const rulings::Claim& c : q->which->claims) {
        out.claims.push_back(c.text.empty() ? c.what : c.text);
        out.kinds.push_back(c.kind);
      }
      found_->questions.push_back(std::move(out));
    }
    answers_.resize(prepared.questions.size());
    interned_.resize(prepared.questions.size());
    memories_.resize(prepared.questions.size());
  }

  void finish(Found& out) {
    for (size_t i = 0; i < out.questions.size(); ++i) {
      Case& q = out.questions[i];
      q.slice.assign(slice_.begin(), slice_.end());
      for (const size_t r : q.slice) q.base.push_back(base_[r]);
      q.presumed = presumed_;
      q.whole = whole_;
      for (const auto& [delta, ids] : seen_) {
        Vector v = q.base;
        if (std::ranges::any_of(delta, [&](const auto& d) { return !slice_.contains(d.first); }))
          continue;
        for (const auto& [r, o] : delta)
          v[std::ranges::lower_bound(q.slice, r) - q.slice.begin()] = o;
        q.at[v] = ids[i];
      }
      q.answers = std::move(answers_[i]);
    }
  }

  Session& session_;
  const model::Game& game_;
  const slice::Places& places_;
  const SurveyOptions& options_;
  const Document* document_ = nullptr;
  Found* found_ = nullptr;
  Vector base_;  ///< of all readings
  Delta presumed_;
  std::set<size_t> may_, slice_;  ///< may matter at all; was come to, or made a difference
  std::optional<Trace> traced_;   ///< of the last answer; none where not every play was run
  bool whole_ = false;
  std::map<Delta, std::vector<size_t>> seen_;   ///< by case: which answer
  std::vector<std::vector<Answered>> answers_;  ///< by case
  std::vector<std::map<std::string, size_t>> interned_;
  std::vector<std::shared_ptr<symbolic::Memory>> memories_;
};

/// With which vectors the ruling agrees in this case; what it presumes is settled for it. Nothing
/// when it claims nothing that could be contradicted.
std::optional<Agrees> agrees(const Case& q) {
  if (std::ranges::all_of(q.kinds, [](ClaimKind k) { return k == ClaimKind::Undetermined; }))
    return std::nullopt;
  Agrees out;
  std::vector<size_t> kept;
  for (size_t i = 0; i < q.slice.size(); ++i) {
    const bool own =
        std::ranges::any_of(q.presumed, [&](const auto& p) { return p.first == q.slice[i]; });
    if (!own) {
      kept.push_back(i);
      out.slice.push_back(q.slice[i]);
    }
  }
  for (const auto& [vector, id] : q.at) {
    bool mine = true;
    for (size_t i = 0; i < q.slice.size(); ++i)
      if (!base::contains(kept, i)) mine = mine && vector[i] == q.base[i];
    if (!mine) continue;
    Vector rest;
    for (size_t i : kept) rest.push_back(vector[i]);
    const Answered& a = q.answers[id];
    Says says = a.kind == Answered::Kind::Known      ? Says::Yes
                : a.kind == Answered::Kind::CannotBe ? Says::No
                                                     : Says::Unknown;
    for (size_t c = 0; c < a.claims.size() && a.kind == Answered::Kind::Known; ++c) {
      if (q.kinds[c] == ClaimKind::Undetermined) continue;
      if (a.claims[c] == Standing::Contradicted || a.claims[c] == Standing::Vacuous)
        says = Says::No;
      else if (a.claims[c] != Standing::Confirmed && says == Says::Yes)
        says = Says::Unknown;
    }
    out.with[rest] = says;
  }
  return out;
}

}  // namespace

Compared compare(const Answered& a, const Answered& b) {
  using Kind = Answered::Kind;
  if (a.kind == Kind::Undecided || b.kind == Kind::Undecided) return Compared::Unknown;
  if (a.kind != b.kind) return Compared::Differ;
  if (a.kind == Kind::CannotBe) return Compared::Same;
  bool known = true;
  for (size_t i = 0; i < a.claims.size() && i < b.claims.size(); ++i) {
    const bool open = a.claims[i] == Standing::Undecided || b.claims[i] == Standing::Undecided;
    if (!open && a.claims[i] != b.claims[i]) return Compared::Differ;
    known = known && !open;
  }
  if (a.quantities && b.quantities) return known ? Compared::Same : Compared::Unknown;
  if (!a.enumerated || !b.enumerated) return Compared::Unknown;
  if (a.endless != b.endless || a.endings.size() != b.endings.size()) return Compared::Differ;
  for (size_t i = 0; i < a.endings.size(); ++i)
    if (key_of(a.endings[i]) != key_of(b.endings[i])) return Compared::Differ;
  return known ? Compared::Same : Compared::Unknown;
}

Survey survey(Session& session, const model::Game& game, const std::vector<Document>& documents,
              const SurveyOptions& options, base::DiagnosticLog& log) {
  Survey out;
  out.defs = game.readings;
  out.program = session.compiled({})->program;
  for (const model::ReadingDef& r : game.readings)
    out.readings.push_back({r.name, r.options.size()});
  const auto usual = session.compiled({});
  const slice::Places places(game, *usual->program, *usual->code);
  std::vector<Examiner::Found> found(documents.size());
  std::vector<base::DiagnosticLog> logs(documents.size());
  std::vector<char> done(documents.size(), 0);
  base::in_parallel(documents.size(), options.jobs, [&](size_t i) {
    if (!options.ids.empty() && !options.ids.contains(documents[i].id)) {
      found[i].aside = true;
      return;
    }
    found[i] = Examiner(session, game, places, options).examine(documents[i], logs[i]);
    done[i] = 1;
  });

  // In force is what has authority and was neither taken back nor superseded by what is or was in
  // force.
  std::set<std::string> superseded;
  const auto authority = [](const std::string& status) {
    return status == "formal" || status == "provisional";
  };
  for (size_t i = 0; i < documents.size(); ++i) {
    if (done[i] == 0 || found[i].aside) {
      const rulings::RulingRecord record = rulings::record_of(documents[i]);
      found[i].status = record.status;
      found[i].supersedes = record.supersedes;
    }
    const Examiner::Found& f = found[i];
    if (authority(f.status)) superseded.insert(f.supersedes.begin(), f.supersedes.end());
  }
  for (size_t i = 0; i < documents.size(); ++i) {
    if (found[i].aside || done[i] == 0) {
      if (found[i].aside)
        ++out.aside;
      else
        out.unreached.push_back(documents[i].id);
      // of one in force nobody knows with which options it agrees
      if (authority(found[i].status) && !superseded.contains(documents[i].id)) {
        out.precedents.push_back({documents[i].id, found[i].status == "formal", {Agrees{}}, true});
        out.presumed.emplace_back();
      }
      continue;
    }
    Examiner::Found& f = found[i];
    log.append(logs[i]);
    if (f.left_out) {
      out.left_out.push_back(documents[i].id);
      continue;
    }
    out.vectors += f.vectors;
    out.states += f.states;
    out.queries += f.queries;
    const std::string& id = documents[i].id;
    const Force force = superseded.contains(id)     ? Force::Superseded
                        : f.status == "formal"      ? Force::Formal
                        : f.status == "provisional" ? Force::Provisional
                        : f.status == "withdrawn"   ? Force::Withdrawn
                        : f.status == "pending"     ? Force::Pending
                                                    : Force::None;
    out.rulings.push_back({id, force});
    if (force == Force::Formal || force == Force::Provisional) {
      Precedent p{id, force == Force::Formal, {}, false};
      for (const Case& q : f.questions)
        if (auto a = agrees(q)) p.cases.push_back(std::move(*a));
      out.presumed.push_back(f.questions.empty() ? std::vector<std::pair<size_t, uint8_t>>{}
                                                 : f.questions.front().presumed);
      out.precedents.push_back(std::move(p));
    }
    for (Case& q : f.questions) out.questions.push_back(std::move(q));
  }
  return out;
}

}  // namespace hanrei::audit::readings
