// Markup, written piece by piece. Whatever comes from a file becomes text here and nowhere else: it
// goes in through text() and the values of attributes, and both are escaped.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::reports::html {

/// Text as it may stand between tags and between double quotes. Control characters, overrides of
/// direction, zero-width characters and invalid bytes are shown as escapes; lines stay lines.
std::string escaped(std::string_view text);

/// The words of a page in both languages (words.def).
enum class Word {
#define WORD(name, en, ja) name,
#include "reports/html/words.def"
#undef WORD
};
std::string_view word(Word which, base::Lang lang);

/// A page under work. Names of elements and attributes are literals of ours.
///
///     Html h;
///     h.open("p", {{"class", "answer"}}).text(answer).close();
class Html {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  /// Links and forms lead to pages in this language; `""`: in the one in which pages open.
  void keep(std::string_view lang) { keep_ = lang; }

  Html& open(std::string_view tag, Attributes attributes = {});
  Html& close();
  /// An element without content: `<br>`.
  Html& empty(std::string_view tag, Attributes attributes = {});
  Html& text(std::string_view text);
  Html& element(std::string_view tag, std::string_view text, Attributes attributes = {});

  /// A word of ours in both languages; the page shows one of them.
  Html& word(Word which, std::string_view tag = "span");
  /// Text in both languages, English first; one that is missing stands in the other language.
  Html& both(const std::string (&texts)[2], std::string_view tag = "span",
             std::string_view css = "");
  Html& both(std::string_view en, std::string_view ja, std::string_view tag = "span",
             std::string_view css = "");

  /// All of it; every element must be closed.
  std::string take();

 private:
  std::string out_, keep_;
  std::vector<std::string> open_;
};

}  // namespace hanrei::reports::html
