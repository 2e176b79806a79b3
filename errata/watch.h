// Thresholds of the texts in question: comparisons with a number. A text of which one never came
// out both ways was not examined where it is about that number.
//
//     Watched watched(*session.compiled({}), places);
//     … explore with watched.program() and a trace …
//     watched.note(trace, seen);
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "checker/checker.h"
#include "checker/semantics/trace.h"

namespace hanrei::errata {

using namespace model::ids;

/// `seen`, by threshold: 1 it came out true, 2 false, 3 both.
using Seen = std::vector<uint8_t>;

class Watched {
 public:
  /// A copy of the program in which each such comparison leaves a mark in a trace of how it came
  /// out; else it means the same. Left alone are those that can only come out one way by the range
  /// of what is compared.
  Watched(const checker::Session::Compiled& compiled, const std::vector<base::Span>& places);
  const std::shared_ptr<const model::Program>& program() const { return program_; }
  const std::vector<base::Span>& places() const { return places_; }  ///< of the comparisons
  void note(const checker::Trace& trace, Seen& seen) const;

 private:
  std::shared_ptr<const model::Program> program_;
  std::vector<base::Span> places_;
  std::vector<ExprId> first_;  ///< the marks: true, and behind it false
};

}  // namespace hanrei::errata
