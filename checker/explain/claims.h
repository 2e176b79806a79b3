// What a claim says, as words: "N is in A's base" for `N in 拠点(A)`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/explain/speak.h"

namespace hanrei::checker::explain {

/// That a condition of a claim holds, or does not, without values and without a full stop; nothing
/// where a part of it has no words.
std::optional<std::string> claimed_words(const Question& question, base::Lang lang,
                                         const std::vector<std::string>& cards, ExprId condition,
                                         bool holds = true);

/// What a claim measures, or the value that is claimed; nothing where that has no words.
std::optional<std::string> measured_words(const Question& question, base::Lang lang,
                                          const std::vector<std::string>& cards, ExprId measure);

/// What the projection of a claim about outcomes is worth, in order; of truth values those that are
/// true, if any is, and beside other values each. What has no words stands as the ruling writes it.
std::string worths_words(const Question& question, const Speaker& speaker, const S& state,
                         const rulings::Claim& claim, const std::vector<int64_t>& values);

/// The outcomes that a claim lists, one line each; empty where they are not plain values.
std::vector<std::string> outcomes_words(const Question& question, base::Lang lang,
                                        const std::vector<std::string>& cards,
                                        const rulings::Claim& claim);

}  // namespace hanrei::checker::explain
