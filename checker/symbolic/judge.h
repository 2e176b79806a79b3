// A run, as the answer to a claim.
#pragma once

#include "checker/symbolic/run.h"

namespace hanrei::checker::symbolic {

/// Of a claim about how plays end or who is asked in them; nothing stopped the run.
Answer judge(const Run& run, const Question& question, Queries& queries, Symbolic& domain,
             const rulings::Claim& claim);

}  // namespace hanrei::checker::symbolic
