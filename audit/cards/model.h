// The rules model, the cards and the claims of the rulings, as far as they show by themselves what
// is wrong.
#pragma once

#include "audit/rules/rules.h"
#include "checker/collisions/report.h"

namespace hanrei::audit::cards {

/// `played`: what an examination of the clashes came across.
rules::Findings examine_model(const model::Game& game, const model::Program& program,
                              const base::SourceMap& sources,
                              const std::vector<rulings::Document>& documents,
                              const checker::collisions::Report& played);

}  // namespace hanrei::audit::cards
