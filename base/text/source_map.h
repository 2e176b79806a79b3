#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::base {

/// A range of bytes of one file: twelve bytes, copied freely. `file` 0 means "no place".
struct Span {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  /// Whether this names a place at all.
  explicit operator bool() const { return file != 0; }
  /// Whether another one lies within this one.
  bool holds(const Span& inner) const {
    return inner.file == file && inner.begin >= begin && inner.end <= end;
  }
  friend bool operator==(const Span&, const Span&) = default;
};

/// A place for people: 1-based line and column; the column counts characters (code points).
struct Place {
  std::string path;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// Owns the text of every file read and turns spans into lines and columns, when somebody asks.
/// Views handed out stay valid as long as the map lives.
class SourceMap {
 public:
  SourceMap() = default;
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;
  SourceMap(SourceMap&&) = default;
  SourceMap& operator=(SourceMap&&) = default;

  /// Takes a file in and returns the span of its whole text. A byte order mark at its start is
  /// kept in the text but left out of the returned span and of the columns.
  Span add(std::string path, std::string text);

  /// The text of a file; empty for file 0.
  std::string_view text(std::uint32_t file) const;
  /// The path as given to add(); empty for file 0.
  std::string_view path(std::uint32_t file) const;

  /// Where the span begins; line and column are 0 for "no place".
  Place place(Span span) const;
  /// Where the span ends: the first character after it.
  Place end_place(Span span) const;
  /// The line on which the span begins, without its line break.
  std::string_view line_text(Span span) const;
  /// The bytes of the span.
  std::string_view slice(Span span) const;

 private:
  struct File {
    std::string path;
    std::string text;
    std::vector<std::uint32_t> line_starts;   // offset of the first byte of each line
    std::vector<std::uint32_t> chars_before;  // characters before each block of bytes

    std::uint32_t count_chars_before(std::uint32_t offset) const;
    std::size_t line_of(std::uint32_t offset) const;
  };

  const File* file(std::uint32_t id) const;
  Place place_at(Span span, std::uint32_t offset) const;

  std::deque<File> files_;  // file n is at n - 1; a deque, so that views survive add()
};

}  // namespace hanrei::base
