// A sentence as what is said in it: who does what with what, when, on which condition, how many.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "audit/print/reader/words.h"

namespace hanrei::audit::reader {

/// Line and column from 1, in characters; 0 when unknown.
struct Spot {
  uint32_t line = 0, column = 0;
  auto operator<=>(const Spot&) const = default;
};

enum class Case : uint8_t { None, Topic, Subject, Object, To, From, By, Until, Of, And };

/// A noun with all that is part of it: 捨て札置き場, `wind die`.
struct Phrase {
  std::string text;                ///< as compared: without width and case
  std::vector<std::string> stems;  ///< of its parts
  uint32_t first = 0, last = 0;    ///< its words
  Case as{};
  bool also = false, only = false;  ///< も, even; だけ, only
  bool contrast = false;            ///< には, では: here, as against elsewhere
  bool quoted = false;
  int of = -1;   ///< the phrase that の or `of` ties to it
  int act = -1;  ///< the act that says which: 買ったカード
};

enum class Bound : uint8_t { Exactly, AtMost, AtLeast, Below, Above };

struct Count {
  int value = 0, high = -1;  ///< high: of a range
  std::string unit;          ///< 枚, 回; empty in English but for `times`
  int of = -1;               ///< the phrase that is counted
  Bound bound{};
  bool each = false;  ///< につき, ごとに, 各, ずつ, each
  bool nth = false;   ///< 3枚目
  uint32_t word = 0;
};

enum class Role : uint8_t {
  Main,
  Then,  ///< …して、: it goes on
  If,
  Even,    ///< …しても
  Before,  ///< …する前に
  After,   ///< …した後, …してから
  Until,
  While,
  Which,  ///< it says which: 買ったカード
  Thing,  ///< …すること
  Whether,
  Aside  ///< why, what for
};

struct Act {
  std::string stem;            ///< of the verb, or of the noun that is done
  uint32_t word = 0, end = 0;  ///< the verb; one after all that belongs to it
  uint32_t from = 0;           ///< where its part of the sentence begins
  uint32_t whole = 0;          ///< the same, with what says which before it
  Role role{};
  bool negated = false, can = false, may = false, must = false, passive = false, past = false,
       ongoing = false,  ///< している
      state = false;     ///< state: what something is, not what is done
};

struct Sentence {
  bool title = false, closes = false;
  Spot at, end;                                  ///< its first character; the one after its last
  std::string digest;                            ///< of its characters without white space
  std::string text;                              ///< as printed
  std::vector<std::pair<uint32_t, Spot>> lines;  ///< where it goes on in another line
  std::vector<Word> words;
  std::vector<Phrase> phrases;
  std::vector<Act> acts;
  std::vector<Count> counts;
  std::vector<std::string> clauses;  ///< of the game that state it, the nearest first

  Spot spot(size_t character) const;
  Spot spot_of_word(size_t word) const;
  /// Of the words of nouns, verbs and adjectives.
  std::set<std::string> stems() const;
  std::set<std::string> stems(size_t from, size_t to) const;
  const Act* main() const;
  bool has(std::string_view word) const;
};

/// What a whole book teaches about its words.
struct Learned {
  std::set<std::string> verbs, nouns;  ///< stems of English words seen as such
  std::set<std::string> lemmas;        ///< of Japanese verbs
  std::map<std::string, int> pairs;    ///< A・B, where no third is: how often
};
void learn(const Sentence& sentence, Learned& learned);
/// する, ある and their like: they say nothing alone.
bool is_light(const Word& word);
bool is_light(const std::string& stem);
/// Fills phrases, acts and counts from the words.
void analyse(Sentence& sentence, const Learned& learned);

}  // namespace hanrei::audit::reader
