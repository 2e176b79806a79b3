// Reads printed words with a phrasebook: every meaning that they have, or what of them is not read.
//
//     ReadText r = read(book, words_of(card), &card);
//     r.meanings            // provisions; several: the words are ambiguous; none: see r.unread
//     keep_what_loads(game, sources, {{&card, &r}});   // a meaning that does not load is none
//
// Nothing is ranked and nothing guessed. Whatever limit was met stands in `bounded`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/phrases/book.h"

namespace hanrei::model::phrases {

/// Limits of one text. Longer ones are not read.
inline constexpr size_t kMostChars = 4096;
inline constexpr size_t kMostValues = 64;       ///< of a phrase at a place
inline constexpr size_t kMostSplits = 4096;     ///< ways to lay one pattern over its words
inline constexpr size_t kMostWork = 2'000'000;  ///< steps of working out values
inline constexpr int kDeepest = 400;            ///< phrases within phrases

/// The limit that was met: what was found is not all there may be. `Name`: a phrase names what is
/// not there, so nobody knows what it would have said.
enum class Bounded : uint8_t { No, Length, Items, Values, Work, Depth, Name };

/// What a phrase asks for where it stands (`only`), and what is there instead.
struct Unmet {
  std::string name;                ///< of the environment, or `card.ATTRIBUTE`
  std::vector<base::Json> wanted;  ///< one of these
  std::optional<base::Json> seen;  ///< nothing: there is none
  int phrase = -1, by = -1;        ///< whose it is; and which phrase above it made it so
  size_t begin = 0, end = 0;       ///< its words
};

/// A phrase where it was used.
struct Used {
  int sort = 0, rule = -1;  ///< rule -1: a lexical sort
  size_t begin = 0, end = 0;
  std::vector<std::shared_ptr<const Used>> kids;
  std::vector<Unmet> unmet;  ///< conditions that were waived, without their place
};

/// A range of the words of a span, in characters of the print.
struct At {
  std::string span;
  size_t begin = 0, end = 0;
};

struct Meaning {
  /// A list. The span of each object and string in it is the range of folded characters of the
  /// phrase that made it.
  base::Json provisions;
  std::shared_ptr<const Used> how;
  std::vector<std::string> complaints;  ///< why it does not load, in both languages
};

struct ReadText {
  Folded text;
  std::vector<Meaning> meanings;  ///< those that differ
  std::vector<Meaning> refused;   ///< the loader takes them for none
  Bounded bounded = Bounded::No;
  // What was not read, where there is no meaning.
  std::vector<bool> unread;           ///< of each folded character: in no phrase that stands alone
  size_t furthest = 0;                ///< up to here something that began at the first one was read
  bool ends_early = false;            ///< that is the end, and something was to come
  std::vector<std::string> expected;  ///< words and sorts that would have gone on there
  std::vector<std::string> nearest;   ///< the whole text, mended in one place, that is read
  std::vector<Unmet> unmet;  ///< every word is in a phrase; what these ask for would make a meaning

  bool whole() const { return !meanings.empty(); }
};

/// The words of the last wording of a card by the names of their spans, without what is flavour;
/// what an ability states is none, however it is marked. None: it has no text.
Words words_of(const base::Json& card);
/// The same of a text that stands in no card: its lines are the spans `s1`, `s2`, …
Words words_of_text(std::string_view text);

/// `card`: its printed attributes; nullptr: none is known, and phrases that hang on one are tried.
/// `near`: look for the slip where it is not read (a parse for each guess).
ReadText read(const Book& book, Words words, const base::Json* card, bool near);

/// A range of folded characters in the print, span by span.
std::vector<At> at(const Folded& text, size_t begin, size_t end);

/// A card with its text read.
struct ReadCard {
  const base::Json* card = nullptr;
  ReadText* reading = nullptr;
};
/// Compiles every meaning of each card in the place of its abilities. Those that do not load become
/// `refused`. The game itself has to compile. Meanings that the loader and the rules cannot tell
/// apart (model/phrases/normal.h) become one.
void keep_what_loads(const Game& game, base::SourceMap& sources,
                     const std::vector<ReadCard>& cards);

/// A sentence of a text: up to what the phrasebook says ends one. It is read when all of its
/// characters are.
struct Sentence {
  size_t begin = 0, end = 0;
  bool read = false;
};
std::vector<Sentence> sentences(const Book& book, const ReadText& reading);

}  // namespace hanrei::model::phrases
