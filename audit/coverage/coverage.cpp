#include "audit/coverage/coverage.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "audit/coverage/fields.h"
#include "base/contains.h"
#include "base/parallel.h"
#include "base/sweep/portion.h"
#include "base/text/glob.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/deck.h"
#include "checker/question/outcome.h"
#include "checker/symbolic/engine.h"
#include "rulings/law/law.h"

namespace hanrei::audit::coverage {
namespace {

/// What a ruling says of a model: how each claim comes out, and which outcomes each case has.
struct Print {
  std::vector<Verdict> verdicts;
  std::vector<bool> vacuous, limited;
  std::vector<std::vector<std::string>> outcomes;  ///< by case; none where not all were found
  bool read = false;
  size_t states = 0;
};

Print print_of(const RulingResult& prepared, const Limits& limits) {
  Print out;
  out.read = true;
  for (const auto& q : prepared.questions) {
    if (q->which->deck) {
      std::vector<std::string> broken = {"a deck"};
      for (const Breach& b : breaches(*q->program, *q->which->deck))
        broken.push_back(describe(b, base::Lang::En));
      out.outcomes.push_back(std::move(broken));
      continue;
    }
    explicit_state::Engine counted(*q, limits);
    std::optional<symbolic::Engine> solved;
    for (const rulings::Claim& claim : q->which->claims) {
      Answer a = asked([&] { return counted.answer(claim); });
      if (a.verdict == Verdict::Unknown && !a.vacuous && !q->which->situation.lets.empty()) {
        if (!solved) solved.emplace(*q, limits);
        a = asked([&] { return solved->answer(claim); });
      }
      out.verdicts.push_back(a.verdict);
      out.vacuous.push_back(a.vacuous);
      out.limited.push_back(a.limit);
    }
    std::vector<std::string> ends;
    if (q->world != nullptr && q->which->situation.lets.empty()) {
      const explicit_state::Space& space = counted.space({});
      if (space.complete) {
        const Outcomes show(*q);
        for (int t : space.terminals) ends.push_back(show.key(space.state(t)));
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
      }
    }
    out.outcomes.push_back(std::move(ends));
    out.states += counted.counts().states;
  }
  return out;
}

/// Does the ruling tell the bent model from the model? A limit tells nothing.
bool differs(const Print& was, const Print& is) {
  if (!is.read || is.verdicts.size() != was.verdicts.size() ||
      is.outcomes.size() != was.outcomes.size())
    return false;
  for (size_t i = 0; i < was.verdicts.size(); ++i) {
    if (is.limited[i] || was.limited[i] || (is.verdicts[i] == Verdict::Unknown && !is.vacuous[i]))
      continue;
    if (is.verdicts[i] != was.verdicts[i] || is.vacuous[i] != was.vacuous[i]) return true;
  }
  for (size_t i = 0; i < was.outcomes.size(); ++i)
    if (!was.outcomes[i].empty() && !is.outcomes[i].empty() && was.outcomes[i] != is.outcomes[i])
      return true;
  return false;
}

class Measure {
 public:
  Measure(const model::Game& game, const base::SourceMap& sources,
          const std::vector<rulings::Document>& documents, const Asked& asked, Report& out)
      : game_(game), sources_(sources), documents_(documents), asked_(asked), out_(out) {}

  /// The mutants of single elements.
  void bend() {
    std::vector<bool> wanted(out_.elements.size(), false);
    for (const ClauseCoverage& c : out_.clauses)
      if (asked_for(c))
        for (size_t e : c.elements) wanted[e] = true;
    std::map<std::string, size_t> named;
    for (size_t e = 0; e < out_.elements.size(); ++e)
      if (wanted[e])
        for (Mutant& m : mutants_of(game_, *out_.program, out_.elements, e)) {
          Tried& t = out_.tried.emplace_back();
          t.op = m.op;
          t.element = e;
          t.what = m.what;
          t.item = asked_.game + " " + out_.elements[e].name + ": " +
                   std::string(operator_name(m.op)) + " " + m.what;
          if (const size_t n = ++named[t.item]; n > 1) t.item += " (" + std::to_string(n) + ")";
          t.here = base::to_do(asked_.portion, t.item, t.found());
          single_.push_back(std::move(m));
        }
  }

