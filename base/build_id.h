#pragma once

#include <string>

namespace hanrei::base {

/// What the linker called this very program: a digest of all that is in it, in hexadecimal digits.
/// Empty when the linker left none.
std::string build_id();

}  // namespace hanrei::base
