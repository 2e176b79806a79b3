#include "findings/of.h"

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "rulings/search/query.h"

namespace hanrei::findings {

using base::Lang;

namespace {

/// Of a diagnostic's arguments those that are names: what it is about.
std::vector<std::string> names_of(const base::Diagnostic& d) {
  std::vector<std::string> out;
  for (const std::string& a : d.args) out.emplace_back(base::in_lang(a, Lang::En));
  return out;
}

std::string readings_of(const ClaimEntry& c) {
  std::set<std::string> names;
  std::string out;
  for (const checker::UnderReading& u : c.readings)
    for (const auto& [reading, option] : u.options)
      if (names.insert(reading).second) out += (out.empty() ? "" : ", ") + reading;
  return out;
}

/// The cards and clauses that a finding is about. The card comes first: it is what somebody waives.
void name(Finding& f, const model::Program& p, const std::vector<rulings::Ground>& set) {
  for (const rulings::Ground& g : set) {
    if (g.card != model::kNone)
      f.subjects.push_back(p.cards[g.card].name);
    else
      f.clauses.push_back(rulings::ground_text(p, g));
  }
  f.subjects.insert(f.subjects.end(), f.clauses.begin(), f.clauses.end());
  f.subjects.push_back(p.game);
}

/// What every kind of finding tells in the same way.
template <class From>
Finding begun(const From& from) {
  Finding f;
  f.code = code_text(from.code);
  f.severity = base::code_severity(from.code);
  for (const Lang lang : {Lang::En, Lang::Ja})
    f.message[static_cast<size_t>(lang)] = message(from, lang);
  f.hint = rule_of(f.code).hint;
  f.fingerprint = from.fingerprint;
  return f;
}

Code code_of(checker::Standing s) {
  switch (s) {
    case checker::Standing::Contradicted: return Code::Contradicted;
    case checker::Standing::Vacuous: return Code::Vacuous;
    case checker::Standing::Undecided: return Code::Undecided;
    case checker::Standing::Open: return Code::Open;
    case checker::Standing::NotExamined:
    case checker::Standing::Confirmed: break;
  }
  return Code::NotExamined;
}

}  // namespace

std::vector<Finding> findings_of(const base::DiagnosticLog& log, const base::SourceMap& sources) {
  std::vector<Finding> out;
  for (const base::Diagnostic& d : log.all()) {
    Finding f;
    f.code = base::code_text(d.code);
    f.severity = d.severity;
    for (const Lang lang : {Lang::En, Lang::Ja}) {
      f.message[static_cast<size_t>(lang)] = base::message(d, lang);
      f.hint[static_cast<size_t>(lang)] = base::hint(d, lang);
    }
    f.subjects = names_of(d);
    f.place = locate(sources, d.span);
    for (const auto& [span, note] : d.notes) {
      f.related.push_back(locate(sources, span));
      f.related.back().note = {std::string(base::in_lang(note, Lang::En)),
                               std::string(base::in_lang(note, Lang::Ja))};
    }
    out.push_back(std::move(f));
  }
  return out;
}

std::vector<Finding> findings_of(const Report& report, const base::SourceMap& sources) {
  std::vector<Finding> out;
  for (const RulingEntry& r : report.results) {
    if (!rulings::out_of_force(r.marks))
      for (const rulings::Marked& m : r.marks) {
        const bool told = m.mark == rulings::Mark::PremiseLost ||
                          (m.mark == rulings::Mark::Redundant &&
                           (r.status == "formal" || r.status == "provisional"));
        if (told)
          out.push_back(
              make(m.mark == rulings::Mark::Redundant ? Code::Redundant : Code::PremiseLost,
                   {r.id, base::in_both(m.why[0], m.why[1])},
                   {r.id, r.game, m.mark == rulings::Mark::Redundant ? "" : m.why[0]},
                   locate(sources, r.span)));
      }
    if (r.standing == checker::Standing::Confirmed && !r.fault) continue;
    if (rulings::out_of_force(r.marks) && !r.fault) {
      out.push_back(make(
          Code::OutOfForce,
          {r.id,
           base::in_both(rulings::search::mark_text(
                             std::string(rulings::mark_name(r.marks[0].mark)), Lang::En) +
                             " " + r.marks[0].why[0],
                         r.marks[0].why[1]),
           base::in_both(standing_text(r.standing, Lang::En), standing_text(r.standing, Lang::Ja))},
          {r.id, r.game}, locate(sources, r.span)));
      continue;
    }
    const bool claims = std::ranges::any_of(
        r.claims, [](const ClaimEntry& c) { return c.standing != checker::Standing::Confirmed; });
    if (!claims)
      out.push_back(make(r.fault ? Code::NotExamined : code_of(r.standing),
                         {r.id, std::string(checker::standing_name(r.standing))}, {r.id, r.game},
                         locate(sources, r.span)));
    for (const ClaimEntry& c : r.claims) {
      if (c.standing == checker::Standing::Confirmed) continue;
      Both says = {claim_words(c, Lang::En), claim_words(c, Lang::Ja)};
      for (const Lang lang : {Lang::En, Lang::Ja}) {
        std::string& s = says[static_cast<size_t>(lang)];
        const std::string why = c.standing == checker::Standing::Open          ? readings_of(c)
                                : c.standing == checker::Standing::NotExamined ? c.fault
                                                                               : reason_of(c, lang);
        if (c.standing == checker::Standing::Open)
          s = why;
        else if (!why.empty() && c.standing != checker::Standing::Contradicted)
          s += " (" + why + ")";
      }
      Finding f = make(
          code_of(c.standing), {r.id, base::in_both(says[0], says[1])},
          {r.id, r.game, c.case_id, std::string(claim_kind_text(c.kind, Lang::En)) + " " + c.text},
          locate(sources, c.span ? c.span : r.span));
      f.unsure =
          c.standing == checker::Standing::Undecided || c.standing == checker::Standing::Open;
      if (c.standing == checker::Standing::Contradicted) {
        f.play[0] = c.witness;
        f.play[1] = c.witness_ja;
      }
      out.push_back(std::move(f));
    }
  }
  for (const Report::Compiled& c : report.compiled)
    if (c.loose > 0)
      out.push_back(make(Code::Unconfirmed,
                         {c.card, std::to_string(c.loose), std::to_string(c.abilities)},
                         {c.card, c.game}, locate(sources, c.span)));
  for (const checker::DeckResult& d : report.decks) {
    for (const checker::Breach& b : d.breaches) {
      Finding f = make(Code::DeckBreaks,
                       {d.list.id, base::in_both(checker::describe(b, Lang::En),
                                                 checker::describe(b, Lang::Ja))},
                       {d.list.id, d.list.game, b.name}, locate(sources, d.list.span));
      f.clauses = b.clauses;
      out.push_back(std::move(f));
    }
    if (d.unsupported.empty()) continue;
    out.push_back(make(Code::DeckUndecided,
                       {d.list.id, base::in_both(base::text(d.unsupported, Lang::En),
                                                 base::text(d.unsupported, Lang::Ja))},
                       {d.list.id, d.list.game}, locate(sources, d.list.span)));
    out.back().unsure = true;
  }
  return out;
}

std::vector<Finding> findings_of(const checker::collisions::Report& report,
                                 const base::SourceMap& sources) {
  std::vector<Finding> out;
  const model::Program& p = *report.program;
  for (const checker::collisions::Finding& from : report.findings) {
    Finding f = begun(from);
    f.place = locate(sources, from.place);
    for (const checker::collisions::Ground& g : from.set) {
      f.related.push_back(locate(sources, checker::collisions::ground_place(p, g)));
      f.related.back().note = {checker::collisions::ground_text(p, g),
                               checker::collisions::ground_text(p, g)};
    }
    name(f, p, from.set);
    for (const size_t lang : {0u, 1u}) f.play[lang] = from.met.play[lang];
    out.push_back(std::move(f));
  }
  return out;
}

std::vector<Finding> findings_of(const audit::rules::Findings& model, const model::Program& p,
                                 const base::SourceMap& sources) {
  std::vector<Finding> out;
  for (const audit::rules::Finding& from : model.list) {
    Finding f = begun(from);
    f.place = locate(sources, from.place);
    for (const base::Span& span : from.related) f.related.push_back(locate(sources, span));
    name(f, p, from.set);
    out.push_back(std::move(f));
  }
  return out;
}

std::vector<Finding> findings_of(const TextAudit& audit, const base::SourceMap& sources) {
  std::vector<Finding> out;
  for (const audit::print::Finding& from : audit.findings.list) {
    Finding f = begun(from);
    for (const audit::print::Place& at : from.places) {
      const auto& says = audit.book.units[at.unit].says;
      if (at.sentence >= says.size() || says[at.sentence].clauses.empty()) continue;
      const std::string& id = says[at.sentence].clauses[0];
      if (!base::contains(f.clauses, id)) f.clauses.push_back(id);
    }
    f.subjects = f.clauses;
    for (const std::string& id : f.clauses) {
      const auto it = audit.clauses.find(id);
      if (it == audit.clauses.end()) continue;
      Location place = locate(sources, it->second);
      place.note = {id, id};
      if (f.place.line == 0)
        f.place = place;
      else
        f.related.push_back(std::move(place));
    }
    if (f.place.line == 0) f.place = {audit.path, 1, 1, 1, 1, 1, 1, false, {}};
    out.push_back(std::move(f));
  }
  return out;
}

}  // namespace hanrei::findings
