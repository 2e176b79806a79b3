#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hanrei::base {

/// Our own mistake, never the user's. The command line turns it into exit code 70.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace detail {
/// Prints `file:line: message` on standard error and throws InternalError.
[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               std::string_view message = {});
}  // namespace detail

}  // namespace hanrei::base

/// Stops when `condition` does not hold and says where:
/// `HANREI_CHECK(cond)` or `HANREI_CHECK(cond, message)`.
#define HANREI_CHECK(condition, ...)                                    \
  (static_cast<bool>(condition) ? static_cast<void>(0)                  \
                                : ::hanrei::base::detail::check_failed( \
                                      __FILE__, __LINE__, #condition __VA_OPT__(, ) __VA_ARGS__))
