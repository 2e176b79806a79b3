// The parts of an audit that play nothing: of a plain text, of the facts of a game, of its model.
#pragma once

#include <optional>

#include "audit/rules/rules.h"
#include "cli/check.h"

namespace hanrei::cli {

/// audit --text: what a printed rulebook shows by itself.
int run_text_audit(const std::string& path, const CheckOptions& options, const Io& io);
/// facts: reads a printed rulebook, and writes the facts of it into a game folder.
int run_facts(const std::string& text, const std::string& game, const CheckOptions& options,
              const Io& io);
/// What the facts of a game show; nothing when it has none. What is wrong with them lands in the
/// log.
std::optional<reports::TextAudit> text_part(base::SourceMap& sources, const std::string& folder,
                                            const model::Program& program,
                                            base::DiagnosticLog& log);
/// What the rules model, the cards and the claims of the rulings show by themselves.
audit::rules::Findings model_part(const model::Game& game, const model::Program& program,
                                  const base::SourceMap& sources,
                                  const std::vector<rulings::Document>& documents,
                                  const checker::collisions::Report& played);

}  // namespace hanrei::cli
