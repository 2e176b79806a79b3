// What forms say of a play.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// None when it says nothing. With `by` it may say it for each value of that type.
SayId say(Translation& tr, const Json& form, Scope& scope, const Type* by = nullptr);
void say_schema(Translation& tr, const Json& form);

/// What something is called in conditions, `told`; none when nothing is said. `args`: what stands
/// in braces, in its order. With `by` there may be a clause for each value of that type.
SayId told(Translation& tr, const Json& form, const std::vector<std::pair<std::string, Type>>& args,
           const Type* by = nullptr);
void told_schema(Translation& tr, const Json& form);

}  // namespace hanrei::model
