#include "reports/kept.h"

#include <set>

#include "base/json/reason.h"

namespace hanrei::base {

template <>
struct Fields<checker::UnderReading> {
  static auto of(auto& u) {
    auto& [options, standing, reason] = u;
    return std::tie(options, standing, reason);
  }
};
template <>
struct Fields<checker::Counts> {
  static auto of(auto& c) {
    auto& [states, edges, terminals, queries, terms, steps, units] = c;
    return std::tie(states, edges, terminals, queries, terms, steps, units);
  }
};
template <>
struct Fields<findings::ClaimEntry::Engine> {
  static auto of(auto& e) {
    auto& [asked, verdict, reason, limit, vacuous] = e;
    return std::tie(asked, verdict, reason, limit, vacuous);
  }
};
template <>
struct Fields<findings::ClaimEntry> {
  static auto of(auto& c) {
    auto& [case_id, text, kind, standing, evidence, explicit_state, symbolic, detail, fault,
           readings, has_witness, witness, witness_ja, values, play, span] = c;
    (void)span;  // that of the file as it is now
    return std::tie(case_id, text, kind, standing, evidence, explicit_state, symbolic, detail,
                    fault, readings, has_witness, witness, witness_ja, values, play);
  }
};

}  // namespace hanrei::base

namespace hanrei::reports {
namespace {

/// Its members, and how the plays in it are laid out.
auto kept_members(auto& looks, auto& entry) {
  auto& [id, game, status, partial, title, standing, claims, fault, counts, seconds, touches,
         pairs_left, usual, span, marks] = entry;
  (void)fault, (void)usual;                               // then nothing is kept
  (void)seconds, (void)touches, (void)span, (void)marks;  // of that run, kept beside it, of the
                                                          // file as it is read, of other rulings
  return std::tie(looks, id, game, status, partial, title, standing, claims, counts, pairs_left);
}

}  // namespace

std::string look(const Style& style) {
  return std::to_string(static_cast<int>(style.lang)) + (style.color ? "c" : "") +
         std::to_string(style.width);
}

std::string kept_text(const RulingEntry& entry, const Style& style) {
  if (entry.fault || entry.usual.asked) return "";
  const std::string looks = look(style);
  return base::fields_text(kept_members(looks, entry));
}

std::optional<RulingEntry> kept_entry(const std::string& text, const Style& style) {
  RulingEntry e;
  std::string looks;
  if (!base::read_fields(text, kept_members(looks, e))) return std::nullopt;
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