  void trace() {
    const Reached reached(out_.elements);
    reach_.assign(documents_.size(), std::vector<Reach>(out_.elements.size(), Reach::None));
    prints_.resize(documents_.size());
    touches_.resize(documents_.size());
    std::vector<char> done(documents_.size(), 0);
    Session session(game_, sources_);
    // All that was found elsewhere is said: then it is enough to know which can be read.
    const bool only_read = asked_.pins && !asked_.whole &&
                           std::ranges::none_of(out_.tried, [](const Tried& t) { return t.here; });
    base::in_parallel(documents_.size(), asked_.jobs, [&](size_t i) {
      base::DiagnosticLog quiet;
      const RulingResult r = session.prepare(documents_[i], quiet);
      prints_[i].read = !quiet.has_errors();
      if (!prints_[i].read || only_read) {
        done[i] = 1;
        return;
      }
      for (const auto& q : r.questions) {
        Trace marks(*q->program, *q->code);
        if (q->which->deck) {
          for (const model::Limit& l : q->program->limits)
            if (l.construction) marks.exprs[l.holds] = true;
          for (const Breach& b : breaches(*q->program, *q->which->deck))
            marks.limits[b.limit] = true;
          reached.add(*q, marks, reach_[i]);
        }
        if (q->world == nullptr) continue;
        explicit_state::Engine engine(*q, asked_.limits);
        engine.trace(&marks);
        for (const auto& values : sample_values(q->which->situation.lets)) {
          for (const rulings::Claim& claim : q->which->claims) {
            if (claim.kind == rulings::ClaimKind::Undetermined)
              asked([&] {
                engine.space(values);
                return Answer{};
              });
            else
              asked([&] { return engine.answer_at(claim, values); });
          }
        }
        reached.add(*q, marks, reach_[i]);
      }
      if (!game_.from_words.empty()) touches_[i] = session.touches(r);
      if (asked_.pins) prints_[i] = print_of(r, asked_.limits);
      done[i] = 1;
    });
    out_.touching.assign(out_.elements.size(), 0);
    for (size_t i = 0; i < documents_.size(); ++i) {
      if (done[i] == 0)
        out_.unreached.push_back(documents_[i].id);
      else if (prints_[i].read)
        ++out_.rulings;
      else
        out_.left_out.push_back(documents_[i].id);
      for (size_t e = 0; e < out_.elements.size(); ++e)
        out_.touching[e] += reach_[i][e] == Reach::Touched ? 1 : 0;
    }
    for (size_t i = 0; i < documents_.size(); ++i) order_.push_back(i);
    std::ranges::sort(order_, [&](size_t a, size_t b) {
      return std::pair(prints_[a].states, a) < std::pair(prints_[b].states, b);
    });
  }

  void touched(ClauseCoverage& c) const {
    std::set<std::string> rulings;
    for (size_t i = 0; i < documents_.size(); ++i)
      if (std::ranges::any_of(c.elements, [&](size_t e) { return reach_[i][e] == Reach::Touched; }))
        rulings.insert(documents_[i].id);
    c.touched_by.assign(rulings.begin(), rulings.end());
    c.open = c.touched_by.empty() && !out_.unreached.empty();
  }

  /// What of the cards that are compiled from their words some ruling comes across.
  void compiled() {
    if (game_.from_words.empty()) return;
    std::set<std::string> met;
    for (const rulings::Touches& t : touches_) met.insert(t.abilities.begin(), t.abilities.end());
    out_.compiled = rulings::compiled_cards(game_, met);
  }

  void pins() {
    // Mutants of single elements, then all elements of a clause left out at once.
    const std::vector<Mutant>& single = single_;
    struct Whole {
      size_t clause;
      std::vector<size_t> drops;
    };
    std::vector<Whole> whole;
    for (size_t c = 0; asked_.whole && c < out_.clauses.size(); ++c) {
      if (!asked_for(out_.clauses[c])) continue;
      Whole w{c, {}};
      for (size_t m = 0; m < single.size(); ++m)
        if (single[m].op == Operator::Drop && cites(out_.clauses[c], single[m].element))
          w.drops.push_back(m);
      if (!w.drops.empty()) whole.push_back(std::move(w));
    }
    std::vector<Tried> all_at_once(whole.size());
    base::in_parallel(single.size() + whole.size(), asked_.jobs, [&](size_t i) {
      if (i < single.size()) {
        if (out_.tried[i].here) attempt({&single[i]}, out_.tried[i]);
      } else {
        std::vector<const Mutant*> drops;
        for (size_t m : whole[i - single.size()].drops) drops.push_back(&single[m]);
        // deeper ones first: what stands around them is left out as a whole
        std::ranges::sort(drops, [&](const Mutant* a, const Mutant* b) {
          return out_.elements[a->element].path.size() > out_.elements[b->element].path.size();
        });
        if (drops.size() > 1) attempt(drops, all_at_once[i - single.size()]);
      }
    });
    std::vector<bool> untried(out_.clauses.size(), false);
    for (size_t w = 0; w < whole.size(); ++w) {
      ClauseCoverage& c = out_.clauses[whole[w].clause];
      const bool alone = whole[w].drops.size() == 1;
      const Tried& t = alone ? out_.tried[whole[w].drops[0]] : all_at_once[w];
      c.droppable = true;
      c.dropped = t.fate;
      c.dropped_by = t.ruling;
      untried[whole[w].clause] = t.fate == Tried::Fate::NotTried;
      for (size_t m = 0; m < single.size(); ++m) {
        if (!cites(c, single[m].element) || out_.tried[m].fate == Tried::Fate::Unloadable ||
            (alone && m == whole[w].drops[0]))
          continue;
        if (out_.tried[m].fate == Tried::Fate::NotTried) {
          untried[whole[w].clause] = true;
          continue;
        }
        ++c.bent;
        if (out_.tried[m].fate == Tried::Fate::Noticed) ++c.noticed;
      }
    }
    for (size_t i = 0; i < out_.clauses.size(); ++i)
      if (ClauseCoverage& c = out_.clauses[i]; asked_for(c) && !untried[i])
        c.pin = c.droppable && c.dropped == Tried::Fate::Noticed && 2 * c.noticed >= c.bent
                    ? Pin::Pinned
                    : Pin::Loose;
  }

