// Steps of procedures.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

std::vector<Step> steps(Translation& tr, const Json& list, Scope& scope);
bool call_step(Translation& tr, const Node& node, Step& step, Scope& scope);
Id label(Translation& tr, const Json& n, Scope& scope);
std::vector<ClauseId> clauses(Translation& tr, const Json* by);
/// The word of a key, which is one of these; another is told.
std::string_view one_of(Translation& tr, const Json& form, std::string_view key,
                        std::initializer_list<std::string_view> words);

}  // namespace hanrei::model
