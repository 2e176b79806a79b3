// Figures of a game that may not fall: a policy has them under `ratchet`, each where it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "findings/finding.h"

namespace hanrei::findings {

/// What is counted of a game: modelled clauses that the plays of rulings come across, those that
/// are pinned, mutants that some ruling notices (docs/coverage.md).
enum class Measure : uint8_t { Covered, Pinned, Mutation };
inline constexpr Measure kMeasures[] = {Measure::Covered, Measure::Pinned, Measure::Mutation};

/// How many have it, of how many that might.
struct Figure {
  size_t count = 0, of = 0;
  bool operator==(const Figure&) const = default;
};
using Figures = std::map<Measure, Figure>;

/// `covered`, `pinned`, `mutation`: the key in a policy; the same in words, in both languages.
std::string_view measure_key(Measure measure);
std::string measure_text(Measure measure);

/// A smaller share has it, or there is nothing left that might; a larger one.
bool fell(const Figure& was, const Figure& is);
bool rose(const Figure& was, const Figure& is);
/// A figure that a policy holds and the next one does not, or holds lower.
struct Lowered {
  std::string game;
  Measure measure = Measure::Covered;
  Figure was;
  std::optional<Figure> is;  ///< nothing: it is not held any more
};
std::vector<Lowered> lowered(const std::map<std::string, Figures>& before,
                             const std::map<std::string, Figures>& now);
/// The first of some names, at most so many, and then how many there are.
std::string some_of(const std::vector<std::string>& names, size_t most);
/// `8 of 9`, in both languages.
std::string figure_text(const Figure& figure);

/// What `ratchet` of a policy says; it is well formed.
std::map<std::string, Figures> figures_in(const base::Json& ratchet);

/// A figure as it was measured, and names of what lacks it.
struct Measured {
  Measure measure = Measure::Covered;
  Figure figure;
  std::vector<std::string> lacking;
};
/// Held against what is written: HP1003, HP1004. `lost`: of those lacking, which had it before,
/// where that is known.
std::vector<Finding> hold(const std::string& game, const Figures& written, const Measured& is,
                          const std::vector<std::string>& lost = {});
/// What is written and is not measured: HP1005. None: nothing.
std::vector<Finding> not_held(const std::string& game, const Figures& written,
                              const std::vector<Measure>& measured);

/// The policy of this text, with these figures beside, or instead of, those that it has: nothing
/// else of it changes. `text` reads without errors.
std::string with_figures(const std::string& text, const std::map<std::string, Figures>& figures);

}  // namespace hanrei::findings
