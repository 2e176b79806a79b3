// What the ask box searches: the texts of a game, folded, with how much each part of them says.
// assets/ask.js looks the words of a question up in them. Within reports/html/ only.
#pragma once

#include <string>
#include <string_view>

#include "reports/html/site.h"

namespace hanrei::reports::html {

/// A text as it is compared: words in letters without their endings and with spaces around them;
/// everything else as it is folded, a space for what separates. `across`: what stands across
/// hiragana (捨札 of 捨て札), with spaces between.
struct Scanned {
  std::string text, across;
};
Scanned for_scan(std::string_view text);

/// A value as it may stand in a script: JSON in which nothing can end the script.
std::string for_script(std::string_view json);

/// The script files: words that are the same for all games; the rulings of one.
std::string everyday_script();
std::string game_script(const Place& place);

}  // namespace hanrei::reports::html
