// What became known from a day on, from the dates that a game's files give.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rulings/exchange/exchange.h"

namespace hanrei::rulings {

struct Event {
  /// Added: a ruling, or a card's first wording. Changed: a later wording, or a revision of the
  /// rulebook.
  enum class Kind : std::uint8_t { Added, Changed, Superseded, Moved };
  std::int64_t day = 0;  ///< on which it became known
  Kind kind = Kind::Added;
  std::string what;  ///< ruling, card or revision
  std::string id;
  std::string from, to;  ///< Moved: statuses. Superseded: `to` is the ruling that did it. Else `to`
                         ///< says from when it counts
};

struct Feed {
  std::vector<Event> events;  ///< by day, then kind, what and id
  std::size_t dated = 0;      ///< things with a date, whether before the day or after it
  std::size_t undated = 0;    ///< rulings without one: nothing is known of when they came
};

Feed feed_since(const exchange::Records& records, std::int64_t since);

}  // namespace hanrei::rulings
