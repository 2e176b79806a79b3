#include "base/json/value.h"

#include <algorithm>

#include "base/check.h"

namespace hanrei::base {

const Json* Json::find(std::string_view key) const {
  const Member* member = find_member(key);
  return member ? &member->value : nullptr;
}

const Member* Json::find_member(std::string_view key) const {
  if (kind != Kind::Object) return nullptr;
  for (const Member& member : members) {
    if (member.key == key) return &member;
  }
  return nullptr;
}

std::string_view kind_name(Json::Kind kind) {
  switch (kind) {
    case Json::Kind::Null: return "null";
    case Json::Kind::Bool: return "boolean";
    case Json::Kind::Int: return "integer";
    case Json::Kind::Real: return "number";
    case Json::Kind::String: return "string";
    case Json::Kind::Array: return "array";
    case Json::Kind::Object: return "object";
  }
  HANREI_CHECK(false, "unknown kind");
}

bool same_value(const Json& a, const Json& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Json::Kind::Null: return true;
    case Json::Kind::Bool: return a.boolean == b.boolean;
    case Json::Kind::Int: return a.integer == b.integer;
    case Json::Kind::Real: return a.real == b.real;
    case Json::Kind::String: return a.string == b.string;
    case Json::Kind::Array:
      return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same_value);
    case Json::Kind::Object:
      return std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                        [](const Member& x, const Member& y) {
                          return x.key == y.key && same_value(x.value, y.value);
                        });
  }
  HANREI_CHECK(false, "unknown kind");
}

}  // namespace hanrei::base
