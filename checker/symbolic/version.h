#pragma once

#include <string>

namespace hanrei::checker::symbolic {

/// Which solver answers: its version, with the build of it.
std::string solver_version();

}  // namespace hanrei::checker::symbolic
