#include "audit/print/facts.h"

#include <algorithm>

#include "base/json/array.h"
#include "base/json/read.h"

namespace hanrei::audit::print {
namespace {

using base::Json;
using base::JsonWriter;
using reader::Book;
using reader::Kind;
using reader::Sentence;
using reader::Unit;
using Words = std::vector<std::string>;

constexpr int64_t kFormat = 2;  ///< 1 kept the words of each sentence, and no findings

void numbers(JsonWriter& w, std::string_view key, std::initializer_list<size_t> list) {
  w.key(key);
  w.begin_array();
  for (const size_t n : list) w.value(static_cast<int64_t>(n));
  w.end_array();
}

void write(JsonWriter& w, const Sentence& s) {
  w.begin_object();
  if (!s.clauses.empty()) w.member("clauses", s.clauses);
  numbers(w, "at", {s.at.line, s.at.column, s.end.line, s.end.column});
  w.member("digest", s.digest);
  if (s.title) w.member("title", true);
  w.end_object();
}

void write(JsonWriter& w, const Finding& f) {
  w.member("code", base::code_text(f.code));
  w.member("fingerprint", f.fingerprint);
  w.key("args");
  w.begin_array();
  for (const std::string& a : f.args) {
    const std::string_view en = base::in_lang(a, base::Lang::En),
                           ja = base::in_lang(a, base::Lang::Ja);
    if (en == ja) {
      w.value(a);
      continue;
    }
    w.begin_array();
    w.value(en);
    w.value(ja);
    w.end_array();
  }
  w.end_array();
  w.key("places");
  w.begin_array();
  for (const Place& p : f.places) {
    w.begin_array();
    for (const size_t n : {p.unit, p.sentence, size_t{p.at.line}, size_t{p.at.column}})
      w.value(static_cast<int64_t>(n));
    w.end_array();
  }
  w.end_array();
}

std::optional<Code> print_code(std::string_view text) {
  for (const Code c : base::all_codes())
    if (text.starts_with("HA2") && base::code_text(c) == text) return c;
  return std::nullopt;
}

/// Reads what write_facts wrote; anything else is one complaint at its place.
class Reader {
 public:
  explicit Reader(base::DiagnosticLog& log) : log_(log) {}

  std::optional<Facts> run(const Json& json) {
    Facts facts;
    const int64_t format = number(json, "format", 0);
    if (format != kFormat) {
      fail(json,
           format > kFormat ? "a newer format" : "`format` 2: make it again by `hanrei facts`");
      return std::nullopt;
    }
    facts.book.name = text(json, "text");
    facts.book.digest = text(json, "digest");
    facts.book.lines = static_cast<uint32_t>(number(json, "lines", 0));
    for (const Json& c : items(json, "corrections"))
      facts.corrections.push_back({text(c, "digest"), text(c, "clause"), text(c, "why"), false});
    for (const Json& u : items(json, "units")) unit(u, facts.book);
    for (const Json& d : items(json, "digests")) line(d, facts.book);
    if (facts.book.units.empty()) fail(json, "`units`");
    if (failed_) return std::nullopt;
    for (const Json& f : items(json, "findings")) finding(f, facts);
    for (const Json& c : items(json, "not_examined"))
      if (const auto code = print_code(c.string)) facts.findings.not_examined.push_back(*code);
    facts.findings.left_out =
        static_cast<size_t>(std::max<int64_t>(0, number(json, "left_out", 0)));
    if (failed_) return std::nullopt;
    return facts;
  }

 private:
  void fail(const Json& at, std::string_view what) {
    if (!failed_) log_.add(base::Code::BadFacts, at.span, {std::string(what)});
    failed_ = true;
  }
  std::string text(const Json& j, std::string_view key) {
    const Json* v = j.find(key);
    if (v != nullptr && !v->is(Json::Kind::String)) fail(*v, "a string");
    return v != nullptr && v->is(Json::Kind::String) ? v->string : "";
  }
  int64_t number(const Json& j, std::string_view key, int64_t otherwise) {
    const Json* v = j.find(key);
    if (v != nullptr && !v->is(Json::Kind::Int)) fail(*v, "a number");
    return v != nullptr && v->is(Json::Kind::Int) ? v->integer : otherwise;
  }
  const std::vector<Json>& items(const Json& j, std::string_view key) {
    static const std::vector<Json> none;
    const Json* v = j.find(key);
    if (v != nullptr && !v->is(Json::Kind::Array)) fail(*v, "a list");
    return v == nullptr ? none : v->items;
  }
  Words strings(const Json& j, std::string_view key) {
    Words out;
    for (const Json& s : items(j, key)) {
      if (!s.is(Json::Kind::String))
        fail(s, "a string");
      else
        out.push_back(s.string);
    }
    return out;
  }
  std::vector<uint32_t> whole(const Json& at, const std::vector<Json>& list, size_t count) {
    std::vector<uint32_t> out;
    for (const Json& n : list)
      out.push_back(n.is(Json::Kind::Int) && n.integer >= 0 ? static_cast<uint32_t>(n.integer) : 0);
    if (out.size() != count) {
      fail(at, "`at` with " + std::to_string(count) + " numbers");
      out.resize(count);
    }
    return out;
  }

