// Faults that can be planted in the machine, for the tests of the tests.
#pragma once

namespace hanrei::checker {

/// Deviations for the tests of the tests: an engine runs the machine with one of them planted.
struct Faults {
  bool skip_window = false;   ///< windows are passed over
  bool drop_order = false;    ///< of several orders only the first is tried
  bool drop_pass = false;     ///< who may declare must
  bool merge_values = false;  ///< states that differ in a value are taken for one
  bool operator==(const Faults&) const = default;
};

}  // namespace hanrei::checker
