#include "base/text/finding.h"

#include <filesystem>

namespace hanrei::base {
namespace {

std::string relative(std::string_view path) {
  namespace fs = std::filesystem;
  std::error_code ec;
  const fs::path plain = fs::path(path).lexically_normal();
  if (!plain.is_absolute()) return plain.generic_string();
  const fs::path below = plain.lexically_relative(fs::current_path(ec));
  return ec || below.empty() || below.begin()->string() == ".." ? plain.generic_string()
                                                                : below.generic_string();
}

/// The column of a character in UTF-16 code units, counted from 1.
uint32_t utf16(std::string_view line, uint32_t column) {
  uint32_t units = 1, chars = 1;
  for (size_t i = 0; i < line.size() && chars < column; ++chars) {
    const auto lead = static_cast<unsigned char>(line[i]);
    units += lead >= 0xF0 ? 2 : 1;
    i += lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  }
  return units + (column > chars ? column - chars : 0);
}

}  // namespace

Location locate(const SourceMap& sources, Span span) {
  Location l;
  if (!span) return l;
  const Place from = sources.place(span), to = sources.end_place(span);
  l.path = relative(from.path);
  l.line = from.line;
  l.column = from.column;
  l.end_line = to.line;
  l.end_column = to.column;
  l.utf16_column = utf16(sources.line_text(span), from.column);
  l.utf16_end_column = utf16(sources.line_text({span.file, span.end, span.end}), to.column);
  return l;
}

}  // namespace hanrei::base
