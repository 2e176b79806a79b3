// What a change of a game folder declares to be: the revisions that it adds to game.json.
// docs/gate.md says what each kind means.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "errata/changes.h"
#include "findings/finding.h"

namespace hanrei::errata {

/// Kinds of change that a revision declares, in the order of the version that each requires.
enum class RevisionKind : uint8_t {
  Wording,      ///< words only; patch
  Modelling,    ///< the words of what it names stay, what formalises them is corrected; patch
  Clarifying,   ///< what was open is settled; minor
  Extending,    ///< more is permitted; minor
  Restricting,  ///< less is permitted; minor
  Reversing,    ///< precedents fall; major
};

/// One entry of `revisions` in game.json.
struct Revision {
  std::string version, date, name;  ///< as written
  RevisionKind kind = RevisionKind::Wording;
  std::vector<std::string> reverses;  ///< rulings that it is meant to reverse
  /// Of the kind Modelling, which declares these and nothing else: cards and clauses that there
  /// were, provisions that cite no clause, readings, keys of game.json.
  std::vector<std::string> corrects;
  Span place;
};

/// What the change declares: revisions that the base has not.
struct Declared {
  bool any_revisions = false;  ///< the game keeps them
  std::vector<Revision> added;
  /// Is something declared, and nothing but wording?
  bool only_words() const;
  /// The revision of the kind Modelling that names one of these, or nullptr.
  const Revision* corrector(const std::set<std::string>& names) const;
  /// That names what changed: of a provision that cites clauses, for each part that changed one
  /// that it cited. What comes new or goes with its words is no correction.
  const Revision* corrector(const Change& change) const;
  /// Is a change of rules declared? A revision that permits more or less, or settles what was open,
  /// names nothing and declares all; one of the kind Modelling what it names.
  bool declares(const Change& change) const;
  bool declares_all() const;
  /// The revision that is meant to reverse a ruling, or nullptr.
  const Revision* reverser(const std::string& ruling) const;
};

/// Reads the declared revisions and complains of those that are none, of history that was altered,
/// and of versions that are too small for what they declare.
Declared read_revisions(const model::Game* before, const model::Game& after, const Changes& changes,
                        const base::SourceMap& sources, std::vector<findings::Finding>& findings);

}  // namespace hanrei::errata
