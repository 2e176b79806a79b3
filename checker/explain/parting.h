// Two plays of one situation that end differently: where they part, who chooses there, and who gains by it.
#pragma once

#include "checker/explain/tell.h"

namespace hanrei::checker::explain {

struct Parting {
  bool found = false;
  Told plays[2];
  std::string ends[2];      ///< what each comes to
  size_t common = 0;        ///< sentences that both have before they part
  std::string who;          ///< a sentence: who chooses there, and for whom which play is better
};

/// Of a claim whose answer depends on a choice or an order: `possible` that is not necessary, `necessary` and `impossible`
/// that are refuted, `outcomes` with several. The plays are shortest ones among those explored within the limits.
Parting parting(const Question& question, const Answer& answer, const rulings::Claim& claim, const Limits& limits, base::Lang lang, const std::vector<std::string>& cards);

}  // namespace hanrei::checker::explain
