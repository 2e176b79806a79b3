// Situations made from others: a card takes the place of another card of the same sort.
//
//     for (const Variant& v : variants(program, questions)) rulings::Case c = made(program, base,
//     v);
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "audit/names.h"
#include "checker/collisions/meetings.h"

namespace hanrei::audit::clashes {

using namespace checker::collisions;

/// In the situation `base` (of a list), the card at `place` is `card` instead.
struct Variant {
  size_t base = 0;
  int place = 0;
  CardId card;
};

/// A situation that others may be made from, and how many states it has.
struct Base {
  const rulings::Case* which = nullptr;
  size_t states = 0;
  const Reached* reached = nullptr;
};

/// Something that a situation should reach: an act, a moment, a step, or nothing in particular.
struct Wish {
  ActId act;
  std::vector<Id> menus = {};
  std::pair<ProcId, int> step = {kNone, -1};
};
bool fulfils(const Reached& reached, const Wish& wish);

/// May another card lie there? Not where the play or a running text is about what this card, and no
/// other, can do.
bool replaceable(const model::Program& program, const rulings::Case& situation, int place);

/// Are the two of one sort: alike in the first printed attribute of the schema that is a member of
/// an enumeration?
bool same_sort(const model::Program& program, CardId one, CardId other);

/// For every card, in every zone where a card of its sort lies in some situation: in the smallest
/// of these situations (then the first), in the place of that card; and for each act and moment
/// that its norms are about, each of these moments, and each step that it amends, in the smallest
/// of those in which that is reached. Places whose card the play names an effect of, or whose text
/// is running, are left alone; where the card lies in that zone already, no other is needed. At
/// most `most`.
std::vector<Variant> variants(const model::Program& program, const std::vector<Base>& bases,
                              size_t most);

/// The situation with the card in its place. What the situation says of that card's printed values
/// goes with the old card.
rulings::Case made(const model::Program& program, const rulings::Case& base,
                   const Variant& variant);

}  // namespace hanrei::audit::clashes
