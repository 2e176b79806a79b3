// Values that change together: the numbers of a situation are left open, and Z3 is asked for some
// with which its plays end otherwise under two versions of a game, the least in sum first. Whether
// they do is for the explicit engine to say.
//
//     LeftOpen open(program, scene, knobs, zones, true);
//     Proposed p = propose(before, after, limits, [&](const Quantities& v) { return
//     differs(open.with(v)); });
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "errata/scenes.h"

namespace hanrei::errata {

/// Values of symbolic quantities by their names.
using Quantities = std::map<std::string, int64_t>;

/// A scene whose numbers are quantities: of each card, player and the game those that the knobs
/// name, 0 or more and within what the game allows, but for the printed ones of cards that have a
/// name of their own; how many cards the lots of the named zones have; `given`: and every number
/// that the scene itself gives, and the printed ones of cards that stand for any. `negative`: also
/// those below 0. Quantities that it has stay as they are.
class LeftOpen {
 public:
  LeftOpen(const model::Program& program, const Scene& scene, const std::vector<Knob>& knobs,
           const std::set<std::string>& zones, bool given, bool negative);
  /// How many quantities there are.
  size_t size() const { return size_; }
  const Document& document() const { return scene_.document; }
  Scene with(const Quantities& values) const;

 private:
  Scene scene_;
  size_t size_ = 0;
};

/// Counted work, for each situation; `units` of Z3 for each query.
struct SolveLimits {
  size_t states = 400, steps = 40'000, queries = 400, terms = 200'000;
  unsigned units = 2'000'000;
};

struct Proposed {
  /// Alike: no values end otherwise, which is proved. Found: some were taken. Refused: those that
  /// were proposed were not.
  enum class Verdict : uint8_t { Alike, Found, Refused, Unknown } verdict = Verdict::Unknown;
  base::Reason why;                ///< of Unknown
  std::vector<Quantities> values;  ///< as proposed
  size_t queries = 0, states = 0;
  uint64_t units = 0;
};

/// At most three proposals for each direction, until one is taken. Who decides between ends is not
/// asked.
Proposed propose(const checker::Question& before, const checker::Question& after,
                 const SolveLimits& limits, const std::function<bool(const Quantities&)>& take);

}  // namespace hanrei::errata
