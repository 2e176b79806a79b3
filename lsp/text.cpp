#include "lsp/text.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace hanrei::lsp {
namespace {

/// Bytes of the character that begins with this byte; what is no beginning counts for itself.
std::size_t bytes_of(unsigned char first) {
  return first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
}

}  // namespace

void Text::index() {
  lines_ = {0};
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool both = text_[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
    if ((text_[i] == '\n' || text_[i] == '\r') && !both) lines_.push_back(i + 1);
  }
}

std::size_t Text::offset(Position at) const {
  if (at.line >= lines_.size()) return text_.size();
  std::size_t i = lines_[at.line];
  for (std::uint32_t units = 0; i < text_.size() && text_[i] != '\n' && text_[i] != '\r';) {
    const std::size_t n = bytes_of(static_cast<unsigned char>(text_[i]));
    units += n == 4 ? 2 : 1;
    if (units > at.character) break;
    i = std::min(i + n, text_.size());
  }
  return i;
}

Position Text::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto line = std::ranges::upper_bound(lines_, offset) - lines_.begin() - 1;
  Position out{static_cast<std::uint32_t>(line), 0};
  for (std::size_t i = lines_[static_cast<std::size_t>(line)]; i < offset;) {
    const std::size_t n = bytes_of(static_cast<unsigned char>(text_[i]));
    out.character += n == 4 ? 2 : 1;
    i += n;
  }
  return out;
}

void Text::replace(const Range& range, std::string_view by) {
  const std::size_t begin = offset(range.start), end = std::max(begin, offset(range.end));
  text_.replace(begin, end - begin, by);
  index();
}

std::string path_of(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (!uri.starts_with(kFile)) return "";
  uri.remove_prefix(kFile.size());
  if (uri.starts_with("localhost/")) uri.remove_prefix(9);
  if (!uri.starts_with('/')) return "";
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    const char* const digits = uri.data() + i + 1;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += uri[i];
    }
  }
  if (out.find('\0') != std::string::npos) return "";
  return std::filesystem::path(out).lexically_normal().string();
}

std::string uri_of(const std::string& path) {
  std::error_code none;
  const std::string full = std::filesystem::absolute(path, none).lexically_normal().string();
  std::string out = "file://";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : full) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain)
      out += c;
    else
      ((out += '%') += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return out;
}

}  // namespace hanrei::lsp
