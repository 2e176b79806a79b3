// Coverage of a rulebook by its rulings: which clause is carried by which model elements, which
// rulings reach them, and which clauses are pinned: bent or left out, some ruling notices.
//
//     coverage::Report r = coverage::measure(game, sources, documents, options);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "audit/coverage/mutation.h"
#include "audit/names.h"
#include "audit/readings/regime.h"
#include "rulings/records/compiled.h"

namespace hanrei::base {
class Portion;
}

namespace hanrei::audit::coverage {

using namespace checker::elements;

/// A situation that the bent model plays otherwise. Its claims are for somebody to make.
struct Situation {
  std::string from, xml;        ///< the id of the ruling that it was made from; the document
  size_t cards = 0, moves = 0;  ///< of it; items of its plays
  readings::Difference::Side here, there;
};

/// One mutant and what became of it.
struct Tried {
  Operator op = Operator::Drop;
  size_t element = 0;
  std::string what;
  /// Noticed: a verdict or the set of outcomes of a ruling changed. Unloadable: the bent model is
  /// no model, so that nothing can be said. NotTried: an end was asked for before.
  enum class Fate : uint8_t { Survived, Noticed, Unloadable, NotTried } fate = Fate::NotTried;
  std::string ruling;  ///< that noticed it first
  // Of one that survived, once `tell_apart` (audit/coverage/survivors.h) was asked:
  size_t tries = 0;                ///< situations that could be compared
  std::optional<Situation> apart;  ///< none: found in none of them
  bool cut = false;                ///< an end was asked for before all of them were tried

  std::string item;  ///< its name in a sweep
  bool here = true;  ///< else it is left to another shard, or was tried in one
  /// What another shard is to know of it.
  auto found() { return std::tie(fate, ruling, tries, apart); }
};

std::string_view fate_name(Tried::Fate fate);

/// NotAsked: nothing of it was bent, or not all that had to be.
enum class Pin : uint8_t { NotAsked, Pinned, Loose };

struct ClauseCoverage {
  const model::Clause* clause = nullptr;
  std::vector<size_t> elements;         ///< that cite it
  std::vector<std::string> touched_by;  ///< rulings, sorted
  bool open = false;                    ///< none touches it, but not all were examined: one may
  Pin pin = Pin::NotAsked;
  Tried::Fate dropped = Tried::Fate::NotTried;  ///< all its elements at once
  bool droppable = false;                       ///< something can be left out
  std::string dropped_by;                       ///< the ruling that noticed
  size_t bent = 0, noticed = 0;  ///< other mutants of its elements: all that load, those noticed
};

struct Report {
  std::shared_ptr<const model::Program> program;  ///< under the default readings
  std::vector<Element> elements;
  std::vector<size_t> touching;         ///< by element: how many rulings touch it
  std::vector<ClauseCoverage> clauses;  ///< in the order of the files
  std::vector<Tried> tried;             ///< by element, in the order of `mutants_of`
  size_t rulings = 0;                   ///< that could be explored
  /// Cards whose abilities are their words; met: by the plays of some ruling.
  std::vector<rulings::CompiledCard> compiled;
  std::vector<std::string> left_out;  ///< rulings that no concrete run explores
  bool pins = false;
  std::vector<std::string> unreached;  ///< rulings before which an end was asked for
};

struct Asked {
  bool pins = true;                  ///< bend the model too
  bool whole = true;                 ///< … also by leaving out all of a clause at once
  std::vector<std::string> clauses;  ///< globs: only these clauses; none: all
  base::Portion* portion = nullptr;  ///< of a sweep whose items are the mutants
  std::string game = {};             ///< what the names of its items begin with
  int jobs = 1;
  Limits limits{20'000, 200'000, 2'000'000, 200'000};
};

/// What an asked-for end (base/stop.h) breaks off is told as far as it came.
Report measure(const model::Game& game, const base::SourceMap& sources,
               const std::vector<rulings::Document>& all, const Asked& asked);

/// Is the clause accounted for: it has a status, and what the status demands of it is there?
bool accounted(const ClauseCoverage& c);

}  // namespace hanrei::audit::coverage
