#include "rulings/resolve/pieces.h"

#include <string_view>
#include <utility>

namespace hanrei::rulings {

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  bool quoted = false, begun = false;
  const auto end = [&] {
    if (begun) out.push_back(std::move(word));
    word.clear();
    begun = false;
  };
  for (const char c : text) {
    if (c == '`') {
      quoted = !quoted;
      begun = true;
    } else if (!quoted && (c == ' ' || c == '\n' || c == '\t' || c == ',')) {
      end();
    } else {
      word += c;
      begun = true;
    }
  }
  end();
  return out;
}

std::vector<Piece> split(const std::string& text, base::Span whole) {
  const bool exact = whole.end - whole.begin == text.size();
  std::vector<Piece> out;
  const auto piece = [&](size_t begin, size_t end) {
    while (begin < end && (text[begin] == ' ' || text[begin] == '\n' || text[begin] == '\t'))
      ++begin;
    while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\n' || text[end - 1] == '\t'))
      --end;
    const base::Span part{whole.file, whole.begin + static_cast<uint32_t>(begin),
                          whole.begin + static_cast<uint32_t>(end)};
    out.push_back({text.substr(begin, end - begin), exact ? part : whole});
  };
  size_t begin = 0;
  int depth = 0;
  std::string_view closing;  // of the name in quotes in which we are
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string_view rest = std::string_view(text).substr(i);
    if (!closing.empty()) {
      if (rest.starts_with(closing)) closing = {};
      continue;
    }
    if (c == '`') closing = "`";
    if (rest.starts_with("《")) closing = "》";
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      piece(begin, i);
      begin = i + 1;
    }
  }
  piece(begin, text.size());
  return out;
}

std::vector<std::string> names(const std::string& text,
                               const std::function<bool(const std::string&)>& is_name) {
  std::vector<std::string> out;
  for (const Piece& piece : split(text, {})) {
    const std::vector<std::string> all = words(piece.text);
    const bool quoted = piece.text.find('`') != std::string::npos;
    for (size_t from = 0, to = 0; from < all.size(); from = to) {
      std::string name;
      for (to = quoted ? from + 1 : all.size(); to > from; --to) {
        name = all[from];
        for (size_t i = from + 1; i < to; ++i) name += " " + all[i];
        if (to == from + 1 || is_name(name)) break;
      }
      out.push_back(std::move(name));
    }
  }
  return out;
}

}  // namespace hanrei::rulings
