#include "rulings/resolve/pieces.h"

namespace hanrei::rulings {

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  for (char c : text + " ") {
    if (c == ' ' || c == '\n' || c == '\t' || c == ',') {
      if (!word.empty()) out.push_back(std::move(word));
      word.clear();
    } else
      word += c;
  }
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
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
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

}  // namespace hanrei::rulings
