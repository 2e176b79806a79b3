// What one sentence shows.
#pragma once

#include "audit/print/reader/reader.h"
#include "audit/print/reader/words.h"

namespace hanrei::audit::reader {

/// Characters with the place of each; line breaks inside a sentence are gone.
struct Print {
  Chars text;  ///< as printed
  std::vector<Spot> at;
  void add(char32_t c, Spot s) {
    text += c;
    at.push_back(s);
  }
};

/// The facts of the characters from `begin` to `end`, below a title of these words.
Sentence facts(const Print& print, size_t begin, size_t end, const std::vector<std::string>& title);

/// The turns of phrase in a narrow text; `at` has the place of each character.
std::vector<Sign> signs(std::u32string_view text, const Spot* at);
/// The words in it that may be spelled in two ways, as they are spelled.
std::vector<Sign> spellings(std::u32string_view text, const Spot* at);
/// The turns of phrase in it (`nouns` are its nouns) that mean something only beside another:
/// lists, leaves, forms of a sign.
std::vector<Sign> contrasts(std::u32string_view text, const Spot* at,
                            const std::vector<Run>& nouns);
/// What it claims of a number, a state, a comparison: limits, ranges, ways out, cases; and how it
/// is worded.
std::vector<Sign> claims(std::u32string_view text, const Spot* at, const std::vector<Run>& nouns);
/// What a rule speaks of without saying all of it: a place and not whose, a stop and not what
/// becomes of it.
std::vector<Sign> openings(std::u32string_view text, const Spot* at, const std::vector<Run>& nouns);
/// What it points at without a name, or names otherwise than its like: その場所, 相手札,
/// 持ち主の元.
std::vector<Sign> pointers(std::u32string_view text, const Spot* at, const std::vector<Run>& nouns);

}  // namespace hanrei::audit::reader
