#include "server/form.h"

#include <algorithm>

#include "base/text/unicode.h"

namespace hanrei::server {
namespace {

int digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const bool there = i + 2 < text.size();
    const int high = there ? digit(text[i + 1]) : -1, low = there ? digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (!base::valid_utf8(out) || out.find('\0') != std::string::npos) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::map<std::string, std::string>> form_fields(std::string_view body) {
  std::map<std::string, std::string> out;
  std::size_t fields = 0;
  for (std::size_t from = 0; from < body.size();) {
    const std::size_t to = std::min(body.find('&', from), body.size());
    const std::string_view one = body.substr(from, to - from);
    from = to + 1;
    const std::size_t is = std::min(one.find('='), one.size());
    const auto name = decoded(one.substr(0, is)),
               value = decoded(is < one.size() ? one.substr(is + 1) : "");
    if (!name || !value || ++fields > kMostFields) return std::nullopt;
    out.emplace(*name, *value);
  }
  return out;
}

}  // namespace hanrei::server
