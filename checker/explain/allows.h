// By which of the clauses that a ruling cites something may be declared.
#pragma once

#include "checker/explain/explanation.h"
#include "checker/verdict/session.h"

namespace hanrei::checker::explain {

/// Each clause that is among the cited ones, or below one of them, and that a declaration of the
/// play needs: it states the act, or without what it permits the declaration is no longer to be
/// made there. The last declaration first. Of a claim `legal`, also its own declaration.
///
/// A verdict about a play takes it for granted that what is declared may be declared. So such
/// clauses are in none of its minimal sets, even where the question is just that.
std::vector<Allowing> allowed_by(const Question& question, const ClaimResult& claim,
                                 const std::vector<ClauseId>& cites, base::Lang lang,
                                 const std::vector<std::string>& cards);

}  // namespace hanrei::checker::explain
