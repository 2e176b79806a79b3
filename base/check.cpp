#include "base/check.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace hanrei::base::detail {

void check_failed(const char* file, int line, const char* condition, std::string_view message) {
  std::string text = fmt::format("{}:{}: `{}` does not hold", file, line, condition);
  if (!message.empty()) text += fmt::format(": {}", message);
  fmt::print(stderr, "{}\n", text);
  throw InternalError(text);
}

}  // namespace hanrei::base::detail
