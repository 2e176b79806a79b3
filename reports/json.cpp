#include "base/json/array.h"
#include "reports/citator.h"
#include "reports/kept.h"
#include "reports/reports.h"
#include "reports/unfinished.h"

namespace hanrei::reports {
namespace {

using base::JsonWriter;

std::string_view verdict_name(checker::Verdict v) {
  switch (v) {
    case checker::Verdict::Holds: return "holds";
    case checker::Verdict::Fails: return "fails";
    case checker::Verdict::Unknown: return "unknown";
  }
  return "";
}

/// Options of readings by their names.
template <class List>
void write_options(JsonWriter& w, std::string_view key, const List& options) {
  w.key(key);
  w.begin_object();
  for (const auto& [name, option] : options) w.member(name, option);
  w.end_object();
}

void write_games(JsonWriter& w, const Report& report) {
  base::write_objects(w, "games", report.games, [&](const Report::Game& g) {
    w.member("game", g.id);
    w.member("title", g.title[0]);
    w.member("clauses", static_cast<int64_t>(g.clauses));
    w.member("cards", static_cast<int64_t>(g.cards));
  });
}

void write_engines(JsonWriter& w, const ClaimEntry& c) {
  w.key("engines");
  w.begin_object();
  for (const auto* a : {&c.explicit_state, &c.symbolic}) {
    if (!a->asked) continue;
    w.key(a == &c.explicit_state ? "explicit_state" : "symbolic");
    w.begin_object();
    w.member("verdict", verdict_name(a->verdict));
    if (!a->reason.empty()) {
      w.member("reason", base::text(a->reason, base::Lang::En));
      w.member("limit", a->limit);
    }
    w.end_object();
  }
  w.end_object();
}

/// `k`: which claim of the ruling.
void write_claim(JsonWriter& w, const RulingEntry& r, size_t k) {
  const ClaimEntry& c = r.claims[k];
  w.begin_object();
  if (!c.case_id.empty()) w.member("case", c.case_id);
  w.member("claim", c.text);
  w.member("standing", checker::standing_name(c.standing));
  if (r.usual.asked && k < r.usual.claims.size())
    w.member("usual", checker::standing_name(r.usual.claims[k]));
  w.member("evidence", evidence_name(c.evidence));
  if (!c.fault.empty()) w.member("fault", c.fault);
  if (!c.detail.empty()) w.member("detail", base::text(c.detail, base::Lang::En));
  if (!c.readings.empty())
    base::write_objects(w, "readings", c.readings, [&](const checker::UnderReading& u) {
      w.member("reading", u.options.front().first);
      w.member("option", u.options.front().second);
      if (u.options.size() > 1) {
        w.key("with");
        w.begin_object();
        w.member("reading", u.options.back().first);
        w.member("option", u.options.back().second);
        w.end_object();
      }
      w.member("standing", checker::standing_name(u.standing));
      if (!u.reason.empty()) w.member("reason", base::text(u.reason, base::Lang::En));
    });
  write_engines(w, c);
  if (c.has_witness) {
    w.member("witness", c.witness);
    if (!c.values.empty()) base::write_values(w, "values", c.values);
  }
  w.end_object();
}

void write_ruling(JsonWriter& w, const RulingEntry& r) {
  w.member("id", r.id);
  w.member("game", r.game);
  w.member("status", r.status);
  w.member("standing", checker::standing_name(r.standing));
  if (r.usual.asked) w.member("usual", checker::standing_name(r.usual.standing));
  if (!r.usual.own.empty()) write_options(w, "presumes", r.usual.own);
  if (!r.partial.empty()) w.member("partial", r.partial);
  if (!r.marks.empty()) {
    w.key("citator");
    write_marks(w, r.marks);
  }
  w.member("states", static_cast<int64_t>(r.counts.states));
  if (r.pairs_left > 0) w.member("pairs_not_tried", static_cast<int64_t>(r.pairs_left));
  w.key("claims");
  w.begin_array();
  for (size_t k = 0; k < r.claims.size(); ++k) write_claim(w, r, k);
  w.end_array();
}

void write_breach(JsonWriter& w, const checker::Breach& b) {
  w.member("limit", b.name);
  w.member("clauses", b.clauses);
  base::write_objects(w, "where", b.items, [&](const checker::Breach::Item& item) {
    if (!item.cards.empty()) w.member("cards", item.cards);
    if (item.number) {
      w.member("number", *item.number);
      w.member("relation", item.relation);
      w.member("expected", *item.bound);
    }
  });
}

void write_deck(JsonWriter& w, const checker::DeckResult& d) {
  w.member("id", d.list.id);
  w.member("game", d.list.game);
  w.member("cards", static_cast<int64_t>(d.cards));
  w.member("standing", !d.unsupported.empty() ? "undecided"
                       : d.breaches.empty()   ? "conforms"
                                              : "breaks");
  if (!d.unsupported.empty()) w.member("reason", base::text(d.unsupported, base::Lang::En));
  base::write_objects(w, "breaks", d.breaches,
                      [&](const checker::Breach& b) { write_breach(w, b); });
}

void write_compiled(JsonWriter& w, const Report& report) {
  if (report.compiled.empty()) return;
  base::write_objects(w, "compiled", report.compiled, [&](const Report::Compiled& c) {
    w.member("card", c.card);
    w.member("game", c.game);
    w.member("abilities", static_cast<int64_t>(c.abilities));
    w.member("unconfirmed", static_cast<int64_t>(c.loose));
  });
}

void write_receipt(JsonWriter& w, const Report& report) {
  const std::vector<size_t> n = tally(report);
  w.key("receipt");
  w.begin_object();
  w.member("rulings", static_cast<int64_t>(report.results.size() + report.left));
  for (size_t i = 0; i < n.size(); ++i)
    w.member(checker::standing_name(static_cast<checker::Standing>(i)), static_cast<int64_t>(n[i]));
  w.member("skipped", report.skipped);
  if (!report.problems.empty()) w.member("problems", report.problems);
  w.end_object();
}

void write_log(JsonWriter& w, const base::SourceMap& sources, const base::DiagnosticLog& log) {
  base::write_objects(w, "diagnostics", log.all(), [&](const base::Diagnostic& d) {
    const base::Place p = sources.place(d.span);
    w.member("code", base::code_text(d.code));
    w.member("severity", base::severity_name(d.severity));
    w.member("path", p.path);
    w.member("line", static_cast<int64_t>(p.line));
    w.member("column", static_cast<int64_t>(p.column));
    w.member("message", base::message(d, base::Lang::En));
    w.member("message_ja", base::message(d, base::Lang::Ja));
  });
  if (log.left_out() > 0) w.member("diagnostics_left_out", static_cast<int64_t>(log.left_out()));
}

void write_interrupted(JsonWriter& w, const Report& report) {
  w.key("interrupted");
  w.begin_object();
  write_ending(w, report.interrupted);
  w.member("left", static_cast<int64_t>(report.left));
  w.end_object();
}

void write_times(JsonWriter& w, const Report& report) {
  // whole microseconds: a report has no fractions
  const auto micros = [](double s) { return static_cast<int64_t>(s * 1e6); };
  w.key("timings");
  w.begin_object();
  w.member("loading_us", micros(report.timings.loading));
  w.member("exploration_us", micros(report.timings.exploring));
  w.member("explicit_state_us", micros(report.timings.explicit_state));
  w.member("symbolic_us", micros(report.timings.symbolic));
  w.member("whole_process_us", micros(report.timings.whole));
  w.member("kept", static_cast<int64_t>(report.timings.kept));
  w.member("states", static_cast<int64_t>(report.timings.states));
  w.member("queries", static_cast<int64_t>(report.timings.queries));
  base::write_objects(w, "slowest", slowest(report), [&](const RulingEntry* r) {
    w.member("id", r->id);
    w.member("game", r->game);
    w.member("us", micros(r->seconds));
  });
  w.end_object();
}

}  // namespace

void write_json(std::ostream& out, const Report& report, const base::SourceMap& sources,
                const base::DiagnosticLog& log) {
  JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  write_games(w, report);
  write_as_of(w, report.as_of);
  if (!report.readings.empty()) write_options(w, "assumed", report.readings);
  base::write_objects(w, "rulings", report.results,
                      [&](const RulingEntry& r) { write_ruling(w, r); });
  write_compiled(w, report);
  if (!report.decks.empty())
    base::write_objects(w, "decks", report.decks,
                        [&](const checker::DeckResult& d) { write_deck(w, d); });
  write_receipt(w, report);
  write_log(w, sources, log);
  if (report.interrupted != 0) write_interrupted(w, report);
  if (report.timings.asked) write_times(w, report);
  w.member("exit", report.exit_code);
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
