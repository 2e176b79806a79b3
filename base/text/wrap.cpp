#include "base/text/wrap.h"

#include <cstddef>

#include "base/text/unicode.h"

namespace hanrei::base {
namespace {

bool starts_with_one(std::string_view text, std::initializer_list<std::string_view> what,
                     std::size_t& length) {
  for (const std::string_view w : what)
    if (text.starts_with(w)) {
      length = w.size();
      return true;
    }
  return false;
}
bool is_space(char c) { return c == ' ' || c == '\n'; }

}  // namespace

std::vector<std::string_view> wrap(std::string_view text, int width) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0, last = 0;  // of the line; behind its last piece that is no space
  int columns = 0;
  const auto flush = [&] {
    if (last > begin) lines.push_back(text.substr(begin, last - begin));
    columns = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n') {
      flush();
      begin = last = ++at;
      continue;
    }
    std::size_t end = char_end(text, at);
    const bool space = is_space(text[at]);
    if (end == at + 1 && !space)
      while (end < text.size() && static_cast<unsigned char>(text[end]) < 0x80 &&
             !is_space(text[end]))
        ++end;
    // What may not begin a line goes with what is before it.
    for (std::size_t n = 0; starts_with_one(text.substr(end),
                                            {"、", "。", ";", ":", "」", "』", "》", "）", ")", "”",
                                             "’", ".", ",", "?", "!", "？", "！"},
                                            n);)
      end += n;
    const int wide = display_width(text.substr(at, end - at));
    if (columns + wide > width && columns > 0) {
      flush();
      begin = last = at;
    }
    if (space && last == begin) {  // no line begins with one
      begin = last = at = end;
      continue;
    }
    columns += wide;
    if (!space) last = end;
    at = end;
  }
  flush();
  return lines;
}

std::string_view first_sentences(std::string_view text, int width) {
  std::size_t so_far = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t n = 0;
    const std::string_view rest = text.substr(at);
    const bool full = starts_with_one(rest, {"。", "？", "！"}, n);
    const bool latin = !full && (rest[0] == '.' || rest[0] == '?' || rest[0] == '!') &&
                       (rest.size() == 1 || is_space(rest[1]));
    if (!full && !latin) {
      at = char_end(text, at);
      continue;
    }
    at += full ? n : 1;
    while (starts_with_one(text.substr(at), {"」", "』", "）", ")", "”"}, n)) at += n;
    if (so_far > 0 && display_width(text.substr(0, at)) > width) return text.substr(0, so_far);
    so_far = at;
  }
  return so_far > 0 && display_width(text) > width ? text.substr(0, so_far) : text;
}

}  // namespace hanrei::base
