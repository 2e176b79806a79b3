// Lists inside attributes and texts of a ruling.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::rulings {

/// What spaces and commas separate; those inside backticks do not, and the backticks go.
std::vector<std::string> words(const std::string& text);

/// A part of a text, with its own place where `whole` is the place of the text byte for byte.
struct Piece {
  std::string text;
  base::Span span;
};
/// Commas at the top level separate; those inside parentheses, braces and
/// the quotes of a name do not.
std::vector<Piece> split(const std::string& text, base::Span whole);

/// The words, but those between two commas that are a name together are one, of two such names the
/// longer. Between commas where something stands in backticks, only these make one of several.
std::vector<std::string> names(const std::string& text,
                               const std::function<bool(const std::string&)>& is_name);

}  // namespace hanrei::rulings
