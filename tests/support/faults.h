// A mistake in one engine, for as long as the object lives: is the disagreement noticed?
#pragma once

#include "checker/semantics/faults.h"

namespace hanrei::test {

enum class Faulty { ExplicitState, Symbolic };

struct Planted {
  Planted(Faulty engine, const checker::Faults& faults);
  ~Planted();
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;
};

}  // namespace hanrei::test
