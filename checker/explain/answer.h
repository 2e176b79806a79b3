// The answer to a claim, as it is said before anything is shown.
#pragma once

#include "checker/explain/explanation.h"
#include "checker/verdict/basis.h"

namespace hanrei::checker::explain {

/// Of a claim of which all else was worked out: what comes of it in one sentence, and what decides
/// that. What decides it is found by contrast: clauses and sentences of cards without which it need
/// not come to this, or need not come to it in the play that is told; clauses without which a
/// declaration of that play could not be made; the choice at which two plays part. What the ruling
/// cites is nearest to the claim, then the sentences of cards; what only says what words mean is
/// farthest. A cited clause by which the play is told is named, too.
/// `question` and `basis` may be null.
ShortAnswer short_answer(const RulingResult& ruling, const ClaimResult& claim,
                         const Question* question, const ClaimExplained& explained,
                         const Basis* basis, base::Lang lang,
                         const std::vector<std::string>& cards);

}  // namespace hanrei::checker::explain
