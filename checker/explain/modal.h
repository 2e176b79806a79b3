// What somebody may do, out of a sentence that says that it is done.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hanrei::checker::explain {

/// "A blocks with X" becomes "A may block with X" or "A may not block with X"; 「AがXで防ぐ」
/// becomes 「AはXで防ぐことができる」 or 「AはXで防ぐことができない」. `sentence` has no full stop.
/// Nothing where it does not begin with `who` and what that does.
std::optional<std::string> modal(std::string_view sentence, std::string_view who, bool may,
                                 bool japanese);

}  // namespace hanrei::checker::explain
