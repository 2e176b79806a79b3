// What is otherwise in one state of a play than in another, as sentences.
#pragma once

#include "checker/explain/speak.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::explain {

/// A change, and what it rests on where that is not the statement: standing effects that begin or
/// end with it.
struct Change {
  std::string text;
  std::vector<std::string> cards = {};
  std::vector<ClauseId> by = {};
  bool standing = false;
  std::vector<StaticId> statics = {};  ///< these effects
  std::array<int64_t, 3> lot =
      {};  ///< how many cards that are only counted go, from where to where
};

/// What an instruction has changed, in the order in which it is told: what follows of standing
/// effects comes last.
std::vector<Change> changes_between(const Question& question, const Machine<Concrete>& machine,
                                    const Speaker& speaker, const S& before, const S& after,
                                    const model::Instr& instruction);

/// What the first of two ends has otherwise than the second: the result, where cards are, what
/// things are worth. A few of them.
std::vector<std::string> differences(const Question& question, const Speaker& speaker,
                                     const Machine<Concrete>& machine, const S& end,
                                     const S& other);

/// So many cards that are only counted go from one zone to another.
std::string lot_words(const Speaker& speaker, const S& state, const std::array<int64_t, 3>& lot);

/// Do its statements only write to names of the procedure?
bool only_locals(const model::Program& program, const model::Instr& instruction);
/// Do they only work out numbers? They are told even where they stay as they are.
bool works_out(const model::Program& program, const model::Instr& instruction);

}  // namespace hanrei::checker::explain
