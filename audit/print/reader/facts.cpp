#include "audit/print/reader/facts.h"

#include <algorithm>

#include "audit/print/reader/words.h"
#include "base/json/array.h"
#include "base/json/read.h"

namespace hanrei::audit::reader {
namespace {

using base::Json;
using base::JsonWriter;

constexpr int64_t kFormat = 1;
constexpr size_t kSigns = static_cast<size_t>(Sign::Is::Personal) + 1;
constexpr std::string_view kTo[] = {"step", "section", "title", "link"};

// One table of the lists of a sentence, for writing and for reading.
using Words = std::vector<std::string>;
using Mentions = std::vector<Mention>;
constexpr std::pair<std::string_view, Words Sentence::*> kWords[] = {
    {"topics", &Sentence::topics},   {"zones", &Sentence::zones},
    {"negated", &Sentence::negated}, {"glossed", &Sentence::glossed},
    {"becomes", &Sentence::becomes}, {"persons", &Sentence::persons},
    {"chain", &Sentence::chain}};
constexpr std::pair<std::string_view, Mentions Sentence::*> kMentions[] = {
    {"words", &Sentence::words},        {"kana", &Sentence::kana},
    {"defines", &Sentence::defines},    {"quoted", &Sentence::quoted},
    {"named", &Sentence::named},        {"choice", &Sentence::choice},
    {"marks", &Sentence::marks},        {"odd", &Sentence::misprints},
    {"announces", &Sentence::announces}};

void spot(JsonWriter& w, const char* key, std::initializer_list<uint32_t> numbers) {
  w.key(key);
  w.begin_array();
  for (const uint32_t n : numbers) w.value(static_cast<int64_t>(n));
  w.end_array();
}

void strings(JsonWriter& w, std::string_view key, const Words& list) {
  if (!list.empty()) w.member(key, list);
}

void write(JsonWriter& w, const Sentence& s) {
  w.begin_object();
  strings(w, "clauses", s.clauses);
  spot(w, "at", {s.at.line, s.at.column, s.end.line, s.end.column});
  w.member("digest", s.digest);
  if (!s.shape.empty()) w.member("shape", s.shape);
  if (s.title) w.member("title", true);
  if (s.closes) w.member("closes", true);
  if (s.excepted) w.member("excepted", true);
  for (const auto& [key, list] : kMentions) {
    Words texts;
    for (const Mention& m : s.*list) texts.push_back(m.text);
    strings(w, key, texts);
  }
  for (const auto& [key, list] : kWords) strings(w, key, s.*list);
  std::string brackets;
  for (const Mention& b : s.brackets) brackets += b.text;
  if (!brackets.empty()) w.member("brackets", brackets);
  if (!s.refs.empty()) {
    base::write_objects(w, "refs", s.refs, [&](const Reference& r) {
      w.member("to", kTo[static_cast<size_t>(r.to)]);
      if (r.to != Reference::To::Section) w.member("text", r.text);
      if (!r.number.empty()) w.member("number", r.number);
      if (!r.title.empty()) w.member("title", r.title);
      if (!r.did.empty()) w.member("did", r.did);
    });
  }
  if (!s.signs.empty()) {
    w.key("signs");
    w.begin_array();
    for (const Sign& sign : s.signs)
      w.value(std::string(sign_name(sign.is)) + (sign.text.empty() ? "" : " " + sign.text) +
              (sign.of.empty() ? "" : " " + sign.of));
    w.end_array();
  }
  if (!s.lists.empty()) {
    w.key("lists");
    w.begin_array();
    for (const Words& list : s.lists) {
      w.begin_array();
      for (const std::string& item : list) w.value(item);
      w.end_array();
    }
    w.end_array();
  }
  w.end_object();
}

/// Reads what write_facts wrote; anything else is one complaint at its place.
class Reader {
 public:
  explicit Reader(base::DiagnosticLog& log) : log_(log) {}

