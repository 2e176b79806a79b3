#include "reports/kept.h"

#include <set>

#include "base/json/read.h"
#include "base/json/write.h"

namespace hanrei::reports {
namespace {

using base::Json;
using base::JsonWriter;

/// How plays are laid out.
std::string look(const Style& style) {
  return std::to_string(static_cast<int>(style.lang)) + (style.color ? "c" : "") +
         std::to_string(style.width);
}

/// Values in the order of the fields; writing and reading name each field once, so that a field
/// more does not compile.
struct Writer {
  JsonWriter w{JsonWriter::Style::Compact};
  void one(const std::string& s) { w.value(s); }
  void one(bool b) { w.value(b); }
  template <class T>
  requires std::is_enum_v<T>
  void one(T e) { w.value(static_cast<std::int64_t>(e)); }
  template <class T>
  requires std::is_integral_v<T>
  void one(T n) { w.value(static_cast<std::int64_t>(n)); }
  template <class T>
  void one(const std::vector<T>& list) {
    w.begin_array();
    for (const T& item : list) one(item);
    w.end_array();
  }
  void one(const base::Reason& r) {
    const auto& [code, arguments] = r;
    all(code, arguments);
  }
  void one(const base::Reason::Argument& a) {
    const auto* words = std::get_if<std::string>(&a.value);
    if (words != nullptr && base::in_lang(*words, base::Lang::En) != *words)
      one(std::vector{std::string(base::in_lang(*words, base::Lang::En)),
                      std::string(base::in_lang(*words, base::Lang::Ja))});
    else
      std::visit([this](const auto& value) { one(value); }, a.value);
  }
  void one(const checker::UnderReading& u) {
    const auto& [options, standing, reason] = u;
    all(options, standing, reason);
  }
  void one(const std::pair<std::string, std::string>& p) { all(p.first, p.second); }
  void one(const ClaimEntry::Engine& e) {
    const auto& [asked, verdict, reason, limit, vacuous] = e;
    all(asked, verdict, reason, limit, vacuous);
  }
  void one(const ClaimEntry& c) {
    const auto& [case_id, text, kind, standing, evidence, explicit_state, symbolic, detail, fault,
                 readings, has_witness, witness, witness_ja, values, play, span] =
        c;  // the place is that of the file as it is now
    all(case_id, text, kind, standing, evidence, explicit_state, symbolic, detail, fault, readings,
        has_witness, witness, witness_ja, values, play);
  }
  void one(const checker::Counts& c) {
    const auto& [states, edges, terminals, queries, terms, steps, units] = c;
    all(states, edges, terminals, queries, terms, steps, units);
  }
  template <class... T>
  void all(const T&... values) {
    w.begin_array();
    (one(values), ...);
    w.end_array();
  }
};

struct Reader {
  bool good = true;
  void one(const Json& j, std::string& s) {
    fits(j, Json::Kind::String);
    s = j.string;
  }
  void one(const Json& j, bool& b) {
    fits(j, Json::Kind::Bool);
    b = j.boolean;
  }
  template <class T>
  requires std::is_enum_v<T>
  void one(const Json& j, T& e) {
    fits(j, Json::Kind::Int);
    e = static_cast<T>(j.integer);
    good = good && static_cast<std::int64_t>(e) == j.integer;
  }
  template <class T>
  requires std::is_integral_v<T>
  void one(const Json& j, T& n) {
    fits(j, Json::Kind::Int);
    n = static_cast<T>(j.integer);
  }
  template <class T>
  void one(const Json& j, std::vector<T>& list) {
    fits(j, Json::Kind::Array);
    for (const Json& item : j.items) {
      list.emplace_back();
      one(item, list.back());
    }
  }
  void one(const Json& j, base::Reason& r) {
    auto& [code, arguments] = r;
    all(j, code, arguments);
    good = good && static_cast<std::size_t>(code) <= base::all_reasons().size();
  }
  void one(const Json& j, base::Reason::Argument& a) {
    const auto is = [&](auto value) {
      one(j, value);
      a.value = std::move(value);
    };
    if (j.is(Json::Kind::Int)) return is(std::int64_t{});
    if (j.is(Json::Kind::String)) return is(std::string());
    if (!j.is(Json::Kind::Array) || j.items.size() != 2 || !j.items[0].is(Json::Kind::String))
      return is(base::Reason());
    std::string en, ja;
    all(j, en, ja);
    a.value = base::in_both(en, ja);
  }
  void one(const Json& j, checker::UnderReading& u) {
    auto& [options, standing, reason] = u;
    all(j, options, standing, reason);
  }
  void one(const Json& j, std::pair<std::string, std::string>& p) { all(j, p.first, p.second); }
  void one(const Json& j, ClaimEntry::Engine& e) {
    auto& [asked, verdict, reason, limit, vacuous] = e;
    all(j, asked, verdict, reason, limit, vacuous);
  }
  void one(const Json& j, ClaimEntry& c) {
    auto& [case_id, text, kind, standing, evidence, explicit_state, symbolic, detail, fault,
           readings, has_witness, witness, witness_ja, values, play, span] =
        c;  // the place is that of the file as it is now
    all(j, case_id, text, kind, standing, evidence, explicit_state, symbolic, detail, fault,
        readings, has_witness, witness, witness_ja, values, play);
  }
  void one(const Json& j, checker::Counts& c) {
    auto& [states, edges, terminals, queries, terms, steps, units] = c;
    all(j, states, edges, terminals, queries, terms, steps, units);
  }
  template <class... T>
  void all(const Json& j, T&... values) {
    good = good && j.is(Json::Kind::Array) && j.items.size() == sizeof...(values);
    if (!good) return;
    std::size_t i = 0;
    (one(j.items[i++], values), ...);
  }
  void fits(const Json& j, Json::Kind kind) { good = good && j.is(kind); }
};

}  // namespace

std::string kept_text(const RulingEntry& entry, const Style& style) {
  const auto& [id, game, status, partial, title, standing, claims, fault, counts, seconds, touches,
               pairs_left, usual, span, marks] = entry;
  (void)seconds, (void)touches, (void)span,
      (void)marks;  // of that run, kept beside it, of the file as it is read, and of the other
                    // rulings
  if (fault || usual.asked) return "";
  Writer out;
  out.all(look(style), id, game, status, partial, title[0], title[1], standing, claims, counts,
          pairs_left);
  return out.w.str();
}

std::optional<RulingEntry> kept_entry(const std::string& text, const Style& style) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("kept", text), log);
  if (!json || log.has_errors()) return std::nullopt;
  RulingEntry e;
  std::string looks;
  Reader in;
  in.all(*json, looks, e.id, e.game, e.status, e.partial, e.title[0], e.title[1], e.standing,
         e.claims, e.counts, e.pairs_left);
  if (!in.good) return std::nullopt;
  for (const ClaimEntry& c : e.claims)
    if (!c.play.empty() && looks != look(style)) return std::nullopt;
  return e;
}

