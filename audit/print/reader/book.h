// A rulebook as it is printed: its parts with line and column, and what each sentence says. Nothing
// here knows a game, nor the numbering of one book: what counts as a label is learnt from the text.
#pragma once

#include "audit/print/reader/sentence.h"

namespace hanrei::audit::reader {

enum class Kind : uint8_t {
  Heading,
  Entry,  ///< `【headword】`, `headword: text`
  Step,   ///< a number or a letter of a list
  Bullet,
  Note,
  Example,
  Row,  ///< of a table
  Text
};
std::string_view kind_name(Kind kind);

/// A title, a step, a bullet, a paragraph, with its sentences.
struct Unit {
  Kind kind = Kind::Text;
  int up = -1;                      ///< the unit it belongs to
  std::string number;               ///< as printed: `15-5-1`, `[3]`, `①`, `第2条`
  std::string scheme;               ///< the shape of the number: `1-1`, `[1]`
  std::vector<int> parts;           ///< of the number
  std::vector<std::string> titles;  ///< several when one line has several headwords
  Spot at;
  std::vector<Sentence> says;
  int value() const { return parts.empty() ? -1 : parts.back(); }
};

struct LineDigest {
  uint32_t line = 0;
  std::string digest;
};

/// A line that was passed over, and why.
struct Skipped {
  enum class Why : uint8_t { BadBytes, TooLong, TooMany };
  uint32_t first = 0, last = 0;
  Why why{};
};

/// What is counted, so that no text runs away with memory or time.
struct Limits {
  size_t line = 4'000;  ///< characters of a line
  size_t lines = 40'000;
  size_t units = 20'000;
  size_t sentences = 40'000;
};

struct Book {
  std::string name;    ///< of the file
  std::string digest;  ///< of the whole text
  uint32_t lines = 0;
  bool words = true;  ///< its sentences were taken apart: false for Japanese without an analyser
  std::vector<Unit> units;
  std::vector<LineDigest> digests;  ///< of the lines that are not blank
  std::vector<Skipped> skipped;
};

/// Reads a text; never fails: what it cannot take in is in `skipped`.
Book parse(std::string name, std::string_view text, const Limits& limits = {});

/// Where a sentence stands, as one would say it: `15-5-1[3]`, `アクション ①`, `【戦闘】`.
std::string place_name(const Book& book, size_t unit);
/// The nearest unit upward (or itself) that is a heading or an entry; -1 when there is none.
int section_of(const Book& book, int unit);

}  // namespace hanrei::audit::reader
