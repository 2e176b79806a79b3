#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/source_map.h"

namespace hanrei::base {

struct Member;

/// A JSON value with its place in the file. Only the field which `kind` names is meaningful.
struct Json {
  enum class Kind { Null, Bool, Int, Real, String, Array, Object };

  Kind kind = Kind::Null;
  Span span;  // from the first to the last byte of the value, quotes and brackets included
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string string;
  std::vector<Json> items;
  std::vector<Member> members;  // in the order of the file

  bool is(Kind wanted) const { return kind == wanted; }
  /// The value under `key`, or nullptr; also nullptr when this is no object.
  const Json* find(std::string_view key) const;
  /// The member named `key`, or nullptr; for the place of the key.
  const Member* find_member(std::string_view key) const;
};

/// One `"key": value` of an object.
struct Member {
  std::string key;
  Span key_span;  // quotes included
  Json value;
};

/// `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`.
std::string_view kind_name(Json::Kind kind);

/// Equal values, wherever they stand. The order of members counts; spans do not.
bool same_value(const Json& a, const Json& b);

}  // namespace hanrei::base
