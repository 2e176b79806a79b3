#include "audit/readings/regime.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "audit/readings/smaller.h"
#include "base/contains.h"
#include "base/json/make.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/outcome.h"

namespace hanrei::audit::readings {
namespace {

using rulings::Document;

/// How a document comes out: by case, the outcomes and the answers to its claims.
struct Print {
  std::map<std::string, std::set<std::string>> outcomes;
  std::map<std::string, std::string> claims;
  bool read = false;  ///< it could be resolved, and explored within the limits
  bool operator==(const Print& p) const { return outcomes == p.outcomes && claims == p.claims; }
};

std::string outcome_text(const Question& q, const Outcomes& outcomes, const State<int64_t>& s) {
  std::string out = s.control.end == End::Bounded   ? "bounded"
                    : s.control.end == End::Stuck   ? "stuck"
                    : s.control.end == End::Endless ? "endless"
                                                    : "";
  if (out.empty() && s.control.result != model::kResultNone)
    out = q.program->enums[model::kResults].members[s.control.result];
  const Outcomes::Parts parts = outcomes.parts(s);
  for (const auto* list : {&parts.looked_at, &parts.changed})
    for (const std::string& p : *list) out += (out.empty() ? "" : ", ") + p;
  for (const std::string& p : parts.cards) out += (out.empty() ? "" : "; ") + p;
  return out;
}

Print print_of(Session& session, const Document& document, const Limits& limits) {
  Print out;
  base::DiagnosticLog log;
  const RulingResult r = session.prepare(document, log, false);
  if (log.has_errors() || r.questions.empty()) return out;
  for (const auto& q : r.questions) {
    if (q->world == nullptr || q->which->deck || !q->which->situation.lets.empty()) return out;
    try {
      explicit_state::Engine engine(*q, limits);
      const auto& space = engine.space({});
      if (!space.complete) return out;
      const Outcomes outcomes(*q);
      std::set<std::string>& reached = out.outcomes[q->which->id];
      for (int t : space.terminals) reached.insert(outcome_text(*q, outcomes, space.state(t)));
      if (reached.empty()) return out;
      for (const rulings::Claim& claim : q->which->claims) {
        if (claim.kind == rulings::ClaimKind::Undetermined) continue;
        const Answer a = engine.answer(claim);
        if (a.vacuous || a.verdict == Verdict::Unknown) return out;
        out.claims[(q->which->id.empty() ? "" : "(" + q->which->id + ") ") +
                   (claim.text.empty() ? claim.what : claim.text)] =
            a.verdict == Verdict::Holds ? "holds" : "fails";
      }
    } catch (const Unsupported&) {
      return out;
    }
  }
  out.read = true;
  return out;
}

}  // namespace

std::optional<RegimeChange> read_change(std::string_view text) {
  const size_t equals = text.find('=');
  const size_t dot = equals == std::string_view::npos ? equals : text.rfind('.', equals);
  if (dot == std::string_view::npos || dot == 0 || dot + 1 >= equals || equals + 1 >= text.size())
    return std::nullopt;
  return RegimeChange{std::string(text.substr(0, dot)),
                      std::string(text.substr(dot + 1, equals - dot - 1)),
                      std::string(text.substr(equals + 1))};
}

bool apply(model::Game& game, const RegimeChange& change) {
  using base::Json;
  static constexpr std::array<std::string_view, 11> fields = {
      "orderer", "commit", "arrivals", "lapse", "seats", "next",
      "pass",    "hold",   "resolve",  "close", "answer"};
  if (!base::contains(fields, change.field)) return false;
  Json value = base::text_json(change.value);
  if (change.value.front() == '[' && change.value.back() == ']') {
    Json list = base::list_json({});
    std::string_view rest(change.value);
    rest = rest.substr(1, rest.size() - 2);
    for (size_t depth = 0, from = 0, i = 0; i <= rest.size(); ++i) {
      if (i < rest.size() && rest[i] == '(') ++depth;
      if (i < rest.size() && rest[i] == ')' && depth > 0) --depth;
      if (i < rest.size() && (rest[i] != ',' || depth > 0)) continue;
      std::string_view one = rest.substr(from, i - from);
      while (!one.empty() && one.front() == ' ') one.remove_prefix(1);
      list.items.push_back(base::text_json(std::string(one)));
      from = i + 1;
    }
    value = std::move(list);
  }
  bool found = false;
  for (Json& file : game.rulebook)
    for (base::Member& top : file.members) {
      if (top.key != "provisions") continue;
      for (Json& form : top.value.items) {
        const bool named = std::ranges::any_of(form.members, [&](const base::Member& m) {
          return (m.key == "order" || m.key == "exchange") && m.value.string == change.regime;
        });
        if (!named) continue;
        value.span = form.span;
        const auto at = std::ranges::find_if(
            form.members, [&](const base::Member& m) { return m.key == change.field; });
        if (at != form.members.end())
          at->value = value;
        else
          form.members.push_back({change.field, form.span, value});
        found = true;
      }
    }
  return found;
}

Comparison compare(Session& here, Session& there, const std::vector<Document>& documents,
                   const Limits& limits) {
  Comparison out;
  std::vector<Document> candidates;
  const auto differs = [&](const Document& d, Print* a, Print* b) {
    Print p = print_of(here, d, limits);
    if (!p.read) return false;
    Print q = print_of(there, d, limits);
    if (!q.read) return false;
    const bool other = !(p == q);
    if (a != nullptr) {
      *a = std::move(p);
      *b = std::move(q);
    }
    return other;
  };
  for (const Document& d : documents) {
    if (!print_of(here, d, limits).read || !print_of(there, d, limits).read) {
      ++out.left_out;
      continue;
    }
    ++out.examined;
    if (!differs(d, nullptr, nullptr)) continue;
    out.differing.push_back(d.id);
    candidates.push_back(d);
  }
  std::ranges::stable_sort(
      candidates, [](const Document& a, const Document& b) { return size_of(a) < size_of(b); });
  // A larger one may hold less that matters; a few of the smallest are tried.
  candidates.resize(std::min<size_t>(candidates.size(), 3));
  for (Document& d : candidates) {
    shrink(d, [&](const Document& less) { return differs(less, nullptr, nullptr); });
    if (out.smallest && std::pair{out.smallest->cards, out.smallest->moves} <= size_of(d)) continue;
    Print p, q;
    differs(d, &p, &q);
    Difference found;
    std::tie(found.cards, found.moves) = size_of(d);
    const auto only = [](const Print& mine, const Print& other, Difference::Side& side) {
      for (const auto& [id, reached] : mine.outcomes)
        for (const std::string& o : reached) {
          const auto it = other.outcomes.find(id);
          if (it == other.outcomes.end() || !it->second.contains(o))
            side.outcomes.push_back((id.empty() ? "" : "(" + id + ") ") + o);
        }
      for (const auto& [claim, answer] : mine.claims) {
        const auto it = other.claims.find(claim);
        if (it == other.claims.end() || it->second != answer)
          side.claims.push_back(claim + ": " + answer);
      }
    };
    only(p, q, found.here);
    only(q, p, found.there);
    found.document = d;
    out.smallest = std::move(found);
  }
  return out;
}

}  // namespace hanrei::audit::readings
