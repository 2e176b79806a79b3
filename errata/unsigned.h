// What changed and only somebody who has read it can answer for: words that no ability states, and
// on what terms a clause or a reading counts. Who signed is told.
#pragma once

#include <vector>

#include "errata/changes.h"
#include "findings/finding.h"

namespace hanrei::errata {

std::vector<findings::Finding> judge_unsigned(const model::Game& before, const model::Game& after,
                                              const Changes& changes,
                                              const base::SourceMap& sources);

/// What makes no difference in play has not gone along with its words: of a card of which nothing
/// ends otherwise, or, where `card` is empty, of a rulebook. For what judge_changes() let pass.
std::vector<findings::Finding> judge_alike(const Changes& changes, const std::string& card,
                                           const base::SourceMap& sources);

/// Somebody signed what changed: told. `what`: in both languages, as base::in_both puts it.
findings::Finding signed_by(const Signature& signature, const std::string& name,
                            const std::string& what, std::vector<std::string> subjects,
                            findings::Location place);

/// What differs between the terms of a clause, a reading or the like: `default A → B`.
std::string differing(const std::array<std::string, 2>& terms);

}  // namespace hanrei::errata
