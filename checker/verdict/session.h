// A game and its readings, compiled once, and rulings checked against it by both engines.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "checker/question/deck.h"
#include "checker/question/question.h"
#include "rulings/records/touches.h"
#include "rulings/rulings.h"

namespace hanrei::checker {

namespace symbolic {
class Memory;
}
namespace slice {
class Places;
}

class Touching;
struct Trace;

enum class EngineChoice : uint8_t { Both, Fast, Explicit, Symbolic };

struct Options {
  EngineChoice engine = EngineChoice::Both;
  Limits limits;
  bool readings = true;  ///< try the other options of readings that nobody presumes
  size_t pairs = 4;      ///< most pairs of such options that are tried together for a ruling
};

enum class Standing : uint8_t { Confirmed, Contradicted, Open, Undecided, Vacuous, NotExamined };

struct EngineAnswer {
  bool asked = false;
  Answer answer;
};

/// How a claim stands under an option of a reading that nobody presumes, or of two together.
struct UnderReading {
  std::vector<std::pair<std::string, std::string>> options;  ///< the reading and its option
  Standing standing = Standing::NotExamined;
  Reason reason;
};

struct ClaimResult {
  std::string case_id;
  const rulings::Claim* claim = nullptr;
  Standing standing = Standing::NotExamined;
  Evidence evidence = Evidence::None;
  EngineAnswer explicit_state, symbolic;
  Answer shown;           ///< the answer whose witness is shown
  int samples = 0;        ///< values of the quantities on which a proof was tried
  bool disagree = false;  ///< our own fault
  std::string fault;      ///< of ours: a witness that cannot be replayed, or the disagreement
  /// Every option of each reading that changes how the claim stands, and of each pair that does
  /// where neither of it does alone.
  std::vector<UnderReading> readings;
};

struct RulingResult {
  rulings::Ruling ruling;
  Standing standing = Standing::NotExamined;
  std::vector<ClaimResult> claims;
  bool fault = false;
  Counts counts;
  rulings::Touches touches;  ///< what its plays came across, under the readings it presumes
  Looked looked;             ///< under every option that it was tried under
  size_t pairs_left = 0;     ///< pairs of options of two readings that were not tried
  struct Seconds {
    double loading = 0, exploring = 0, explicit_state = 0, symbolic = 0;
  } seconds;
  // what the results point into
  std::shared_ptr<const model::Program> program;
  std::shared_ptr<const model::Lowered> code;
  std::vector<std::shared_ptr<Question>> questions;
};

/// Several threads may use one session.
class Session {
 public:
  /// `assumed`: options of readings that count instead of the defaults, where a ruling presumes no
  /// other.
  Session(const model::Game& game, const base::SourceMap& sources,
          std::map<std::string, std::string> assumed = {})
      : game_(game), sources_(sources), assumed_(std::move(assumed)) {}
  /// The game as it stands under some readings, the others by default, with what its compilation
  /// complained of.
  struct Compiled {
    std::shared_ptr<const model::Program> program;
    std::shared_ptr<const model::Lowered> code;
    base::DiagnosticLog log;
  };
  std::shared_ptr<const Compiled> compiled(const std::map<std::string, std::string>& readings);
  const base::SourceMap& sources() const { return sources_; }
  /// `log` also gets what there is to say of the game under the readings that the ruling presumes.
  RulingResult check(const rulings::Document& document, const Options& options,
                     base::DiagnosticLog& log);
  /// Judges a deck by the limits of construction. Undecided: an option of a reading that nobody
  /// presumes would make it otherwise.
  DeckResult check_deck(const rulings::Document& document, base::DiagnosticLog& log);
  /// Resolves without asking: for explore, explain and ask. Under readings `instead` of those
  /// presumed, a case whose situation cannot be has no question.
  RulingResult prepare(const rulings::Document& document, base::DiagnosticLog& log,
                       bool claims_needed = true,
                       const std::map<std::string, std::string>& instead = {});

  /// What the plays of a prepared ruling come across, up to a bound.
  rulings::Touches touches(const RulingResult& prepared);

 private:
  struct Asked;
  class Trials;
  ClaimResult ask(const Question& question, const rulings::Claim& claim, Asked& engines,
                  const Options& options, RulingResult::Seconds& seconds);
  /// Those are passed over that are only found in what a question never comes to.
  void try_readings(const rulings::Document& document, const Options& options,
                    const std::vector<std::shared_ptr<symbolic::Memory>>& memories,
                    const std::vector<Trace>& traces, RulingResult& out, base::DiagnosticLog& log);
  Answer undetermined(const rulings::Document& document, const rulings::Claim& claim, size_t which,
                      const Options& options, Looked& looked);

  DeckResult check_deck(const rulings::Document& document,
                        const std::map<std::string, std::string>& readings,
                        base::DiagnosticLog& log);
  const Touching& touching();
  const slice::Places& places();

  const model::Game& game_;
  const base::SourceMap& sources_;
  const std::map<std::string, std::string> assumed_;
  std::once_flag touching_once_;
  std::shared_ptr<const Touching> touching_;
  std::once_flag places_once_;
  std::shared_ptr<const slice::Places> places_;
  struct Place {
    std::once_flag once;
    Compiled compiled;
  };
  using Chosen = std::map<std::string, std::string>;  ///< the readings that are not the default
  std::mutex mutex_;  ///< of what follows, not of what a place holds
  std::map<Chosen, std::shared_ptr<Place>> programs_;
  /// Many rulings are tried under the defaults and under one other option; those programs stay. Of
  /// any others the last ones do.
  std::deque<Chosen> rare_;
  static constexpr size_t kRare = 128;
};

std::string_view standing_name(Standing s);

}  // namespace hanrei::checker
