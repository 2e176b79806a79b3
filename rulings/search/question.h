// What somebody asks, as units to look for: words with those that stand for them, and pieces of
// text that no list knows. Nothing of it has to be found.
//
//     Lexicon lexicon;
//     lexicon.add(everyday_words());
//     for (const Unit& u : units_of("山札が0枚になったら負け?", lexicon)) …
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rulings/search/terms.h"
#include "rulings/search/tokens.h"
#include "rulings/search/words.h"

namespace hanrei::rulings::search {

/// The smallest thing a word is made of: a character, or a whole word in letters.
struct Atom {
  std::string key;                  ///< folded; of a word in letters its stem
  std::size_t first = 0, last = 0;  ///< characters of the folded text, both included
  bool letters = false, hiragana = false;
  bool apart = false;  ///< something separates it from the one before
};
std::vector<Atom> atoms_of(const std::vector<base::FoldedChar>& chars);
/// What a Lexicon knows the atoms [first, last) by.
std::string key_of(const std::vector<Atom>& atoms, std::size_t first, std::size_t last);

/// A term to look for.
struct Clue {
  std::string term;
  double says = 1;
  bool part = true;   ///< of what was written, so that whoever has it whole has this
  bool open = false;  ///< any term that begins with it
};

struct Unit {
  std::string typed;  ///< as it was written; empty: no word, but what stands between two
  /// Of a word: itself, and what stands for it. A text has one of these when it has all its terms.
  std::vector<Name> names;
  /// Of a piece that no list knows: each counts by itself.
  std::vector<Clue> clues;
  std::vector<std::string> meant;  ///< words near it, where nothing has it
};

/// The units of a question, in its order.
std::vector<Unit> units_of(std::string_view text, const Lexicon& lexicon);

/// A word as a unit: the typed ones stand for each other.
Unit unit_of(const std::vector<std::string>& typed, const Lexicon& lexicon);

}  // namespace hanrei::rulings::search
