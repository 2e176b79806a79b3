// The facts of a printed rulebook that a game keeps beside its model (`facts.json`).
#pragma once

#include <optional>
#include <string>

#include "audit/print/facts.h"
#include "base/text/diagnostic.h"
#include "findings/entry.h"

namespace hanrei::workspace {

inline constexpr const char* kFacts = "facts.json";

/// Nothing where they cannot be read, which is logged.
std::optional<audit::print::Facts> read_facts(base::SourceMap& sources, const std::string& path,
                                              base::DiagnosticLog& log);
/// What the facts of a game show; nothing when it has none. What is wrong with them lands in the
/// log.
std::optional<findings::TextAudit> audit_facts(base::SourceMap& sources, const std::string& folder,
                                               const model::Program& program,
                                               base::DiagnosticLog& log);

}  // namespace hanrei::workspace
