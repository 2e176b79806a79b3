// The machine over terms.
#pragma once

#include "checker/semantics/machine.h"
#include "checker/symbolic/term.h"

namespace hanrei::checker {

extern template class Eval<symbolic::Symbolic>;  // machine.cpp
extern template class Machine<symbolic::Symbolic>;

}  // namespace hanrei::checker
