// Rules with dates: revisions of the rulebook, wordings of cards, and what counts with them.
//
//     Game then = game;
//     keep_in_force(then, {valid, known});      // what was in force on a day, as far as it was
//     known on another
//
// What says `since` counts with a revision, what says `before` counts until it. On a card both may
// also name a wording by its date.
#pragma once

#include <string>
#include <vector>

#include "base/date.h"
#include "model/model.h"

namespace hanrei::model {

/// A change of the rulebook: its version, from when it counts, and when it became known; both its
/// `date` when not given.
struct Revision {
  std::string name, effective, known;
  bool begun(const base::AsOf& as_of) const;
};
/// Those of game.json, in their order. The log may be null.
std::vector<Revision> revisions(const base::Json& game, base::DiagnosticLog* log = nullptr);

/// Tells what is no revision, and keys that none has.
void check_revisions(const base::Json& game, base::DiagnosticLog& log);

/// Is there anything in a file that counts with a revision or a wording, or until one?
bool is_dated(const base::Json& file);
/// A file with what is in force then, without any mention of dates but those of the wordings that
/// had begun. A card that had no wording yet is gone. Unknown names land in the log, which may be
/// null.
base::Json in_force(const base::Json& file, const std::vector<Revision>& revisions,
                    const base::AsOf& as_of, base::DiagnosticLog* log);
void keep_in_force(Game& game, const base::AsOf& as_of);

}  // namespace hanrei::model
