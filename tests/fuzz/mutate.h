// Changes that keep a text well-formed more often than changed bytes do: whole strings, lines,
// numbers and bracketed pieces are swapped, doubled or removed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace hanrei::fuzz {

struct Piece {
  std::size_t begin, end;
};

/// What stands in double quotes, quotes not included.
inline std::vector<Piece> quoted(std::string_view text) {
  std::vector<Piece> out;
  for (std::size_t i = 0; (i = text.find('"', i)) != std::string_view::npos;) {
    std::size_t end = i + 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size()) break;
    out.push_back({i + 1, end});
    i = end + 1;
  }
  return out;
}

/// Elements, or objects and lists, without what surrounds them.
inline std::vector<Piece> nested(std::string_view text) {
  std::vector<Piece> out;
  std::vector<std::size_t> open;
  const bool xml = text.find("<ruling") != std::string_view::npos;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!xml) {
      if (c == '"' && (i == 0 || text[i - 1] != '\\')) in_string = !in_string;
      if (in_string) continue;
      if (c == '{' || c == '[') open.push_back(i);
      if ((c == '}' || c == ']') && !open.empty()) {
        out.push_back({open.back(), i + 1});
        open.pop_back();
      }
      continue;
    }
    if (c != '<') continue;
    const std::size_t end = text.find('>', i);
    if (end == std::string_view::npos) break;
    if (text[i + 1] == '/') {
      if (!open.empty()) {
        out.push_back({open.back(), end + 1});
        open.pop_back();
      }
    } else if (text[end - 1] == '/')
      out.push_back({i, end + 1});
    else if (text[i + 1] != '?' && text[i + 1] != '!')
      open.push_back(i);
    i = end;
  }
  return out;
}

inline std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) {
    return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1));
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<Piece> pieces = random() % 2 == 0 ? quoted(text) : nested(text);
  const unsigned kind = random() % 8;
  if (pieces.size() < 2 || kind == 0) return LLVMFuzzerMutate(data, size, most);
  const Piece a = pieces[below(pieces.size())], b = pieces[below(pieces.size())];
  const std::string first(text.substr(a.begin, a.end - a.begin)),
      second(text.substr(b.begin, b.end - b.begin));
  std::string out(text);
  const auto put = [&](const std::string& with) { out.replace(a.begin, a.end - a.begin, with); };
  static const char* const words[] = {
      "0", "-1", "1",  "9223372036854775807", "",        "none",  "true",      "A", "self",
      "x", "《", "()", "set of card",         "A.light", "1 + 1", "c.size = 2"};
  switch (kind) {
    case 1:
    case 2:
    case 3: put(second); break;
    case 4: put(first + (first.empty() || first.front() != '{' ? "" : ",") + second); break;
    case 5: put(""); break;
    case 6: put(words[below(std::size(words))]); break;
    case 7: {  // within the piece
      std::string bytes = first;
      bytes.resize(first.size() + 16);
      const std::size_t n = LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()),
                                             first.size(), bytes.size());
      bytes.resize(n);
      put(bytes);
      break;
    }
  }
  if (out.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, out.data(), out.size());
  return out.size();
}

}  // namespace hanrei::fuzz
