// May what changed since a revision be merged?
#pragma once

#include <optional>
#include <string>

#include "workspace/check.h"

namespace hanrei::workspace {

/// The games of a folder, each compared with what it was where this branch left `base`: what
/// changed, what the rulings say of it now and said before, what clashes; by the policy and what
/// was known. Nothing where that cannot be asked, which was said then.
std::optional<reports::Run> gate(const CheckOptions& options, const std::string& base,
                                 const Io& io);

}  // namespace hanrei::workspace