 private:
  bool asked_for(const ClauseCoverage& c) const {
    if (c.clause->status != model::ClauseStatus::Modelled) return false;
    return asked_.clauses.empty() || std::ranges::any_of(asked_.clauses, [&](const std::string& g) {
             return base::glob_match(g, c.clause->id);
           });
  }
  static bool cites(const ClauseCoverage& c, size_t element) {
    return base::contains(c.elements, element);
  }

  void attempt(const std::vector<const Mutant*>& mutants, Tried& t) const {
    std::vector<size_t> relevant;
    for (Reach least : {Reach::Touched, Reach::LookedAt})
      for (size_t i : order_) {
        Reach most = Reach::None;
        for (const Mutant* m : mutants) most = std::max(most, reach_[i][m->element]);
        if (most == least && prints_[i].read) relevant.push_back(i);
      }
    model::Game bent = game_;
    for (const Mutant* m : mutants) m->apply(bent);
    Session session(bent, sources_);
    if (session.compiled({})->code == nullptr) {
      t.fate = Tried::Fate::Unloadable;
      return;
    }
    for (size_t i : relevant) {
      base::DiagnosticLog quiet;
      const RulingResult r = session.prepare(documents_[i], quiet);
      if (quiet.has_errors()) continue;
      if (!differs(prints_[i], print_of(r, asked_.limits))) continue;
      t.fate = Tried::Fate::Noticed;
      t.ruling = documents_[i].id;
      return;
    }
    t.fate = Tried::Fate::Survived;
  }

  const model::Game& game_;
  const base::SourceMap& sources_;
  const std::vector<rulings::Document>& documents_;
  const Asked& asked_;
  Report& out_;
  std::vector<std::vector<Reach>> reach_;  ///< by ruling and element
  std::vector<Print> prints_;
  std::vector<rulings::Touches> touches_;  ///< by ruling, where a card is compiled from its words
  std::vector<size_t> order_;              ///< rulings, the smallest first
  std::vector<Mutant> single_;             ///< of each of Report::tried
};

}  // namespace

Report measure(const model::Game& game, const base::SourceMap& sources,
               const std::vector<rulings::Document>& all, const Asked& asked) {
  Report out;
  std::vector<rulings::Document> in_force;
  const std::set<std::string> out_of_force = rulings::out_of_force(all, {});
  if (!out_of_force.empty())
    std::ranges::copy_if(all, std::back_inserter(in_force), [&](const rulings::Document& d) {
      return d.is_deck || !out_of_force.contains(d.id);
    });
  const std::vector<rulings::Document>& documents = out_of_force.empty() ? all : in_force;
  base::DiagnosticLog quiet;
  out.program = std::make_shared<model::Program>(model::compile(game, {}, sources, quiet));
  out.elements = elements_of(game);
  out.pins = asked.pins;
  Measure m(game, sources, documents, asked, out);
  std::map<std::string, std::vector<size_t>> citing;
  for (size_t e = 0; e < out.elements.size(); ++e)
    if (out.elements[e].form != "note")
      for (const std::string& clause : out.elements[e].by) citing[clause].push_back(e);
  for (const model::Clause& clause : out.program->clauses) {
    ClauseCoverage c;
    c.clause = &clause;
    c.elements = citing[clause.id];
    out.clauses.push_back(std::move(c));
  }
  if (asked.pins) m.bend();
  m.trace();
  for (ClauseCoverage& c : out.clauses) m.touched(c);
  m.compiled();
  if (asked.pins) m.pins();
  return out;
}

std::string_view fate_name(Tried::Fate fate) {
  static constexpr std::string_view names[] = {"survived", "noticed", "unloadable", "not tried"};
  return names[static_cast<size_t>(fate)];
}

bool accounted(const ClauseCoverage& c) {
  switch (c.clause->status) {
    case model::ClauseStatus::None: return false;
    case model::ClauseStatus::Modelled: return !c.elements.empty() && !c.touched_by.empty();
    case model::ClauseStatus::Definition: return !c.elements.empty();
    case model::ClauseStatus::Informative:
    case model::ClauseStatus::NotModelled: return true;
  }
  return false;
}

}  // namespace hanrei::audit::coverage