  /// `12 89b47b04ca094eb4`
  void line(const Json& j, Book& book) {
    const size_t gap = j.is(Json::Kind::String) ? j.string.find(' ') : std::string::npos;
    const bool figures = gap != std::string::npos && gap > 0 && gap < 9 &&
                         j.string.find_first_not_of("0123456789") == gap;
    if (!figures) return fail(j, "a line and its digest");
    book.digests.push_back(
        {static_cast<uint32_t>(std::stoul(j.string.substr(0, gap))), j.string.substr(gap + 1)});
  }
  void unit(const Json& j, Book& book) {
    Unit u;
    const std::string kind = text(j, "kind");
    size_t k = 0;
    while (k <= static_cast<size_t>(Kind::Text) && kind_name(static_cast<Kind>(k)) != kind) ++k;
    if (k > static_cast<size_t>(Kind::Text))
      return fail(j, "`kind`, one of those of `hanrei facts`");
    u.kind = static_cast<Kind>(k);
    u.up = static_cast<int>(number(j, "up", -1));
    if (u.up < -1 || u.up >= static_cast<int>(book.units.size()))
      return fail(j, "`up`, a unit before this one");
    u.number = text(j, "number");
    u.titles = strings(j, "titles");
    // a step says its number in the names of places
    if (!u.number.empty()) u.parts = {0};
    const auto at = whole(j, items(j, "at"), 2);
    u.at = {at[0], at[1]};
    for (const Json& s : items(j, "says")) u.says.push_back(sentence(s));
    if (u.says.empty()) return fail(j, "`says`, with a sentence at least");
    book.units.push_back(std::move(u));
  }
  Sentence sentence(const Json& j) {
    Sentence s;
    s.clauses = strings(j, "clauses");
    const auto at = whole(j, items(j, "at"), 4);
    s.at = {at[0], at[1]};
    s.end = {at[2], at[3]};
    s.digest = text(j, "digest");
    const Json* title = j.find("title");
    s.title = title != nullptr && title->boolean;
    return s;
  }
  void finding(const Json& j, Facts& facts) {
    const auto code = print_code(text(j, "code"));
    if (!code) return fail(j, "`code` of a finding in print, HA2...");
    Finding f;
    f.code = *code;
    for (const Json& a : items(j, "args")) {
      const bool both = a.is(Json::Kind::Array) && a.items.size() == 2 &&
                        a.items[0].is(Json::Kind::String) && a.items[1].is(Json::Kind::String);
      if (!both && !a.is(Json::Kind::String))
        return fail(a, "a string, or one in English and one in Japanese");
      f.args.push_back(both ? base::in_both(a.items[0].string, a.items[1].string) : a.string);
    }
    f.fingerprint = text(j, "fingerprint");
    for (const Json& p : items(j, "places")) {
      const auto n = whole(p, p.items, 4);
      if (n[0] >= facts.book.units.size() || n[1] >= facts.book.units[n[0]].says.size())
        return fail(p, "the numbers of a unit and of a sentence in it");
      f.places.push_back({n[0], n[1], {n[2], n[3]}});
    }
    if (f.places.empty()) return fail(j, "`places`, one at least");
    facts.findings.list.push_back(std::move(f));
  }

  base::DiagnosticLog& log_;
  bool failed_ = false;
};

}  // namespace

std::string write_facts(const Facts& facts) {
  const Book& book = facts.book;
  JsonWriter w(JsonWriter::Style::Compact);
  w.begin_object();
  w.member("format", kFormat);
  w.member("text", book.name);
  w.member("digest", book.digest);
  w.member("lines", static_cast<int64_t>(book.lines));
  base::write_objects(w, "corrections", facts.corrections, [&](const reader::Correction& c) {
    w.member("digest", c.digest);
    w.member("clause", c.clause);
    w.member("why", c.why);
  });
  base::write_objects(w, "units", book.units, [&](const Unit& u) {
    w.member("kind", kind_name(u.kind));
    if (!u.number.empty()) w.member("number", u.number);
    if (!u.titles.empty()) w.member("titles", u.titles);
    numbers(w, "at", {u.at.line, u.at.column});
    if (u.up >= 0) w.member("up", u.up);
    w.key("says");
    w.begin_array();
    for (const Sentence& s : u.says) write(w, s);
    w.end_array();
  });
  base::write_objects(w, "findings", facts.findings.list, [&](const Finding& f) { write(w, f); });
  if (facts.findings.left_out > 0)
    w.member("left_out", static_cast<int64_t>(facts.findings.left_out));
  if (!facts.findings.not_examined.empty()) {
    Words codes;
    for (const Code c : facts.findings.not_examined) codes.emplace_back(base::code_text(c));
    w.member("not_examined", codes);
  }
  w.key("digests");
  w.begin_array();
  for (const reader::LineDigest& d : book.digests) w.value(std::to_string(d.line) + " " + d.digest);
  w.end_array();
  w.end_object();
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("facts.json", w.str()), log);
  return json ? base::canonical(*json) : w.str();
}

std::optional<Facts> read_facts(const Json& json, base::DiagnosticLog& log) {
  return Reader(log).run(json);
}

}  // namespace hanrei::audit::print
