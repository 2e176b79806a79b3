// What forms say of a play.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// None when it says nothing. With `by` it may say it for each value of that type.
SayId say(Translation& tr, const Json& form, Scope& scope, const Type* by = nullptr);
void say_schema(Translation& tr, const Json& form);

}  // namespace hanrei::model
