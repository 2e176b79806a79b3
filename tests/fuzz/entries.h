// What the fuzz targets do with bytes. tests/unit/regress_test.cpp does the same with the inputs
// kept in tests/regress/. Whatever must hold is a HANREI_CHECK.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/print/facts.h"
#include "base/base.h"
#include "checker/checker.h"
#include "model/ir/code.h"
#include "model/model.h"
#include "model/syntax/expression.h"
#include "rulings/rulings.h"

namespace hanrei::fuzz {

/// Diagnostics can be shown: places lie in the text, messages are UTF-8.
inline void check_log(const base::SourceMap& sources, const base::DiagnosticLog& log) {
  for (const base::Diagnostic& d : log.all()) {
    HANREI_CHECK(d.span.end <= sources.text(d.span.file).size());
    HANREI_CHECK(d.span.file != 0, "a diagnostic without a place");
    HANREI_CHECK(sources.place(d.span).column > 0);
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      HANREI_CHECK(base::valid_utf8(base::message(d, lang)));
  }
}

/// Any bytes: reading does not crash, spans lie within the text, the canonical form reads back as
/// the same value and is canonical.
inline void json(std::string_view bytes) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const base::Span file = sources.add("fuzz", std::string(bytes));
  const std::optional<base::Json> value = base::read_json(sources, file, log);
  HANREI_CHECK(value || log.has_errors());
  check_log(sources, log);
  if (!value || log.has_errors()) return;
  const auto inside = [&](const auto& self, const base::Json& j, base::Span outer) -> void {
    HANREI_CHECK(j.span.begin < j.span.end);
    HANREI_CHECK(outer.begin <= j.span.begin && j.span.end <= outer.end);
    for (const base::Json& item : j.items) self(self, item, j.span);
    for (const base::Member& m : j.members) {
      HANREI_CHECK(sources.slice(m.key_span).front() == '"' &&
                   sources.slice(m.key_span).back() == '"');
      self(self, m.value, j.span);
    }
  };
  inside(inside, *value, file);
  const std::string once = base::canonical(*value);
  const std::optional<base::Json> again = base::read_json(sources, sources.add("again", once), log);
  HANREI_CHECK(again && base::same_value(*value, *again));
  HANREI_CHECK(base::canonical(*again) == once);
}

/// A game folder in one text: game.json, then parts that begin with a line `=== rulebook` or `===
/// cards`.
inline model::GameTexts split_game(std::string_view bytes) {
  model::GameTexts texts{{"game.json", ""}, {}, {}, {}};
  std::string* into = &texts.game.text;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end);
    const bool rulebook = line.starts_with("=== rulebook"), cards = line.starts_with("=== cards");
    if (!rulebook && !cards) {
      *into += line;
      continue;
    }
    std::vector<model::GameText>& list = rulebook ? texts.rulebook : texts.cards;
    list.push_back(
        {(rulebook ? "rulebook/" : "cards/") + std::to_string(list.size()) + ".json", ""});
    into = &list.back().text;
  }
  return texts;
}

/// Any game: compiling does not crash, and what compiles without errors can be lowered.
inline void model(std::string_view bytes) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  if (const auto game = model::parse_game(sources, "fuzz", split_game(bytes), log)) {
    const model::Program program = model::compile(*game, {}, sources, log);
    if (!log.has_errors()) model::lower(program);
  } else {
    HANREI_CHECK(log.has_errors());
  }
  check_log(sources, log);
}

inline bool same(const model::Node& a, const model::Node& b) {
  if (a.kind != b.kind || a.text != b.text || a.name != b.name || a.number != b.number ||
      a.labels != b.labels || a.kids.size() != b.kids.size())
    return false;
  for (size_t i = 0; i < a.kids.size(); ++i)
    if (!same(a.kids[i], b.kids[i])) return false;
  return true;
}

/// The small game that expressions and rulings are tried on: tests/data/harbour.
struct Harbour {
  explicit Harbour(const std::string& folder) {
    game = model::read_game(sources, folder, log);
    HANREI_CHECK(game.has_value());
    program = model::compile(*game, {}, sources, log);
    HANREI_CHECK(!log.has_errors(), "the game of the tests has errors");
    auto document = rulings::parse_document(
        sources, "claim.xml",
        R"(<ruling format="1" id="E" game="harbour" status="derived" source="none">
      <situation turn="A" at="day[1]"><player id="A"><zone name="quay"><card id="b" is="barge"/></zone></player></situation>
      <claim kind="outcomes" of="0"><o>0</o></claim></ruling>)",
        log);
    HANREI_CHECK(document.has_value());
    claim = std::move(*document);
  }

  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;
  model::Program program;
  rulings::Document claim;  ///< a ruling whose claim is about the value `0`
};

