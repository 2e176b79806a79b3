// Stands in for checker/semantics/no_faults.cpp where a test plants faults.
#include "tests/support/faults.h"

namespace hanrei {
namespace {
checker::Faults planted[2];  // by test::Faulty
}  // namespace

test::Planted::Planted(Faulty engine, const checker::Faults& faults) {
  planted[static_cast<int>(engine)] = faults;
}
test::Planted::~Planted() { planted[0] = planted[1] = {}; }

const checker::Faults& checker::faults_of_explicit_state() { return planted[0]; }
const checker::Faults& checker::faults_of_symbolic() { return planted[1]; }

}  // namespace hanrei
