#pragma once

#include <string>
#include <string_view>

#include "findings/entry.h"

namespace hanrei::findings {

/// Why an engine did not decide, or what it came upon instead, in a language. The engines say it in
/// English, one string for each reason; a reason that is not known here (a message of Z3's own)
/// stays as it is.
std::string reason_text(std::string_view reason, base::Lang lang);

/// Why a claim is neither right nor wrong.
std::string reason_of(const ClaimEntry& claim, base::Lang lang);

}  // namespace hanrei::findings
