// The operators of a template, and how expressions are put into each other. Internal to
// model/phrases/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::model::phrases {

/// The only key of a printed name (`printed_name`).
inline constexpr std::string_view kName = "$name";

/// The text of an expression: of a string, a number, a printed name, a set. Nothing where the value
/// is none.
std::optional<std::string> expression_of(const base::Json& value);
/// An expression as a part of a longer one.
std::string operand(const std::string& expression);

/// What holds of a member of a set, which stands as `$it`; empty: nothing is asked of it. Nothing
/// where the value is no set.
std::optional<std::string> asked_of_member(const base::Json& set);

/// What an operator makes of its argument and the keys beside it; `words`: where it was printed.
/// Nothing where they do not fit.
std::optional<base::Json> applied(std::string_view op, const base::Json& argument, base::Json rest,
                                  base::Span words);

}  // namespace hanrei::model::phrases
