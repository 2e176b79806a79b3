// Which cards of a game have to do with some texts: those that change what the texts read, answer
// what the texts bring about, look at what they change, or are what they ask for.
//
//     for (const Related& r : related(program, places)) …
#pragma once

#include <vector>

#include "base/text/source_map.h"
#include "model/ir/program.h"

namespace hanrei::errata {

using namespace model::ids;

/// `weight`: the sum over all ties between card and texts, each counted the less the more cards
/// have it; above 0.
struct Related {
  CardId card;
  double weight = 0;
};

/// The cards with names of their own that have to do with the texts at these places, most of all
/// first; then as they stand in the game. A text that calls procedures of the rulebook does what
/// these do.
std::vector<Related> related(const model::Program& program, const std::vector<base::Span>& places);

/// Where what a card says stands: its provisions.
std::vector<base::Span> texts_of(const model::Program& program, CardId card);

}  // namespace hanrei::errata
