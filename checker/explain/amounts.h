// How many there are, as a clause: 「Aの手札が3枚以上である」, "there are at least 3 cards in A's
// hand".
#pragma once

#include <cstdint>
#include <string>

#include "checker/explain/speak.h"

namespace hanrei::checker::explain {

enum class Relation { Is, IsNot, Less, AtMost, More, AtLeast };

/// Of the cards of a zone.
std::string cards_in(const Speaker& say, const std::string& zone, Relation how, int64_t n);
/// Of things that have this name.
std::string things(const Speaker& say, const std::string& name, Relation how, int64_t n);
/// How many there are of things that are told as some of others: "the cards whose … is 2".
std::string among(const Speaker& say, const std::string& those, Relation how, int64_t n);
/// How often a moment of play comes.
std::string moments(const Speaker& say, const std::string& name, Relation how, int64_t n);

}  // namespace hanrei::checker::explain
