#pragma once

#include <string_view>

#include "base/json/write.h"

namespace hanrei::base {

/// A member that is an array of objects: `one(item)` writes the members of each.
template <class List, class One>
void write_objects(JsonWriter& w, std::string_view key, const List& list, One&& one) {
  w.key(key);
  w.begin_array();
  for (const auto& item : list) {
    w.begin_object();
    one(item);
    w.end_object();
  }
  w.end_array();
}

/// A member that is an array of plain values.
template <class List>
void write_values(JsonWriter& w, std::string_view key, const List& list) {
  w.key(key);
  w.begin_array();
  for (const auto& item : list) w.value(item);
  w.end_array();
}

}  // namespace hanrei::base
