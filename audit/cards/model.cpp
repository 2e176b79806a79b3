#include "audit/cards/model.h"

#include "audit/cards/cards.h"
#include "audit/cards/played.h"
#include "audit/cards/trivial.h"

namespace hanrei::audit::cards {

rules::Findings examine_model(const model::Game& game, const model::Program& program,
                              const base::SourceMap& sources,
                              const std::vector<rulings::Document>& documents,
                              const checker::collisions::Report& played) {
  const model::Lowered code = model::lower(program);
  checker::Session session(game, sources);
  rules::Findings out = rules::examine(game, program, code, documents);
  examine(game, program, code, out);
  examine_played(program, code, played, out);
  for (auto& f : trivial_claims(session, documents)) out.list.push_back(std::move(f));
  rules::finish(out, program);
  return out;
}

}  // namespace hanrei::audit::cards
