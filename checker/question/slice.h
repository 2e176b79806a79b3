// Which readings a question may depend on.
#pragma once

#include <set>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/trace.h"
#include "model/model.h"
#include "model/passes/reads.h"

namespace hanrei::checker::slice {

/// What a question may come to: the code that may run, of the cards and acts that it has.
struct Within {
  const model::Program* program;
  model::Present there;
  std::set<CodeId> runs;
};
Within within(const Question& question);

/// May a reading change anything there? One of an act does when somebody may declare it, one of a
/// procedure when it may run, one of a card's text when the card is there; any other always.
bool matters(const Within& within, const model::ReadingDef& reading);

/// Where the alternatives of readings stand, and which of them a run came to. A place in a clause
/// of the rules counts when something of it was carried out or evaluated; one in a procedure when
/// its step was. One in what leaves no such marks (an attribute, an ending, a limit) always counts.
class Places {
 public:
  Places(const model::Game& game, const model::Program& program, const model::Lowered& code);
  /// Adds those of `among` that count in what a run left in its trace.
  void add(const Question& question, const Trace& trace, const std::set<size_t>& among,
           std::set<size_t>& out) const;

 private:
  struct Place {
    base::Span region;
    bool always = false;
  };
  std::vector<std::vector<Place>> places_;  ///< by reading
};

}  // namespace hanrei::checker::slice
