// Statements that come to nothing, as sentences.
#pragma once

#include <string>
#include <vector>

#include "checker/explain/speak.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::explain {

/// What an instruction was to do to a card that is gone, or that no text may affect, one sentence
/// for each such card. `before` is the state in which it was carried out.
std::vector<std::string> without_effect(const Machine<Concrete>& machine, const Speaker& speaker,
                                        const model::Program& program, const S& before,
                                        const model::Instr& instruction);

}  // namespace hanrei::checker::explain
