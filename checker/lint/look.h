// The parts of an examination of the cards.
#pragma once

#include "checker/lint/lint.h"
#include "checker/structure/sites.h"

namespace hanrei::checker::lint {

using model::Id;
using model::kNone;
using model::Program;
using structure::about;
using structure::at;
using structure::Code;
using structure::Finding;
using structure::Site;

struct Look {
  const model::Game& game;
  const Program& p;
  const model::Lowered& code;
  std::vector<Finding> out;
  size_t left_out = 0, queries = 0;
};

void look_at_conditions(Look& look);    ///< what can never be met, or chosen
void look_at_effects(Look& look);       ///< what changes nothing, what sets itself off
void look_at_texts(Look& look);         ///< same words and another ability; words that have changed

/// `《CARD》` with the sentences: how a finding names an ability.
std::string name_of(const Program& program, const Site& site);

}  // namespace hanrei::checker::lint
