#pragma once

#include <string>

#include "rulings/rulings.h"

namespace hanrei::rulings {

/// The document as XML, without its texts.
std::string as_xml(const Document& document);

}  // namespace hanrei::rulings
