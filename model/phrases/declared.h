// The words that a game declares already: names of moments, zones, cards and members. Internal to
// model/phrases/.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"

namespace hanrei::model::phrases {

/// Each word with its value: a name, or of a moment `{"in": name, "args": [names]}`. `what`:
/// `signals` that tell `with` these types and `without` those, `zones`, `cards`, `type NAME`;
/// nothing for anything else.
std::optional<std::vector<std::pair<std::string, base::Json>>> declared_words(
    const Game& game, const std::string& what, const std::vector<std::string>& with,
    const std::vector<std::string>& without);

}  // namespace hanrei::model::phrases
