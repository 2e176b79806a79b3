// What a line begins with: a number of some scheme, a bullet, a remark.
#pragma once

#include <string>
#include <vector>

#include "audit/print/reader/chars.h"

namespace hanrei::audit::reader {

struct Label {
  enum class Is : uint8_t { None, Number, Bullet, Note, Example, Turn };  ///< Turn: Q., A.
  Is is = Is::None;
  std::string number;      ///< as printed
  std::string scheme;      ///< with 1 for each number: `1-1`, `(1)`, `第1条`
  std::vector<int> parts;  ///< its numbers; a letter counts from 1
  char32_t sign = 0;       ///< of a bullet
  size_t end = 0;          ///< where the text begins
  bool sure = false;       ///< it is a label wherever it stands; the others have to be counted on
  int chapter = -1;        ///< 章, 節, 款, 条, 項: 0 to 4
};

/// Of a narrow line without blanks around it.
Label label_of(View line);

}  // namespace hanrei::audit::reader
