// What tells a mutant that no ruling notices from the model: a question that nobody has put to the
// rules yet.
//
//     coverage::Report r = coverage::measure(game, sources, documents, asked);
//     for (const Survivor& s : survivors(game, sources, documents, r, {})) …
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "audit/coverage/coverage.h"
#include "audit/readings/regime.h"

namespace hanrei::audit::coverage {

struct Survivor {
  size_t tried = 0;                              ///< of Report::tried
  size_t tries = 0;                              ///< situations that could be compared
  std::optional<readings::Difference> smallest;  ///< none: found in none of them
};

struct Search {
  size_t tries = 40;  ///< most situations for a mutant; 0: none is looked for
  int jobs = 1;
  Limits limits{5'000, 100'000, 2'000'000, 100'000};
  std::function<void(const Survivor&)>
      found;  ///< called from any thread, for one after the other in their order, as soon as it and
              ///< those before it are done
  std::function<bool()> stopped;
};

/// For every mutant of the report that survived, in its order. Those after a stop have no tries and
/// are not handed to `found`. Tried are the situations of the rulings that touch its clauses (of
/// any, if none does), the smallest first, with one thing changed in each.
std::vector<Survivor> survivors(const model::Game& game, const base::SourceMap& sources,
                                const std::vector<rulings::Document>& documents,
                                const Report& report, const Search& search);

/// The document as it is, then with one thing changed in every way there is; each looks at the
/// numbers of both players, too. `about`: the mutated piece of the model: the acts it names are
/// left free, the attributes it names take other values. `values`: what numbers are changed to,
/// beside one more and one less.
std::vector<rulings::Document> variations(const model::Program& program,
                                          const rulings::Document& document, std::string_view about,
                                          const std::vector<int64_t>& values);

}  // namespace hanrei::audit::coverage
