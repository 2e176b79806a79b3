#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hanrei::base {

/// Days since 1970-01-01 of `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: the first day that it can mean, or
/// with `last` the last one. Nothing when it is no date, or before 0001.
std::optional<std::int64_t> day_of(std::string_view date, bool last = false);

/// `2004-05-31`
std::string date_text(std::int64_t day);

/// The law of which day: what was in force on the day `valid`, as far as it was known on the day
/// `known`. Nothing: the last state there is, whatever its date.
struct AsOf {
  std::optional<std::int64_t> valid, known;
  bool any() const { return valid || known; }
  /// Had what counts from one day on, and became known on another, begun? A day that nobody gave is
  /// always over.
  bool begun(std::optional<std::int64_t> from, std::optional<std::int64_t> told) const {
    return (!valid || !from || *from <= *valid) && (!known || !told || *told <= *known);
  }
};

}  // namespace hanrei::base
