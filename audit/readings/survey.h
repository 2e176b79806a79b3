// What the rulings of a game say under each option of the readings that matter to them.
//
//     Survey s = survey(session, game, documents, options);
//
// A *question* is a case of a ruling: its situation and play. Under a vector of options it has an
// answer: how its claims come out, and which outcomes its plays have.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "audit/names.h"
#include "audit/readings/table.h"

namespace hanrei::audit::readings {

/// One outcome of a question, and how many choices a shortest play to it has.
struct Ending {
  int end = 0, result = 0;                    ///< `End`, and the result of the game
  std::vector<std::string> looked_at, cards;  ///< as `Outcomes::Parts`; what else has changed
                                              ///< stands behind what is looked at
  size_t moves = 0;
};

struct Answered {
  enum class Kind : uint8_t {
    Known,
    CannotBe,
    Undecided
  };  ///< CannotBe: not a situation under these options
  Kind kind = Kind::Known;
  base::Reason reason;  ///< why it cannot be, is undecided, or why outcomes are not enumerated
  std::vector<Standing>
      claims;  ///< in their order; `undetermined` ones are not asked and count as not examined
  bool enumerated = false;      ///< every outcome is there
  bool quantities = false;      ///< symbolic ones: the claims are the whole answer
  bool endless = false;         ///< a play may go on for ever
  std::vector<Ending> endings;  ///< sorted, no two alike
};

/// Two answers. A difference in what is known of both is one; what is not known is never agreement.
enum class Compared : uint8_t { Same, Differ, Unknown };
Compared compare(const Answered& a, const Answered& b);

struct Case {
  std::string ruling, case_id, status, path, title[2];
  std::vector<std::string> claims;  ///< as written
  std::vector<rulings::ClaimKind> kinds;
  std::vector<size_t> slice;  ///< readings that may matter, ascending
  Vector base;                ///< as the ruling presumes, the defaults otherwise
  std::vector<std::pair<size_t, uint8_t>> presumed;
  bool whole =
      true;  ///< every vector of the slice was looked at, but for readings that the game presumes
  std::map<Vector, size_t> at;    ///< which of the answers
  std::vector<Answered> answers;  ///< no two alike
};

enum class Force : uint8_t { None, Formal, Provisional, Superseded, Withdrawn, Pending };

struct Ruled {
  std::string id;
  Force force = Force::None;
};

struct SurveyOptions {
  Limits limits;
  size_t vectors = 64;  ///< of the cases of one ruling; more are looked at in part only
  int jobs = 1;
  std::set<std::string> ids;  ///< only these rulings; none: all
  std::set<size_t> only;      ///< only rulings to which one of these readings may matter; none: all
};

struct Survey {
  std::vector<Reading> readings;  ///< in the order of game.json
  std::vector<model::ReadingDef> defs;
  std::shared_ptr<const model::Program> program;  ///< under the defaults
  std::vector<Case> questions;                    ///< by ruling, then as in its file
  std::vector<Ruled> rulings;                     ///< those with a question
  std::vector<Precedent> precedents;              ///< in force, by id
  std::vector<std::vector<std::pair<size_t, uint8_t>>> presumed;  ///< by precedent
  std::vector<std::string> left_out;                              ///< rulings that have errors
  std::vector<std::string> unreached;  ///< rulings before which an end was asked for
  size_t aside = 0;                    ///< rulings that were not asked for
  size_t vectors = 0, states = 0, queries = 0;
};

/// `log` gets what is wrong in rulings as they stand. What an asked-for end (base/stop.h) breaks
/// off is as if it were not there, but that what it supersedes does not count either. Documents are
/// sorted by id.
Survey survey(Session& session, const model::Game& game,
              const std::vector<rulings::Document>& documents, const SurveyOptions& options,
              base::DiagnosticLog& log);

}  // namespace hanrei::audit::readings
