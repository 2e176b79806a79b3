#include "lsp/wire.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/io/file.h"

namespace hanrei::lsp {
namespace {

/// The number of a `Content-Length` header, whatever its letters' case; nothing for other lines.
std::optional<std::size_t> length_in(std::string_view line) {
  constexpr std::string_view kName = "content-length:";
  if (line.size() <= kName.size() || !base::same_letters(line.substr(0, kName.size()), kName))
    return std::nullopt;
  line.remove_prefix(kName.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  while (line.ends_with(' ')) line.remove_suffix(1);
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), n);
  if (error != std::errc{} || end != line.data() + line.size()) return std::nullopt;
  return n;
}

}  // namespace

bool Wire::more() {
  std::array<char, 65536> block;
  const std::size_t n = input_.read(block.data(), block.size());
  buffer_.append(block.data(), n);
  return n > 0;
}

std::optional<std::string> Wire::line() {
  too_long_ = false;
  for (std::size_t from = 0;;) {
    const std::size_t end = buffer_.find('\n', from);
    if (end != std::string::npos) {
      std::string out = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      if (out.ends_with('\r')) out.pop_back();
      return out;
    }
    if (buffer_.size() > kMostHeader) {
      buffer_.clear();
      too_long_ = true;
    }
    from = buffer_.size();
    if (!more()) return std::nullopt;
  }
}

std::optional<Wire::Message> Wire::next() {
  std::optional<std::size_t> length;
  bool stray = false;
  for (;;) {
    const auto header = line();
    if (!header) return std::nullopt;
    stray = stray || too_long_;
    if (!header->empty()) {
      if (const auto n = length_in(*header))
        length = n;
      else
        stray = stray || header->find(':') == std::string::npos;
      continue;
    }
    if (length) break;
    if (stray) return Message{"", true};
  }
  Message out;
  if (*length > kMostMessage) {
    out.refused = true;
    for (std::size_t left = *length; left > 0;) {
      if (buffer_.empty() && !more()) return std::nullopt;
      const std::size_t n = std::min(left, buffer_.size());
      buffer_.erase(0, n);
      left -= n;
    }
    return out;
  }
  while (buffer_.size() < *length)
    if (!more()) return std::nullopt;
  out.body = buffer_.substr(0, *length);
  buffer_.erase(0, *length);
  return out;
}

void send(std::ostream& out, std::string_view body) {
  out << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
}

}  // namespace hanrei::lsp
