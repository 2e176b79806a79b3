// Making a document smaller as long as something still holds of it.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "rulings/rulings.h"

namespace hanrei::audit::readings {

/// Cards (and lots, and tokens) of its situations, and items of its plays.
std::pair<size_t, size_t> size_of(const rulings::Document& document);

/// Takes out what can be left out, one element after the other, as long as `still` holds: no
/// element can go alone from what is left.
void shrink(rulings::Document& document,
            const std::function<bool(const rulings::Document&)>& still);

/// Takes out of its situations and plays the attributes and words that can be left out, then lowers
/// the numbers towards 0, one after the other, as long as `still` holds: no number can be one less
/// alone.
void simplify(rulings::Document& document,
              const std::function<bool(const rulings::Document&)>& still);

}  // namespace hanrei::audit::readings
