#include "checker/collisions/otherwise.h"

namespace hanrei::checker::collisions {

bool decides_either(const model::Program& p, const model::Defeat& d, std::string_view one,
                    std::string_view other, ClauseId clause) {
  if (d.winner == "newer") return one == "card" && other == "card";
  return model::decides(p, d, one, other, clause) || model::decides(p, d, other, one, clause);
}

}  // namespace hanrei::checker::collisions
