// Does a change make a difference in play? Situations within a scope are explored under both
// versions of a game, the smallest first, until one is found that ends otherwise; then it is made
// smaller.
//
//     Session before(old_game, sources), after(new_game, sources);
//     Answer a = differ(before, after, corpus, {"NAME OF A CARD", places}, asked);
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "errata/compare.h"
#include "errata/scenes.h"
#include "errata/solve.h"

namespace hanrei::base {
class Portion;
}

namespace hanrei::errata {

struct Asked {
  /// For each version of each situation. Those that need more are tried once more, with eight times
  /// as many states, when all others end alike; what needs more still is counted as cut off.
  checker::Limits play{400, 20'000, 2'000'000, 200'000};
  size_t scenes =
      800;  ///< most situations of one kind; of those made from the rulings five times as many
  size_t states =
      1'000'000;  ///< of all; what is not examined when they are used up is counted as left out
  int jobs = 1;
  base::Portion* portion = nullptr;  ///< of a sweep of what `examine` compares and asks
};

/// Equivalent: no situation of the scope ends otherwise. Functional: one does. Untouched: in none
/// had anything that changed a part, so that nothing can be said. Unreached: none ends otherwise,
/// but something that changed had a part in none, or some comparison of the texts with a number
/// came out one way only, so that they were not examined where it is about that. Interrupted: asked
/// to stop.
enum class Verdict : uint8_t { Equivalent, Functional, Untouched, Unreached, Interrupted };

/// How the situations of the scope are made, in the order in which they are tried.
enum class Making : uint8_t { Placed, Solved, Values, Blank, Blanks, Piles, Pool, Together, Crowd };
inline constexpr size_t kMakings = 9;

/// Reasons, and how often each was given.
using Reasons = std::map<base::Reason, size_t, base::ByWords>;

/// What was examined. A situation counts as touched when something that changed had a part in it
/// and no limit cut it off.
struct Scope {
  struct Count {
    size_t made = 0, examined = 0, touched = 0, cut = 0, left_out = 0;
  };  ///< left out: over the limits
  std::array<Count, kMakings> by_making;
  /// What was put to Z3: situations with their numbers left open, of how many no values end
  /// otherwise, and how many it could not tell.
  struct Asked {
    size_t situations = 0, alike = 0, unknown = 0, queries = 0, states = 0;
    uint64_t units = 0;
    Reasons reasons;
  } solver;
  size_t bases = 0;  ///< situations of rulings that others were made from
  size_t states = 0;
  Reasons reasons;        ///< why some were cut off
  bool bounded = false;   ///< some plays were cut off by a bound of repetition
  size_t thresholds = 0;  ///< comparisons of the texts with a number, each once as it is written
  /// Of these, one that came out one way only, or was never asked; `changed`: it stands in one
  /// version only. Of the rulebook's that did not change it is enough that they were met.
  struct Threshold {
    std::string text;
    base::Place at;
    bool met = false, failed = false, changed = false;
  };
  std::vector<Threshold> unreached;
  struct Idle {
    std::string name;
    base::Place at;
  };
  std::vector<Idle>
      idle;  ///< what changed and had a part in no situation that was explored to the end
};

/// A situation that ends otherwise.
struct Difference {  // NOLINT(bugprone-reserved-identifier): a false alarm, of its implicit copy
  Scene scene;
  std::string xml;                       ///< the document of the scene
  size_t cards = 0, moves = 0, sum = 0;  ///< of the situation; choices of the play that shows it;
                                         ///< all numbers of the situation
  Compared compared;
  checker::RulingResult before, after;  ///< what the plays refer to
  /// The two plays as sentences, by language and version; the choice of one that the other version
  /// does not offer, empty where it offers all; and who plays.
  std::vector<std::string> told[2][2];
  std::string barred[2];
  std::vector<std::string> players;
};

struct Answer {
  Verdict verdict = Verdict::Untouched;
  Scope scope;
  std::optional<Difference> smallest;
};

/// Both sessions must compile under their default readings.
Answer differ(checker::Session& before, checker::Session& after,
              const std::vector<Document>& corpus, const Subject& subject, const Asked& asked);

}  // namespace hanrei::errata
