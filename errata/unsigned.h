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
/// `unknown`: why nobody knows whether it makes one, in both languages; empty: it makes none.
std::vector<findings::Finding> judge_alike(const Changes& changes, const std::string& card,
                                           const std::string& unknown,
                                           const base::SourceMap& sources);
/// The same of everything that changed, where nothing was compared in play.
std::vector<findings::Finding> judge_uncompared(const Changes& changes, const std::string& why,
                                                const base::SourceMap& sources);

/// A card whose words are read otherwise than its abilities, and `why` nobody knows whether that
/// makes a difference: its abilities that nobody signed (HG1407).
std::vector<findings::Finding> judge_untold(const base::Json& card, const std::string& why,
                                            const base::SourceMap& sources);

/// Somebody signed what changed, and would be a finding of the code `answers` otherwise: told.
/// `what`: in both languages, as base::in_both puts it.
findings::Finding signed_by(findings::Code answers, const Signature& signature,
                            const std::string& name, const std::string& what,
                            std::vector<std::string> subjects, findings::Location place);

/// What differs between the terms of a clause, a reading or the like: `default A → B`.
std::string differing(const std::array<std::string, 2>& terms);

}  // namespace hanrei::errata
