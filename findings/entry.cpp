#include "findings/entry.h"

#include <array>
#include <functional>

namespace hanrei::findings {

using base::Lang;
using checker::Standing;

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

std::string_view standing_text(Standing s, Lang lang) {
  static constexpr std::array<std::string_view, 6> ja = {"確認",     "矛盾", "解釈次第",
                                                         "決定不能", "空虚", "未検査"};
  return lang == Lang::Ja ? ja[static_cast<size_t>(s)] : checker::standing_name(s);
}
std::string_view claim_kind_text(rulings::ClaimKind kind, Lang lang) {
  static constexpr std::array<std::string_view, 17> en = {
      "necessary", "possible", "impossible",  "outcomes", "greatest",    "least",
      "legal",     "illegal",  "chooser",     "endless",  "settles",     "forceable",
      "overrides", "yields",   "contradicts", "idle",     "undetermined"};
  static constexpr std::array<std::string_view, 17> ja = {
      "必然", "可能", "不可能", "結果の全体", "最大",     "最小",
      "適法", "違法", "選ぶ者", "終わりなし", "均衡の数", "強制できる",
      "優先", "譲歩", "衝突",   "空許可",     "解釈次第"};
  return (lang == Lang::Ja ? ja : en)[static_cast<size_t>(kind)];
}

std::string claim_words(const ClaimEntry& claim, base::Lang lang) {
  return (claim.case_id.empty() ? "" : claim.case_id + ": ") +
         std::string(claim_kind_text(claim.kind, lang)) + " " + claim.text;
}

std::string reason_of(const ClaimEntry& claim, base::Lang lang) {
  for (const ClaimEntry::Engine* e : {&claim.explicit_state, &claim.symbolic})
    if (e->asked && !e->reason.empty()) return base::text(e->reason, lang);
  return base::text(claim.detail, lang);
}

std::vector<size_t> tally(const Report& report) {
  std::vector<size_t> out(6, 0);
  for (const RulingEntry& r : report.results) ++out[static_cast<size_t>(r.standing)];
  out[static_cast<size_t>(checker::Standing::NotExamined)] += report.left;
  return out;
}

}  // namespace hanrei::findings
