#pragma once

#include <string_view>

namespace hanrei::base {

/// Does the whole text match the pattern, in which `*` stands for any run of bytes and `?` for one?
bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace hanrei::base
