// What turns the results of the modules into findings of one shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/finding.h"

namespace hanrei::findings {

using base::Both;
using base::Code;
using base::Effect;
using base::Finding;
using base::locate;
using base::Location;

Finding make(Code code, std::vector<std::string> args, std::vector<std::string> subjects,
             Location place = {});
/// Gives those without one a fingerprint: the digest of code and subjects, and which of its like it
/// is.
void fingerprint(std::vector<Finding>& findings);

/// What a code stands for, in one sentence, and how to mend it; of every table there is. Empty for
/// what is no code.
struct Rule {
  Both text, hint;
  base::Severity severity = base::Severity::Error;
};
Rule rule_of(std::string_view code);

}  // namespace hanrei::findings
