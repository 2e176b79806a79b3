// The bytes of a state over concrete values.
#pragma once

#include <string>
#include <string_view>

#include "checker/semantics/state.h"
#include "checker/semantics/world.h"

namespace hanrei::checker {

/// Writes the bytes of a state. Those up to the size that is returned are its key: states with
/// equal keys go on alike, but for the bounds that break plays off (`telling`). The others hold the
/// counts that the key leaves out.
size_t pack(const World& world, const State<int64_t>& state, std::string& out);

/// The state that the bytes stand for.
State<int64_t> unpack(std::string_view bytes);

}  // namespace hanrei::checker
