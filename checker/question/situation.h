// Does a situation say what its answer depends on, and can it arise?
#pragma once

#include "base/text/diagnostic.h"
#include "checker/question/question.h"
#include "model/passes/reads.h"

namespace hanrei::checker {

/// Complains about a situation whose path cannot be, that leaves out what play reads from there on,
/// or that stands where a limit is broken or an ending is met although the rules would have dealt
/// with it before. Not `whole`: what it leaves out is known already.
void examine(const Question& question, base::DiagnosticLog& log, bool whole = true);

/// What may be the case where the situation begins, because it begins before the rules deal with
/// it: that a limit is broken, or an ending met that is judged at once, or one that is judged at a
/// step.
struct Pending {
  bool limits = false, at_once = false, judged = false;
};
Pending pending(const Question& question);

/// What the question has, and who may declare what.
model::Present present(const Question& question);

}  // namespace hanrei::checker
