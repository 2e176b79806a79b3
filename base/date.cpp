#include "base/date.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>

namespace hanrei::base {

std::optional<std::int64_t> day_of(std::string_view date, bool last) {
  int part[3] = {0, last ? 12 : 1, 0};
  static constexpr std::size_t kDigits[3] = {4, 2, 2};
  std::size_t at = 0;
  int parts = 0;
  for (; parts < 3 && at < date.size(); ++parts) {
    if (parts > 0 && date[at++] != '-') return std::nullopt;
    const std::string_view digits = date.substr(at, kDigits[parts]);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), part[parts]);
    if (digits.size() != kDigits[parts] || digits[0] < '0' || digits[0] > '9' ||
        error != std::errc{} || end != digits.data() + digits.size())
      return std::nullopt;
    at += kDigits[parts];
  }
  if (parts == 0 || at != date.size()) return std::nullopt;
  using namespace std::chrono;
  const year_month month = year(part[0]) / part[1];
  if (!month.ok() || part[0] < 1) return std::nullopt;
  const year_month_day day = parts == 3 ? month / part[2]
                             : last     ? year_month_day(month / std::chrono::last)
                                        : month / 1;
  if (!day.ok()) return std::nullopt;
  return sys_days(day).time_since_epoch().count();
}

std::string date_text(std::int64_t day) {
  const std::chrono::year_month_day d{std::chrono::sys_days{std::chrono::days{day}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(d.year()),
                     static_cast<unsigned>(d.month()), static_cast<unsigned>(d.day()));
}

}  // namespace hanrei::base
