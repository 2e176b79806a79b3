#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::base {

/// A sentence in both languages with `{0}`, `{1}` … replaced; an argument may itself be in both
/// (`in_both`).
inline std::string filled(std::string_view en, std::string_view ja,
                          const std::vector<std::string>& args) {
  return in_both(fill(en, args, Lang::En), fill(ja, args, Lang::Ja));
}

/// What is wrong with a path: `path: reason`.
inline std::string about(std::string_view path, std::string_view reason) {
  return filled("{0}: {1}", "{0}: {1}", {std::string(path), std::string(reason)});
}

}  // namespace hanrei::base
