// What is kept of the result of a ruling.
#pragma once

#include "findings/entry.h"
#include "reports/reports.h"

namespace hanrei::workspace {

findings::RulingEntry entry_of(const checker::RulingResult& result, const reports::Style& style);

}  // namespace hanrei::workspace
