#include "reports/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "audit/print/reader/reader.h"
#include "base/json/write.h"
#include "reports/citator.h"
#include "reports/reasons.h"

namespace hanrei::reports {

using base::Lang;
using findings::Both;
using findings::Finding;

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
  for (const auto& r : c.readings)
    if (names.insert(r.reading).second) out += (out.empty() ? "" : ", ") + r.reading;
  return out;
}

/// The cards and clauses that a finding is about. The card comes first: it is what somebody waives.
void name(Finding& f, const model::Program& p, const std::vector<rulings::Ground>& set) {
  for (const rulings::Ground& g : set) {
    if (g.card != model::kNone)
      f.subjects.push_back(p.cards[static_cast<size_t>(g.card)].name);
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
  f.hint = findings::rule_of(f.code).hint;
  f.fingerprint = from.fingerprint;
  return f;
}

findings::Code code_of(checker::Standing s) {
  switch (s) {
    case checker::Standing::Contradicted: return findings::Code::Contradicted;
    case checker::Standing::Vacuous: return findings::Code::Vacuous;
    case checker::Standing::Undecided: return findings::Code::Undecided;
    case checker::Standing::Open: return findings::Code::Open;
    case checker::Standing::NotExamined:
    case checker::Standing::Confirmed: break;
  }
  return findings::Code::NotExamined;
}

}  // namespace

