// Faults in the machine of an engine, for the tests of the tests. The program has none.
#pragma once

namespace hanrei::checker {

/// What the machine of an engine does wrong.
struct Faults {
  bool skip_window = false;  ///< windows are passed over
  bool drop_order = false;   ///< of several orders only the first is tried
  bool drop_pass = false;    ///< who may declare must
  bool operator==(const Faults&) const = default;
};

/// The faults of an engine: none, by `no_faults.cpp`, unless a test program brings a definition of
/// its own. Machines that replay, tell or judge otherwise have none in any case.
const Faults& faults_of_explicit_state();
const Faults& faults_of_symbolic();

}  // namespace hanrei::checker
