#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::base {

/// Writes JSON piece by piece, in the order of the calls; no string of it can do harm on a terminal
/// or in the log of a CI runner. Misuse (a value without a key inside an
/// object, an end without its beginning) is our own mistake and stops at a HANREI_CHECK.
///
///     JsonWriter w;
///     w.begin_object();
///     w.key("name");   w.value("デモ");
///     w.key("counts"); w.begin_array(); w.value(1); w.value(2); w.end_array();
///     w.end_object();
///     out << w.str();
class JsonWriter {
 public:
  enum class Style { Pretty, Compact };

  explicit JsonWriter(Style style = Style::Pretty) : style_(style) {}

  void begin_object();
  void end_object();
  void begin_array();
  void end_array();

  void key(std::string_view key);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(int number) { value(static_cast<std::int64_t>(number)); }
  void value(unsigned number) { value(static_cast<std::uint64_t>(number)); }
  void value(long long number) { value(static_cast<std::int64_t>(number)); }
  /// Shortest form which reads back the same; `null` for infinities and NaN.
  void value(double number);
  /// An array of them.
  void value(const std::vector<std::string>& list);
  void null();
  /// A whole value read earlier.
  void value(const Json& json);

  /// `key(k); value(v);`
  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  /// The text so far; a pretty one ends with a newline once it is complete.
  const std::string& str() const { return out_; }

 private:
  struct Level {
    bool object;
    bool empty;
  };

  void before_value();
  void after_value();
  void open(char bracket, bool object);
  void close(char bracket, bool object);
  void new_line();

  Style style_;
  std::string out_;
  std::vector<Level> levels_;
  bool key_waits_ = false;
  bool done_ = false;
};

/// The text as a JSON string with its quotes. Control characters, DEL, C1, U+2028 and U+2029 are
/// escaped; invalid UTF-8 becomes U+FFFD.
std::string quote_json(std::string_view text);

/// The one way to write a value, as `hanrei fmt` does: an array or object which fits within 100
/// display columns stays on one line, like `{"a": 1, "b": ["x"]}`; otherwise one member per line,
/// indented by two. Key order is kept, the text ends with a newline, and reading it back and
/// writing it again changes nothing.
std::string canonical(const Json& json);

}  // namespace hanrei::base
