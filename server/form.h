// What the form of a page sends.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hanrei::server {

inline constexpr std::size_t kMostFields = 64;

/// The fields of `application/x-www-form-urlencoded`; of several of a name the first. Nothing: it
/// is none, or has too many.
std::optional<std::map<std::string, std::string>> form_fields(std::string_view body);

}  // namespace hanrei::server