/// Any text: what is printed is parsed as the same tree; typing it as part of a claim does not
/// crash.
inline void expression(Harbour& harbour, std::string_view bytes) {
  if (!base::valid_utf8(bytes)) return;  // readers of files see to that
  base::SourceMap sources;
  base::DiagnosticLog log;
  const std::string text(bytes);
  const base::Span span = sources.add("fuzz", text);
  const bool exact = span.begin == 0;
  for (const bool statement : {false, true}) {
    const auto parse = [&](const std::string& t, bool here) {
      return statement ? model::parse_statement({t, span, here}, log)
                       : model::parse_expression({t, span, here}, log);
    };
    const size_t before = log.error_count();
    const model::Node node = parse(text, exact);
    if (log.error_count() > before) continue;
    HANREI_CHECK(node.kind != model::NodeKind::Bad);
    const auto print = [&](const model::Node& n) {
      return statement ? model::print_statement(n) : model::print(n);
    };
    const std::string printed = print(node);
    const model::Node again = parse(printed, false);
    HANREI_CHECK(log.error_count() == before, printed);
    HANREI_CHECK(same(node, again), printed);
    HANREI_CHECK(print(again) == printed, printed);
  }
  model::Program& p = harbour.program;
  const size_t exprs = p.exprs.size(), strings = p.strings.size(), woulds = p.woulds.size(),
               ranges = p.ranges.size();
  rulings::Element::Attribute& of = harbour.claim.root.children.back().attributes.back();
  of.value = text;
  of.span = span;
  base::DiagnosticLog claimed;  // with places of the claim's own file
  rulings::resolve(harbour.claim, p, harbour.sources, claimed);
  p.exprs.resize(exprs);
  p.strings.resize(strings);
  p.woulds.resize(woulds);
  p.ranges.resize(ranges);
  check_log(sources, log);
}

/// Any bytes as a printed rulebook: all places lie in it, nothing is said with a gap in it, and its
/// facts read back as they were written.
inline void text(std::string_view bytes) {
  audit::print::Facts facts;
  facts.book = audit::reader::parse("fuzz", bytes);
  facts.findings = audit::print::examine(facts.book);
  for (const audit::print::Finding& f : facts.findings.list) {
    HANREI_CHECK(!f.places.empty());
    for (const audit::print::Place& p : f.places) {
      HANREI_CHECK(p.unit < facts.book.units.size());
      HANREI_CHECK(p.sentence < facts.book.units[p.unit].says.size());
      HANREI_CHECK(p.at.line <= facts.book.lines);
    }
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      HANREI_CHECK(base::valid_utf8(audit::print::message(f, lang)));
  }
  if (facts.book.units.empty()) return;
  const std::string once = audit::print::write_facts(facts);
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto value = base::read_json(sources, sources.add("facts.json", once), log);
  const auto again = value ? audit::print::read_facts(*value, log) : std::nullopt;
  HANREI_CHECK(again && audit::print::write_facts(*again) == once);
}

/// Any bytes as the facts of a game: read, or complained of.
inline void facts(std::string_view bytes) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto value = base::read_json(sources, sources.add("facts.json", std::string(bytes)), log);
  if (value && !log.has_errors())
    HANREI_CHECK(audit::print::read_facts(*value, log) || log.has_errors());
  check_log(sources, log);
}

/// Any ruling: reading and resolving it do not crash.
inline void ruling(const Harbour& harbour, std::string_view bytes) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto document = rulings::parse_document(sources, "fuzz.xml", std::string(bytes), log);
  HANREI_CHECK(document || log.has_errors());
  if (document) {
    model::Program own = harbour.program;
    rulings::resolve(*document, own, sources, log);
  }
  check_log(sources, log);
}

/// Any ruling, questioned by both engines with budgets so small that they are often used up: no
/// crash, no end of patience, no disagreement.
inline void check(const Harbour& harbour, std::string_view bytes) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto document = rulings::parse_document(sources, "fuzz.xml", std::string(bytes), log);
  if (!document) return;
  checker::Options options;
  options.limits.states = 300;
  options.limits.steps = 20'000;
  options.limits.solver_units = 20'000;
  options.limits.terms = 20'000;
  checker::Session session(*harbour.game, harbour.sources);
  const checker::RulingResult r = session.check(*document, options, log);
  HANREI_CHECK(log.has_errors() || !r.claims.empty());
  for (const checker::ClaimResult& c : r.claims) HANREI_CHECK(c.fault.empty(), c.fault);
}

}  // namespace hanrei::fuzz
