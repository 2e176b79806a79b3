// The symbolic engine: states as terms, choices as solver constants, branches merged where control meets
// again, one query a claim.
#pragma once

#include <memory>

#include "checker/question.h"

namespace hanrei::checker::symbolic {

class Engine {
 public:
  Engine(const Question& question, const Limits& limits, const Faults& faults = {});
  ~Engine();
  Answer answer(const rulings::Claim& claim);
  const Counts& counts() const { return counts_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Counts counts_;
};

}  // namespace hanrei::checker::symbolic
