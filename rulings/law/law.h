// The law of precedent: which ruling counts on which day, and what does not fit among the rulings
// of a game.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/date.h"
#include "rulings/records/records.h"

namespace hanrei::rulings {

/// The status that a ruling had, or `unknown`: it was not known yet. `not yet`: it is known, and
/// does not count yet. Without a date of its own a ruling counts always when it is derived, and
/// never otherwise.
std::string status_as_of(const RulingRecord& ruling, const base::AsOf& as_of);
/// Formal, provisional or derived: does it decide anything?
bool decides(const std::string& status);

/// The rulings whose place others have taken by then: others that count and have no less authority,
/// formal before provisional before derived. It begins with one whose place nobody took; in a
/// circle there is none.
std::set<std::string> superseded(const std::vector<RulingRecord>& all, const base::AsOf& as_of);

/// Those of all rulings of a game that do not count any more by then: withdrawn, or superseded.
/// Decks are none.
std::set<std::string> out_of_force(const std::vector<Document>& all, const base::AsOf& as_of);

/// A ruling with the places of what it says about itself.
struct LawRuling {
  RulingRecord record;
  const Element* root = nullptr;  ///< outlives the value
};

/// What does not fit: dates that are none (HR4301), rulings by somebody who did not hold the office
/// (HR4302), that name rulings which are not there (HR4303), circles (HR4304), and silent reversals
/// (HR4305): a later ruling in force with a claim that cannot be right together with one of an
/// earlier ruling in force about the same situation, whatever its cards are called. `all`: all
/// rulings of a game.
void check_law(const base::Json& game, const std::vector<LawRuling>& all, base::DiagnosticLog& log);

}  // namespace hanrei::rulings
