#include "base/text/source_map.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.h"

namespace hanrei::base {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint32_t kBlock = 4096;  // bytes between two entries of `chars_before`

bool begins_char(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::uint32_t count_beginnings(std::string_view bytes) {
  return static_cast<std::uint32_t>(std::ranges::count_if(bytes, begins_char));
}

std::uint32_t text_start(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark
             ? static_cast<std::uint32_t>(kByteOrderMark.size())
             : 0;
}

}  // namespace

// A file may be one line of 16 MiB with a diagnostic every few bytes, so a column is worked out
// from the nearest block, not from the start of the line.
std::uint32_t SourceMap::File::count_chars_before(std::uint32_t offset) const {
  const std::uint32_t block = offset / kBlock;
  const std::uint32_t start = block * kBlock;
  return chars_before[block] +
         count_beginnings(std::string_view(text).substr(start, offset - start));
}

std::size_t SourceMap::File::line_of(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(line_starts, offset);
  return after == line_starts.begin() ? 0
                                      : static_cast<std::size_t>(after - line_starts.begin()) - 1;
}

Span SourceMap::add(std::string path, std::string text) {
  HANREI_CHECK(text.size() < std::numeric_limits<std::uint32_t>::max(),
               "file too large for a Span");
  File& file = files_.emplace_back();
  file.path = std::move(path);
  file.text = std::move(text);

  const std::uint32_t start = text_start(file.text);
  const std::uint32_t size = static_cast<std::uint32_t>(file.text.size());
  file.line_starts.push_back(start);
  for (std::uint32_t i = start; i < size; ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
  std::uint32_t chars = 0;
  for (std::uint32_t block = 0; block <= size; block += kBlock) {
    file.chars_before.push_back(chars);
    chars += count_beginnings(std::string_view(file.text).substr(block, kBlock));
  }
  return Span{static_cast<std::uint32_t>(files_.size()), start, size};
}

const SourceMap::File* SourceMap::file(std::uint32_t id) const {
  if (id == 0) return nullptr;
  HANREI_CHECK(id <= files_.size(), "span of another source map");
  return &files_[id - 1];
}

std::string_view SourceMap::text(std::uint32_t id) const {
  const File* f = file(id);
  return f ? std::string_view(f->text) : std::string_view();
}

std::string_view SourceMap::path(std::uint32_t id) const {
  const File* f = file(id);
  return f ? std::string_view(f->path) : std::string_view();
}

Place SourceMap::place_at(Span span, std::uint32_t offset) const {
  const File* f = file(span.file);
  if (!f) return {};
  offset = std::clamp(offset, f->line_starts.front(), static_cast<std::uint32_t>(f->text.size()));
  const std::size_t line = f->line_of(offset);
  const std::uint32_t column =
      f->count_chars_before(offset) - f->count_chars_before(f->line_starts[line]);
  return Place{f->path, static_cast<std::uint32_t>(line + 1), column + 1};
}

Place SourceMap::place(Span span) const { return place_at(span, span.begin); }

Place SourceMap::end_place(Span span) const { return place_at(span, span.end); }

std::string_view SourceMap::line_text(Span span) const {
  const File* f = file(span.file);
  if (!f) return {};
  const std::size_t line = f->line_of(span.begin);
  std::string_view rest = std::string_view(f->text).substr(f->line_starts[line]);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

std::string_view SourceMap::slice(Span span) const {
  const std::string_view all = text(span.file);
  if (span.begin >= all.size() || span.end <= span.begin) return {};
  return all.substr(span.begin, span.end - span.begin);
}

}  // namespace hanrei::base