void place(RulingEntry& entry, const rulings::Document& document) {
  entry.span = document.root.span;
  std::vector<base::Span> claims;
  const std::function<void(const rulings::Element&)> look = [&](const rulings::Element& e) {
    if (e.name == "claim") claims.push_back(e.span);
    for (const rulings::Element& child : e.children) look(child);
  };
  look(document.root);
  if (claims.size() == entry.claims.size())
    for (size_t i = 0; i < claims.size(); ++i) entry.claims[i].span = claims[i];
}

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
    f.place = findings::locate(sources, d.span);
    for (const auto& [span, note] : d.notes) {
      f.related.push_back(findings::locate(sources, span));
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
              findings::make(m.mark == rulings::Mark::Redundant ? findings::Code::Redundant
                                                                : findings::Code::PremiseLost,
                             {r.id, base::in_both(m.why[0], m.why[1])},
                             {r.id, r.game, m.mark == rulings::Mark::Redundant ? "" : m.why[0]},
                             findings::locate(sources, r.span)));
      }
    if (r.standing == checker::Standing::Confirmed && !r.fault) continue;
    if (rulings::out_of_force(r.marks) && !r.fault) {
      out.push_back(findings::make(
          findings::Code::OutOfForce,
          {r.id,
           base::in_both(mark_text(r.marks[0].mark, Lang::En) + " " + r.marks[0].why[0],
                         r.marks[0].why[1]),
           base::in_both(standing_text(r.standing, Lang::En), standing_text(r.standing, Lang::Ja))},
          {r.id, r.game}, findings::locate(sources, r.span)));
      continue;
    }
    const bool claims = std::any_of(r.claims.begin(), r.claims.end(), [](const ClaimEntry& c) {
      return c.standing != checker::Standing::Confirmed;
    });
    if (!claims)
      out.push_back(findings::make(r.fault ? findings::Code::NotExamined : code_of(r.standing),
                                   {r.id, std::string(checker::standing_name(r.standing))},
                                   {r.id, r.game}, findings::locate(sources, r.span)));
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
      Finding f = findings::make(
          code_of(c.standing), {r.id, base::in_both(says[0], says[1])},
          {r.id, r.game, c.case_id, std::string(claim_kind_text(c.kind, Lang::En)) + " " + c.text},
          findings::locate(sources, c.span ? c.span : r.span));
      f.unsure =
          c.standing == checker::Standing::Undecided || c.standing == checker::Standing::Open;
      if (c.standing == checker::Standing::Contradicted) {
        f.play[0] = c.witness;
        f.play[1] = c.witness_ja;
      }
      out.push_back(std::move(f));
    }
  }
  for (const checker::DeckResult& d : report.decks) {
    for (const checker::Breach& b : d.breaches) {
      Finding f = findings::make(
          findings::Code::DeckBreaks,
          {d.list.id,
           base::in_both(checker::describe(b, Lang::En), checker::describe(b, Lang::Ja))},
          {d.list.id, d.list.game, b.name}, findings::locate(sources, d.list.span));
      f.clauses = b.clauses;
      out.push_back(std::move(f));
    }
    if (d.unsupported.empty()) continue;
    out.push_back(findings::make(findings::Code::DeckUndecided,
                                 {d.list.id, base::in_both(base::text(d.unsupported, Lang::En),
                                                           base::text(d.unsupported, Lang::Ja))},
                                 {d.list.id, d.list.game}, findings::locate(sources, d.list.span)));
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
    f.place = findings::locate(sources, from.place);
    for (const checker::collisions::Ground& g : from.set) {
      f.related.push_back(findings::locate(sources, checker::collisions::ground_place(p, g)));
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
    f.place = findings::locate(sources, from.place);
    for (const base::Span& span : from.related)
      f.related.push_back(findings::locate(sources, span));
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
      if (std::find(f.clauses.begin(), f.clauses.end(), id) == f.clauses.end())
        f.clauses.push_back(id);
    }
    f.subjects = f.clauses;
    for (const std::string& id : f.clauses) {
      const auto it = audit.clauses.find(id);
      if (it == audit.clauses.end()) continue;
      findings::Location place = findings::locate(sources, it->second);
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

// ---------------------------------------------------------------- for people

std::string place_text(const findings::Location& place) {
  if (place.line == 0) return shown(place.path);
  return fmt::format("{}:{}:{}", shown(place.path), place.line, place.column);
}

std::string_view severity_text(base::Severity s, Lang lang) {
  static constexpr std::string_view ja[] = {"注記", "質問", "警告", "エラー"};
  return lang == Lang::Ja ? ja[static_cast<size_t>(s)] : base::severity_name(s);
}

namespace {

void one(std::ostream& out, const Finding& f, const Style& style) {
  const auto lang = static_cast<size_t>(style.lang);
  const std::string at = place_text(f.place);
  out << at << (at.empty() ? "" : ": ") << severity_text(f.severity, style.lang) << " " << f.code
      << ": " << shown(f.message[lang]) << "\n";
  for (const findings::Location& r : f.related)
    out << "    " << place_text(r) << (r.note[lang].empty() ? "" : "  " + shown(r.note[lang], 200))
        << "\n";
  if (const std::vector<std::string>& play = f.play[static_cast<size_t>(style.lang)];
      !play.empty()) {
    out << (style.lang == Lang::Ja ? "    手順: " : "    play: ");
    for (size_t i = 0; i < play.size() && i < 20; ++i)
      out << (i > 0 ? "; " : "") << shown(play[i], 100);
    out << (play.size() > 20 ? "; …\n" : "\n");
  }
  if (!f.hint[lang].empty()) out << "    = " << shown(f.hint[lang]) << "\n";
  out << "    # " << f.fingerprint << "\n";
}

}  // namespace

void write_policy_text(std::ostream& out, const Run& run, const Style& style) {
  if (run.policy.empty() && !run.baseline) return;
  const bool ja = style.lang == Lang::Ja;
  for (const Finding& f : run.judged.list)
    if (f.code.starts_with("HP")) one(out, f, style);
  for (const Finding& f : run.judged.list)
    if (!f.waived.empty())
      out << (ja ? "免除: " : "waived: ") << f.code << " "
          << shown(f.subjects.empty() ? f.fingerprint : f.subjects[0], 60) << ": "
          << shown(base::in_lang(f.waived, style.lang), 300) << "\n";
  const findings::Judged& j = run.judged;
  if (run.baseline && run.command != "gate")
    for (const Finding& f : j.list)
      if (f.counts() && f.effect >= findings::Effect::Unsure && !f.code.starts_with("HP"))
        out << (ja ? "新しい指摘: " : "new: ") << f.code << " " << place_text(f.place) << " "
            << shown(f.message[static_cast<size_t>(style.lang)], 300) << "  # " << f.fingerprint
            << "\n";
  if (!run.policy.empty())
    out << (ja ? "方針: " : "policy: ") << shown(run.policy)
        << fmt::format(fmt::runtime(ja ? "（許可 {}、免除 {}）\n" : " ({} allowed, {} waived)\n"),
                       j.allowed, j.waived);
  if (!run.baseline) return;
  if (run.baseline_file.empty())
    out << fmt::format(fmt::runtime(ja ? "以前からあるもの（変更前にあるもの）: {}\n"
                                       : "known before, in the base: {}\n"),
                       j.known);
  else if (run.command == "gate")
    out << fmt::format(
        fmt::runtime(
            ja ? "以前からあるもの（変更前、または基準にあるもの）: {}。基準からなくなったもの: "
                 "{}\n"
               : "known before, in the base or the baseline: {}; gone from the baseline: {}\n"),
        j.known, j.gone);
  else
    out << fmt::format(
        fmt::runtime(ja ? "以前からあるもの（基準にあるもの）: {}。基準からなくなったもの: {}\n"
                        : "known before, in the baseline: {}; gone from the baseline: {}\n"),
        j.known, j.gone);
}

void write_findings_text(std::ostream& out, const Run& run, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  size_t counted[4] = {};
  for (const Finding& f : run.judged.list) {
    if (!f.counts()) continue;
    ++counted[static_cast<size_t>(f.severity)];
    if (!f.code.starts_with("HP")) one(out, f, style);
  }
  for (const Finding& f : run.judged.list)
    if (run.policy.empty() && !run.baseline && f.code.starts_with("HP")) one(out, f, style);
  write_policy_text(out, run, style);
  const auto lang = static_cast<size_t>(style.lang);
  out << fmt::format(fmt::runtime(ja ? "{}: エラー {}、警告 {}、質問 {}、注記 {}\n"
                                     : "{}: {} errors, {} warnings, {} questions, {} notes\n"),
                     run.command, counted[3], counted[2], counted[1], counted[0]);
  if (!run.scope[lang].empty())
    out << "  " << (ja ? "範囲: " : "scope: ") << shown(run.scope[lang]) << "\n";
  for (const Both& b : run.not_examined)
    out << "  " << (ja ? "調べていないもの: " : "not examined: ") << shown(b[lang]) << "\n";
}

void write_findings_json(std::ostream& out, const Run& run) {
  base::JsonWriter w;
  const auto both = [&](const char* key, const Both& text) {
    w.key(key);
    w.begin_object();
    w.member("en", text[0]);
    w.member("ja", text[1]);
    w.end_object();
  };
  const auto strings = [&](const char* key, const std::vector<std::string>& list) {
    w.key(key);
    w.begin_array();
    for (const std::string& s : list) w.value(s);
    w.end_array();
  };
  const auto place = [&](const findings::Location& l) {
    w.member("path", l.path);
    w.member("line", l.line);
    w.member("column", l.column);
    w.member("end_line", l.end_line);
    w.member("end_column", l.end_column);
  };
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  w.member("command", run.command);
  w.key("findings");
  w.begin_array();
  for (const Finding& f : run.judged.list) {
    static constexpr std::string_view effects[] = {"allowed", "told", "unsure", "fails", "broken"};
    w.begin_object();
    w.member("code", f.code);
    w.member("severity", base::severity_name(f.severity));
    w.member("effect", effects[static_cast<size_t>(f.effect)]);
    w.member("fingerprint", f.fingerprint);
    if (f.known) w.member("known", true);
    if (!f.waived.empty()) w.member("waived", base::in_lang(f.waived, Lang::En));
    both("message", f.message);
    strings("about", f.subjects);
    place(f.place);
    w.key("related");
    w.begin_array();
    for (const findings::Location& r : f.related) {
      w.begin_object();
      place(r);
      both("note", r.note);
      w.end_object();
    }
    w.end_array();
    strings("clauses", f.clauses);
    strings("play", f.play[0]);
    w.end_object();
  }
  w.end_array();
  w.key("examined");
  w.begin_array();
  for (const Run::Examined& e : run.examined) {
    w.begin_object();
    w.member("group", e.group);
    w.member("name", e.name);
    w.end_object();
  }
  w.end_array();
  both("scope", run.scope);
  w.key("not_examined");
  w.begin_array();
  for (const Both& b : run.not_examined) {
    w.begin_object();
    w.member("en", b[0]);
    w.member("ja", b[1]);
    w.end_object();
  }
  w.end_array();
  w.key("policy");
  w.begin_object();
  w.member("path", run.policy);
  w.member("allowed", static_cast<uint64_t>(run.judged.allowed));
  w.member("waived", static_cast<uint64_t>(run.judged.waived));
  w.member("known", static_cast<uint64_t>(run.judged.known));
  w.member("gone", static_cast<uint64_t>(run.judged.gone));
  w.end_object();
  w.member("exit", run.exit_code);
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
