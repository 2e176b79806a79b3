#include "checker/semantics/faults.h"

namespace hanrei::checker {

const Faults& faults_of_explicit_state() {
  static constexpr Faults kNone;
  return kNone;
}

const Faults& faults_of_symbolic() { return faults_of_explicit_state(); }

}  // namespace hanrei::checker
