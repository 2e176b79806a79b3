#include "reports/reasons.h"

namespace hanrei::reports {
std::string claim_words(const ClaimEntry& claim, base::Lang lang) {
  return (claim.case_id.empty() ? "" : claim.case_id + ": ") +
         std::string(claim_kind_text(claim.kind, lang)) + " " + claim.text;
}

std::string reason_of(const ClaimEntry& claim, base::Lang lang) {
  for (const ClaimEntry::Engine* e : {&claim.explicit_state, &claim.symbolic})
    if (e->asked && !e->reason.empty()) return base::text(e->reason, lang);
  return base::text(claim.detail, lang);
}

}  // namespace hanrei::reports
