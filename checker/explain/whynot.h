// Why a declaration cannot be made: what stops it, and what would have to be otherwise for it to be
// legal.
#pragma once

#include "base/text/source_map.h"
#include "checker/explain/tell.h"

namespace hanrei::checker::explain {

/// Looks at the declaration of a claim `legal` or `illegal` where its witness leads. Each obstacle
/// is needed: any one of them alone stops that form of the declaration. Where several permissions,
/// or several things to present, come into question, the one with the fewest obstacles counts.
WhyNot why_not(const Question& question, const Answer& answer, const rulings::Claim& claim,
               const base::SourceMap& sources, base::Lang lang, std::vector<std::string> cards);

/// The same at a state in which somebody is asked to declare. `machine` has the values of `lets`.
WhyNot why_not_here(const Question& question, const Machine<Concrete>& machine, const S& state,
                    const std::vector<int64_t>& lets, const rulings::Claim& claim,
                    const base::SourceMap& sources, base::Lang lang,
                    std::vector<std::string> cards);

}  // namespace hanrei::checker::explain
