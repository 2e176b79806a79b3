// What the passes ask of a form's JSON.
#pragma once

#include <string>
#include <string_view>

#include "base/json/value.h"

namespace hanrei::model {

/// The string under a key, or the fallback.
inline std::string text_of(const base::Json& form, std::string_view key,
                           std::string fallback = "") {
  const base::Json* j = form.find(key);
  return j != nullptr && j->is(base::Json::Kind::String) ? j->string : fallback;
}
/// Does the object name its form with this key?
inline bool leads(const base::Json& form, std::string_view key) {
  return !form.members.empty() && form.members.front().key == key;
}
/// A step's label as printed.
inline std::string label_text(const base::Json& n) {
  return n.is(base::Json::Kind::Int) ? std::to_string(n.integer) : n.string;
}

}  // namespace hanrei::model