bool same_finding(const RulingEntry& a, const RulingEntry& b, const Style& style) {
  RulingEntry x = a, y = b;
  x.counts = y.counts = {};
  return kept_text(x, style) == kept_text(y, style);
}

void write_as_of(base::JsonWriter& w, const base::AsOf& as_of) {
  if (!as_of.any()) return;
  w.key("as_of");
  w.begin_object();
  if (as_of.valid) w.member("valid", base::date_text(*as_of.valid));
  if (as_of.known) w.member("known", base::date_text(*as_of.known));
  w.end_object();
}

std::string_view evidence_name(checker::Evidence e) {
  switch (e) {
    case checker::Evidence::None: return "none";
    case checker::Evidence::Exhaustive: return "exhaustive";
    case checker::Evidence::Proved: return "proved";
    case checker::Evidence::Witnessed: return "witnessed";
    case checker::Evidence::Bounded: return "bounded";
  }
  return "";
}

std::string evidence_of(const RulingEntry& entry) {
  std::set<std::string_view> kinds;
  for (const ClaimEntry& c : entry.claims) kinds.insert(evidence_name(c.evidence));
  std::string out;
  for (const std::string_view k : kinds) out += (out.empty() ? "" : " ") + std::string(k);
  return out;
}

}  // namespace hanrei::reports
