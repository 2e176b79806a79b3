#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace hanrei::base {

/// Why the world refused: a disk, a database, an outside library.
struct Error {
  std::string message;

  friend bool operator==(const Error&, const Error&) = default;
};

/// A value, or the Error that stood in its way.
///
///     Result<std::string> text = read_file(path);
///     if (!text) return text.error();
///     use(*text);
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value; only while ok().
  T& value() & {
    HANREI_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    HANREI_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    HANREI_CHECK(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The reason; only while not ok().
  const Error& error() const {
    HANREI_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// For work that yields nothing: `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }

  /// The reason; only while not ok().
  const Error& error() const {
    HANREI_CHECK(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace hanrei::base
