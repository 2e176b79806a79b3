// A finding as JSON, for another process to say.
#pragma once

#include "base/json/value.h"
#include "base/json/write.h"
#include "findings/finding.h"

namespace hanrei::findings {

/// All that was found; not what a policy makes of it.
void write_finding(base::JsonWriter& w, const Finding& finding);
Finding read_finding(const base::Json& json);

}  // namespace hanrei::findings
