// What a printed rulebook shows to be wrong with it. Needs no rules model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/print/reader/book.h"
#include "base/text/diagnostic.h"

namespace hanrei::audit::print {

using base::Code;

/// A sentence of the book, and the exact character if it is known.
struct Place {
  size_t unit = 0, sentence = 0;
  reader::Spot at;
  auto operator<=>(const Place&) const = default;
};

struct Finding {
  Code code{};
  std::vector<Place> places;      ///< the first is what it is about, the others are its evidence
  std::vector<std::string> args;  ///< of the message
  std::string fingerprint;        ///< of the code and what it is about, never of a line
};

std::string message(const Finding& finding, base::Lang lang);

/// At most kMost of a kind are kept, the others are counted: a text that is no rulebook has any
/// number of them.
struct Findings {
  static constexpr size_t kMost = 300;
  std::vector<Finding> list;
  size_t left_out = 0;
  /// Not examined, for want of an analyser of Japanese.
  std::vector<Code> not_examined;
};

/// A slip of writing: told last, in a block of its own.
bool is_slip(Code code);

/// Everything that is found, what matters most first.
Findings examine(const reader::Book& book);

}  // namespace hanrei::audit::print
