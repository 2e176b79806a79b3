// The name that is meant where one is written that nobody knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hanrei::base {

/// The one of `names`, other than `name`, that it is a slip of: the same but for case, width and
/// kana, or else with one character, of six or more two, changed, left out, added or exchanged with
/// the next. Empty when none is, or several are equally near.
std::string_view nearest(std::string_view name, const std::vector<std::string_view>& names);
/// " (`NAME`?)" of that one, in both languages; empty when there is none.
std::string or_nearest(std::string_view name, const std::vector<std::string_view>& names);

}  // namespace hanrei::base
