// Where the rules language takes the first of several, or one after the other in the order of their
// declaration, that order is a rule: which step an `amend` is about, and what stands before what.
#pragma once

#include <map>
#include <string>

#include "errata/changes.h"

namespace hanrei::errata {

/// Which step of the rulebook an amendment is about, in both games.
class Targets {
 public:
  /// `changes`: those of clauses and provisions.
  Targets(const model::Game& before, const model::Game& after, const Changes& changes);
  /// Is the amendment about another step now? False for any other provision.
  bool differ(const base::Json& before, const base::Json& after) const;

 private:
  const model::Game &before_, &after_;
  std::map<std::string, std::string> renamed_;
};

/// Adds what stands before something else than it did: limits and statics, the first duration, the
/// first order.
void compare_order(Changes& out, const model::Game& before, const model::Game& after);

}  // namespace hanrei::errata
