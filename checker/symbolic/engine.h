// The symbolic engine: states as terms, choices as solver constants, branches merged where control meets
// again, one query a claim.
#pragma once

#include <memory>

#include "checker/question.h"

namespace hanrei::checker::symbolic {

/// Terms, and what Z3 said of them. One case under several readings asks mostly the same.
class Memory;

class Engine {
 public:
  /// With the memory of an engine that has nothing more to answer, what was asked then is not asked again.
  Engine(const Question& question, const Limits& limits, const Faults& faults = {}, std::shared_ptr<Memory> memory = nullptr);
  ~Engine();
  Answer answer(const rulings::Claim& claim);
  const Counts& counts() const { return counts_; }
  std::shared_ptr<Memory> memory() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Counts counts_;
};

}  // namespace hanrei::checker::symbolic
