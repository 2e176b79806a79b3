// What clauses and texts are to each other by their names.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "rulings/ruling.h"

namespace hanrei::rulings {

/// A citation covers what stands below it: `15-5-1` covers `15-5-1[7]`.
inline bool covers(const model::Program& p, ClauseId general, ClauseId clause) {
  const std::string &a = p.clauses[general].id, &b = p.clauses[clause].id;
  return b.starts_with(a) &&
         (b.size() == a.size() ||
          std::string_view("-.[(・").find(b[a.size()]) != std::string_view::npos ||
          b.compare(a.size(), 3, "・") == 0);
}

/// The two texts of a claim about texts, as the ruling names them.
inline std::pair<std::string, std::string> texts_of(const Claim& claim, const model::Program& p,
                                                    bool ja) {
  const std::string card =
      claim.what.empty() ? (ja ? "カード" : "the card") : "《" + claim.what + "》";
  if (!claim.against.empty()) return {card, "《" + claim.against + "》"};
  return {card, claim.by == kNone ? (ja ? "この条項" : "the clause") : p.clauses[claim.by].id};
}

}  // namespace hanrei::rulings
