// The machine over terms, compiled here once.
#include "checker/symbolic/machine.h"

#include "checker/semantics/body/all.h"

namespace hanrei::checker {

template class Eval<symbolic::Symbolic>;
template class Machine<symbolic::Symbolic>;

}  // namespace hanrei::checker
