// A phrasebook: patterns from printed words to provisions, as a game has them in `phrases/*.json`.
//
//     std::optional<Book> book = read_book(game, sources, log);
//     if (book) { ReadText r = read(*book, words, card); … }            // model/phrases/read.h
//
// docs/phrasebook.md says what a file may hold.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "model/model.h"
#include "model/phrases/fold.h"

namespace hanrei::model::phrases {

/// A piece of a pattern: words as they are, a slot for what is of a sort, a boundary of spans.
struct Element {
  enum class Kind : uint8_t { Literal, Slot, Boundary } kind = Kind::Literal;
  std::u32string words;
  std::string slot;
  int sort = -1;
  std::string print{};  ///< of words: as the book has them
};

/// Names for everything below a phrase.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// When a phrase may be used: a name of the environment, or a printed attribute, is one of these.
struct Only {
  std::string name;
  std::vector<base::Json> values;
  base::Span span;  ///< of the name
};

struct Lift {
  std::string kind;  ///< what takes it: `$^kind`
  base::Json item;
};

struct Phrase {
  std::string sort;
  std::string wording;  ///< the first of its patterns, as written
  std::string note;     ///< a remark
  base::Span span;
  base::Json is;
  Environment env;
  std::vector<Only> only;
  std::vector<Lift> lifts;
  std::vector<std::pair<std::string, base::Json>> introduces;
  std::string refers;
  bool nearest = false;
};

/// A phrase with its alternatives settled.
struct Rule {
  int phrase = 0, sort = 0;
  std::vector<Element> elements;
  base::Json value;    ///< what the word of a `from` phrase is
  bool house = false;  ///< how the house writes it: the first wording, the first of alternatives,
                       ///< nothing that may be left out
};

/// A sort that is read by its characters.
struct Lexical {
  enum class Kind : uint8_t {
    Digits,  ///< a run of digits, all of it: a number
    Signed,  ///< a sign and such a run
    Text     ///< any characters but those of `without`, at most so many: a name
  } kind = Kind::Text;
  std::u32string without;
  size_t most = 32;
};

struct Book {
  std::string language;
  Folding folding;
  std::u32string ends;  ///< characters that end a sentence
  Environment env;
  std::vector<std::string> sorts;
  std::vector<Phrase> phrases;
  std::vector<Rule> rules;
  std::vector<std::vector<int>> rules_of;       ///< by sort
  std::vector<std::optional<Lexical>> lexical;  ///< by sort
  std::vector<int> islands;  ///< sorts that stand alone in what is not read whole
  int start = -1;            ///< the sort of a whole text: `card`

  int find_sort(std::string_view name) const;
};

/// Most plain rules that a book may come to, and most of one phrase.
inline constexpr size_t kMostRules = 20'000, kMostOfPhrase = 512;

/// The phrasebook of a game: its folder `phrases`. Nothing where there is none, and nothing after a
/// mistake, which the log has.
std::optional<Book> read_book(const Game& game, base::SourceMap& sources, base::DiagnosticLog& log);
/// Its files, as far as they can be read; what cannot is logged.
std::vector<base::Json> book_files(const Game& game, base::SourceMap& sources,
                                   base::DiagnosticLog& log);
/// The same from files that were read, of this game or as another has them.
std::optional<Book> make_book(const Game& game, const std::vector<base::Json>& files,
                              base::DiagnosticLog& log);

}  // namespace hanrei::model::phrases
