// What a regime decides: the same situations under a game as it stands, and under one whose
// exchange or order says something else in one field.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/names.h"

namespace hanrei::audit::readings {

/// One field of an `order` or an `exchange` of a game, and what it says instead.
struct RegimeChange {
  std::string regime, field, value;
};

/// Reads `NAME.FIELD=VALUE`; nothing when it is not of that form. A value in brackets, `[turn,
/// opp(turn)]`, is a list.
std::optional<RegimeChange> read_change(std::string_view text);

/// Makes the change. False when the game has no such order or exchange, or that has no such field.
bool apply(model::Game& game, const RegimeChange& change);

/// A document of a ruling of which nothing can be left out without the two regimes agreeing about
/// it.
struct Difference {
  rulings::Document document;
  size_t cards = 0, moves = 0;  ///< of its situations; items of its plays
  struct Side {
    std::vector<std::string> outcomes, claims;
  };
  Side here,
      there;  ///< what only one of the two reaches, and how its claims come out there; as text
};

/// What was looked at, and the smallest of what differs: fewest cards, then fewest items of the
/// play.
struct Comparison {
  size_t examined = 0,
         left_out = 0;  ///< left out: symbolic quantities, or more than the limits allow
  std::vector<std::string> differing;  ///< ids of the rulings about which the two differ
  std::optional<Difference> smallest;
};

/// Compares two sessions of one game on documents: the outcomes reached, and the answers to the
/// claims.
Comparison compare(Session& here, Session& there, const std::vector<rulings::Document>& documents,
                   const Limits& limits);

}  // namespace hanrei::audit::readings