  std::optional<Facts> run(const Json& json) {
    Facts facts;
    Book& book = facts.book;
    if (number(json, "format", 0) > kFormat) {
      fail(json, "a newer format");
      return std::nullopt;
    }
    book.name = text(json, "text");
    book.digest = text(json, "digest");
    book.lines = static_cast<uint32_t>(number(json, "lines", 0));
    book.numbered = flag(json, "numbered");
    for (const Json& c : items(json, "corrections"))
      facts.corrections.push_back({text(c, "digest"), text(c, "clause"), text(c, "why"), false});
    for (const Json& u : items(json, "units")) unit(u, book);
    if (book.units.empty()) fail(json, "`units`");
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
  bool flag(const Json& j, std::string_view key) {
    const Json* v = j.find(key);
    return v != nullptr && v->boolean;
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
  std::vector<uint32_t> numbers(const Json& j, std::string_view key, size_t count) {
    std::vector<uint32_t> out;
    for (const Json& n : items(j, key))
      out.push_back(n.is(Json::Kind::Int) && n.integer >= 0 ? static_cast<uint32_t>(n.integer) : 0);
    if (out.size() != count) {
      fail(j, "`at` with " + std::to_string(count) + " numbers");
      out.resize(count);
    }
    return out;
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
    u.rank = static_cast<int>(number(j, "rank", 0));
    u.number = text(j, "number");
    u.value = static_cast<int>(number(j, "value", -1));
    u.titles = strings(j, "titles");
    const auto at = numbers(j, "at", 2);
    u.at = {at[0], at[1]};
    for (const Json& s : items(j, "says")) u.says.push_back(sentence(s));
    if (u.says.empty()) return fail(j, "`says`, with a sentence at least");
    book.units.push_back(std::move(u));
  }

  Sentence sentence(const Json& j) {
    Sentence s;
    s.clauses = strings(j, "clauses");
    const auto at = numbers(j, "at", 4);
    s.at = {at[0], at[1]};
    s.end = {at[2], at[3]};
    s.digest = text(j, "digest");
    s.shape = text(j, "shape");
    s.title = flag(j, "title");
    s.closes = flag(j, "closes");
    s.excepted = flag(j, "excepted");
    for (const auto& [key, list] : kMentions)
      for (std::string& t : strings(j, key)) (s.*list).push_back({std::move(t), {}});
    for (const auto& [key, list] : kWords) s.*list = strings(j, key);
    for (const char32_t c : decode(text(j, "brackets")))
      s.brackets.push_back({encode(std::u32string_view(&c, 1)), {}});
    for (const Json& r : items(j, "refs")) {
      Reference ref;
      const std::string to = text(r, "to");
      const auto it = std::ranges::find(kTo, to);
      if (it == std::end(kTo)) {
        fail(r, "`to`: step, section, title or link");
        continue;
      }
      ref.to = static_cast<Reference::To>(it - std::begin(kTo));
      ref.number = text(r, "number");
      ref.title = text(r, "title");
      ref.did = text(r, "did");
      ref.text = ref.to == Reference::To::Section
                     ? ref.number + (ref.title.empty() ? "" : " " + ref.title)
                     : text(r, "text");
      if (ref.to == Reference::To::Step &&
          (ref.number.empty() || ref.number.size() > 4 ||
           ref.number.find_first_not_of("0123456789") != ref.number.npos)) {
        fail(r, "`number` of a step");
        continue;
      }
      s.refs.push_back(std::move(ref));
    }
    for (const Json& g : items(j, "signs")) sign(g, s);
    for (const Json& l : items(j, "lists")) {
      Words list;
      for (const Json& item : l.items) list.push_back(item.string);
      s.lists.push_back(std::move(list));
    }
    return s;
  }

  /// `limit 札 3枚`
  void sign(const Json& j, Sentence& s) {
    if (!j.is(Json::Kind::String)) return fail(j, "a string");
    const size_t a = j.string.find(' '), b = a == j.string.npos ? a : j.string.find(' ', a + 1);
    const std::string name = j.string.substr(0, a);
    size_t is = 0;
    while (is < kSigns && sign_name(static_cast<Sign::Is>(is)) != name) ++is;
    if (is == kSigns) return fail(j, "`signs` of `hanrei facts`");
    s.signs.push_back(
        {static_cast<Sign::Is>(is),
         a == j.string.npos ? "" : j.string.substr(a + 1, b == j.string.npos ? b : b - a - 1),
         b == j.string.npos ? "" : j.string.substr(b + 1),
         {}});
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
  w.member("numbered", book.numbered);
  base::write_objects(w, "corrections", facts.corrections, [&](const Correction& c) {
    w.member("digest", c.digest);
    w.member("clause", c.clause);
    w.member("why", c.why);
  });
  base::write_objects(w, "units", book.units, [&](const Unit& u) {
    w.member("kind", kind_name(u.kind));
    if (!u.number.empty()) {
      w.member("number", u.number);
      w.member("value", u.value);
    }
    strings(w, "titles", u.titles);
    spot(w, "at", {u.at.line, u.at.column});
    if (u.up >= 0) w.member("up", u.up);
    w.member("rank", u.rank);
    w.key("says");
    w.begin_array();
    for (const Sentence& s : u.says) write(w, s);
    w.end_array();
  });
  w.key("digests");
  w.begin_array();
  for (const LineDigest& d : book.digests) w.value(std::to_string(d.line) + " " + d.digest);
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

}  // namespace hanrei::audit::reader
