// A text as an editor sees it: lines from 0, columns from 0 in UTF-16 code units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::lsp {

struct Position {
  std::uint32_t line = 0, character = 0;
  friend auto operator<=>(const Position&, const Position&) = default;
};
struct Range {
  Position start, end;
  friend bool operator==(const Range&, const Range&) = default;
};

class Text {
 public:
  Text() = default;
  explicit Text(std::string text) : text_(std::move(text)) { index(); }

  const std::string& str() const { return text_; }
  /// The byte of a position; one beyond its line is the end of the line, one within a character is
  /// its beginning.
  std::size_t offset(Position at) const;
  Position position(std::size_t offset) const;
  Range range(std::size_t begin, std::size_t end) const { return {position(begin), position(end)}; }
  /// Puts a text in the place of a range.
  void replace(const Range& range, std::string_view by);

 private:
  void index();

  std::string text_;
  std::vector<std::size_t> lines_{0};  ///< where they begin
};

/// The path of a `file:` URI; empty for any other.
std::string path_of(std::string_view uri);
/// `path` is made absolute; its links stay as they are.
std::string uri_of(const std::string& path);

}  // namespace hanrei::lsp
