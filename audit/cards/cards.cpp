#include "audit/cards/look.h"

namespace hanrei::audit::cards {

std::string name_of(const Program& p, const Site& site) {
  std::string out = "《" + p.cards[site.card].name + "》";
  for (const std::string& s : site.spans) out += s;
  return out;
}

void examine(const model::Game& game, const Program& program, const model::Lowered& lowered,
             rules::Findings& out) {
  Look look{game, program, lowered, {}};
  look_at_conditions(look);
  look_at_effects(look);
  look_at_texts(look);
  for (Finding& f : look.out) out.list.push_back(std::move(f));
  out.left_out += look.left_out;
}

}  // namespace hanrei::audit::cards
