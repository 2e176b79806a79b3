// JSON values that no file has, and members put into those of one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::base {

/// `span`: the place that they are to be told of.
Json text_json(std::string text, Span span = {});
Json list_json(std::vector<Json> items, Span span = {});

/// The member of this name has the value; a new one comes last, with the value's place for its key.
void set_member(Json& object, std::string_view key, Json value);

}  // namespace hanrei::base
