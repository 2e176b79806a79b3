#pragma once

#include <string>

#include "rulings/rulings.h"

namespace hanrei::rulings {

/// The document as XML. `texts`: with what it says in words.
std::string as_xml(const Document& document, bool texts = false);

}  // namespace hanrei::rulings
