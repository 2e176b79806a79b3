// Claims about texts that say different things: does this situation show it, and on what does it
// rest?
#pragma once

#include "checker/collisions/report.h"

namespace hanrei::checker::collisions {

/// Everything found in this one situation. The question must outlive the report.
Report examine(const Question& question, const Limits& limits);

/// `overrides`, `yields`, `contradicts`, `idle`. It holds when what the claim says is met in the
/// situation, with exactly the set that the claim rests on, if it says so. Quantities that are left
/// open are not carried out.
Answer judge(const Question& question, const rulings::Claim& claim, const Limits& limits);

/// Is the finding what the claim says?
bool shows(const model::Program& program, const Finding& finding, const rulings::Claim& claim);

/// What a verdict rests on, by name; in the same order whatever the order of the files.
std::string listed(const model::Program& program, const std::vector<rulings::Ground>& set);

}  // namespace hanrei::checker::collisions
