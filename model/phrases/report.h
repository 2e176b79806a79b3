// The cards of a game with their words read, beside the abilities that were written by hand.
//
//     const CardsRead r = read_cards(book, game, sources, {});              // the whole pool
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/phrases/read.h"

namespace hanrei::model::phrases {

/// How the words of a card stand to its abilities.
enum class Against : uint8_t {
  NoWords,     ///< nothing is printed but flavour
  Unread,      ///< not read whole, or not all meanings were looked at
  Ambiguous,   ///< read whole, in several ways
  Alone,       ///< read whole; there are no abilities
  Same,        ///< read whole, and the abilities say that (model/phrases/normal.h)
  SameInPlay,  ///< the abilities are written otherwise, and no situation that whoever asked
               ///< compared ends otherwise
  Differs      ///< read whole, and the abilities say something else
};

/// How the words of a card stand to those in which the house would say the same (back.h).
enum class House : uint8_t {
  NotAsked,
  Unsaid,    ///< no phrases of the book say it
  Bounded,   ///< none was found, and not all were looked at
  Unread,    ///< what the book prints is not read as that again: a mistake of the book
  Printed,   ///< the words of the card are not read in one way; its abilities are printed
  Deviates,  ///< the words are made of other phrases
  Same       ///< they are made of the same phrases
};

struct CardRead {
  std::string name;
  base::Span place;
  ReadText reading;
  Against against = Against::NoWords;
  /// Those of the game that was read that stand for these words: not those of former wordings.
  std::optional<base::Json> abilities;
  bool compiled = false;  ///< its abilities are its words as compiled: it has none written by hand
  House house = House::NotAsked;
  Words wording;  ///< of the house
};

struct Tally {
  size_t cards = 0, whole = 0, ambiguous = 0, bounded = 0, same = 0, same_in_play = 0, differs = 0,
         alone = 0, compiled = 0;  ///< compiled: `"provisions": "text"`
  size_t printed = 0, house = 0, deviates = 0, unread_print = 0;
  size_t sentences = 0, sentences_read = 0, characters = 0, characters_read = 0;
};

/// What is not read: a sentence with its numbers left out. The first are those whose phrase would
/// make the most cards read.
struct Lacking {
  std::string words;
  std::vector<std::string> only;  ///< cards that lack nothing else
  size_t cards = 0;               ///< in which it stands
};

/// Cards that agree in one thing and not in the other.
using Group = std::vector<std::string>;

struct CardsRead {
  std::string game;
  std::string language;
  std::vector<CardRead> cards;  ///< in the order of the files; of a pool too
  bool pool = false, print = false;
  Tally tally;
  std::vector<Lacking> backlog;
  std::vector<std::string> unjoined;  ///< cards of which every sentence is read, and the whole not
  std::vector<Group> same_words;      ///< the same words, different abilities
  std::vector<Group> same_ability;    ///< different words, the same abilities
  std::vector<size_t> used;           ///< by phrase of the book: cards that use it
  std::vector<std::string> unknown;   ///< names that were asked for and no card has
};

struct Asked {
  std::vector<std::string> cards;   ///< names; empty: the whole pool
  std::optional<std::string> text;  ///< instead of the words of the card, or of none; its
                                    ///< lines are spans
  bool print = false;               ///< the wording of the house too
  bool near = true;  ///< of cards that are named: look for the slip in what is not read
};

CardsRead read_cards(const Book& book, const Game& game, base::SourceMap& sources,
                     const Asked& asked);

}  // namespace hanrei::model::phrases
