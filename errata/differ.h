// Does a change make a difference in play? Situations within a scope are explored under both versions of a game, the
// smallest first, until one is found that ends otherwise; then it is made smaller.
//
//     Session before(old_game, sources), after(new_game, sources);
//     Answer a = differ(before, after, corpus, subject, asked);
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "errata/compare.h"
#include "errata/scenes.h"

namespace hanrei::errata {

/// What is asked about.
struct Changed {
  std::string card;                        ///< its name in both versions; empty: something of the rulebook
  Subject subject;
};

struct Asked {
  /// For each version of each situation. Situations that need more are counted as cut off.
  checker::Limits play{1'500, 20'000, 2'000'000, 200'000};
  size_t scenes = 4'000;                   ///< most situations of one kind
  int jobs = 1;
  std::function<void(size_t done, size_t all)> progress;
  std::function<bool()> stopped;
};

/// Equivalent: no situation of the scope ends otherwise. Functional: one does. Untouched: in none had the texts a part, so
/// that nothing can be said. Interrupted: asked to stop.
enum class Verdict : uint8_t { Equivalent, Functional, Untouched, Interrupted };

/// How the situations of the scope are made, in the order in which they are tried.
enum class Kind : uint8_t { Placed, Values, Company, Pairs };
inline constexpr size_t kKinds = 4;

/// What was examined.
struct Scope {
  struct Count { size_t made = 0, examined = 0, touched = 0, cut = 0, left_out = 0; };  ///< left out: over `Asked::scenes`
  std::array<Count, kKinds> kinds;
  size_t bases = 0;                        ///< situations of rulings that others were made from
  size_t states = 0;
  bool bounded = false;                    ///< some plays were cut off by a bound of repetition
};

/// A situation that ends otherwise.
struct Difference {
  Scene scene;
  size_t cards = 0, moves = 0;             ///< of the situation; choices of the play that shows it
  Compared compared;
  checker::RulingResult before, after;     ///< what the plays refer to
};

struct Answer {
  Verdict verdict = Verdict::Untouched;
  Scope scope;
  std::optional<Difference> smallest;
};

/// Both sessions must compile under their default readings.
Answer differ(checker::Session& before, checker::Session& after, const std::vector<Document>& corpus, const Changed& changed, const Asked& asked);

}  // namespace hanrei::errata
