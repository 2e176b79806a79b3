// What the engines have done in this thread, whoever asked them. Nothing hangs on it: the ratchet
// of the bench reads it.
#pragma once

#include <cstdint>

namespace hanrei::checker {

struct Work {
  uint64_t states = 0, edges = 0, steps = 0, terms = 0;
};

inline constinit thread_local Work work_done;

}  // namespace hanrei::checker
