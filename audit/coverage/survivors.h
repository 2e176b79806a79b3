// What tells a mutant that no ruling notices from the model: a question that nobody has put to the
// rules yet.
//
//     coverage::Report r = coverage::measure(game, sources, documents, asked);
//     tell_apart(game, sources, documents, r, {});
//     for (const Tried& t : r.tried) if (t.apart) …
#pragma once

#include <functional>
#include <vector>

#include "audit/coverage/coverage.h"

namespace hanrei::audit::coverage {

struct Search {
  size_t tries = 40;  ///< most situations for a mutant; 0: none is looked for
  int jobs = 1;
  Limits limits{5'000, 100'000, 2'000'000, 100'000};
  std::function<void(const Tried&)>
      found;  ///< called from any thread, for one that survived after the other in their order, as
              ///< soon as it and those before it are done
};

/// For every mutant of the report that survived, and is not left to another shard. Those that an
/// asked-for end comes before are marked as `cut`, and not handed to `found`. Tried are the
/// situations of the rulings that touch its clauses (of any, if none does), the smallest first,
/// with one thing changed in each.
void tell_apart(const model::Game& game, const base::SourceMap& sources,
                const std::vector<rulings::Document>& documents, Report& report,
                const Search& search);

/// The document as it is, then with one thing changed in every way there is; each looks at the
/// numbers of both players, too. `about`: the mutated piece of the model: the acts it names are
/// left free, the attributes it names take other values. `values`: what numbers are changed to,
/// beside one more and one less.
std::vector<rulings::Document> variations(const model::Program& program,
                                          const rulings::Document& document, std::string_view about,
                                          const std::vector<int64_t>& values);

}  // namespace hanrei::audit::coverage
