// The parts of an examination of the cards.
#pragma once

#include "audit/cards/cards.h"
#include "audit/rules/sites.h"

namespace hanrei::audit::cards {

using namespace model::ids;
using model::Program;
using rules::about;
using rules::Code;
using rules::Finding;
using rules::Site;

struct Look {
  const model::Game& game;
  const Program& p;
  const model::Lowered& code;
  std::vector<Finding> out;
  size_t left_out = 0, queries = 0;
};

void look_at_conditions(Look& look);  ///< what can never be met, or chosen
void look_at_effects(Look& look);     ///< what changes nothing, what sets itself off
void look_at_texts(Look& look);       ///< same words and another ability; words that have changed

/// `《CARD》` with the sentences: how a finding names an ability.
std::string name_of(const Program& program, const Site& site);

}  // namespace hanrei::audit::cards
