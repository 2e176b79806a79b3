// A question in which some clauses and card sentences say nothing: is something met without them?
#pragma once

#include <vector>

#include "checker/collisions/finding.h"
#include "checker/question/question.h"

namespace hanrei::checker::collisions {

/// A copy of a question without these grounds: norms, amendments, limits, triggers and endings that
/// rest on one of them never apply, and no step states one of these clauses. What the steps do
/// stays. The question's case must live as long.
class Dropped {
 public:
  Dropped(const Question& question, const std::vector<Ground>& grounds);
  Dropped(const Dropped&) = delete;
  Dropped& operator=(const Dropped&) = delete;
  const Question& question() const { return question_; }

 private:
  model::Program program_;
  model::Lowered code_;
  Question question_;
};

}  // namespace hanrei::checker::collisions
