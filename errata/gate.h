// What a change of a game folder owes to those who use it: words and rules go together, precedents
// are not lost. Plain comparison; no engine is asked here.
// docs/gate.md says what each finding means.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "errata/changes.h"
#include "errata/revisions.h"
#include "findings/finding.h"
#include "rulings/rulings.h"

namespace hanrei::errata {

/// A state of a game: nothing where it is not there.
struct State {
  const model::Game* game = nullptr;
  std::vector<rulings::Document> rulings;
  bool whole =
      true;  ///< all files of rulings could be read; if not, none that is missing counts as deleted
};

/// Words without rules, rules without words, signatures that stand for other words; rules that
/// changed though nothing, or only a change of wording, was declared.
std::vector<findings::Finding> judge_changes(const Changes& changes, const model::Game& after,
                                             const Declared& declared,
                                             const base::SourceMap& sources);

/// Rulings that were deleted or rewritten in place, whose print changed, and names that the change
/// took from them.
std::vector<findings::Finding> judge_rulings(const State& before, const State& after,
                                             const Changes& changes, const Declared& declared,
                                             const base::SourceMap& sources);

/// Old name -> new name of what was renamed.
std::map<std::string, std::string> renamed(const Changes& changes);
/// Do the two ask the same of the same situation, but for these names?
bool same_question(const rulings::Document& before, const rulings::Document& after,
                   const std::map<std::string, std::string>& renamed);
/// What the signature of a ruling has to name: all of it that somebody answers for, which is
/// everything but titles.
std::string ruling_digest(const rulings::Document& ruling);

}  // namespace hanrei::errata
