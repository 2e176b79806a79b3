#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "base/text/source_map.h"

// Within base/json/ only: what a text that is no JSON lacks, in words a person can use, whatever
// the words of the library which read it.

namespace hanrei::base {

inline constexpr std::size_t kMaxShown = 24;  // characters of the text quoted in a message

/// How far the reading came.
struct ReadState {
  std::uint32_t last_end = 0;           // where the last good token ended
  bool nothing_read = true;             // no token yet
  bool after_key = false;               // the last token was a key
  bool just_opened = false;             // it was `{` or `[`
  std::optional<Json::Kind> innermost;  // Object or Array while inside one
};

/// Why the reading stopped, and how the text could be mended so as to find what else is wrong.
struct SyntaxError {
  enum class Mend { None, Blank, Letter, Comma, Number };

  Code code = Code::JsonSyntax;
  Span span;
  std::vector<std::string> args;
  Mend mend = Mend::None;
  Span mend_span;
};

/// Works out what was found and what would have been right, from the last good token on.
SyntaxError explain_syntax_error(std::string_view text, Span file, const ReadState& state);

/// Overwrites the mistake; no byte of the text changes its place.
void mend(const SyntaxError& error, std::string& text);

/// Length of the longest number at the beginning of `text`.
std::size_t number_length(std::string_view text);

/// Whether it may stand between tokens.
bool is_json_space(char c);

}  // namespace hanrei::base
