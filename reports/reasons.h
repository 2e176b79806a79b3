#pragma once

#include <string>
#include <string_view>

#include "reports/reports.h"

namespace hanrei::reports {

/// A claim in a sentence: its case, its kind and what it says.
std::string claim_words(const ClaimEntry& claim, base::Lang lang);

/// Why a claim is neither right nor wrong.
std::string reason_of(const ClaimEntry& claim, base::Lang lang);

}  // namespace hanrei::reports
