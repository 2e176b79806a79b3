// What stands in a table of findings for each kind of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::base {

/// A row `FINDING(name, code, severity, en, ja)` of a finding.def.
struct FindingKind {
  std::string_view code;      ///< `HA1001`
  Severity severity;
  std::string_view text[2];   ///< by Lang, with `{0}` to `{9}`

  std::string message(const std::vector<std::string>& args, Lang lang) const { return fill(text[static_cast<size_t>(lang)], args, lang); }
};

}  // namespace hanrei::base
