// One situation under two versions of a game: do its plays end alike, and can each player bring
// about the same ends?
//
//     Compared c = compare(before, after, limits);
#pragma once

#include <array>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "errata/parts.h"
#include "errata/watch.h"

namespace hanrei::errata {

/// Ends: an end that only one of the two reaches. Power: they reach the same ends, but a player can
/// bring one of them about, whatever the other does, in one of the two only.
enum class Sameness : uint8_t { Alike, Ends, Power, Unknown };

struct Compared {
  Sameness sameness = Sameness::Unknown;
  base::Reason why;           ///< of Unknown: the limit, or the form that stopped it
  int side = 0;               ///< the version (0 before, 1 after) that has what the other has not
  int player = -1;            ///< Power: who
  std::vector<int64_t> lets;  ///< for which values of the quantities
  std::array<std::vector<checker::Move>, 2>
      play;  ///< on `side` a shortest play to that end; on the other the same choices as far as
             ///< they can be made, then passes
  std::array<std::vector<std::string>, 2>
      end;           ///< how the two plays end: what the two ends do not share
  int barred = -1;   ///< the choice of `side`'s play that the other version does not offer when it
                     ///< comes to it; -1: it offers all
  bool won = false;  ///< one of the two plays ends with a result
  bool touched = false;  ///< something that changed had a part in some play; in what ends otherwise
                         ///< it always had
  std::vector<char> had;     ///< which parts of the subject
  bool beside = false;       ///< what the card beside them says was looked at in some play
  std::array<Seen, 2> seen;  ///< how the thresholds of the texts came out
  bool bounded = false;      ///< a bound of repetition cut plays off
  size_t states = 0;
};

/// What else is told of a comparison: which parts of what changed had one in play, the thresholds
/// of each version, whose programs the questions then have, and whether the texts of another card,
/// which stand there, were looked at.
struct Watch {
  std::array<const Parts*, 2> parts{};
  std::array<const Watched*, 2> thresholds{};
  std::array<std::vector<base::Span>, 2> beside;
};

/// Explores both questions, which must have worlds, to the end. `limits` hold for each.
Compared compare(const checker::Question& before, const checker::Question& after,
                 const checker::Limits& limits, const Watch& watch = {});

}  // namespace hanrei::errata
