#include "checker/collisions/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text/fnv.h"

namespace hanrei::checker::collisions {
namespace {

/// What a finding is about, in names that do not change when files are edited.
std::string subject(const model::Program& p, const Finding& f) {
  std::string out(code_text(f.code));
  for (const Ground& g : f.set) out += "\n" + ground_text(p, g);
  return out;
}

}  // namespace

std::string_view role_text(Role role, base::Lang lang) {
  static constexpr std::string_view en[] = {"clause",      "sentence",  "permission",
                                            "prohibition", "amendment", "relation",
                                            "limit",       "ending",    "duty"};
  static constexpr std::string_view ja[] = {"条項",     "カードの文", "許可", "禁止", "変更",
                                            "優先関係", "制限",       "勝敗", "義務"};
  return (lang == base::Lang::Ja ? ja : en)[static_cast<size_t>(role)];
}

std::string_view basis_text(Basis basis, base::Lang lang) {
  static constexpr std::string_view en[] = {"proved", "witnessed", "examined"};
  static constexpr std::string_view ja[] = {"証明", "実例", "調べた範囲"};
  return (lang == base::Lang::Ja ? ja : en)[static_cast<size_t>(basis)];
}

Span ground_place(const model::Program& p, const Ground& g) {
  if (g.card == kNone) return g.clause == kNone ? Span{} : p.clauses[g.clause].span;
  const model::CardDef& card = p.cards[g.card];
  for (size_t i = 0; i < card.text.size() && i < card.text_places.size(); ++i)
    if (card.text[i].first == g.span) return card.text_places[i];
  return card.span;
}

std::vector<Ground> grounds_of(const model::Source& source) {
  std::vector<Ground> out;
  if (source.card == kNone)
    for (ClauseId clause : source.by) out.push_back({clause, kNone, ""});
  else
    for (const std::string& span : source.spans) out.push_back({kNone, source.card, span});
  if (source.card != kNone && source.spans.empty()) out.push_back({kNone, source.card, ""});
  return out;
}

bool of_every_use(const Finding& f) {
  return f.code == Code::Barred || f.code == Code::Idle || f.basis == Basis::Examined ||
         (f.code == Code::Duty && f.basis != Basis::Proved);
}

void finish(std::vector<Finding>& findings, const model::Program& p) {
  std::vector<std::pair<std::string, Finding>> keyed;
  for (Finding& f : findings) {
    std::string key = subject(p, f);
    keyed.emplace_back(std::move(key), std::move(f));
  }
  std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) {
    const auto rank = [](const auto& k) {
      return std::pair(-static_cast<int>(base::code_severity(k.second.code)),
                       code_text(k.second.code));
    };
    return std::pair(rank(a), std::string_view(a.first)) <
           std::pair(rank(b), std::string_view(b.first));
  });
  std::map<std::string, int> ordinal;
  findings.clear();
  for (auto& [key, f] : keyed) {
    f.fingerprint = fmt::format("{:016x}", base::fnv1a(key)) + "-" + std::to_string(++ordinal[key]);
    findings.push_back(std::move(f));
  }
}

}  // namespace hanrei::checker::collisions
