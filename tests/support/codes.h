#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::test {

/// The codes of base/codes.def that begin with one of these, in its order.
inline std::vector<std::string_view> codes_of(std::initializer_list<std::string_view> families) {
  std::vector<std::string_view> out;
  for (const base::Code code : base::all_codes()) {
    const std::string_view text = base::code_text(code);
    for (const std::string_view family : families)
      if (text.starts_with(family)) out.push_back(text);
  }
  return out;
}

}  // namespace hanrei::test
