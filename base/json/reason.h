// A reason as JSON (base/json/fields.h).
#pragma once

#include "base/json/fields.h"
#include "base/text/reason.h"

namespace hanrei::base {

template <>
struct Fields<ReasonCode> {
  static bool good(ReasonCode code) {
    return static_cast<std::size_t>(code) <= all_reasons().size();
  }
};
template <>
struct Fields<Reason> {
  static auto of(auto& r) {
    auto& [code, arguments] = r;
    return std::tie(code, arguments);
  }
};
template <>
struct Fields<Reason::Argument> {
  static auto& of(auto& a) { return a.value; }
};

}  // namespace hanrei::base
