// Ways to bend a model: each changes one thing of one element, in the JSON of the game, and leaves
// the rest.
//
// The operators are those of mutation testing, on rules: what a clause states is left out, moved,
// widened, narrowed, counted wrongly, or left to somebody else.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "audit/names.h"
#include "checker/question/elements.h"

namespace hanrei::audit::coverage {

using namespace checker::elements;

enum class Operator : uint8_t {
  Drop,  ///< the element does nothing: its step is passed over, its value is blank, its norm never
         ///< applies
  Swap,  ///< a step and its neighbour change places
  Negate,   ///< a condition is turned round
  Widen,    ///< a condition is taken away
  Number,   ///< a number is one more
  Chooser,  ///< the other player picks
  Player,   ///< it befalls the other player
  Close,    ///< nothing may be declared at a moment
  Regime,   ///< an order or an exchange goes the other way about it: fixed as a whole or step by
            ///< step, who is asked next, who may pass
};

struct Mutant {
  Operator op = Operator::Drop;
  size_t element = 0;
  std::string what;  ///< for people: what reads how instead
  std::function<void(model::Game&)> apply;
};

/// Every mutant of one element, `Drop` first. Elements that nothing can be left out of have none of
/// that kind. `elements` must outlive the result.
std::vector<Mutant> mutants_of(const model::Game& game, const model::Program& program,
                               const std::vector<Element>& elements, size_t element);

/// `drop`, `swap` … as reports name them.
std::string_view operator_name(Operator op);

}  // namespace hanrei::audit::coverage
