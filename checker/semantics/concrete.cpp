// The machine over concrete values, compiled here once.
#include "checker/semantics/body/all.h"

namespace hanrei::checker {

template class Eval<Concrete>;
template class Machine<Concrete>;

}  // namespace hanrei::checker
