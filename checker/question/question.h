// One case of a ruling, ready to be explored: the program with the case's expressions, lowered, and
// its world.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/semantics/state.h"
#include "checker/semantics/world.h"
#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::checker {

struct Question {
  const model::Program* program = nullptr;
  const model::Lowered* code = nullptr;
  const rulings::Case* which = nullptr;
  std::unique_ptr<World> world;
  Reason unsupported;  ///< why there is no world
  size_t until_depth = 1;
  bool until_idle = false;
};

/// Prepares a case. `program`, `code` and `which` must outlive it.
Question make_question(const model::Program& program, const model::Lowered& code,
                       const rulings::Case& which);

/// The values printed on cards that were read while something was asked.
struct Looked {
  bool all = false;                                       ///< it cannot be told which
  std::set<std::pair<std::string, std::string>> printed;  ///< the card's name, and the attribute's
};

/// Adds what was read of a question, by whatever engine.
void add_looked(const Question& question, Looked& out);

/// Values on which a question with symbolic quantities is run where one run for each value would
/// not end.
std::vector<std::vector<int64_t>> sample_values(const std::vector<rulings::Let>& lets);

/// Is the move a choice that goes by this name: its own, `order`, `again` or `may`, alone or
/// followed by the name of what asks it, or that name alone? Declarations and passes have no names.
bool is_named(const model::Lowered& code, const Move& move, std::string_view name);

/// Who makes the choice: a player by name, or nobody in particular.
Reason chooser_of(const Question& question, const Move& move);

/// How much an engine may do before it says *undecided*.
struct Limits {
  size_t states = 200'000;
  size_t steps = 1'000'000;            ///< instructions: between two choices, or of a symbolic run
  unsigned solver_units = 40'000'000;  ///< of Z3's resource count, a query
  size_t terms = 2'000'000;
  size_t ways = 4096;  ///< to make one choice
};

enum class Verdict : uint8_t { Holds, Fails, Unknown };
enum class Evidence : uint8_t { None, Exhaustive, Proved, Witnessed, Bounded };

/// What one engine says about one claim.
struct Answer {
  Verdict verdict = Verdict::Unknown;
  Evidence evidence = Evidence::None;
  Reason reason;              ///< of Unknown: the limit, or the form that stopped it
  bool limit = false;         ///< the reason is a limit, not a form
  bool vacuous = false;       ///< the play cannot be played, or the situation cannot arise
  std::vector<Move> witness;  ///< a play that confirms or refutes; real choices only
  bool has_witness = false;
  bool unable = false;  ///< of a claim about a declaration: judged also where its player can
                        ///< declare nothing
  std::optional<size_t> loop_from;  ///< the moves from there on come round to where they began
  std::vector<int64_t> lets;        ///< values of the symbolic quantities in the witness
  Reason detail;  ///< what the witness shows: reached outcomes, a number, who chooses
};

/// What an engine makes of a form that is not carried out, such as a number beyond 64 bits.
inline Answer unsupported(Reason form) {
  Answer out;
  out.reason = std::move(form);
  return out;
}

/// What an engine says. The claim itself may hold a form that is not carried out.
template <class F>
Answer asked(F&& question) {
  try {
    return question();
  } catch (const Unsupported& u) {
    return unsupported(u.form);
  }
}

struct Counts {
  size_t states = 0, edges = 0, terminals = 0, queries = 0, terms = 0, steps = 0;
  uint64_t units = 0;
};

}  // namespace hanrei::checker
