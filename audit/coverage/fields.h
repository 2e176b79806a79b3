// What became of a mutant as JSON (base/json/fields.h).
#pragma once

#include "audit/coverage/coverage.h"
#include "base/json/fields.h"

namespace hanrei::base {

template <>
struct Fields<audit::readings::Difference::Side> {
  static auto of(auto& s) { return std::tie(s.outcomes, s.claims); }
};
template <>
struct Fields<audit::coverage::Situation> {
  static auto of(auto& s) {
    auto& [from, xml, cards, moves, here, there] = s;
    return std::tie(from, xml, cards, moves, here, there);
  }
};

}  // namespace hanrei::base
