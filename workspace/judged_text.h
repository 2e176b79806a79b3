// What was found of a ruling as JSON, for another process to say.
#pragma once

#include <string>

#include "workspace/judge.h"

namespace hanrei::workspace {

/// Empty when it cannot be said again: a fault of ours.
std::string judged_text(const Judged& judged, const base::SourceMap& sources,
                        const reports::Style& style);
/// False: it is no such text, or looks otherwise in this style. `sources` hold the files that it is
/// about.
bool read_judged(const std::string& text, const base::SourceMap& sources,
                 const reports::Style& style, Judged& out);

}  // namespace hanrei::workspace
