// Claims that hold for a trivial reason: they would hold whatever the rules said.
#pragma once

#include <string>
#include <vector>

#include "audit/names.h"
#include "audit/rules/rules.h"

namespace hanrei::audit::cards {

/// Why a claim of the question says nothing: its condition holds in every state, or speaks of the
/// open quantities alone, or of what nothing in the situation can change. Empty: it says something.
/// Only *necessary*, *possible* and *impossible* are asked of.
std::string trivial(const Question& question, const rulings::Claim& claim);

/// The claims of these rulings that say nothing, each as a finding at its place.
std::vector<rules::Finding> trivial_claims(Session& session,
                                           const std::vector<rulings::Document>& documents);

}  // namespace hanrei::audit::cards
