#include "rulings/search/terms.h"

namespace hanrei::rulings::search {

bool is_kanji(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || c == U'々' || c == U'〆' ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_letters(std::string_view token) {
  std::vector<base::FoldedChar> chars;
  base::fold_chars(token, chars);
  return !chars.empty() && chars.front().kind == base::CharClass::Word;
}

std::string_view stem(std::string_view word) {
  constexpr std::size_t kShortest = 3;
  const auto without = [&](std::string_view ending) {
    return word.ends_with(ending) && word.size() >= ending.size() + kShortest
               ? word.substr(0, word.size() - ending.size())
               : std::string_view();
  };
  const auto vowel = [](char c) {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
  };
  for (const std::string_view ending : {"ies", "ied", "ing", "ed", "es", "s", "y"}) {
    std::string_view rest = without(ending);
    if (rest.empty() || (ending == "s" && rest.ends_with('s'))) continue;
    if (ending == "y" && vowel(rest.back())) continue;
    const std::size_t n = rest.size();
    if ((ending == "ing" || ending == "ed") && n > kShortest && rest[n - 1] == rest[n - 2] &&
        rest[n - 1] != 'l' && rest[n - 1] != 's')
      rest.remove_suffix(1);
    word = rest;
    break;
  }
  if (word.size() > kShortest + 1 && word.ends_with('e')) word.remove_suffix(1);
  return word;
}

}  // namespace hanrei::rulings::search
