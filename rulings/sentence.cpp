#include "rulings/sentence.h"

#include <algorithm>
#include <utility>

#include "base/text/replace.h"

namespace hanrei::rulings {
namespace {

constexpr const char* kParts = " /\n";

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(kParts), end = text.find_last_not_of(kParts);
  return begin == std::string::npos ? "" : text.substr(begin, end + 1 - begin);
}

/// Does a sentence end with these words? A remark in brackets is one.
bool ends_sentence(const std::string& words) {
  const std::string text = trimmed(words);
  return text.empty() || text.ends_with("。") || text.ends_with('.') || text.ends_with(")") ||
         text.ends_with(")");
}

}  // namespace

std::string span_of(const model::CardDef& card, const std::string& span) {
  const auto at = std::ranges::find(card.text, span, [](const auto& t) { return t.first; });
  return at == card.text.end() ? "" : trimmed(at->second);
}

std::string sentence_of(const model::CardDef& card, const std::string& span) {
  const auto at = std::ranges::find(card.text, span, [](const auto& t) { return t.first; });
  if (at == card.text.end()) return "";
  auto first = at, last = at;
  while (first != card.text.begin() && !ends_sentence(std::prev(first)->second)) --first;
  while (std::next(last) != card.text.end() && !ends_sentence(last->second)) ++last;
  std::string out;
  for (auto each = first; each <= last; ++each) out += each->second;
  return trimmed(out);
}

std::string inner_quotes(std::string text) {
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{"“", "‘"}, {"”", "’"}})
    base::replace_all(text, from, to);
  return text;
}

}  // namespace hanrei::rulings
